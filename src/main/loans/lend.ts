import type { Failure } from '../../contract/failure.ts';
import type { ScanResult } from '../../contract/scans.ts';
import { codes, ours } from '../../service/codes.ts';
import { textOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import { patronQueue } from '../commands/queues.ts';
import type { Service } from '../ports.ts';
import { type Day, dayText } from '../forms/fields.ts';
import { dueOf, lentBarcodeOf, loanIdOf } from './record.ts';
import { type ItemCode, loanOfItem } from './loans.ts';
import type { DeskDeps } from '../deps.ts';
import { deskOf } from '../station/places.ts';
import { serviceNow } from '../commands/resolutions.ts';
import { Failed, failureOf } from '../failure.ts';

/** Called while a command is under way. */
export interface LendProgress {
  /** The request leaves. */
  readonly onSent: () => void;
  /** No answer came, or one that says nothing. */
  readonly onUnclear: (failure: Failure) => void;
}

/** What a loan of one item to one patron needs. The command has the scan's id. */
export interface LoanInput extends ItemCode, LendProgress {
  readonly id: string;
  /** The day on which it is to be due; null for the service's own choice. */
  readonly due: Day | null;
  readonly userId: string;
  readonly service: Service;
  /** Keeps the command from leaving. */
  readonly signal: AbortSignal;
}

/** Refusals with these codes do not mean that the patron has the item already. Any other may. */
const codesNotAboutLoans: ReadonlySet<string> = new Set([
  codes.notLoanable,
  codes.notLoanableAtDesk,
  codes.noItemForBarcode,
  ours.patronBlocked,
  ours.patronExpired,
  ours.loanLimitReached,
  ours.itemOnHoldForOther,
  ours.itemOnLoan,
]);

const loanFields = (loan: Loan) => ({
  title: textOf(loan.title),
  author: textOf(loan.author),
  due: dueOf(loan),
  loanId: loanIdOf(loan),
});

/** The result of a loan. `userId` is the borrower, by default the patron whom the loan names. */
export const lentResult = (loan: Loan, userId = textOf(loan.user_id)): ScanResult & { kind: 'lent' } => ({
  kind: 'lent',
  ...loanFields(loan),
  barcode: lentBarcodeOf(loan),
  userId,
});
export const renewedResult = (loan: Loan): ScanResult => ({ kind: 'renewed', ...loanFields(loan) });

/**
 * Lends an item at this station's desk. The service alone decides, also about a blocked or expired patron. Where the
 * patron has the item already, the result is a double scan and not a refusal.
 */
export async function lend(deps: DeskDeps, input: LoanInput): Promise<ScanResult> {
  const { id, code, by, userId, service, signal, onSent, onUnclear, due } = input;
  const { library, desk } = deskOf(deps.connection);
  const stepId = due && deps.dueDates.add(service, { loan: id, userId, code, by, day: dayText(due) });
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
      before: { asked: serviceNow(service, deps.clock) },
      service,
      signal,
      onSent,
      onUnclear,
    });
    loan = done.answer;
  } catch (error) {
    if (stepId) deps.dueDates.loanFailed(stepId, failureOf(error, deps.log));
    // Where the patron's loans cannot be read, the refusal stays as it is.
    const existing = mayBeOnLoan(error) ? await loanOfItem(input).catch(() => null) : null;
    if (!existing) throw error;
    return { kind: 'double', which: 'onThisPatron', title: textOf(existing.title), due: dueOf(existing) };
  }
  return stepId ? withDueDate(deps, input, stepId, loan) : lentResult(loan, userId);
}

/**
 * Gives a new loan the due day that was set by hand: a loan cannot be created with a due date. The item is lent even
 * if this fails. Source: User loans.
 */
async function withDueDate(
  { dueDates, log }: DeskDeps,
  { userId, service }: LoanInput,
  stepId: string,
  loan: Loan,
): Promise<ScanResult> {
  try {
    return lentResult(await dueDates.setDueDate(stepId, service, loan), userId);
  } catch (error) {
    return { ...lentResult(loan, userId), dueFailure: failureOf(error, log) };
  }
}

const mayBeOnLoan = (error: unknown): boolean =>
  error instanceof Failed && error.failure.kind === 'refused' && !codesNotAboutLoans.has(error.failure.code);
