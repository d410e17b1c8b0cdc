import { paginate } from '../../client/paginate.ts';
import type { Failure } from '../../contract/failure.ts';
import type { ScanResult } from '../../contract/scans.ts';
import { codes, ours } from '../../service/codes.ts';
import { textOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import { failureIn } from '../commands/failure-in.ts';
import { patronLane } from '../commands/lanes.ts';
import { Failed } from '../failed.ts';
import type { Service } from '../ports.ts';
import { giveDue } from '../tasks/due-date.ts';
import { dueOf, lentBarcodeOf, loanIdOf } from '../views/loan.ts';
import type { Job } from './job-line.ts';
import type { Parts } from './parts.ts';
import { deskOf } from './where.ts';

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
export async function lend(parts: Parts, lending: Lending): Promise<ScanResult> {
  const { id, code, by, userId, service, signal, onSent, onUnclear } = lending;
  const { library, desk } = deskOf(parts.standing);
  try {
    const { answer } = await parts.commands.run({
      operation: 'users.loans.create',
      args: {
        path: { user_id: userId },
        query: by === 'itemId' ? { item_pid: code } : { item_barcode: code },
        body: { circ_desk: { value: desk }, library: { value: library } },
      },
      id,
      lane: patronLane(userId),
      about: code,
      before: { asked: parts.clock.now().toISOString() },
      service,
      signal,
      onSent,
      onUnclear,
    });
    return await dueAsAsked(parts, lending, answer);
  } catch (error) {
    // Where the list cannot be read, the refusal stands as it is.
    const loan = mayBeOnLoan(error) ? await loanOfItem(lending).catch(() => null) : null;
    if (!loan) throw error;
    return { kind: 'double', which: 'onThisPatron', title: textOf(loan.title), due: dueOf(loan) };
  }
}

/**
 * A loan is made without a due date of ours: the day that the session asks for is given to it afterwards. Whatever
 * becomes of that, it was lent. Source: User loans.
 */
async function dueAsAsked(
  parts: Parts,
  { due: day, userId, service }: Lending,
  loan: Loan,
): Promise<ScanResult> {
  if (!day) return lentResult(loan, userId);
  try {
    return lentResult(await giveDue(parts, { service, userId, loan, day }), userId);
  } catch (error) {
    return { ...lentResult(loan, userId), dueFailure: failureIn(error, parts.log) };
  }
}

const mayBeOnLoan = (error: unknown): boolean =>
  error instanceof Failed && error.failure.kind === 'refused' && !otherwise.has(error.failure.code);

/** The patron's loan of the item; null where they have none. */
export async function loanOfItem({
  service,
  userId,
  code,
  by,
}: Pick<Lending, 'service' | 'userId' | 'code' | 'by'>): Promise<Loan | null> {
  const idOf = (loan: Loan): string => (by === 'itemId' ? textOf(loan.item_id) : lentBarcodeOf(loan));
  for await (const loan of paginate(service.client, 'users.loans.list', { path: { user_id: userId } })) {
    if (idOf(loan) === code) return loan;
  }
  return null;
}
