import fs from 'node:fs';
import path from 'node:path';
import type { Mapping } from './request.ts';

/** Runs by the system's own rights before any script: as Chromium asks of its helper. */
const setUid = 'chrome-sandbox';

function plainMode(file: string, stat: fs.Stats): number {
  if (stat.isDirectory()) return 0o755;
  if (path.basename(file) === setUid) return 0o4755;
  return (stat.mode & 0o111) === 0 ? 0o644 : 0o755;
}

/** Sets what differs between two builds of one commit: times and modes. */
function settle(file: string, seconds: number): void {
  const stat = fs.lstatSync(file);
  if (stat.isDirectory()) for (const name of fs.readdirSync(file)) settle(path.join(file, name), seconds);
  if (stat.isSymbolicLink()) fs.lutimesSync(file, seconds, seconds);
  else {
    fs.chmodSync(file, plainMode(file, stat));
    fs.utimesSync(file, seconds, seconds);
  }
}

/** Lays out what a package installs, below `folder`, as it will be on the disk. */
export function layOut(folder: string, mappings: readonly Mapping[], seconds: number): void {
  for (const { from, to } of mappings) {
    const target = path.join(folder, to);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    // A link is written anew: what it leads to is not there yet.
    if (fs.lstatSync(from).isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(from), target);
    else fs.cpSync(from, target, { recursive: true, verbatimSymlinks: true });
  }
  settle(folder, seconds);
}

/** All plain files below a folder, relative to it, in a fixed order. */
export function filesBelow(folder: string, below = ''): readonly string[] {
  return fs
    .readdirSync(path.join(folder, below), { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const name = path.posix.join(below, entry.name);
      if (entry.isDirectory()) return filesBelow(folder, name);
      return entry.isFile() ? [name] : [];
    });
}
