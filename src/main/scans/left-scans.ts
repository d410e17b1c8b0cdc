import type { ScanEntry } from '../ports.ts';

/**
 * What an earlier run left, by its library. The first scans of a session may be older than the knowledge of where the
 * station stands (`''`): they are of the library at which that session went on.
 */
export function byLibrary(left: readonly ScanEntry[]): ReadonlyMap<string, readonly ScanEntry[]> {
  const ofSession = new Map(
    left.filter(({ library }) => library !== '').map(({ session, library }) => [session, library]),
  );
  return Map.groupBy(left, ({ session, library }) => library || (ofSession.get(session) ?? ''));
}
