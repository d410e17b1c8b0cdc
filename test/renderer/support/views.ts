import type { PatronView } from '../../../src/contract/desk.ts';
import type { Failure } from '../../../src/contract/failure.ts';
import type { FeeList, FeeView } from '../../../src/contract/fees.ts';
import type { LoanView } from '../../../src/contract/loans.ts';
import type { OrderItem, OrderView } from '../../../src/contract/receiving.ts';
import type { RequestView } from '../../../src/contract/requests.ts';
import type { ScanView } from '../../../src/contract/scans.ts';
import type { TrolleyBook, TrolleyView } from '../../../src/contract/trolley.ts';
import { noFields } from '../../../src/renderer/requests/fields.ts';

const coded = (code: string) => ({ code, label: code });

export const aPatron = (userId: string, more: Partial<PatronView> = {}): PatronView => ({
  userId,
  name: `Name of ${userId}`,
  barcode: `card-${userId}`,
  email: '',
  group: coded('STUDENT'),
  accountType: coded('INTERNAL'),
  status: coded('ACTIVE'),
  active: true,
  expiry: '',
  expired: false,
  notes: [],
  blocks: [],
  owed: { amount: '0.00', currency: 'EUR' },
  loans: 0,
  requests: 0,
  fees: 0,
  unseenNotes: [],
  atLimit: false,
  ...more,
});

export const aScan = (id: string, order: number, more: Partial<ScanView> = {}): ScanView => ({
  id,
  order,
  text: `code-${id}`,
  at: '2026-11-23T10:00:00.000Z',
  kind: 'item',
  action: 'lend',
  state: 'done',
  result: null,
  title: '',
  failure: null,
  question: null,
  recovered: false,
  ...more,
});

export const lentTo = (userId: string, barcode: string): ScanView['result'] => ({
  ...{ kind: 'lent', title: `Title ${barcode}`, author: '', due: '2026-12-15Z' },
  ...{ loanId: `loan-${barcode}`, barcode, userId },
});

export const returnedTo = (place: string, barcode = 'b'): ScanView['result'] => ({
  ...{ kind: 'returned', title: `Title ${barcode}`, author: '', barcode },
  next: { to: 'shelf', place },
});

export const aFee = (feeId: string, balance: string, more: Partial<FeeView> = {}): FeeView => ({
  feeId,
  type: coded('OVERDUEFINE'),
  status: coded('ACTIVE'),
  active: true,
  disputed: false,
  balance,
  original: balance,
  created: '2026-11-01T10:00:00Z',
  comment: '',
  title: '',
  barcode: '',
  owner: '',
  transactions: [],
  ...more,
});

export const feeList = (...fees: readonly FeeView[]): FeeList => ({
  ...{ fees, owed: '0.00', currency: 'EUR', decimals: 2 },
});

export const aLoan = (loanId: string, more: Partial<LoanView> = {}): LoanView => ({
  loanId,
  barcode: `b-${loanId}`,
  title: `Title ${loanId}`,
  author: '',
  callNumber: '',
  library: 'MAIN',
  due: '2026-12-15T21:00:00Z',
  overdue: false,
  loaned: '2026-11-15T10:00:00Z',
  renewable: true,
  itemId: `item-${loanId}`,
  mmsId: `mms-${loanId}`,
  holdingId: `holding-${loanId}`,
  lastRefusal: '',
  ...more,
});

export const aRequest = (requestId: string, more: Partial<RequestView> = {}): RequestView => ({
  requestId,
  type: coded('HOLD'),
  status: coded('IN_PROCESS'),
  task: '',
  title: `Title ${requestId}`,
  author: '',
  barcode: '',
  mmsId: `mms-${requestId}`,
  pickup: '',
  placeInQueue: null,
  requested: '',
  expiry: '',
  start: '',
  end: '',
  cancelled: null,
  fields: noFields,
  ...more,
});

export const anItem = (pid: string, more: Partial<OrderItem> = {}): OrderItem => ({
  pid,
  barcode: `b-${pid}`,
  library: coded('MAIN'),
  location: coded('STACKS'),
  policy: coded(''),
  holdingId: 'holding',
  received: '',
  expected: '',
  ...more,
});

export const anOrder = (pol: string, items: readonly OrderItem[]): OrderView => ({
  ...{ pol, title: `Title of ${pol}`, author: '', isbn: '', mmsId: 'mms', vendor: coded('V') },
  ...{ status: coded('SENT'), type: coded('PRINTED_BOOK_OT'), price: { amount: '10.00', currency: 'EUR' } },
  ...{ funds: [], notes: [], receivingNote: '', rush: false, interested: [], items },
});

/** A trolley on which nobody has chosen anything. */
export const aTrolley = (more: Partial<TrolleyView> = {}): TrolleyView => ({
  ...{ id: 'trolley', since: '', next: null, books: [], check: null },
  settings: {
    ...{ mode: 'look', date: '', confirmedFuture: false, department: '', departmentLibrary: '' },
    ...{ workOrderType: '', status: '' },
  },
  ...more,
});

export const aBook = (id: string, order: number, more: Partial<TrolleyBook> = {}): TrolleyBook => ({
  ...{ id, order, at: '2026-11-23T10:00:00.000Z', text: `code-${id}`, kind: 'item', state: 'kept' },
  settings: {
    ...{ mode: 'keep', date: '', confirmedFuture: false, department: 'ACQ', departmentLibrary: 'MAIN' },
    ...{ workOrderType: 'W', status: 'S' },
  },
  ...{ own: false, pol: 'POL-1', pid: '1', mmsId: 'mms', holdingId: 'holding', barcode: 'b-1' },
  ...{ title: 'T', author: '', copy: null },
  ...{ alerts: [], seen: true, question: null, failure: null, unfinished: null, undecided: false },
  recovered: false,
  ...more,
});

/** The service said no: certainly nothing happened. */
export const refused: Failure = {
  ...{ kind: 'refused', operation: 'test', status: 400, code: '401999', message: 'No', trackingId: null },
};
/** Nobody knows whether it happened. */
export const unknown: Failure = {
  ...{ kind: 'unknown-outcome', operation: 'test', journalId: 'j', trackingId: null },
};
export const away: Failure = { kind: 'unreachable', why: 'connectionRefused', detail: '' };
