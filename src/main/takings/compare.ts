import type { Comparison } from '../../contract/takings.ts';
import { isSameAmount } from '../../shared/money.ts';
import { mostSlices, slicesWithoutAsking } from '../../shared/report-slices.ts';
import type { Deps } from '../deps.ts';
import { invalid } from '../failure.ts';
import type { JournalEntry } from '../journal/port.ts';
import { keptTill, type KeptTill } from './kept-tills.ts';
import { comparePayments, sumOf, type TheirPayment } from './matching.ts';
import { type OurPayment, paymentOf, type PlaceCodes, readOpenTill } from './open-till.ts';
import { onceEach, readPayments, slicesOf } from './service-payments.ts';
import { isAt, placeOfTill } from './till-place.ts';
import type { Tills } from './tills.ts';

/** What is compared: the payments of a period at a place. */
type Compared = Pick<KeptTill, 'payments' | 'place'> & {
  readonly from: string;
  readonly to: string;
  readonly decimals: number;
};

interface Asking {
  /** A person wants it, however many calls it takes. */
  readonly agreed: boolean;
  readonly signal: AbortSignal;
  readonly report: (progress: { readonly read: number; readonly total: number }) => void;
}

/** A command that did not happen, as the journal has it: refused, or not found when it was looked for. */
const isDenied = ({ state }: JournalEntry): boolean => state === 'refused' || state === 'notSent';

/**
 * The days of a comparison. A clock that was set back ends a report before it begins, and has payments outside it: they
 * are looked for all the same.
 */
function spanOf({ from, to }: Pick<Compared, 'from' | 'to'>, payments: Compared['payments']) {
  const moments = [from, to, ...payments.map(({ at }) => at)].filter((at) => at !== '').toSorted();
  return { from: moments[0] ?? from, to: moments.at(-1) ?? to };
}

/** The tills of a desk as they are now. */
function openOnes(deps: Deps, tills: Tills, window: number, asked: PlaceCodes | null): Compared {
  const { takings, payments, place: at } = readOpenTill(deps, tills, window, asked);
  const place = { library: at.library.code, desk: at.desk.code };
  return { decimals: takings.decimals, ...spanOf(takings, payments), payments, place };
}

/**
 * A kept report. What was unclear then and is known by now is no part of it: it counts in a later one, or did not happen.
 * Throws `gone`.
 */
function closedOne(deps: Deps, id: string): Compared {
  const kept = keptTill(deps, id);
  if (!kept) throw invalid('id', 'gone');
  const { report, place } = kept;
  const isKnown = (number: string): boolean => {
    const entry = deps.journal.entry(number);
    return entry !== null && (entry.state === 'accepted' || isDenied(entry));
  };
  const payments = kept.payments.filter((one) => one.happened || !isKnown(one.id));
  return { decimals: report.decimals, ...spanOf(report, payments), payments, place };
}

/**
 * Reads the payments of a period. Those of fees that another library owns are read too where one of ours is not, or not
 * whole, among the first: a patron may pay any fee at any desk, and all of them at once.
 */
async function readTheirs(
  deps: Deps,
  { from, to, place, payments, decimals }: Compared,
  { signal, report, agreed }: Asking,
): Promise<readonly TheirPayment[]> {
  const slices = slicesOf(from, to);
  // A clock that was wrong by years makes a report as long. It may be read twice.
  const calls = place.library === '' ? slices.length : slices.length * 2;
  if (calls > mostSlices) throw invalid('days', 'tooLarge', String(mostSlices));
  if (calls > slicesWithoutAsking && !agreed) throw invalid('calls', 'tooLarge', String(calls));
  const service = await deps.connection.service();
  let read = 0;
  let total = slices.length;
  const readAll = async (library: string | null): Promise<readonly TheirPayment[]> => {
    const answers: (readonly TheirPayment[])[] = [];
    for (const slice of slices) {
      report({ read, total });
      answers.push(await readPayments(service, slice, library, signal));
      read += 1;
    }
    return onceEach(answers);
  };
  const first = await readAll(place.library || null);
  const byNumber = Map.groupBy(first, ({ number }) => number);
  const isWhole = ({ id, amount }: OurPayment): boolean =>
    isSameAmount(sumOf(byNumber.get(id) ?? [], decimals), amount);
  if (place.library === '' || payments.every(isWhole)) return first;
  total += slices.length;
  // Of other libraries only what is ours: what else they took is not this library's.
  const ours = new Set(payments.map(({ id }) => id));
  return onceEach([first, (await readAll(null)).filter(({ number }) => ours.has(number))]);
}

/** The payments of this time that did not happen as the journal has it, and that the service has all the same. */
function deniedOnes(
  { journal, connection }: Deps,
  { from, to, place }: Compared,
  theirs: readonly TheirPayment[],
): readonly OurPayment[] {
  const library = connection.library()?.id;
  return [...new Set(theirs.map(({ number }) => number))].flatMap((number) => {
    const entry = journal.entry(number);
    const isOfTime = entry?.library === library && entry !== null && entry.at >= from && entry.at <= to;
    const at = entry?.till ? placeOfTill(entry.till) : null;
    const isOfDesk = at === null || isAt(at, place);
    return isOfTime && isOfDesk && isDenied(entry) ? (paymentOf(entry) ?? []) : [];
  });
}

/** Compares the tills with the service, and keeps what came of it with the report where they are closed. */
export async function compareTakings(
  deps: Deps,
  tills: Tills,
  {
    window,
    id,
    place: asked,
  }: { readonly window: number; readonly id: string | null; readonly place: PlaceCodes | null },
  asking: Asking,
): Promise<Comparison> {
  const { journal, connection, clock } = deps;
  const library = connection.library()?.id;
  const compared = id === null ? openOnes(deps, tills, window, asked) : closedOne(deps, id);
  const theirs = await readTheirs(deps, compared, asking);
  if (connection.library()?.id !== library) throw invalid('library', 'moved');
  const { payments, from, to, place, decimals } = compared;
  const known = new Set(payments.map(({ id: number }) => number));
  const denied = deniedOnes(deps, compared, theirs).filter(({ id: number }) => !known.has(number));
  const isOurs = (number: string): boolean => journal.entry(number)?.library === library;
  const ours = [...payments, ...denied];
  const found = comparePayments({ ours, theirs, from, to, decimals, place, isOurs });
  const comparison = { at: clock.now().toISOString(), ...found };
  const [kept, record] = id === null ? [] : [keptTill(deps, id), journal.keptOne(id)];
  if (kept && record) {
    const data: KeptTill = { ...kept, report: { ...kept.report, comparison } };
    journal.keep({ id: record.id, kind: 'till', library: record.library, at: record.at, data });
  }
  return comparison;
}
