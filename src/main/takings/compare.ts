import type { Comparison } from '../../contract/takings.ts';
import type { Deps } from '../deps.ts';
import { invalid } from '../failure.ts';
import { keptTill, type KeptTill } from './kept-tills.ts';
import { comparePayments, type TheirPayment } from './matching.ts';
import { readOpenTill } from './open-till.ts';
import { readPayments, slicesOf } from './service-payments.ts';
import type { Tills } from './tills.ts';

/** What is compared: the payments of a period at a place. */
type Compared = Pick<KeptTill, 'payments' | 'place'> & {
  readonly from: string;
  readonly to: string;
  readonly decimals: number;
};

interface Asking {
  readonly signal: AbortSignal;
  readonly report: (progress: { readonly read: number; readonly total: number }) => void;
}

/** The tills as they are now. */
function openOnes(deps: Deps, tills: Tills, window: number): Compared {
  const { takings, payments } = readOpenTill(deps, tills, window);
  const { library, desk } = deps.connection.view();
  return { ...takings, payments, place: { library: library?.code ?? '', desk: desk?.code ?? '' } };
}

/** A kept report; what was unclear then may be known by now. Throws `gone`. */
function closedOne(deps: Deps, id: string): Compared {
  const kept = keptTill(deps, id);
  if (!kept) throw invalid('id', 'gone');
  return { ...kept.report, payments: kept.payments, place: kept.place };
}

/**
 * Reads the payments of a period. Those of fees that another library owns are read too where one of ours is not among
 * the first: a patron may pay any fee at any desk.
 */
async function readTheirs(
  deps: Deps,
  { from, to, place, payments }: Compared,
  { signal, report }: Asking,
): Promise<readonly TheirPayment[]> {
  const service = await deps.connection.service();
  const slices = slicesOf(from, to);
  const theirs: TheirPayment[] = [];
  let read = 0;
  let total = slices.length;
  const readAll = async (library: string | null): Promise<void> => {
    for (const slice of slices) {
      report({ read, total });
      theirs.push(...(await readPayments(service, slice, library, signal)));
      read += 1;
    }
  };
  await readAll(place.library || null);
  const numbers = new Set(theirs.map(({ number }) => number));
  const ours = new Set(payments.map(({ id }) => id));
  if (place.library === '' || [...ours].every((id) => numbers.has(id))) return theirs;
  total += slices.length;
  const ofLibrary = theirs.splice(0);
  await readAll(null);
  // Of other libraries only what is ours: what else they took is not this library's.
  return [...ofLibrary, ...theirs.filter(({ number }) => ours.has(number) && !numbers.has(number))];
}

/** Compares the tills with the service, and keeps what came of it with the report where they are closed. */
export async function compareTakings(
  deps: Deps,
  tills: Tills,
  { window, id }: { readonly window: number; readonly id: string | null },
  asking: Asking,
): Promise<Comparison> {
  const { journal, connection, clock } = deps;
  const library = connection.library()?.id;
  const compared = id === null ? openOnes(deps, tills, window) : closedOne(deps, id);
  const theirs = await readTheirs(deps, compared, asking);
  if (connection.library()?.id !== library) throw invalid('library', 'moved');
  const { payments: ours, from, to, place, decimals } = compared;
  const isOurs = (number: string): boolean => journal.entry(number)?.library === library;
  const found = comparePayments({ ours, theirs, from, to, decimals, desk: place.desk, isOurs });
  const comparison = { at: clock.now().toISOString(), ...found };
  const [kept, record] = id === null ? [] : [keptTill(deps, id), journal.keptOne(id)];
  if (kept && record) {
    const data: KeptTill = { ...kept, report: { ...kept.report, comparison } };
    journal.keep({ id: record.id, kind: 'till', library: record.library, at: record.at, data });
  }
  return comparison;
}
