import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './electron.ts';

const inProject = (name: string): string => path.join(root, name);
const sources = ['src', 'resources', 'electron.vite.config.ts', 'svelte.config.js', 'package.json'].map(
  inProject,
);
const results = [
  'out/main/index.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/modules/renderer.json',
].map(inProject);
/** Made by the build itself. */
const generated = path.join(root, 'src/messages/compiled');

/** The time of the newest file in or at `file`, in milliseconds. */
function newest(file: string): number {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat || file === generated) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  // A folder's own time tells of files that were taken away.
  return Math.max(stat.mtimeMs, ...fs.readdirSync(file).map((name) => newest(path.join(file, name))));
}

/** Whether all these files are there, and newer than all that they are made of: files and folders. */
export function isNewer(made: readonly string[], from: readonly string[]): boolean {
  const times = made.map((file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.min(...times) > Math.max(...from.map(newest));
}

/** Runs `npm run build` where `out/` is missing or older than what it is made of. Throws where that fails. */
export function buildIfNeeded(): void {
  if (isNewer(results, sources)) return;
  console.error('carrel: building …');
  const windows = process.platform === 'win32';
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: 'inherit',
    shell: windows,
  });
  if (status !== 0) throw new Error('The build failed.');
}
