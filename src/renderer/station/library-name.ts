import { m } from '../../messages/compiled/messages.js';
import type { Elsewhere } from '../../contract/desk.ts';
import type { LibraryView } from '../../contract/station.ts';

/** What a person calls a library that this station has known. */
export function libraryName({ mode, name }: Pick<LibraryView, 'mode' | 'name'>): string {
  if (mode === 'practice') return m.station_library_practice();
  return name === '' ? m.station_library_before() : name;
}

/** What is to be done about something that was begun at another library. */
export const elsewhereWords = (elsewhere: Elsewhere): string =>
  m.station_library_elsewhere({ library: libraryName(elsewhere) });
