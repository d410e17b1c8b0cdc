import type { Area } from '../check.ts';
import { access } from './access.ts';
import { atOnce } from './at-once.ts';
import { attachments } from './attachments.ts';
import { borrowingChanges } from './borrowing-changes.ts';
import { borrowing } from './borrowing.ts';
import { configuration } from './configuration.ts';
import { deposits } from './deposits.ts';
import { feeDisputes } from './fee-disputes.ts';
import { feePayments } from './fee-payments.ts';
import { fees } from './fees.ts';
import { invoiceLines } from './invoice-lines.ts';
import { invoiceSearch } from './invoice-search.ts';
import { invoiceStates } from './invoice-states.ts';
import { invoices } from './invoices.ts';
import { items } from './items.ts';
import { letters } from './letters.ts';
import { loanChanges } from './loan-changes.ts';
import { loans } from './loans.ts';
import { locations } from './locations.ts';
import { notes } from './notes.ts';
import { orderLines } from './order-lines.ts';
import { partners } from './partners.ts';
import { purchases } from './purchases.ts';
import { requestChanges } from './request-changes.ts';
import { requests } from './requests.ts';
import { tables } from './tables.ts';
import { userChanges } from './user-changes.ts';
import { userSearch } from './user-search.ts';
import { users } from './users.ts';

/** Every check, in the order in which they are made. */
export const areas: readonly Area[] = [
  access,
  userSearch,
  users,
  userChanges,
  notes,
  attachments,
  fees,
  feePayments,
  feeDisputes,
  deposits,
  loans,
  loanChanges,
  requests,
  requestChanges,
  borrowing,
  borrowingChanges,
  purchases,
  configuration,
  locations,
  tables,
  letters,
  partners,
  invoiceSearch,
  invoices,
  invoiceLines,
  invoiceStates,
  orderLines,
  items,
  atOnce,
];
