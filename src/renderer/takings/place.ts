import type { TillPlace } from '../../contract/takings.ts';

/** The codes of a library and its desk, as main is asked for them. */
export interface PlaceCodes {
  readonly library: string;
  readonly desk: string;
}

export const codesOf = ({ library, desk }: TillPlace): PlaceCodes => ({
  library: library.code,
  desk: desk.code,
});

/** Tells desks apart: names do not, where two libraries of one name have desks of one name. */
export const placeKey = ({ library, desk }: PlaceCodes): string => JSON.stringify([library, desk]);

/** A library and its desk in words: desks of two libraries may be called the same. */
export const placeName = ({ library, desk }: TillPlace): string =>
  [library, desk]
    .map(({ code, label }) => label || code)
    .filter(Boolean)
    .join(' · ');
