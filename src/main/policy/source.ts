import fs from 'node:fs';
import path from 'node:path';
import type { Judged } from './judge.ts';
import { parsePolicy } from './parse.ts';
import { codeOf, readPolicyFile } from './read-file.ts';
import { explain } from './readers.ts';
import { type Finding, wholly } from './text.ts';
import type { Trust } from './trust.ts';

/** One place where a policy may be, as it was just read. */
export interface Source {
  /** The file, or the key of the registry. */
  readonly place: string;
  /** Null where there is none. */
  readonly judged: Judged | null;
}

/** Where this system keeps policies. */
export interface PolicySystem {
  /** Loads what the files that are there need to be read; null where nothing has to be loaded. */
  prepare?(): Promise<void> | null;
  /** Loads what says where faults are, from the next reading on; null where it is loaded. */
  explain?(): Promise<void> | null;
  /** Reads all places, the strongest first. */
  read(): readonly Source[];
  /** Folders in which a change may concern a policy; those that do not exist are watched once they do. */
  readonly folders: readonly string[];
}

export const brokenAt = (place: string, ...problems: readonly Finding[]): Source => ({
  place,
  judged: { ok: false, problems },
});

/** A file, read by `parse`. */
export function fileSource(file: string, trust: Trust, parse = parsePolicy): Source {
  const read = readPolicyFile(file, trust);
  switch (read.is) {
    case 'none':
      return { place: file, judged: null };
    case 'read':
      return { place: file, judged: parse(read.bytes) };
    case 'broken':
      return brokenAt(file, ...read.problems);
  }
}

/** All policy files of a folder, by name; the folder itself where it has none, or cannot be read. */
function folderSources(folder: string, trust: Trust): readonly Source[] {
  try {
    const names = fs.readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    if (names.length === 0) return [{ place: folder, judged: null }];
    return names.toSorted().map((name) => fileSource(path.join(folder, name), trust));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return [{ place: folder, judged: null }];
    return [brokenAt(folder, code === 'ENOTDIR' ? wholly('notAFile') : wholly('notRead', code))];
  }
}

/** Linux: the files that IT has written, in the order of their names, then those that a package brought. */
export const linuxPolicies = (
  trust: Trust,
  folders = ['/etc/carrel/policy.d', '/usr/share/carrel/policy.d'],
): PolicySystem => ({
  read: () => folders.flatMap((folder) => folderSources(folder, trust)),
  folders,
  explain,
});
