import type { Reply } from '../../contract/define.ts';
import type { RequestFields } from '../../contract/requests.ts';
import { call } from '../api.ts';

/** Where something can be picked up: a library, or one of its desks where it has several. */
export interface PickupPlace {
  readonly key: string;
  readonly library: string;
  /** `''` for a library that has one desk. */
  readonly desk: string;
  readonly label: string;
}

/** Where a request is picked up, as its fields name it. */
export type PickupFields = Pick<RequestFields, 'pickupLibrary' | 'pickupDesk'>;

export interface Pickups {
  readonly places: readonly PickupPlace[];
  /** This station's own; null if the station has no place. */
  readonly here: PickupPlace | null;
}

export async function readPickups(signal: AbortSignal): Promise<Reply<Pickups>> {
  const [read, station] = await Promise.all([
    call('station.places', {}, { signal }),
    call('station.get', {}, { signal }),
  ]);
  if (!read.ok) return read;
  const places = read.value.libraries.flatMap(({ code, label, desks }): PickupPlace[] =>
    desks.length > 1
      ? desks.map((desk) => place(code, desk.code, `${label || code} · ${desk.label || desk.code}`))
      : [place(code, '', label || code)],
  );
  const at = station.ok ? station.value : null;
  const here = places.find((one) => isAt(one, at?.library?.code ?? '', at?.desk?.code ?? '')) ?? null;
  return { ok: true, value: { places, here } };
}

/** The place that a request names, where it is one of these. */
export function placeOf(
  places: readonly PickupPlace[],
  { pickupLibrary, pickupDesk }: PickupFields,
): PickupPlace | null {
  return places.find((one) => isAt(one, pickupLibrary, pickupDesk)) ?? null;
}

/** The fields that name this place; empty ones for none. */
export const fieldsOf = (place: PickupPlace | null): PickupFields => ({
  pickupLibrary: place?.library ?? '',
  pickupDesk: place?.desk ?? '',
});

const place = (library: string, desk: string, label: string): PickupPlace => ({
  key: desk === '' ? library : `${library}/${desk}`,
  library,
  desk,
  label,
});

const isAt = (one: PickupPlace, library: string, desk: string): boolean =>
  one.library === library && (one.desk === '' || one.desk === desk);
