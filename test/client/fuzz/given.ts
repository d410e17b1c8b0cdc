import type { Arguments } from '../../../src/client/arguments.ts';
import { pathNames, type Endpoint } from '../../../src/service/define.ts';
import { endpoints, type Operation } from '../../../src/service/endpoints.ts';

const record = { account_type: 'INTERNAL', status: 'ACTIVE', user_group: 'STUDENT', primary_id: 'p' };
const code = { value: 'MAIN' };

/** What an operation needs beside the parts of its path. */
const needed: Partial<Record<Operation, Pick<Arguments, 'query' | 'body'>>> = {
  'users.create': { body: record },
  'users.update': { body: record },
  'users.attachments.create': { body: { type: 'GENERAL', file_name: 'a.txt', content: 'SGVsbG8=' } },
  'users.deposits.create': { body: { deposit_profile: code, amount: '50.00', owner: code } },
  'users.deposits.act': { query: { op: 'pay' } },
  'users.fees.create': { body: { type: 'OTHER', original_amount: '1.00', owner: 'MAIN' } },
  'users.fees.pay': { query: { amount: '1.00' } },
  'users.fees.waive': { query: { reason: 'OTHER' } },
  'users.loans.create': { query: { item_barcode: '31' } },
  'users.loans.update': { body: { due_date: '2099-01-01Z' } },
  'users.requests.create': { query: { mms_id: '99' }, body: { request_type: 'HOLD' } },
  'users.requests.update': { body: { comment: 'By Friday' } },
  'users.requests.cancel': { query: { reason: 'OTHER' } },
  'users.resourceSharing.create': {
    body: {
      owner: 'MAIN',
      format: code,
      citation_type: code,
      title: 'On paper',
      agree_to_copyright_terms: true,
    },
  },
  'users.resourceSharing.updateShipping': { query: { shipping_cost: '12.5' } },
  'users.purchaseRequests.create': {
    body: { format: code, citation_type: code, owner: code, resource_metadata: { title: 'On paper' } },
  },
  'partners.lendingRequests.create': {
    body: {
      external_id: 'e',
      owner: 'MAIN',
      partner: code,
      format: { value: 'PHYSICAL' },
      citation_type: { value: 'BOOK' },
      title: 'T',
    },
  },
  'conf.locations.create': { body: { code: 'C', name: 'A place', type: { value: 'OPEN' } } },
  'conf.locations.update': { body: { code: 'C', name: 'A place', type: { value: 'OPEN' } } },
  'conf.codeTables.update': { body: { name: 'NoteTypes', row: [{ code: 'A', description: 'B' }] } },
  'conf.mappingTables.update': { body: { name: 'SlipPrinters', row: [{ column0: 'A' }] } },
  'conf.letters.update': { body: { code: 'L', enabled: true } },
  'acq.invoices.search': { query: { q: 'all~books' } },
  'acq.pol.search': { query: { q: 'all~Atlas' } },
  'acq.invoices.create': {
    body: { number: 'N', invoice_date: '2026-11-20Z', vendor: code, total_amount: '10.00', currency: code },
  },
  'acq.invoices.lines.create': { body: { price: '10.00', po_line: 'POL-1001' } },
  'acq.pol.update': { body: { number: 'POL-1001' } },
  'items.byBarcode': { query: { item_barcode: '31' } },
};

/** Arguments that an operation takes. */
export function givenFor(operation: Operation): Arguments {
  const row: Endpoint = endpoints[operation];
  const path = Object.fromEntries(pathNames(row.path).map((name) => [name, 'x']));
  return { path, ...needed[operation] };
}
