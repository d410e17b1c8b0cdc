import type { Coded } from '../../contract/common.ts';
import type { Reply } from '../../contract/define.ts';
import { call } from '../api.ts';

/** The institution's libraries; `here` is the code of this station's library, `''` if none is chosen. */
export interface LibraryChoices {
  readonly libraries: readonly Coded[];
  readonly here: string;
}

export async function readLibraries(signal: AbortSignal): Promise<Reply<LibraryChoices>> {
  const [places, station] = await Promise.all([
    call('station.places', {}, { signal }),
    call('station.get', {}, { signal }),
  ]);
  if (!places.ok) return places;
  const here = station.ok ? (station.value.library?.code ?? '') : '';
  return { ok: true, value: { libraries: places.value.libraries, here } };
}
