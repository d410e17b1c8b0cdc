import { describe, expect, test } from 'vitest';
import type { InvoiceOrderLine } from '../../../src/contract/invoices.ts';
import { m } from '../../../src/messages/compiled/messages.js';
import { emptyLine, formLine, type FormLine } from '../../../src/renderer/invoices/invoice-form.ts';
import { needsFund, oddWords } from '../../../src/renderer/invoices/line-words.ts';

const header = { vendor: 'NORTHBOOKS', currency: 'ILS' };
const fund = { fund: { code: 'GIFTS', label: 'Gifts' }, percent: '100', amount: '' };

/** A line of an order line that has nothing odd about it, but for this. */
const lineOf = (order: Partial<InvoiceOrderLine> = {}, more: Partial<FormLine> = {}): FormLine => ({
  ...formLine({ ...emptyLine(), pol: 'POL-1', price: '10.00' }),
  order: {
    ...{ pol: 'POL-1', title: 'Atlas', account: '', quantity: 1, funds: [fund] },
    vendor: { code: 'NORTHBOOKS', label: 'North Books' },
    status: { code: 'SENT', label: 'Sent' },
    price: { amount: '10.00', currency: 'ILS' },
    ...order,
  },
  ...more,
});

describe('a line of a new invoice', () => {
  test('that is as its order says has nothing odd about it', () => {
    expect(oddWords(lineOf(), header)).toEqual([]);
  });

  test.each([
    ['CANCELLED', m.invoices_line_order_cancelled()],
    ['Closed', m.invoices_line_order_closed()],
  ])('says that its order line is over: %s', (code, word) => {
    expect(oddWords(lineOf({ status: { code, label: 'Over' } }), header)).toEqual([word]);
  });

  test('says that a fund has to be chosen where its order line has none, until one is', () => {
    const without = lineOf({ funds: [], quantity: null });
    expect(oddWords(without, header)).toEqual([m.invoices_line_no_fund()]);
    const chosen = { ...without, funds: [{ fund: 'GIFTS', percent: '100', amount: '' }] };
    expect(oddWords(chosen, header)).toEqual([]);
    expect(needsFund(chosen)).toBe(false);
  });

  test('that is for no order line needs a fund as well; of one that is not read yet that is not known', () => {
    expect(needsFund(formLine(emptyLine()))).toBe(true);
    expect(needsFund(lineOf({}, { order: null }))).toBe(false);
  });
});
