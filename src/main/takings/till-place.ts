import type { Coded } from '../../contract/common.ts';
import type { TillPlace } from '../../contract/takings.ts';
import type { Connection } from '../ports.ts';

const none: Coded = { code: '', label: '' };

/** Where the station is now; codes are `''` where none is chosen. */
export function placeNow({ connection }: { readonly connection: Pick<Connection, 'view'> }): TillPlace {
  const { library, desk } = connection.view();
  const coded = (one: Coded | null): Coded => (one ? { code: one.code, label: one.label } : none);
  return { library: coded(library), desk: coded(desk) };
}

/** Libraries have desks of one code: a desk is its library's. */
export const placeKey = ({ library, desk }: TillPlace): string => JSON.stringify([library.code, desk.code]);

export const isSamePlace = (one: TillPlace, other: TillPlace): boolean => placeKey(one) === placeKey(other);

/** Whether a place has these codes. */
export const isAt = (
  { library, desk }: TillPlace,
  codes: { readonly library: string; readonly desk: string },
): boolean => library.code === codes.library && desk.code === codes.desk;

/**
 * The id of a till, with the library and desk that it is of. So each command that moved money says where, for as long
 * as the journal has it, whatever becomes of the station's settings. No patron is named in it.
 */
export function tillIdOf(unique: string, { library, desk }: TillPlace): string {
  const named = { library: library.code, libraryName: library.label, desk: desk.code, deskName: desk.label };
  return `${unique}?${new URLSearchParams(named).toString()}`;
}

/** Where a till is; null for one of a version that did not note it. */
export function placeOfTill(till: string): TillPlace | null {
  const at = till.indexOf('?');
  if (at === -1) return null;
  const named = new URLSearchParams(till.slice(at + 1));
  const coded = (code: string, label: string): Coded => ({
    code: named.get(code) ?? '',
    label: named.get(label) ?? '',
  });
  return { library: coded('library', 'libraryName'), desk: coded('desk', 'deskName') };
}
