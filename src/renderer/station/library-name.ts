import { m } from '../../messages/compiled/messages.js';
import type { Elsewhere } from '../../contract/desk.ts';
import type { LibraryView } from '../../contract/station.ts';

/** The name of a library that this station knows, in words. */
export function libraryName({ mode, name }: Pick<LibraryView, 'mode' | 'name'>): string {
  if (mode === 'practice') return m.station_library_practice();
  return name === '' ? m.station_library_before() : name;
}

/** What to do about something that was begun at another library. */
export const elsewhereWords = (elsewhere: Elsewhere): string =>
  m.station_library_elsewhere({ library: libraryName(elsewhere) });
