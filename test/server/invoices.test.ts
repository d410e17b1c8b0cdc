import { describe, expect, test } from 'vitest';
import { without } from '../../src/server/store/documents.ts';
import { ours } from '../../src/service/codes.ts';
import {
  type Answer,
  done,
  expectRefusal,
  invoiceFor,
  messageOf,
  newInvoice,
  sharedLibrary,
} from './harness.ts';

const library = sharedLibrary();

interface Line {
  id: string;
  number: string;
  type: { value: string };
  price: string;
  quantity: number;
  total_price: string;
  po_line: string;
  status: { value: string };
  note: string;
  fund_distribution: { fund_code: { value: string }; percent: string; amount: string }[];
}
interface Invoice {
  id: string;
  number: string;
  vendor: { value: string };
  total_amount: string;
  invoice_status: { value: string };
  invoice_workflow_status: { value: string };
  invoice_approval_status: { value: string };
  payment: { payment_status: { value: string }; voucher_number?: string; voucher_amount?: string };
  number_of_lines: { value: number };
  invoice_lines?: { invoice_line: Line[]; total_record_count: number };
  alert: { value: string }[];
}
interface List {
  invoice: Invoice[];
  total_record_count: number;
}

const list = async (query = '') => done<List>(await library.get(`/acq/invoices${query}`));
const search = (q: string, more = '') => list(`?q=${encodeURIComponent(q)}${more}`);
const read = async (id: string) => done<Invoice>(await library.get(`/acq/invoices/${id}`));
const act = (id: string, op: string, body: unknown = {}) =>
  library.post(`/acq/invoices/${id}?op=${op}`, body);
const addLine = (id: string, line: object) => library.post(`/acq/invoices/${id}/lines`, line);
const statusOf = (invoice: Invoice) => invoice.invoice_status.value;
const fundOf = async (pol: string) =>
  done<{ fund_distribution: { fund_code: { value: string } }[] }>(await library.get(`/acq/po-lines/${pol}`))
    .fund_distribution[0]?.fund_code.value;

/** An invoice to which this was done, one after the other. */
async function invoiceAfter(...ops: string[]): Promise<string> {
  const id = await newInvoice(library);
  for (const op of ops) done(await act(id, op));
  return id;
}

describe('the sample', () => {
  test('has invoices in every status among the first ten, and the first has lines that name order lines', async () => {
    const { invoice: invoices, total_record_count: total } = await list();
    expect([invoices.length, total]).toEqual([10, 24]);
    expect(new Set(invoices.map(statusOf))).toEqual(
      new Set([
        'ACTIVE',
        'IN_REVIEW',
        'WAITING_FOR_INVOICE',
        'WAITING_TO_BE_SENT',
        'READY_TO_BE_PAID',
        'CLOSED',
      ]),
    );
    const lines = done<{ invoice_line: Line[] }>(
      await library.get(`/acq/invoices/${invoices[0]?.id ?? ''}/lines`),
    );
    expect(lines.invoice_line[0]?.po_line).toBe('POL-1001');
    for (const { po_line: pol } of lines.invoice_line) done(await library.get(`/acq/po-lines/${pol}`));
  });
});

describe('listing', () => {
  test('goes by pages, without the lines', async () => {
    const first = await list('?limit=2');
    const next = await list('?limit=2&offset=2');
    expect([first.invoice.length, next.invoice.length]).toEqual([2, 2]);
    expect(first.invoice.map(({ id }) => id)).not.toEqual(next.invoice.map(({ id }) => id));
    expect(first.invoice[0]).not.toHaveProperty('invoice_lines');
    expect(await list('?limit=0')).toMatchObject({ invoice: [] });
    expectRefusal(await library.get('/acq/invoices?limit=-1'), '40166411');
  });

  test('by status and vendor, in the words of the description and of deployed services', async () => {
    const all = (await list('?limit=100')).invoice;
    const count = (expected: (invoice: Invoice) => boolean) => all.filter(expected).length;
    const total = async (query: string) => (await list(query)).total_record_count;
    expect(await total('?status=CLOSED')).toBe(count((one) => statusOf(one) === 'CLOSED'));
    expect(await total('?vendor_code=LIBRAIRIE')).toBe(count((one) => one.vendor.value === 'LIBRAIRIE'));
    expect(await total('?base_status=ACTIVE')).toBe(count((one) => statusOf(one) !== 'CLOSED'));
    expect(await total('?invoice_workflow_status=IN_REVIEW')).toBe(
      count((one) => statusOf(one) === 'IN_REVIEW'),
    );
    expect(await total('?base_status=CLOSED&status=ACTIVE')).toBe(0);
    expect((await total('?owner=LAW')) + (await total('?owner=MAIN'))).toBe(all.length);
    expect(await total('?vendor_code=NOBODY')).toBe(0);
    expectRefusal(await library.get('/acq/invoices?status=GONE'), '40166411');
  });
});

describe('searching', () => {
  test('has the path of the list, and finds by number, vendor, order line and all of them', async () => {
    const [first] = (await list()).invoice;
    const number = first?.number ?? '';
    expect((await search(`number~${number}`)).invoice.map(({ id }) => id)).toEqual([first?.id]);
    // What clients of deployed services call it.
    expect((await search(`invoice_number~${number}`)).invoice.map(({ id }) => id)).toEqual([first?.id]);
    expect((await search('pol_number~POL-1001')).invoice[0]?.id).toBe(first?.id);
    const vendor = first?.vendor.value ?? '';
    const both = await search(`vendor_code~${vendor} AND ALL~${number.slice(-4)}`);
    expect(both.invoice.map(({ id }) => id)).toEqual([first?.id]);
    expect((await search('all~books', '&limit=1')).invoice).toHaveLength(1);
    expect(
      (await search('vendor_name~"Librairie du Port"', '&status=CLOSED')).invoice.map(statusOf),
    ).not.toContain('ACTIVE');
    expect(await search('number~nothing-of-the-kind')).toMatchObject({ invoice: [], total_record_count: 0 });
  });

  test.each(['', ' ', 'books', 'price~5', 'number~"1', "number~1' OR 1=1 AND nothing~1"])(
    'refuses %j',
    async (q) => {
      expectRefusal(await library.get(`/acq/invoices?q=${encodeURIComponent(q)}`), '401873');
    },
  );
});

describe('creating', () => {
  test('answers the invoice, open, with everything that was sent', async () => {
    const body = invoiceFor('120.50', {
      invoice_date: '2026-11-01',
      vendor: 'HAIFABOOKS',
      reference_number: 'R 7',
      our_own: { nested: [1, null] },
      payment: { voucher_number: 'MINE-1' },
    });
    const made = done<Invoice>(await library.post('/acq/invoices', body));
    expect(made).toMatchObject({
      ...body,
      vendor: { value: 'HAIFABOOKS', desc: 'Haifa Books' },
      invoice_status: { value: 'ACTIVE' },
      invoice_workflow_status: { value: 'ACTIVE' },
      invoice_approval_status: { value: 'PENDING' },
      payment: { payment_status: { value: 'NOT_PAID' }, voucher_number: 'MINE-1' },
      number_of_lines: { value: 0 },
      invoice_lines: { invoice_line: [], total_record_count: 0 },
    });
    expect(await read(made.id)).toEqual(made);
    const brief = without(made, ['invoice_lines']);
    expect(done(await library.get(`/acq/invoices/${made.id}?view=brief`))).toEqual(brief);
    expect((await search(`number~${made.number}`)).invoice).toEqual([brief]);
  });

  test('may bring its lines, if they come to the total', async () => {
    const invoice_lines = {
      invoice_line: [
        { price: 7, po_line: 'POL-1001' },
        { price: '2.50', po_line: 'POL-1002' },
      ],
    };
    const charges = { shipment: '1.00', discount: 0.5 };
    const body = invoiceFor(10, { invoice_lines, additional_charges: charges });
    const made = done<Invoice>(await library.post('/acq/invoices', body));
    expect(made).toMatchObject({ total_amount: '10.00', number_of_lines: { value: 2 } });
    expect(made.invoice_lines?.invoice_line.map(({ number }) => number)).toEqual(['1', '2']);
    const refused = await library.post('/acq/invoices', invoiceFor('10.00', { invoice_lines }));
    expectRefusal(refused, '60260');
    expect(messageOf(refused)).toContain('9.50');
  });

  test('is in the currency of the institution, prepaid where that is said, or in the open state that is sent', async () => {
    const body = without(invoiceFor('1.00', { payment: { prepaid: true } }), ['currency']);
    expect(done(await library.post('/acq/invoices', body))).toMatchObject({
      currency: { value: 'ILS' },
      invoice_status: { value: 'WAITING_FOR_INVOICE' },
    });
    const id = await newInvoice(library, '1.00', { invoice_status: 'IN_REVIEW' });
    expect(statusOf(await read(id))).toBe('IN_REVIEW');
  });

  test('refuses a number that the vendor used, and takes it from another', async () => {
    const body = invoiceFor('1.00', { number: 'Twice-1' });
    done(await library.post('/acq/invoices', body));
    expectRefusal(await library.post('/acq/invoices', body), '60260');
    expectRefusal(await library.post('/acq/invoices', { ...body, number: ' TWICE-1 ' }), '60260');
    done(await library.post('/acq/invoices', { ...body, vendor: 'LEXPRESS' }));
  });

  test.each([
    ['number', ''],
    ['number', undefined],
    ['number', 'x'.repeat(300)],
    ['vendor', 'NOBODY'],
    ['vendor', undefined],
    ['invoice_date', undefined],
    ['invoice_date', '2026-02-31Z'],
    ['invoice_date', 'yesterday'],
    ['invoice_due_date', 'Z2026-11-20'],
    ['invoice_due_date', '2026-13-01'],
    ['total_amount', undefined],
    ['total_amount', 'ten'],
    ['total_amount', '-1.00'],
    ['total_amount', '1.001'],
    ['total_amount', '1e3'],
    ['total_amount', { sum: 1 }],
    ['currency', 'shekels'],
    ['owner', 'NOWHERE'],
    ['invoice_status', 'CLOSED'],
    ['invoice_status', 'READY_TO_BE_PAID'],
    ['payment', { payment_status: { value: 'PAID' } }],
    ['payment', 'cash'],
    ['additional_charges', { shipment: 'much' }],
    ['invoice_vat', { vat_amount: '-1' }],
  ])('refuses %s %j, by name, and creates nothing', async (field, value) => {
    const before = (await list()).total_record_count;
    const refused = await library.post('/acq/invoices', invoiceFor('1.00', { [field]: value }));
    expectRefusal(refused, '60260');
    const named = { payment: 'payment', invoice_status: 'invoice_status', additional_charges: 'shipment' };
    const name = { ...named, invoice_vat: 'vat_amount' }[field] ?? field;
    expect(messageOf(refused)).toContain(name);
    expect((await list()).total_record_count).toBe(before);
  });
});

describe('an invoice', () => {
  test('that is not there is not found', async () => {
    for (const answer of [
      await library.get('/acq/invoices/1'),
      await library.get('/acq/invoices/1/lines'),
      await addLine('1', { price: 1 }),
      await act('1', 'paid'),
      await act('1', 'process_invoice'),
    ]) {
      expectRefusal(answer, '412400', 404);
    }
  });

  test('is never deleted, nor replaced', async () => {
    const id = await newInvoice(library);
    expect([404, 405]).toContain((await library.del(`/acq/invoices/${id}`)).status);
    expect([404, 405]).toContain((await library.put(`/acq/invoices/${id}`, await read(id))).status);
    done(await library.get(`/acq/invoices/${id}`));
    expectRefusal(await library.get(`/acq/invoices/${id}?view=other`), '40166411');
  });

  test('takes no operation but its own, and none without a name', async () => {
    const id = await newInvoice(library);
    expect((await act(id, 'delete')).status).toBe(400);
    expect((await library.post(`/acq/invoices/${id}`, {})).status).toBe(400);
    expect(statusOf(await read(id))).toBe('ACTIVE');
  });
});

describe('lines', () => {
  test('join their invoice in order, a hundred to a page', async () => {
    const id = await newInvoice(library, '105.00');
    for (let index = 0; index < 105; index += 1) {
      done(await addLine(id, { price: '1.00', po_line: 'POL-1001' }));
    }
    const page = done<{ invoice_line: Line[] }>(await library.get(`/acq/invoices/${id}/lines`));
    expect(page).toMatchObject({ total_record_count: 105 });
    expect(page.invoice_line).toHaveLength(100);
    const rest = done<{ invoice_line: Line[] }>(await library.get(`/acq/invoices/${id}/lines?offset=100`));
    expect(rest.invoice_line.map(({ number }) => number)).toEqual(['101', '102', '103', '104', '105']);
    expect(await read(id)).toMatchObject({
      total_invoice_lines_amount: '105.00',
      number_of_lines: { value: 105 },
    });
  });

  test('are paid from the first fund of their order line, unless they name others', async () => {
    const id = await newInvoice(library, '100.00');
    const plain = done<Line>(await addLine(id, { price: 33.4, po_line: 'POL-1002' }));
    expect(plain).toMatchObject({
      type: { value: 'REGULAR' },
      status: { value: 'NEW' },
      price: '33.40',
      total_price: '33.40',
      quantity: 1,
      fund_distribution: [
        { fund_code: { value: await fundOf('POL-1002') }, percent: '100', amount: '33.40' },
      ],
    });
    const three = ['GENERAL-MONO', 'LAW-MONO', 'GIFTS'].map((value, index) => ({
      fund_code: { value },
      percent: [33.33, '33.33', '33.34'][index],
    }));
    const split = done<Line>(
      await addLine(id, { price: '0.02', po_line: 'POL-1002', quantity: '3', fund_distribution: three }),
    );
    expect(split).toMatchObject({ quantity: 3, total_price: '0.02' });
    expect(split.fund_distribution.map(({ amount }) => amount)).toEqual(['0.01', '0.01', '0.00']);
    const amounts = [
      { fund_code: 'GIFTS', amount: '1.00' },
      { fund_code: 'LAW-MONO', amount: { sum: '2.00', currency: { value: 'ILS' } } },
    ];
    done(await addLine(id, { price: '3.00', po_line: 'POL-1002', fund_distribution: amounts }));
    const one = done<Line>(
      await addLine(id, { price: '4', po_line: 'POL-1002', fund_distribution: { fund_code: 'GIFTS' } }),
    );
    expect(one.fund_distribution).toMatchObject([{ percent: '100', amount: '4.00' }]);
  });

  test('may be written in the older names, and keep what they came with', async () => {
    const id = await newInvoice(library);
    const sent = {
      invoice_line_type: { value: 'SHIPMENT' },
      vat: { vat_amount: '0.50' },
      notes: ['by sea', { content: 'and land' }],
      price: '5.00',
      fund_distribution: [{ fund_code: { value: 'GIFTS' }, percent: 100 }],
      subscription_from_date: '2026-01-01',
      subscription_to_date: '2026-12-31Z',
      our_own: true,
    };
    expect(done(await addLine(id, sent))).toMatchObject({
      ...{ invoice_line_type: { value: 'SHIPMENT' }, our_own: true, subscription_to_date: '2026-12-31Z' },
      ...{ type: { value: 'SHIPMENT' }, invoice_line_vat: { vat_amount: '0.50' }, note: 'by sea\nand land' },
    });
  });

  const gift = { fund_code: 'GIFTS', percent: '60' };
  test.each([
    [{ po_line: 'POL-9' }, '60248'],
    [{ po_line: '' }, '60248'],
    [{ type: 'GENEROUS' }, '60247'],
    [{ price: undefined }, '60255'],
    [{ price: '1,50' }, '60255'],
    [{ price: '-1' }, '60255'],
    [{ invoice_line_vat: { vat_amount: 'none' } }, '60255'],
    [{ vat: { vat_amount: '-1' } }, '60255'],
    [{ quantity: 0 }, '60255'],
    [{ quantity: 1.5 }, '60255'],
    [{ subscription_from_date: '2026-01-01' }, '60249'],
    [{ subscription_from_date: '2026-02-01', subscription_to_date: '2026-01-01' }, '60249'],
    [{ fund_distribution: [{ fund_code: 'NOWHERE', percent: 100 }] }, '60254'],
    [{ fund_distribution: [{ fund_code: 'OLD-GIFTS', percent: 100 }] }, '60254'],
    [{ fund_distribution: [gift] }, '60255'],
    [{ fund_distribution: [gift, gift] }, '60255'],
    [{ fund_distribution: [gift, { fund_code: 'LAW-MONO' }] }, '60257'],
    [{ fund_distribution: [{ fund_code: 'GIFTS', amount: '9.99' }] }, '60255'],
    [{ fund_distribution: 'GIFTS' }, '60255'],
    [{ type: 'OTHER', po_line: undefined }, '60257'],
  ])('refuses %j with %s, and adds nothing', async (fields, code) => {
    const id = await newInvoice(library);
    expectRefusal(await addLine(id, { price: '10.00', po_line: 'POL-1001', ...fields }), code);
    expect(await read(id)).toMatchObject({ number_of_lines: { value: 0 } });
  });

  test.each([[['process_invoice']], [['process_invoice', 'paid']]])('are not taken after %j', async (ops) => {
    const id = await invoiceAfter(...ops);
    expectRefusal(await addLine(id, { price: '1.00', po_line: 'POL-1001' }), '60285');
  });
});

describe('the states of an invoice', () => {
  /** What each operation makes of an invoice to which others were done before; a code where it is refused. */
  const transitions: [before: string[], op: string, after: string][] = [
    [[], 'process_invoice', 'READY_TO_BE_PAID'],
    [[], 'paid', ours.invoiceNotReady],
    [[], 'mark_in_erp', '60267'],
    [[], 'rejected', 'IN_REVIEW'],
    [['rejected'], 'process_invoice', 'READY_TO_BE_PAID'],
    [['rejected'], 'paid', ours.invoiceNotReady],
    [['rejected'], 'mark_in_erp', '60267'],
    [['rejected'], 'rejected', ours.invoiceNotRejectable],
    [['process_invoice'], 'process_invoice', '60260'],
    [['process_invoice'], 'paid', 'CLOSED'],
    [['process_invoice'], 'mark_in_erp', 'READY_TO_BE_PAID'],
    [['process_invoice'], 'rejected', 'IN_REVIEW'],
    [['process_invoice', 'mark_in_erp'], 'mark_in_erp', '60267'],
    [['process_invoice', 'mark_in_erp'], 'paid', 'CLOSED'],
    [['process_invoice', 'mark_in_erp'], 'rejected', 'IN_REVIEW'],
    [['process_invoice', 'paid'], 'process_invoice', '60260'],
    [['process_invoice', 'paid'], 'paid', ours.invoicePaid],
    [['process_invoice', 'paid'], 'mark_in_erp', '60267'],
    [['process_invoice', 'paid'], 'rejected', ours.invoiceNotRejectable],
  ];

  test.each(transitions)('after %j, %s comes to %s', async (before, op, after) => {
    const id = await invoiceAfter(...before);
    const was = await read(id);
    const answer = await act(id, op);
    if (/^\d+$/.test(after)) {
      expectRefusal(answer, after);
      expect(await read(id)).toEqual(was);
    } else {
      expect(statusOf(done<Invoice>(answer))).toBe(after);
      expect(await read(id)).toEqual(answer.body);
    }
  });

  test.each(['WAITING_FOR_INVOICE', 'WAITING_TO_BE_SENT'])(
    '%s can be processed and rejected, not paid',
    async (status) => {
      const create = () => newInvoice(library, '1.00', { invoice_status: { value: status } });
      const ids = [await create(), await create(), await create()];
      const answers = await Promise.all(
        ids.map((id, index) => act(id, ['process_invoice', 'rejected', 'paid'][index] ?? '')),
      );
      expect(answers.map(({ status: answered }: Answer) => answered)).toEqual([200, 200, 400]);
    },
  );

  test('processing approves it and its lines; paying gives it a voucher; rejecting takes the approval back', async () => {
    const id = await newInvoice(library, '3.00');
    done(await addLine(id, { price: '3.00', po_line: 'POL-1001' }));
    const ready = done<Invoice>(await act(id, 'process_invoice'));
    expect(ready).toMatchObject({ invoice_approval_status: { value: 'APPROVED' }, alert: [] });
    expect(ready.invoice_lines?.invoice_line[0]?.status.value).toBe('READY');
    const back = done<Invoice>(await act(id, 'rejected'));
    expect(back).toMatchObject({ invoice_approval_status: { value: 'REJECTED' } });
    expect(back.invoice_lines?.invoice_line[0]?.status.value).toBe('IN_REVIEW');
    done(await act(id, 'process_invoice'));
    const paid = done<Invoice>(await act(id, 'paid', undefined));
    expect(paid.payment).toMatchObject({ payment_status: { value: 'PAID' }, voucher_amount: '3.00' });
    expect(paid.payment.voucher_number).toMatch(/^V-\d+$/);
    expect((await search(`voucher_number~"${paid.payment.voucher_number ?? ''}"`)).invoice[0]?.id).toBe(id);
  });

  test('an invoice whose lines do not come to its total carries an alert', async () => {
    const id = await newInvoice(library, '3.00');
    done(await addLine(id, { price: '2.00', po_line: 'POL-1001' }));
    expect(done<Invoice>(await act(id, 'process_invoice')).alert).toMatchObject([
      { value: 'LINES_TOTAL_MISMATCH', desc: 'The lines come to 2.00, the invoice to 3.00.' },
    ]);
    done(await act(id, 'rejected'));
    done(await addLine(id, { price: '1.00', po_line: 'POL-1002' }));
    expect(done<Invoice>(await act(id, 'process_invoice')).alert).toEqual([]);
  });
});
