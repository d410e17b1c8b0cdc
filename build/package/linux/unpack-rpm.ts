import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { linuxFolder } from '../names.ts';

/** Opens an rpm into a folder, without installing it, and answers the program's folder in it. */
export function unpackRpm(artifact: string, to: string): string {
  fs.rmSync(to, { recursive: true, force: true });
  fs.mkdirSync(to, { recursive: true });
  const script = 'set -o pipefail; rpm2cpio "$0" | cpio --extract --make-directories --quiet';
  const { status, stderr } = spawnSync('bash', ['-c', script, artifact], { cwd: to, encoding: 'utf8' });
  if (status !== 0) throw new Error(`rpm2cpio: ${stderr.trim()}`);
  return path.join(to, linuxFolder);
}
