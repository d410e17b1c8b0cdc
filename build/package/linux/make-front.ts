import fs from 'node:fs';
import path from 'node:path';

/** Writes the executable that electron-builder takes for fpm (`CUSTOM_FPM_PATH`), and answers its file. */
export function makeFront(folder: string): string {
  const file = path.join(folder, 'fpm');
  const front = path.join(import.meta.dirname, 'front.ts');
  const quoted = [process.execPath, front].map((part) => `'${part.replaceAll("'", String.raw`'\''`)}'`);
  fs.writeFileSync(file, `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`, { mode: 0o755 });
  return file;
}
