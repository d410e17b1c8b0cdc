import { act, create, get, list, replace } from '../rows.ts';
import { Page } from '../shapes/common.ts';
import { ChangedLoan, Loan, NewLoan } from '../shapes/loan.ts';
import { text, userIdType } from './parts.ts';

const loan = '/users/{user_id}/loans/{loan_id}';

/** A patron's loans. */
export const loans = {
  'users.loans.list': list('/users/{user_id}/loans', {
    source: 'User loans',
    key: 'item_loan',
    returns: Loan,
    query: {
      ...userIdType,
      ...Page,
      expand: text,
      order_by: text,
      // Those of deployed services: `Active` (without it) or `Complete`; `ASC` (without it) or `DESC`.
      loan_status: text,
      direction: text,
    },
  }),
  'users.loans.create': create('/users/{user_id}/loans', {
    source: 'User loans',
    body: NewLoan.optional(),
    returns: Loan,
    query: { ...userIdType, item_barcode: text, item_pid: text },
    exactlyOneOf: ['item_barcode', 'item_pid'],
  }),
  'users.loans.get': get(loan, { source: 'User loans', returns: Loan, query: userIdType }),
  'users.loans.renew': act(loan, 'renew', { source: 'User loans', returns: Loan, query: userIdType }),
  'users.loans.update': replace(loan, {
    source: 'User loans',
    body: ChangedLoan,
    returns: Loan,
    query: userIdType,
  }),
} as const;
