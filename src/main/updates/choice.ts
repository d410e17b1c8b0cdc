import { createHash } from 'node:crypto';
import semver from 'semver';
import type { Feed, Release } from './feed.ts';

/** What this machine is, as far as a release depends on it. */
export interface Machine {
  readonly system: string;
  readonly arch: string;
  /** The installed version. */
  readonly version: string;
  /** 0 to 99. */
  readonly number: number;
}

/** The number of a machine, from an id that it keeps: spread evenly over 0 to 99, and the same at each start. */
export const machineNumber = (id: string): number =>
  createHash('sha256').update(`carrel-ring:${id}`).digest().readUInt32BE(0) % 100;

/**
 * The release that a feed has for a machine: the newest that is newer than what is installed and has reached its ring.
 * Where a version is pinned, that one alone, whatever its ring, and never an older one than is installed.
 */
export function releaseFor(feed: Feed, machine: Machine, pinned: string | null): Release | null {
  const fitting = feed.releases.filter(
    ({ system, arch, version, ring }) =>
      system === machine.system &&
      arch === machine.arch &&
      semver.gt(version, machine.version) &&
      (pinned === null ? machine.number < ring : version === pinned),
  );
  return fitting.toSorted((a, b) => semver.rcompare(a.version, b.version))[0] ?? null;
}
