import type { Comparison, Discrepancy } from '../../contract/takings.ts';
import { isSameAmount, sumShown } from '../../shared/money.ts';
import type { OurPayment } from './open-till.ts';

/** A payment as the service has it. No patron is named in it. */
export interface TheirPayment {
  /** The number that was sent with it; `''` where the service has none. */
  readonly number: string;
  readonly feeId: string;
  /** In UTC; `''` where it cannot be read. */
  readonly at: string;
  readonly method: string;
  /** `''` where it cannot be read. */
  readonly amount: string;
  /** The code of the desk that took it; `''` where none is named. */
  readonly desk: string;
  /** The code of that desk's library; `''` where none is named. */
  readonly deskLibrary: string;
}

interface Sides {
  readonly ours: readonly OurPayment[];
  readonly theirs: readonly TheirPayment[];
  readonly from: string;
  readonly to: string;
  /** The codes of the library and its desk: libraries have desks of one code. */
  readonly place: { readonly library: string; readonly desk: string };
  readonly decimals: number;
  /** Whether a number is that of a payment in our journal, which is in another report. */
  readonly isOurs: (number: string) => boolean;
}

/** How far the clocks of a station and of its service may be apart, in milliseconds. */
const nearMs = 10 * 60_000;

/** Payments of theirs that are one of ours: paying all fees at once is one payment here, and one of each fee there. */
type Bundle = readonly TheirPayment[];

/** What the payments of a bundle come to; `''` where one of them cannot be read. */
export const sumOf = (bundle: Bundle, decimals: number): string =>
  sumShown(
    bundle.map(({ amount }) => amount || '?'),
    decimals,
  );

/** Payments without a number, each alone, and those of one moment together. */
function bundlesOf(unnumbered: readonly TheirPayment[]): readonly Bundle[] {
  const atOnce = Map.groupBy(unnumbered, ({ at, method }) => `${at} ${method}`).values();
  return [...unnumbered.map((one) => [one]), ...[...atOnce].filter(({ length }) => length > 1)];
}

/** Finds payments whose number the service did not keep: same amount, same method, and the nearest in time. */
function matchByTime(
  ours: readonly OurPayment[],
  unnumbered: readonly TheirPayment[],
  decimals: number,
): ReadonlyMap<OurPayment, Bundle> {
  const pairs = bundlesOf(unnumbered).flatMap((bundle) =>
    ours.flatMap((one) => {
      const [{ at, method } = { at: '', method: '' }] = bundle;
      const apart = Math.abs(Date.parse(at) - Date.parse(one.at));
      const isLike =
        (method === '' || method === one.method) && isSameAmount(sumOf(bundle, decimals), one.amount);
      return isLike && apart <= nearMs ? [{ one, bundle, apart }] : [];
    }),
  );
  const found = new Map<OurPayment, Bundle>();
  const used = new Set<TheirPayment>();
  for (const { one, bundle } of pairs.toSorted((a, b) => a.apart - b.apart)) {
    if (found.has(one) || bundle.some((their) => used.has(their))) continue;
    found.set(one, bundle);
    for (const their of bundle) used.add(their);
  }
  return found;
}

function lineOf(one: OurPayment, bundle: Bundle | null, decimals: number): Discrepancy | null {
  const theirs = bundle && sumOf(bundle, decimals);
  const { id, at, method, amount } = one;
  const line = { id, at, method, ours: amount, theirs };
  if (!one.happened) return { kind: 'unclear', ...line };
  if (theirs === null) return { kind: 'missing', ...line };
  return isSameAmount(theirs, amount) ? null : { kind: 'differs', ...line };
}

/**
 * Compares our payments with those that the service has for the same time: by the number that was sent with each, else
 * by amount, method and time. What another desk took is not our concern, and what no desk is named for and is not in our
 * journal was paid elsewhere.
 */
export function comparePayments(sides: Sides): Omit<Comparison, 'at'> {
  const { ours, theirs, from, to, place, decimals, isOurs } = sides;
  const byNumber = Map.groupBy(theirs, ({ number }) => number);
  const numbered = new Map(ours.flatMap((one) => ifAny(one, byNumber.get(one.id))));
  const byTime = matchByTime(
    ours.filter((one) => !numbered.has(one)),
    byNumber.get('') ?? [],
    decimals,
  );
  const used = new Set([...numbered.values(), ...byTime.values()].flat());
  const lines = ours.flatMap(
    (one) => lineOf(one, numbered.get(one) ?? byTime.get(one) ?? null, decimals) ?? [],
  );
  const elsewhere = theirs.filter(
    (their) =>
      !used.has(their) &&
      (their.desk === '' || isDeskOf(their, place)) &&
      (their.at === '' || (their.at >= from && their.at <= to)) &&
      !(their.number !== '' && isOurs(their.number)),
  );
  const happened = [...byTime.keys()].filter((one) => one.happened).length;
  return {
    matched:
      ours.filter(({ happened: is }) => is).length - lines.filter(({ kind }) => isAgainst(kind)).length,
    byTime: happened,
    lines: [
      ...lines,
      ...elsewhere.map((their): Discrepancy => ({
        ...{ kind: 'elsewhere', at: their.at, method: their.method, ours: null, theirs: their.amount },
        id: their.number || their.feeId,
      })),
    ].toSorted((one, other) => one.at.localeCompare(other.at)),
  };
}

const isDeskOf = ({ desk, deskLibrary }: TheirPayment, place: Sides['place']): boolean =>
  desk === place.desk && (deskLibrary === '' || place.library === '' || deskLibrary === place.library);

const isAgainst = (kind: Discrepancy['kind']): boolean => kind === 'missing' || kind === 'differs';

const ifAny = (one: OurPayment, bundle: Bundle | undefined): [OurPayment, Bundle][] =>
  bundle ? [[one, bundle]] : [];
