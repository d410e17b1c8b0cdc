import * as z from 'zod';
import type { Command } from '../../service/endpoints.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Kept } from './look-up.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A command's parts, as plain texts. */
interface Sent {
  readonly path: Fields;
  readonly query: Fields;
  readonly body: Fields;
  readonly before: Fields;
}

const Loose = z.record(z.string(), z.unknown()).catch({});
const Payload = z
  .looseObject({ path: Loose, query: Loose, body: Loose })
  .catch({ path: {}, query: {}, body: {} });

/** A field's text: plain, wrapped or a number; `''` where it has none. */
function text(fields: Fields, field: string): string {
  const value = fields[field];
  if (typeof value === 'string' || typeof value === 'number') return textOf(value).trim();
  return typeof value === 'object' && value !== null ? codeOf(value as { value?: string }).trim() : '';
}

const of = (kind: string, ...names: readonly string[]): string => `${kind}:${names.join('/')}`;
const fee = (id: string): string => of('fee', id);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** An order line's item, whichever command touches it. */
const item = (pid: string): string => of('item', pid);
const invoice = ({ path }: Sent): string[] => [of('invoice', text(path, 'invoice_id'))];
const user = ({ path }: Sent): string[] => [of('user', text(path, 'user_id'))];
const request = ({ path }: Sent): string[] => [of('request', text(path, 'request_id'))];
const location = ({ path }: Sent): string[] => [
  of('location', text(path, 'library_code'), text(path, 'location_code')),
];
const oneFee = ({ path }: Sent): string[] => [fee(text(path, 'fee_id'))];
const table = ({ path }: Sent): string[] => [of('table', text(path, 'table_name'))];

/**
 * What each command has an effect on, by names that two commands share where doing both would do one thing twice. A
 * return at a desk has none: it says where an item goes, and moves nothing twice.
 */
const effects: { readonly [K in Command]: (sent: Sent) => readonly string[] } = {
  'users.create': ({ body }) => [of('user', text(body, 'primary_id'))],
  'users.update': user,
  'users.delete': user,
  'users.attachments.create': ({ path, body }) => [
    of('attachment', text(path, 'user_id'), text(body, 'file_name')),
  ],
  'users.fees.create': ({ path, body }) => [
    of('new fee', text(path, 'user_id'), text(body, 'type'), text(body, 'original_amount')),
  ],
  'users.fees.pay': oneFee,
  'users.fees.payAll': ({ path, before }) => [
    of('all fees', text(path, 'user_id')),
    ...list(before['feeIds']).map((id) => fee(String(id))),
  ],
  'users.fees.waive': oneFee,
  'users.fees.dispute': oneFee,
  'users.fees.restore': oneFee,
  'users.deposits.create': ({ path, body }) => [
    of('new deposit', text(path, 'user_id'), text(body, 'deposit_profile'), text(body, 'amount')),
  ],
  'users.deposits.act': ({ path }) => [of('deposit', text(path, 'deposit_id'))],
  'users.loans.create': ({ query }) => [
    of('loan of', text(query, 'item_barcode') || text(query, 'item_pid')),
  ],
  'users.loans.renew': ({ path }) => [of('loan', text(path, 'loan_id'))],
  'users.loans.update': ({ path }) => [of('loan', text(path, 'loan_id'))],
  'users.requests.create': ({ path, query }) => [
    of(
      'new request',
      text(path, 'user_id'),
      text(query, 'item_pid') || text(query, 'holding_id') || text(query, 'mms_id'),
    ),
  ],
  'users.requests.update': request,
  'users.requests.cancel': request,
  'users.requests.nextStep': request,
  'users.resourceSharing.create': ({ path, body }) => [
    of('new sharing', text(path, 'user_id'), text(body, 'title') || text(body, 'journal_title')),
  ],
  'users.resourceSharing.cancel': ({ path }) => [of('sharing', text(path, 'request_id'))],
  'users.resourceSharing.updateShipping': ({ path }) => [of('sharing', text(path, 'request_id'))],
  'users.purchaseRequests.create': ({ path, body }) => [
    of('new purchase', text(path, 'user_id'), titleOf(body['resource_metadata'])),
  ],
  'users.purchaseRequests.cancel': ({ path }) => [of('purchase', text(path, 'purchase_request_id'))],
  'partners.lendingRequests.create': ({ path, body }) => [
    of('lending', text(path, 'partner_code'), text(body, 'external_id')),
  ],
  'acq.invoices.create': ({ body }) => [of('new invoice', text(body, 'vendor'), text(body, 'number'))],
  'acq.invoices.lines.create': ({ path, body }) => [
    of('new line', text(path, 'invoice_id'), text(body, 'po_line'), text(body, 'price')),
  ],
  'acq.invoices.process': invoice,
  'acq.invoices.paid': invoice,
  'acq.invoices.markInErp': invoice,
  'acq.invoices.reject': invoice,
  'conf.locations.create': ({ path, body }) => [
    of('location', text(path, 'library_code'), text(body, 'code')),
  ],
  'conf.locations.update': location,
  'conf.locations.delete': location,
  'conf.codeTables.update': table,
  'conf.mappingTables.update': table,
  'conf.letters.update': ({ path }) => [of('letter', text(path, 'letter_code'))],
  'conf.workflows.run': ({ path }) => [of('workflow', text(path, 'workflow_id'))],
  'acq.pol.update': ({ path }) => [of('order line', text(path, 'pol_id'))],
  'acq.pol.items.receive': ({ path }) => [item(text(path, 'item_id'))],
  'bibs.items.scanIn': ({ path, query }) =>
    text(query, 'department') === '' ? [] : [item(text(path, 'item_pid'))],
};

/** Their effect carries the journal's id: it cannot be taken for another's. Source: User fees; Requests. */
export const carriesItsId: ReadonlySet<string> = new Set<Command>([
  'users.fees.pay',
  'users.fees.payAll',
  'users.resourceSharing.create',
]);

function titleOf(metadata: unknown): string {
  const fields = Loose.parse(metadata);
  return text(fields, 'title') || text(fields, 'mms_id');
}

/** The names of what a command has an effect on, in this run or an earlier one. */
export function effectsOf({ operation, payload, before, unreadable }: Kept): readonly string[] {
  if (unreadable || !Object.hasOwn(effects, operation)) return [];
  return effects[operation]({ ...Payload.parse(payload), before: Loose.parse(before) });
}

/**
 * Whether two commands do the same, so that a read cannot tell which of them has: two that touch one record, and do
 * different things to it, it can.
 */
export function isSameAgain(one: Kept, other: Kept): boolean {
  if (one.operation !== other.operation || opOf(one) !== opOf(other)) return false;
  const effects = effectsOf(one);
  return effectsOf(other).some((effect) => effects.includes(effect));
}

/** Some operations have several acts, which their query tells apart. */
const opOf = ({ payload }: Kept): string => text(Payload.parse(payload).query, 'op');
