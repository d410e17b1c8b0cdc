import fs from 'node:fs';
import path from 'node:path';
import { type InstallationKind, type InstallationMarker, markerFile } from '../../src/main/installation.ts';

/** Writes the marker that says how a copy was installed, and answers its file. */
export function writeMarker(folder: string, kind: InstallationKind): string {
  const marker: InstallationMarker = { schema: 'carrel-installation/1', kind };
  const file = path.join(folder, markerFile);
  fs.writeFileSync(file, `${JSON.stringify(marker)}\n`);
  return file;
}
