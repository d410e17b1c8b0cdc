import { paginate } from '../../client/paginate.ts';
import type { ScanResult } from '../../contract/scans.ts';
import { codes, ours } from '../../service/codes.ts';
import { textOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import { patronLane } from '../commands/lanes.ts';
import { Failed } from '../failed.ts';
import type { Service } from '../ports.ts';
import { dueOf, lentBarcodeOf, loanIdOf } from '../views/loan.ts';
import type { Parts } from './parts.ts';
import { deskOf } from './where.ts';

/** One item to be lent to one patron, for one scan. */
export interface Lending {
  /** The scan's id, which the command keeps. */
  readonly id: string;
  readonly barcode: string;
  readonly userId: string;
  readonly service: Service;
  readonly signal: AbortSignal;
  readonly onSent: () => void;
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

/** Without `userId`, the one that the loan names. */
export const lentResult = (loan: Loan, userId = textOf(loan.user_id)): ScanResult => ({
  kind: 'lent',
  title: textOf(loan.title),
  author: textOf(loan.author),
  due: dueOf(loan),
  loanId: loanIdOf(loan),
  barcode: lentBarcodeOf(loan),
  userId,
});

/**
 * Lends an item at this station's desk. The service alone decides, also about a patron who is blocked or expired. An
 * item that this patron has already is a double scan, and not a refusal.
 */
export async function lend(parts: Parts, lending: Lending): Promise<ScanResult> {
  const { id, barcode, userId, service, signal, onSent } = lending;
  const { library, desk } = deskOf(parts.standing);
  try {
    const { answer } = await parts.commands.run({
      operation: 'users.loans.create',
      args: {
        path: { user_id: userId },
        query: { item_barcode: barcode },
        body: { circ_desk: { value: desk }, library: { value: library } },
      },
      id,
      lane: patronLane(userId),
      about: barcode,
      before: null,
      service,
      signal,
      onSent,
    });
    return lentResult(answer, userId);
  } catch (error) {
    const loan = mayBeOnLoan(error) ? await loanOfItem(lending) : null;
    if (!loan) throw error;
    return { kind: 'double', which: 'onThisPatron', title: textOf(loan.title), due: dueOf(loan) };
  }
}

const mayBeOnLoan = (error: unknown): boolean =>
  error instanceof Failed && error.failure.kind === 'refused' && !otherwise.has(error.failure.code);

/** The patron's loan of the item, if there is one and the list can be read. */
async function loanOfItem({ service, userId, barcode }: Lending): Promise<Loan | null> {
  try {
    for await (const loan of paginate(service.client, 'users.loans.list', { path: { user_id: userId } })) {
      if (lentBarcodeOf(loan) === barcode) return loan;
    }
  } catch {
    // The refusal stands as it is.
  }
  return null;
}
