import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { linuxFolder } from '../names.ts';

/** Opens a deb into a folder, without installing it, and answers the program's folder in it. */
export function unpackDeb(artifact: string, to: string): string {
  fs.rmSync(to, { recursive: true, force: true });
  const { status, stderr } = spawnSync('dpkg-deb', ['-x', artifact, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`dpkg-deb -x: ${stderr.trim()}`);
  return path.join(to, linuxFolder);
}
