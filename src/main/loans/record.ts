import { codeOf, momentOf, textOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';

export const loanIdOf = (loan: Loan): string => textOf(loan.loan_id);

/** The barcode of the lent item. An older release writes the field in mixed case. */
export const lentBarcodeOf = (loan: Loan): string => {
  const older: unknown = loan['itemBarcode'];
  return textOf(loan.item_barcode) || (typeof older === 'string' ? older : '');
};

export const dueOf = (loan: Loan): string => momentOf(loan.due_date);

/** The code in `last_renew_status` (`"401193;"`) where the last renewal was refused. Source: service notes, Bodies. */
export const refusalCodeOf = (loan: Loan): string => /\d{4,}/.exec(codeOf(loan.last_renew_status))?.[0] ?? '';
