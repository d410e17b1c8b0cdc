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

/** What a command did to the money of a till. */
interface Move {
  readonly kind: 'paid' | 'deposit' | 'refund' | 'waived';
  readonly method: string;
  readonly amount: string;
}

/** What of a command as sent says how much, and how. */
const Sent = z.looseObject({
  query: z.looseObject({
    amount: z.string().optional(),
    method: z.string().optional(),
    op: z.string().optional(),
  }),
});

/** What cannot be read: it is in no report until it can be. */
const unreadable = Symbol('unreadable');

function moveOf({
  operation,
  payload,
  before: found,
  ...entry
}: JournalEntry): Move | typeof unreadable | null {
  const said = Sent.safeParse(payload);
  if (entry.unreadable || !said.success || !Object.hasOwn(endpoints, operation)) return unreadable;
  const { amount: sent = '0', method = '', op } = said.data.query;
  if (operation === 'users.fees.pay' || operation === 'users.fees.payAll') {
    return { kind: 'paid', method, amount: sent };
  }
  if (operation === 'users.fees.waive') {
    const state = feeCommands['users.fees.waive'].before.pick({ waived: true }).safeParse(found);
    return state.success ? { kind: 'waived', method: '', amount: state.data.waived } : unreadable;
  }
  if (operation !== 'users.deposits.act') return null;
  const state = depositCommands['users.deposits.act'].before.pick({ amount: true }).safeParse(found);
  if (!state.success) return unreadable;
  const held = state.data.amount ?? '0';
  if (op === 'pay') return { kind: 'deposit', method: '', amount: held };
  return op === 'refund' ? { kind: 'refund', method: '', amount: held } : null;
}

/** What a report is made of: what happened, what is not known yet, and what cannot be read. */
interface Counted {
  readonly moves: readonly Move[];
  readonly unclear: readonly Move[];
  readonly unreadable: number;
}

function counted(entries: readonly TillEntry[]): Counted {
  const all = entries.map(({ entry }) => ({ move: moveOf(entry), happened: entry.state === 'accepted' }));
  const movesOf = (happened: boolean): Move[] =>
    all.flatMap((one) =>
      typeof one.move === 'object' && one.move && one.happened === happened ? [one.move] : [],
    );
  return {
    moves: movesOf(true),
    unclear: movesOf(false),
    unreadable: all.filter(({ move }) => move === unreadable).length,
  };
}

function sumsOf(moves: readonly Move[], decimals: number): Sums {
  return {
    count: moves.length,
    sum: sum(
      moves.map((move) => move.amount),
      decimals,
    ),
  };
}

/** What was done at this till at the service that the station stands on. */
function entriesOf({ journal, connection }: Deps, till: Till): readonly TillEntry[] {
  const library = connection.library()?.id;
  return journal.atTill(till.id).filter(({ entry }) => entry.library === library);
}

/** When the last report was made, or the till begun. */
function beginning(
  entries: readonly TillEntry[],
  till: Till,
  since: 'report' | 'opened',
  now: string,
): string {
  const reports = entries.flatMap(({ reportedAt }) => (reportedAt === null ? [] : [reportedAt])).toSorted();
  const last = since === 'report' ? reports.at(-1) : undefined;
  return last ?? till.openedAt ?? entries[0]?.entry.at ?? now;
}

function reportOf(
  { connection, clock }: Deps,
  { moves, unclear, unreadable }: Counted,
  from: string,
): Takings {
  const { currency } = connection.view();
  const decimals = decimalsOf(currency);
  const of = (kind: Move['kind']): Move[] => moves.filter((move) => move.kind === kind);
  const methods = [...new Set(of('paid').map(({ method }) => method))].toSorted();
  const deposits = sumsOf(of('deposit'), decimals);
  const refunded = sumsOf(of('refund'), decimals);
  const fees = sumsOf(of('paid'), decimals);
  return {
    from,
    to: clock.now().toISOString(),
    paid: methods.map((method) => ({
      method,
      ...sumsOf(
        of('paid').filter((move) => move.method === method),
        decimals,
      ),
    })),
    deposits,
    refunded,
    total: toAmount(amount(fees.sum).plus(deposits.sum).minus(refunded.sum), decimals),
    waived: sumsOf(of('waived'), decimals),
    unclear: sumsOf(unclear, decimals),
    unreadable,
    currency,
    decimals,
  };
}

/** What was taken at a till, from the journal: what the window remembers of it does not count. */
export function readTakings(deps: Deps, till: Till, since: 'report' | 'opened'): Takings {
  const entries = entriesOf(deps, till);
  const from = beginning(entries, till, since, deps.clock.now().toISOString());
  const wanted = since === 'opened' ? entries : entries.filter(({ reportedAt }) => reportedAt === null);
  return reportOf(deps, counted(wanted), from);
}

/**
 * Makes the report since the last one. What is unclear stays for the next, since it may yet have happened; and what
 * cannot be read, since nobody could say what of it is in this one. What was told as not having happened is read once
 * more first: money that turned up after all counts.
 */
export async function closeTakings(deps: Deps, till: Till): Promise<Takings> {
  await deps.rechecks.atTill(till.id);
  const report = readTakings(deps, till, 'report');
  const over = entriesOf(deps, till).filter(
    ({ entry, reportedAt }) =>
      reportedAt === null && entry.state === 'accepted' && moveOf(entry) !== unreadable,
  );
  deps.journal.markReported(over.map(({ entry }) => entry.id));
  return report;
}
