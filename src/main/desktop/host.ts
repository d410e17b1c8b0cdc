import type { StationView } from '../../contract/station.ts';

/** What the program runs on. The stand-in names itself beside the version of Electron that it stands in for. */
export function hostOf(versions: Readonly<Record<string, string | undefined>>): StationView['host'] {
  const standIn = versions['stand-in'];
  if (standIn !== undefined) return { name: 'stand-in', version: standIn };
  return { name: 'Electron', version: versions.electron ?? '' };
}
