import type { HostPlace, PlaceByHost } from './values.ts';

/** Whether a name fits a pattern: `*` for any letters, `?` for one. Takes no longer than both lengths multiplied. */
export function fits(pattern: string, name: string): boolean {
  let [at, in_] = [0, 0];
  let [star, retry] = [-1, 0];
  while (in_ < name.length) {
    const letter = pattern[at];
    if (letter === '*') [star, retry, at] = [at, in_, at + 1];
    else if (letter === '?' || letter === name[in_]) [at, in_] = [at + 1, in_ + 1];
    else if (star >= 0) {
      retry += 1;
      [at, in_] = [star + 1, retry];
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

/** The first place whose pattern fits this computer's name, in full or up to its first dot; null if none does. */
export function placeOfHost(places: PlaceByHost, host: string): HostPlace | null {
  const names = [host, host.split('.')[0] ?? ''].map((name) => name.toLowerCase());
  const found = places.find((place) =>
    names.some((name) => name !== '' && fits(place.host.toLowerCase(), name)),
  );
  return found ?? null;
}
