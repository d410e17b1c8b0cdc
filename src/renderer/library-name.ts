import { m } from '../messages/compiled/messages.js';
import type { LibraryView } from '../contract/station.ts';

/** What a person calls a library that this station has known. */
export function libraryName({ mode, name }: Pick<LibraryView, 'mode' | 'name'>): string {
  if (mode === 'practice') return m.station_service_practice();
  return name === '' ? m.station_library_before() : name;
}
