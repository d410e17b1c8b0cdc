import type { Failure } from '../../contract/failure.ts';
import type { ScanResult } from '../../contract/scans.ts';
import { codes, ours } from '../../service/codes.ts';
import { textOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import { failureIn } from '../commands/failure-in.ts';
import { patronLane } from '../commands/lanes.ts';
import { askedAt } from '../commands/since.ts';
import { Failed } from '../failed.ts';
import type { Service } from '../ports.ts';
import { dayText } from '../forms/fields.ts';
import { dueOf, lentBarcodeOf, loanIdOf } from './view.ts';
import type { Job } from '../desk/queue.ts';
import { loanOfItem } from './loan-of-item.ts';
import type { DeskParts } from '../deps.ts';
import { deskOf } from '../station/places.ts';

/** One item to be lent to one patron, for one scan; the command keeps the scan's id. */
export interface Lending extends Pick<Job, 'id' | 'code' | 'by' | 'due'> {
  readonly userId: string;
  readonly service: Service;
  readonly signal: AbortSignal;
  readonly onSent: () => void;
  readonly onUnclear: (failure: Failure) => void;
}

/** Refusals that have nothing to do with where the item is now. */
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

/** Without `userId`, the one that the loan names. */
export const lentResult = (loan: Loan, userId = textOf(loan.user_id)): ScanResult & { kind: 'lent' } => ({
  kind: 'lent',
  ...facts(loan),
  barcode: lentBarcodeOf(loan),
  userId,
});
export const renewedResult = (loan: Loan): ScanResult => ({ kind: 'renewed', ...facts(loan) });

/**
 * Lends an item at this station's desk. The service alone decides, also about a patron who is blocked or expired. An
 * item that this patron has already is a double scan, and not a refusal.
 */
export async function lend(parts: DeskParts, lending: Lending): Promise<ScanResult> {
  const { id, code, by, userId, service, signal, onSent, onUnclear, due } = lending;
  const { library, desk } = deskOf(parts.standing);
  const owed = due && parts.dues.owe(service, { loan: id, userId, code, by, day: dayText(due) });
  let loan: Loan;
  try {
    const done = await parts.commands.run({
      operation: 'users.loans.create',
      args: {
        path: { user_id: userId },
        query: by === 'itemId' ? { item_pid: code } : { item_barcode: code },
        body: { circ_desk: { value: desk }, library: { value: library } },
      },
      id,
      lane: patronLane(userId),
      about: code,
      before: { asked: askedAt(service, parts.clock) },
      service,
      signal,
      onSent,
      onUnclear,
    });
    loan = done.answer;
  } catch (error) {
    if (owed) parts.dues.notLent(owed, failureIn(error, parts.log));
    // Where the list cannot be read, the refusal stands as it is.
    const before = mayBeOnLoan(error) ? await loanOfItem(lending).catch(() => null) : null;
    if (!before) throw error;
    return { kind: 'double', which: 'onThisPatron', title: textOf(before.title), due: dueOf(before) };
  }
  return owed ? dueAsAsked(parts, lending, owed, loan) : lentResult(loan, userId);
}

/**
 * A loan is made without a due date of ours: the day that the session asks for is given to it afterwards. Whatever
 * becomes of that, it was lent. Source: User loans.
 */
async function dueAsAsked(
  { dues, log }: DeskParts,
  { userId, service }: Lending,
  owed: string,
  loan: Loan,
): Promise<ScanResult> {
  try {
    return lentResult(await dues.give(owed, service, loan), userId);
  } catch (error) {
    return { ...lentResult(loan, userId), dueFailure: failureIn(error, log) };
  }
}

const mayBeOnLoan = (error: unknown): boolean =>
  error instanceof Failed && error.failure.kind === 'refused' && !otherwise.has(error.failure.code);
