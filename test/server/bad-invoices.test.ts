import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Answer, done, invoiceFor, newInvoice, sharedLibrary } from './harness.ts';

const library = sharedLibrary();

const known = fc.constantFrom<unknown>(
  ...['NORTHBOOKS', 'MAIN', 'ILS', 'ACTIVE', 'CLOSED', 'PAID', 'REGULAR', 'OTHER', 'GIFTS', 'POL-1001'],
  ...['10.00', '-1', '1e9', '0.005', 'NaN', '2026-02-31Z', '2026-11-20', 1e308, -0, 100, true],
  ...["'; drop table invoices; --", '../../etc/passwd', '\0', '\u202E', 'x'.repeat(5000)],
);
const value = fc.oneof(
  known,
  known.map((code) => ({ value: code })),
  fc.array(fc.record({ fund_code: known, percent: known, amount: known }, { requiredKeys: [] }), {
    maxLength: 3,
  }),
  fc.record({ payment_status: known, prepaid: known, shipment: known, vat_amount: known, type: known }),
  fc.jsonValue({ maxDepth: 3 }),
);
const fieldsOf = (...names: string[]) => fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 });

const ofInvoice = fieldsOf(
  ...['number', 'invoice_date', 'invoice_due_date', 'vendor', 'total_amount', 'currency', 'owner', 'payment'],
  ...[
    'invoice_status',
    'additional_charges',
    'invoice_vat',
    'note',
    'alert',
    'number_of_lines',
    'link',
    'id',
  ],
);
const ofLine = fieldsOf(
  ...[
    'price',
    'quantity',
    'po_line',
    'type',
    'invoice_line_type',
    'fund_distribution',
    'note',
    'notes',
    'vat',
  ],
  ...['invoice_line_vat', 'subscription_from_date', 'subscription_to_date', 'number', 'id', 'status'],
);

const total = async () =>
  done<{ total_record_count: number }>(await library.get('/acq/invoices?limit=0')).total_record_count;

function mustBeJudged(answer: Answer, sent: object): void {
  expect([200, 400], `${answer.text} for ${JSON.stringify(sent)}`).toContain(answer.status);
  if (answer.status === 400) expect(answer.text).toMatch(/"errorCode":"\d+"/);
}

test('any invoice is created whole or refused with a code, and then nothing is there', async () => {
  await fc.assert(
    fc.asyncProperty(ofInvoice, fc.option(fc.array(ofLine, { maxLength: 2 })), async (fields, lines) => {
      const before = await total();
      const inline = lines === null ? {} : { invoice_lines: { invoice_line: lines } };
      const sent = invoiceFor('10.00', { ...inline, ...fields });
      const answer = await library.post('/acq/invoices', sent);
      mustBeJudged(answer, sent);
      expect(await total()).toBe(before + (answer.status === 200 ? 1 : 0));
      if (answer.status !== 200) return;
      const path = `/acq/invoices/${String(answer.body['id'])}`;
      expect(done(await library.get(path))).toEqual(answer.body);
      for (const op of ['process_invoice', 'paid']) done(await library.post(`${path}?op=${op}`, {}));
    }),
    { numRuns: 150 },
  );
});

test('any line is added whole or refused with a code, and then nothing is added', async () => {
  const path = `/acq/invoices/${await newInvoice(library)}`;
  let lines = 0;
  await fc.assert(
    fc.asyncProperty(ofLine, async (fields) => {
      const sent = { price: '10.00', po_line: 'POL-1001', ...fields };
      const answer = await library.post(`${path}/lines`, sent);
      mustBeJudged(answer, sent);
      if (answer.status === 200) lines += 1;
      expect(done(await library.get(path))).toMatchObject({ number_of_lines: { value: lines } });
    }),
    { numRuns: 200 },
  );
});

test('any query is answered or refused', async () => {
  const name = fc.constantFrom(
    ...['limit', 'offset', 'q', 'status', 'vendor_code', 'base_status', 'owner', 'view', 'op'],
  );
  const text = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom('-1', '\0', 'all~"', 'number~x', 'CLOSED'),
  );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, text, { maxKeys: 4 }), async (query) => {
      const answer = await library.get(`/acq/invoices?${new URLSearchParams(query).toString()}`);
      mustBeJudged(answer, query);
    }),
    { numRuns: 150 },
  );
});
