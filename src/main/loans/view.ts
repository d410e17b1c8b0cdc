import type { LoanView } from '../../contract/loans.ts';
import { flagOrNull, labelOf, momentOf, textOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import { dueOf, loanIdOf, lentBarcodeOf, refusalCodeOf } from './record.ts';

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
