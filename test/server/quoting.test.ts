import { expect, test } from 'vitest';
import {
  type Answer,
  invoiceFor,
  type Library,
  messageOf,
  newInvoice,
  newPatron,
  sharedLibrary,
} from './harness.ts';

const library = sharedLibrary();
const long = 'X'.repeat(1000);
const deposit = { deposit_profile: 'DEPOSIT', amount: '50.00', owner: 'MAIN' };
const line = { price: '1.00', po_line: 'POL-1001' };

const at = async (of: Library, path: string) => `/users/${await newPatron(of)}/${path}`;
const addLine = async (of: Library, fields: object) =>
  of.post(`/acq/invoices/${await newInvoice(of)}/lines`, { ...line, ...fields });

/** What is refused for a value that is much too long. */
const calls: Readonly<Record<string, (of: Library) => Promise<Answer>>> = {
  'the operation on a deposit': async (of) => {
    const path = await at(of, 'deposits');
    const made = await of.post(path, deposit);
    return of.post(`${path}/${String(made.body['id'])}?op=${long}`);
  },
  'the sum of a deposit': async (of) => of.post(await at(of, 'deposits'), { ...deposit, amount: long }),
  'the state of purchase requests': async (of) =>
    of.get(`${await at(of, 'purchase-requests')}?status=${long}`),
  'the field of a search': (of) => of.get(`/users?q=${long}~a`),
  'the state of an invoice': (of) => of.post('/acq/invoices', invoiceFor('1.00', { invoice_status: long })),
  'the kind of an invoice line': (of) => addLine(of, { type: long }),
  'the order line of an invoice line': (of) => addLine(of, { po_line: long }),
  'the fund of an invoice line': (of) => addLine(of, { fund_distribution: [{ fund_code: long }] }),
};

test.each(Object.keys(calls))('a refusal quotes only the beginning of %s', async (name) => {
  const answer = await calls[name]?.(library);
  if (!answer) throw new Error('a call is expected');
  expect(answer.status).toBe(400);
  expect(messageOf(answer)).toContain('XXX');
  expect(messageOf(answer).length).toBeLessThan(250);
});

test.each([
  ['type', 'REGULAR, SHIPMENT', () => addLine(library, { type: 'X' })],
  [
    'status',
    'INREVIEW, APPROVED',
    async () => library.get(`${await at(library, 'purchase-requests')}?status=X`),
  ],
])('a refusal of a %s names those that there are: %s, …', async (_, known, call) => {
  expect(messageOf(await call())).toContain(known);
});
