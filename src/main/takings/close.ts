import { randomUUID } from 'node:crypto';
import type { Coded } from '../../contract/common.ts';
import type { CashCount, ClosedTill, TypedCount } from '../../contract/takings.ts';
import type { Parsed } from '../../contract/index.ts';
import { balanceCash, cashSum } from '../../shared/cash.ts';
import { amount, toAmount } from '../../shared/money.ts';
import type { Deps } from '../deps.ts';
import { Failed, invalid } from '../failure.ts';
import { FormValidation, typedCost } from '../forms/fields.ts';
import { keptTill, type KeptTill } from './kept-tills.ts';
import { readOpenTill, type TillContent } from './open-till.ts';
import type { Tills } from './tills.ts';

/** A typed amount of a count: an empty field is 0. Throws an invalid `field`. */
const typedOrZero = (field: string, text: string, decimals: number): string =>
  toAmount(typedCost(field, text.trim() === '' ? '0' : text, decimals), decimals);

/** The drawer as it was counted, beside what should be in it. Throws all invalid fields. */
function countCash(typed: TypedCount, { takings, cashPaid }: TillContent): CashCount {
  const { decimals } = takings;
  const form = new FormValidation();
  const read = (field: keyof TypedCount & ('float' | 'other' | 'deposits' | 'refunded' | 'left')): string =>
    form.check(() => typedOrZero(field, typed[field], decimals), '0');
  const [float, other, left] = [read('float'), read('other'), read('left')];
  const [deposits, refunded] = [read('deposits'), read('refunded')];
  const pieces = typed.pieces
    .filter(({ count }) => count > 0)
    .map(({ kind, value, count }) => {
      const worth = form.check(() => typedOrZero('pieces', value, decimals), '0');
      return { kind, value: worth, count, sum: cashSum([{ value: worth, count }], '0', decimals) };
    });
  const counted = cashSum(pieces, other, decimals);
  const atMost = (field: string, value: string, most: string): void =>
    form.check(() => {
      if (amount(value).gt(amount(most))) throw invalid(field, 'tooLarge', most);
    }, undefined);
  atMost('deposits', deposits, takings.deposits.sum);
  atMost('refunded', refunded, takings.refunded.sum);
  atMost('left', left, counted);
  form.throwIfInvalid();
  const parts = { float, paid: cashPaid, deposits, refunded, counted, left };
  return { ...parts, ...balanceCash(parts, decimals), pieces, other };
}

/** Throws `conflict` where the takings are not those that were counted: the difference would be a wrong one. */
function mustBeAsSeen(content: TillContent, seen: string | null): void {
  if (seen === null || seen === content.mark) return;
  const { total } = content.takings;
  throw new Failed({ kind: 'conflict', differences: [{ field: 'total', was: '', is: total }] });
}

const nameOf = ({ code, label }: Coded): string => label || code;

/**
 * Closes the tills of all windows at one desk, by default where the station is, under that desk and its library, and
 * keeps the report. Commands that counted as not done are looked up once more first: they may have happened after all.
 * Unclear commands stay for the next report, and so do those that cannot be read. After the look-ups nothing is waited
 * for, so that what is counted is what is marked.
 */
export async function closeTills(
  deps: Deps,
  tills: Tills,
  window: number,
  { intent = randomUUID(), seen, count, place: asked }: Parsed<'takings.close'>,
): Promise<ClosedTill> {
  const { journal, connection, clock } = deps;
  const library = connection.library() ?? (await connection.service()).library;
  const doubtful = new Set(journal.notFound().flatMap(({ till }) => till ?? []));
  for (const till of doubtful) await deps.rechecks.recheckTill(till);
  if (connection.library()?.id !== library.id) throw invalid('library', 'moved');
  const done = keptTill(deps, intent);
  if (done) return done.report;
  if (journal.keptOne(intent)) throw invalid('intent', 'alreadySent');
  const content = readOpenTill(deps, tills, window, asked);
  mustBeAsSeen(content, seen);
  const { takings, windows, counted, payments, place } = content;
  const report: ClosedTill = {
    ...takings,
    ...{ id: intent, library: nameOf(place.library), desk: nameOf(place.desk), windows },
    ...{ cash: count && countCash(count, content), comparison: null },
  };
  const data: KeptTill = {
    version: 1,
    report,
    place: { library: place.library.code, desk: place.desk.code },
    payments,
  };
  const at = clock.now().toISOString();
  journal.closeTills({ id: intent, kind: 'till', library: library.id, at, data }, counted);
  return report;
}
