import { arrayOf, codeOf, textOf } from '../../service/read.ts';
import type { Pol, PolCopy, PolLocation } from '../../service/shapes/pol.ts';

/** A copy of an order line, with its location. */
export interface PlacedCopy {
  readonly copy: PolCopy;
  readonly location: PolLocation;
}

export const polNumberOf = (pol: Pol): string => textOf(pol.number);

export const mmsIdOf = (pol: Pol): string => codeOf(pol.resource_metadata?.mms_id);

export const polTitleOf = (pol: Pol): string => textOf(pol.resource_metadata?.title);

/** Every copy of an order line. */
export function copiesOf(pol: Pol): PlacedCopy[] {
  return arrayOf(pol.location).flatMap((location) =>
    arrayOf(location.copy).map((copy) => ({ copy, location })),
  );
}

export const copyOf = (pol: Pol, pid: string): PlacedCopy | null =>
  copiesOf(pol).find(({ copy }) => textOf(copy.pid) === pid) ?? null;

/** The id of a location's holding; `''` where the order line names none. */
export const holdingIdOf = (location: PolLocation): string => textOf(arrayOf(location.holding)[0]?.id);
