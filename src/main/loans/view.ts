import type { LoanView } from '../../contract/loans.ts';
import { codeOf, flagOrNull, labelOf, momentOf, textOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';

export const loanIdOf = (loan: Loan): string => textOf(loan.loan_id);

/** The barcode of what was lent; an older release writes the field in mixed case. */
export const lentBarcodeOf = (loan: Loan): string => {
  const older: unknown = loan['itemBarcode'];
  return textOf(loan.item_barcode) || (typeof older === 'string' ? older : '');
};

export const dueOf = (loan: Loan): string => momentOf(loan.due_date);

/** The code in `last_renew_status` (`"401193;"`) where the last renewal was refused. Source: service notes, Bodies. */
export const refusalCodeOf = (loan: Loan): string => /\d{4,}/.exec(codeOf(loan.last_renew_status))?.[0] ?? '';

export function loanView(loan: Loan, now: Date): LoanView {
  const due = dueOf(loan);
  return {
    loanId: loanIdOf(loan),
    barcode: lentBarcodeOf(loan),
    title: textOf(loan.title),
    author: textOf(loan.author),
    callNumber: textOf(loan.call_number),
    library: labelOf(loan.library),
    due,
    overdue: due !== '' && Date.parse(due) < now.getTime(),
    loaned: momentOf(loan.loan_date),
    renewable: flagOrNull(loan.renewable),
    itemId: textOf(loan.item_id),
    mmsId: textOf(loan.mms_id),
    holdingId: textOf(loan.holding_id),
    lastRefusal: refusalCodeOf(loan) === '' ? '' : labelOf(loan.last_renew_status),
  };
}
