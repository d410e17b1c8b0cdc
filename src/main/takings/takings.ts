import * as z from 'zod';
import type { Sums, Takings } from '../../contract/takings.ts';
import { decimalsOf } from '../../service/currency.ts';
import { endpoints } from '../../service/endpoints.ts';
import { amount, sum, toAmount } from '../../shared/money.ts';
import type { JournalEntry, TillEntry } from '../journal/port.ts';
import type { Deps } from '../deps.ts';
import { depositCommands } from '../deposits/resolve.ts';
import { feeCommands } from '../fees/resolve.ts';
import type { Till } from './tills.ts';

/** A change of the money in a till, by one command. */
export interface TillMove {
  readonly kind: 'paid' | 'deposit' | 'refund' | 'waived';
  readonly method: string;
  readonly amount: string;
}

/** The arguments of a command that say how much was paid, and how. */
const SentArgs = z.looseObject({
  query: z.looseObject({
    amount: z.string().optional(),
    method: z.string().optional(),
    op: z.string().optional(),
  }),
});

/** A command that cannot be read. It is in no report until it can be. */
export const unreadable = Symbol('unreadable');

/** What a command did to the money in its till; null for what moves none. */
export function moveOf({
  operation,
  payload,
  before,
  ...entry
}: JournalEntry): TillMove | typeof unreadable | null {
  const sentArgs = SentArgs.safeParse(payload);
  if (entry.unreadable || !sentArgs.success || !Object.hasOwn(endpoints, operation)) return unreadable;
  const { amount: sent = '0', method = '', op } = sentArgs.data.query;
  if (operation === 'users.fees.pay' || operation === 'users.fees.payAll') {
    return { kind: 'paid', method, amount: sent };
  }
  if (operation === 'users.fees.waive') {
    const state = feeCommands['users.fees.waive'].before.pick({ waived: true }).safeParse(before);
    return state.success ? { kind: 'waived', method: '', amount: state.data.waived } : unreadable;
  }
  if (operation !== 'users.deposits.act') return null;
  const state = depositCommands['users.deposits.act'].before.pick({ amount: true }).safeParse(before);
  if (!state.success) return unreadable;
  const deposit = state.data.amount ?? '0';
  if (op === 'pay') return { kind: 'deposit', method: '', amount: deposit };
  return op === 'refund' ? { kind: 'refund', method: '', amount: deposit } : null;
}

/** The moves of a report: those that happened, those that are unclear, and how many cannot be read. */
export interface MoveCounts {
  readonly moves: readonly TillMove[];
  readonly unclear: readonly TillMove[];
  readonly unreadable: number;
}

/** Tells what happened from what is unclear. */
export function countMoves(entries: readonly TillEntry[]): MoveCounts {
  const all = entries.map(({ entry }) => ({ move: moveOf(entry), happened: entry.state === 'accepted' }));
  const movesOf = (happened: boolean): TillMove[] =>
    all.flatMap((one) =>
      typeof one.move === 'object' && one.move && one.happened === happened ? [one.move] : [],
    );
  return {
    moves: movesOf(true),
    unclear: movesOf(false),
    unreadable: all.filter(({ move }) => move === unreadable).length,
  };
}

function sumsOf(moves: readonly TillMove[], decimals: number): Sums {
  return {
    count: moves.length,
    sum: sum(
      moves.map((move) => move.amount),
      decimals,
    ),
  };
}

/** The commands of this till at the connected library. */
function entriesOf({ journal, connection }: Deps, till: Till): readonly TillEntry[] {
  const library = connection.library()?.id;
  return journal.atTill(till.id).filter(({ entry }) => entry.library === library);
}

/** When the report begins: at the last report, or when the till was opened. */
function startOf(entries: readonly TillEntry[], till: Till, since: 'report' | 'opened', now: string): string {
  const reports = entries.flatMap(({ reportedAt }) => (reportedAt === null ? [] : [reportedAt])).toSorted();
  const last = since === 'report' ? reports.at(-1) : undefined;
  return last ?? till.openedAt ?? entries[0]?.entry.at ?? now;
}

/** The sums of a report that begins at `from` and ends now. */
export function reportOf(
  { connection, clock }: Deps,
  { moves, unclear, unreadable }: MoveCounts,
  from: string,
): Takings {
  const { currency } = connection.view();
  const decimals = decimalsOf(currency);
  const movesOf = (kind: TillMove['kind']): TillMove[] => moves.filter((move) => move.kind === kind);
  const methods = [...new Set(movesOf('paid').map(({ method }) => method))].toSorted();
  const deposits = sumsOf(movesOf('deposit'), decimals);
  const refunded = sumsOf(movesOf('refund'), decimals);
  const fees = sumsOf(movesOf('paid'), decimals);
  return {
    from,
    to: clock.now().toISOString(),
    paid: methods.map((method) => ({
      method,
      ...sumsOf(
        movesOf('paid').filter((move) => move.method === method),
        decimals,
      ),
    })),
    deposits,
    refunded,
    total: toAmount(amount(fees.sum).plus(deposits.sum).minus(refunded.sum), decimals),
    waived: sumsOf(movesOf('waived'), decimals),
    unclear: sumsOf(unclear, decimals),
    unreadable,
    currency,
    decimals,
  };
}

/** The takings of a till, from the journal. What the window remembers does not count. */
export function readTakings(deps: Deps, till: Till, since: 'report' | 'opened'): Takings {
  const entries = entriesOf(deps, till);
  const from = startOf(entries, till, since, deps.clock.now().toISOString());
  const counted = since === 'opened' ? entries : entries.filter(({ reportedAt }) => reportedAt === null);
  return reportOf(deps, countMoves(counted), from);
}
