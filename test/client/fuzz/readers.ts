import type { Operation } from '../../../src/service/endpoints.ts';
import {
  invoiceStatusOf,
  isPaid,
  noteOf,
  primaryFundOf,
  typeOf,
  vatOf,
} from '../../../src/service/invoice.ts';
import { nextPlaceOf } from '../../../src/service/next-place.ts';
import { notesOf } from '../../../src/service/notes.ts';
import { codeOf, flagOf, flagOrNull, labelOf, rowsOf, textOf } from '../../../src/service/read.ts';
import { attachmentView, isViewable } from '../../../src/main/attachments/view.ts';
import { depositView } from '../../../src/main/deposits/view.ts';
import { feeView } from '../../../src/main/fees/view.ts';
import { totalOwed } from '../../../src/main/fees/record.ts';
import { loanView } from '../../../src/main/loans/view.ts';
import { orderView } from '../../../src/main/receiving/view.ts';
import { patronHit } from '../../../src/main/patrons/search.ts';
import { patronView } from '../../../src/main/desk/view.ts';
import { patronRecord } from '../../../src/main/patrons/view.ts';
import { purchaseName, purchaseView } from '../../../src/main/purchases/view.ts';
import { itemView, requestView } from '../../../src/main/requests/view.ts';
import { itemIdsOf, itemStateOf } from '../../../src/main/items/record.ts';
import { sharingView } from '../../../src/main/sharing/view.ts';
import { citationKind, sharingName, shippingCostOf } from '../../../src/main/sharing/record.ts';
import type { Service } from '../../../src/main/ports.ts';
import { statusesOf } from '../../../src/main/invoices/record.ts';

const now = new Date('2026-11-23T09:30:00Z');
const balance = { money: { amount: '0.00', currency: 'ILS' }, fees: 0 };
const service = { currency: 'ILS', decimals: 2 } as Service;

// Each takes what its row of the table has checked.
type Reader = (record: never) => unknown;

const user: Reader = (record) => [
  patronView(record, balance, now),
  patronHit(record, now),
  patronRecord(record, now),
  notesOf(record),
];
const fee: Reader = (record) => [feeView(record, 2, (id) => id === 'x'), totalOwed([record], 2)];
const deposit: Reader = (record) => depositView(record, 2);
const loan: Reader = (record) => loanView(record, now);
const request: Reader = (record) => requestView(record);
const sharing: Reader = (record) => {
  const view = sharingView(record, service);
  return [view, sharingName(record), shippingCostOf(record), citationKind(view.citationType.code)];
};
const purchase: Reader = (record) => [purchaseView(record), purchaseName(record)];
const attachment: Reader = (record) => {
  const view = attachmentView(record);
  return [view, isViewable(view.name)];
};
const item: Reader = (record) => [
  itemView(record),
  itemIdsOf(record),
  itemStateOf(record),
  nextPlaceOf(record),
];
const invoice: Reader = (record) => [invoiceStatusOf(record), isPaid(record), statusesOf(record)];
const line: Reader = (record) => [typeOf(record), vatOf(record) !== undefined, noteOf(record)];
const pol: Reader = (record) => [orderView(record, service), primaryFundOf(record)];
const rows: Reader = (record) =>
  rowsOf(record as { row?: { code?: string; enabled?: boolean } }).map((row) => [
    textOf(row.code),
    flagOrNull(row.enabled),
  ]);
const place: Reader = ({ code, name, type, enabled }: Record<string, never>) => [
  textOf(code),
  textOf(name),
  codeOf(type),
  labelOf(type),
  flagOf(enabled),
];

/** What main makes of each operation's record, by the beginning of the operation's name: the first that fits. */
const byName: readonly (readonly [string, Reader])[] = [
  ['users.attachments', attachment],
  ['users.deposits', deposit],
  [
    'users.fees.payAll',
    (record) =>
      ([] as unknown[]).concat((record as { fee?: unknown }).fee ?? []).map((one) => fee(one as never)),
  ],
  ['users.fees', fee],
  ['users.loans', loan],
  ['users.requests', request],
  ['users.resourceSharing', sharing],
  ['users.purchaseRequests', purchase],
  ['users.', user],
  ['conf.feeTransactions', fee],
  ['conf.codeTables', rows],
  ['conf.mappingTables', rows],
  ['conf.', () => null],
  ['acq.invoices.lines', line],
  ['acq.invoices', invoice],
  ['acq.pol.items.receive', item],
  ['acq.pol', pol],
  ['items.', item],
  ['bibs.', item],
];

export function readerOf(operation: Operation): Reader {
  if (operation === 'users.personalData') return () => null;
  if (/^conf\.(libraries|departments|circDesks|locations|printers|letters)/.test(operation)) return place;
  return byName.find(([name]) => operation.startsWith(name))?.[1] ?? (() => null);
}
