import semver from 'semver';
import type { NewerVersion, UpdatesView, UpdateTrouble } from '../../contract/updates.ts';
import type { Release } from './feed.ts';
import type { UpdatesOptions } from './parts.ts';

type Kept = Pick<UpdatesOptions, 'memory' | 'clock' | 'machine' | 'log'>;

const aDay = 24 * 60 * 60 * 1000;

/** Whether a version that is remembered is newer than the one that runs. */
const isNewer = (version: string, { machine }: Pick<Kept, 'machine'>): boolean =>
  semver.valid(version) !== null && semver.gt(version, machine.version);

/** Adds a line to what happened here. */
export function noteLine(
  { memory, clock }: Pick<Kept, 'memory' | 'clock'>,
  event: UpdatesView['log'][number]['event'],
  version: string,
  trouble: UpdateTrouble | null = null,
): void {
  memory.note({ at: clock.now().toISOString(), event, version, trouble });
}

/** The newer version that is remembered, and whether it waits for too long. */
export function newerOf({
  memory,
  clock,
  settings,
}: Pick<UpdatesOptions, 'memory' | 'clock' | 'settings'>): NewerVersion | null {
  const { newer } = memory.now;
  if (!newer) return null;
  const waited = clock.now().getTime() - Date.parse(newer.since);
  return { ...newer, isOverdue: waited > settings().overdueAfterDays * aDay };
}

/** A feed was read, with this release for this machine: since when it is known stays as it was. */
export function rememberRelease(kept: Kept, release: Release | null): void {
  const { memory, clock } = kept;
  const { newer: before, ready } = memory.now;
  const at = clock.now().toISOString();
  const since = before?.version === release?.version ? before?.since : undefined;
  const newer = release && { version: release.version, since: since ?? at };
  // What was downloaded for another release is not installed any more: it may have been withdrawn.
  const isStillReady = release !== null && ready?.sha512 === release.sha512;
  memory.change({ checkedAt: at, newer, ready: isStillReady ? ready : null });
  if (release && since === undefined) noteLine(kept, 'found', release.version);
}

/** An installation begins: written down before it does, because it may be the last thing of this run. */
export function noteBegun(kept: Kept, version: string, from: string): void {
  const { begun } = kept.memory.now;
  const times = begun?.version === version ? begun.times + 1 : 1;
  kept.memory.change({ begun: { version, from, times, isGoneBackFrom: false } });
  noteLine(kept, 'installing', version);
}

/** What became of the installation that the last run began: what is to be said of it, if anything. */
export function noteInstallation(kept: Kept): UpdateTrouble | null {
  const { memory, machine, log } = kept;
  const { begun, ready, newer } = memory.now;
  // This version may have come by another way than from here.
  if (newer && !isNewer(newer.version, kept)) memory.change({ newer: null });
  if (!begun) return null;
  if (begun.version === machine.version) {
    noteLine(kept, 'installed', begun.version);
    // The file that installed it is kept: where it does not start, it can be installed once more.
    const installed = ready?.version === machine.version ? ready : null;
    memory.change({ begun: null, ready: null, installed });
    return null;
  }
  if (!isNewer(begun.version, kept)) {
    memory.change({ begun: null });
    return null;
  }
  // It was installed, and the user has gone back from it.
  if (begun.isGoneBackFrom) return null;
  log.line('updates.notInstalled', { version: begun.version, times: begun.times });
  noteLine(kept, 'refused', begun.version, 'notInstalled');
  return 'notInstalled';
}
