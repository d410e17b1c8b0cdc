import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { names } from '../names.ts';
import { keptNoteName } from './kept-note.ts';

function run(command: string, args: readonly string[]): void {
  const { error, status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (error !== undefined) throw new Error(`${command} cannot be run`, { cause: error });
  if (status !== 0) throw new Error(`${command} ended with ${String(status)}: ${stderr}`);
}

/** Opens an MSI into a folder, without installing it, and answers the program's folder in it. */
export function unpackMsi(artifact: string, to: string): string {
  fs.rmSync(to, { recursive: true, force: true });
  fs.mkdirSync(to, { recursive: true });
  if (process.platform === 'win32') run('msiexec', ['/a', artifact, '/qn', `TARGETDIR=${to}`]);
  else run('msiextract', ['--directory', to, artifact]);
  const found = fs
    .readdirSync(to, { recursive: true, withFileTypes: true })
    .find((entry) => entry.isFile() && entry.name === `${names.product}.exe`);
  if (found === undefined) throw new Error(`${path.basename(artifact)} has no ${names.product}.exe in it`);
  // Elsewhere than on Windows the two folders called Carrel, the program's and the machine's, become one.
  fs.rmSync(path.join(found.parentPath, keptNoteName), { force: true });
  return found.parentPath;
}
