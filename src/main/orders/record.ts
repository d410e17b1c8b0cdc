import { decimalsOf } from '../../service/currency.ts';
import { nameOr } from '../../shared/patrons.ts';
import { arrayOf, codeOf, flagOf, textOf } from '../../service/read.ts';
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

/** Where the copies of an order line go. */
export const placesOf = (pol: Pol): readonly PolLocation[] => arrayOf(pol.location);

/** Who is to hear of the copies, and what is done for them. */
export const interestedIn = (pol: Pol) =>
  arrayOf(pol.interested_user).map((user) => ({
    userId: textOf(user.primary_id),
    name: nameOr(textOf(user.first_name), textOf(user.last_name), textOf(user.primary_id)),
    hold: flagOf(user.hold_item),
    notify: flagOf(user.notify_receiving_activation),
  }));

/** The currency of an order line, and how many decimals its amounts have. */
export interface OrderMoney {
  readonly currency: string;
  readonly decimals: number;
}

/** The order line's own currency, or else that of the institution. */
export function moneyOf(pol: Pol, station: OrderMoney): OrderMoney {
  const currency = codeOf(pol.price?.currency) || station.currency;
  return { currency, decimals: currency === station.currency ? station.decimals : decimalsOf(currency) };
}
