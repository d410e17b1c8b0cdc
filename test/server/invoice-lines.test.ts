import { describe, expect, test } from 'vitest';
import { done, expectRefusal, messageOf, newInvoice, sharedLibrary } from './harness.ts';

const library = sharedLibrary();

interface Line {
  readonly quantity: number;
  readonly subscription_from_date: string;
  readonly invoice_line_vat?: unknown;
  readonly fund_distribution: readonly { readonly percent?: string; readonly amount: string }[];
}

const line = { price: '10.00', po_line: 'POL-1001' };
const add = async (fields: object) =>
  library.post(`/acq/invoices/${await newInvoice(library)}/lines`, { ...line, ...fields });

describe('the funds of a line', () => {
  const fund = (fields: object) => ({ fund_code: 'GIFTS', ...fields });
  const [gifts, law] = [{ fund_code: 'GIFTS' }, { fund_code: 'LAW-MONO' }];

  test.each([
    ['0.02', ['25', '25', '25', '25'], ['0.01', '0.01', '0.00', '0.00']],
    ['10.00', ['33.33', '33.33', '33.34'], ['3.33', '3.33', '3.34']],
  ])('%s by %j %%: each its share to the cent, none less than nothing', async (price, percents, amounts) => {
    const shares = percents.map((percent) => fund({ percent }));
    const made = done<Line>(await add({ price, fund_distribution: shares }));
    expect(made.fund_distribution).toEqual(
      percents.map((percent, index) => fund({ percent, amount: amounts[index] })),
    );
  });

  test('in amounts are kept as they are, with the percents that came beside them', async () => {
    const shares = [
      { ...gifts, amount: { sum: '7.5', currency: { value: 'ILS' } } },
      { ...law, amount: 2.5 },
    ];
    expect(done<Line>(await add({ fund_distribution: shares })).fund_distribution).toEqual([
      { ...gifts, amount: '7.50' },
      { ...law, amount: '2.50' },
    ]);
    const both = [
      { ...gifts, percent: '50', amount: '5.01' },
      { ...law, percent: '50', amount: '4.99' },
    ];
    expect(done<Line>(await add({ fund_distribution: both })).fund_distribution).toEqual(both);
  });

  test.each([[null], ['']])('an amount that is %j is none: the percents count', async (amount) => {
    const shares = [fund({ percent: 100, amount })];
    expect(done<Line>(await add({ fund_distribution: shares })).fund_distribution).toMatchObject([
      { amount: '10.00' },
    ]);
  });

  test('alone bears the whole line, and so does the first of the order line', async () => {
    const alone = done<Line>(await add({ fund_distribution: [gifts] }));
    expect(alone.fund_distribution).toEqual([{ ...gifts, percent: '100', amount: '10.00' }]);
    expect(done<Line>(await add({})).fund_distribution).toMatchObject([{ percent: '100', amount: '10.00' }]);
  });

  test.each([
    ['an amount for one of them only', [fund({ amount: '10.00' }), law]],
    [
      'an amount beside the percent of one only',
      [fund({ percent: 60, amount: '6.00' }), { ...law, percent: 40 }],
    ],
  ])('need what they need for each the same: %s', async (_, shares) => {
    expectRefusal(await add({ fund_distribution: shares }), '60257');
  });
});

describe('a line', () => {
  test('is for a million pieces at most', async () => {
    expect(done<Line>(await add({ quantity: '1000000' })).quantity).toBe(1_000_000);
    const refused = await add({ quantity: 1_000_001 });
    expectRefusal(refused, '60255');
    expect(messageOf(refused)).toContain('quantity');
  });

  test('may be a subscription of one day', async () => {
    const days = { subscription_from_date: '2026-01-01Z', subscription_to_date: '2026-01-01' };
    expect(done(await add(days))).toMatchObject(days);
    expectRefusal(await add({ subscription_to_date: '2026-01-01' }), '60249');
  });

  test('has VAT where it says so', async () => {
    expect(done<Line>(await add({}))).not.toHaveProperty('invoice_line_vat');
    expect(done<Line>(await add({ invoice_line_vat: null })).invoice_line_vat).toBe(null);
    expect(done<Line>(await add({ invoice_line_vat: { vat_amount: '1.70' } })).invoice_line_vat).toEqual({
      vat_amount: '1.70',
    });
    expect(done<Line>(await add({ vat: '17' })).invoice_line_vat).toBe('17');
  });

  test('that names an order line names one there is, whatever its kind', async () => {
    const other = { type: 'OTHER', fund_distribution: [{ fund_code: 'GIFTS' }] };
    done(await add({ ...other, po_line: undefined }));
    expectRefusal(await add({ ...other, po_line: 'POL-9' }), '60248');
  });

  test.each([
    ['price is not an amount', { price: 'ten' }],
    ['vat_amount is not an amount', { vat: { vat_amount: '-1' } }],
    ['quantity is not a whole number', { quantity: 'two' }],
    ['percent is not an amount', { fund_distribution: [{ fund_code: 'GIFTS', percent: 'all' }] }],
    ['amount is not an amount', { fund_distribution: [{ fund_code: 'GIFTS', amount: 'all' }] }],
    ['come to 60.00, not to 100', { fund_distribution: [{ fund_code: 'GIFTS', percent: '60' }] }],
    ['come to 9.99, not to 10.00', { fund_distribution: [{ fund_code: 'GIFTS', amount: '9.99' }] }],
  ])('is refused with the reason: %s', async (why, fields) => {
    const refused = await add(fields);
    expectRefusal(refused, '60255');
    expect(messageOf(refused)).toContain(why);
  });
});
