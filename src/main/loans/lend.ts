import type { Failure } from '../../contract/failure.ts';
import type { ScanResult } from '../../contract/scans.ts';
import { codes, ours } from '../../service/codes.ts';
import { textOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import { patronQueue } from '../commands/queues.ts';
import type { Service } from '../ports.ts';
import { type Day, dayText } from '../forms/fields.ts';
import { dueOf, lentBarcodeOf, loanIdOf } from './view.ts';
import { type ItemCode, loanOfItem } from './loans.ts';
import type { DeskDeps } from '../deps.ts';
import { deskOf } from '../station/places.ts';
import { askedAt } from '../commands/found.ts';
import { Failed, failureOf } from '../failure.ts';

/** Called while a command is under way. */
export interface Progress {
  /** The request leaves. */
  readonly onSent: () => void;
  /** No answer came, or one that says nothing. */
  readonly onUnclear: (failure: Failure) => void;
}

/** One item to be lent to one patron, for one scan. The command has the scan's id. */
export interface Lending extends ItemCode, Progress {
  readonly id: string;
  /** The day on which it is to be due; null for the day that the service says. */
  readonly due: Day | null;
  readonly userId: string;
  readonly service: Service;
  /** Keeps the command from leaving. */
  readonly signal: AbortSignal;
}

/**
 * Codes of refusals that do not depend on where the item is. After any other, this patron may have the item already.
 */
const otherwise: ReadonlySet<string> = new Set([
  codes.notLoanable,
  codes.notLoanableAtDesk,
  codes.noItemForBarcode,
  ours.patronBlocked,
  ours.patronExpired,
  ours.loanLimitReached,
  ours.itemOnHoldForOther,
  ours.itemOnLoan,
]);

const facts = (loan: Loan) => ({
  title: textOf(loan.title),
  author: textOf(loan.author),
  due: dueOf(loan),
  loanId: loanIdOf(loan),
});

/** What was lent. `userId`: to whom; the patron that the loan names unless given. */
export const lentResult = (loan: Loan, userId = textOf(loan.user_id)): ScanResult & { kind: 'lent' } => ({
  kind: 'lent',
  ...facts(loan),
  barcode: lentBarcodeOf(loan),
  userId,
});
export const renewedResult = (loan: Loan): ScanResult => ({ kind: 'renewed', ...facts(loan) });

/**
 * Lends an item at this station's desk. The service alone decides, also about a patron who is blocked or expired. Where
 * the patron has the item already, that is a double scan, not a refusal.
 */
export async function lend(deps: DeskDeps, lending: Lending): Promise<ScanResult> {
  const { id, code, by, userId, service, signal, onSent, onUnclear, due } = lending;
  const { library, desk } = deskOf(deps.connection);
  const owed = due && deps.dueDates.add(service, { loan: id, userId, code, by, day: dayText(due) });
  let loan: Loan;
  try {
    const done = await deps.commands.run({
      operation: 'users.loans.create',
      args: {
        path: { user_id: userId },
        query: by === 'itemId' ? { item_pid: code } : { item_barcode: code },
        body: { circ_desk: { value: desk }, library: { value: library } },
      },
      id,
      queue: patronQueue(userId),
      about: code,
      before: { asked: askedAt(service, deps.clock) },
      service,
      signal,
      onSent,
      onUnclear,
    });
    loan = done.answer;
  } catch (error) {
    if (owed) deps.dueDates.notLent(owed, failureOf(error, deps.log));
    // Where the patron's loans cannot be read, the refusal stays as it is.
    const before = mayBeOnLoan(error) ? await loanOfItem(lending).catch(() => null) : null;
    if (!before) throw error;
    return { kind: 'double', which: 'onThisPatron', title: textOf(before.title), due: dueOf(before) };
  }
  return owed ? dueAsAsked(deps, lending, owed, loan) : lentResult(loan, userId);
}

/**
 * Gives a new loan the day that the session asks for: a loan cannot be created with a due date. The item is lent even
 * where this fails. Source: User loans.
 */
async function dueAsAsked(
  { dueDates, log }: DeskDeps,
  { userId, service }: Lending,
  owed: string,
  loan: Loan,
): Promise<ScanResult> {
  try {
    return lentResult(await dueDates.give(owed, service, loan), userId);
  } catch (error) {
    return { ...lentResult(loan, userId), dueFailure: failureOf(error, log) };
  }
}

const mayBeOnLoan = (error: unknown): boolean =>
  error instanceof Failed && error.failure.kind === 'refused' && !otherwise.has(error.failure.code);
