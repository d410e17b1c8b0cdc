import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { InvoiceDraft, InvoiceLineDraft } from '../../../src/contract/invoice-draft.ts';
import { amount, sum } from '../../../src/shared/money.ts';
import { planOf } from '../../../src/main/invoices/draft.ts';
import { Failed } from '../../../src/main/failure.ts';
import type { Service } from '../../../src/main/ports.ts';
import { here, openTestStation } from '../support/test-station.ts';
import { countOf, create, draft, jobsOf, line } from './asking.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-invoice-drafts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (currency: string): Service => ({ client: {} as never, library: here, currency, decimals: 2 });
const wanted = { intent: 'an intent', then: 'nothing', despiteNumber: false, despiteTotal: false } as const;

/** The problems of a draft, each as `field reason detail`. */
function problemsOf(input: InvoiceDraft, currency = 'ILS'): string[] {
  try {
    planOf(input, wanted, at(currency));
  } catch (error) {
    if (!(error instanceof Failed) || error.failure.kind !== 'invalid') throw error;
    const { others = [], ...first } = error.failure;
    return [first, ...others].map(({ field, reason, detail }) => `${field} ${reason} ${detail}`.trim());
  }
  return [];
}

const ofLine = (more: Partial<InvoiceLineDraft>): InvoiceDraft => draft({ lines: [line(), line(more)] });
const fund = (code: string, percent: string, sumOf = '') => ({ fund: code, percent, amount: sumOf });

describe('a draft with bad input', () => {
  test.each<[string, Partial<InvoiceDraft>, string]>([
    ['no number', { number: ' ' }, 'number required'],
    ['a number with a line end', { number: 'A\nB' }, 'number controlCharacters'],
    ['no date', { date: '' }, 'date required'],
    ['a date that the calendar has not', { date: '2026-02-30Z' }, 'date notADate'],
    ['a due date in another form', { dueDate: '20.11.2026' }, 'dueDate notADate'],
    ['no vendor', { vendor: '' }, 'vendor required'],
    ['no lines', { lines: [] }, 'lines required'],
    ['no currency at all', { currency: 'XXX' }, 'currency notACurrency XXX'],
    ['a currency that is none', { currency: 'shekel' }, 'currency notACurrency SHEKEL'],
    ['a code that ISO 4217 has not', { currency: 'QQQ' }, 'currency notACurrency QQQ'],
    ['a total that is none', { total: 'abc' }, 'total notAnAmount'],
    ['a total that its lines do not come to', { total: '15.11' }, 'total doesNotAddUp 15.10'],
    ['a note that is too long', { note: 'x'.repeat(2001) }, 'note tooLong'],
  ])('%s', (_what, more, problem) => expect(problemsOf(draft(more))).toEqual([problem]));

  test.each<[string, Partial<InvoiceLineDraft>, string | string[]]>([
    ['no order line', { pol: '' }, 'lines.1.pol required'],
    ['a price as text', { price: 'twelve' }, 'lines.1.price notAnAmount'],
    ['a price with a comma', { price: '12,50' }, 'lines.1.price notAnAmount'],
    ['a price with an exponent', { price: '1e3' }, 'lines.1.price notAnAmount'],
    ['a price of nothing', { price: '0' }, 'lines.1.price notPositive'],
    ['a price below nothing', { price: '-5' }, 'lines.1.price notPositive'],
    ['a price finer than its currency', { price: '1.005' }, 'lines.1.price tooManyDecimals 2'],
    ['no pieces', { quantity: '0' }, 'lines.1.quantity notPositive'],
    ['a piece and a half', { quantity: '1.5' }, 'lines.1.quantity notWhole'],
    ['a million pieces', { quantity: '1000000' }, 'lines.1.quantity tooLarge 99999'],
    ['pieces as text', { quantity: 'two' }, 'lines.1.quantity malformed'],
    ['funds of 99.9 %', { funds: [fund('A', '50'), fund('B', '49.9')] }, 'lines.1.funds doesNotAddUp 99.9 %'],
    ['funds of 100.01 %', { funds: [fund('A', '100.01')] }, 'lines.1.funds doesNotAddUp 100.01 %'],
    [
      'sums that do not come to the price',
      { price: '10', funds: [fund('A', '', '4'), fund('B', '', '5.99')] },
      'lines.1.funds doesNotAddUp 9.99',
    ],
    [
      'a percentage beside a sum',
      { funds: [fund('A', '50'), fund('B', '', '5')] },
      'lines.1.funds malformed fundKinds',
    ],
    [
      'a fund without a share',
      { funds: [fund('A', '50'), fund('B', '')] },
      'lines.1.funds.1.percent required',
    ],
    ['a share without a fund', { funds: [fund('', '100')] }, 'lines.1.funds.0.fund required'],
    ['a fund twice', { funds: [fund('A', '50'), fund(' A', '50')] }, 'lines.1.funds.1.fund twice'],
    ['a subscription without an end', { from: '2026-01-01' }, 'lines.1.to required'],
    ['a subscription that ends first', { from: '2026-01-02', to: '2026-01-01' }, 'lines.1.to beforeStart'],
    ['VAT as text', { vat: '17 %' }, 'lines.1.vat notAnAmount'],
    [
      'several at once',
      { price: '', quantity: '0', note: 'a\u0000b' },
      ['lines.1.price required', 'lines.1.quantity notPositive', 'lines.1.note controlCharacters'],
    ],
  ])('a line with %s', (_what, more, problem) => expect(problemsOf(ofLine(more))).toEqual([problem].flat()));

  test('of an institution whose currency is not known needs one', () => {
    expect(problemsOf(draft(), 'XXX')).toEqual(['currency required']);
    expect(problemsOf(draft({ currency: 'eur' }), 'XXX')).toEqual([]);
  });

  test('has the decimals of its currency', () => {
    expect(problemsOf(draft({ currency: 'JPY' }))).toEqual(['lines.0.price tooManyDecimals 0']);
    const plan = planOf(draft({ currency: 'KWD', lines: [line({ price: '1.005' })] }), wanted, at('ILS'));
    expect(plan).toMatchObject({ currency: 'KWD', total: '1.005', lines: [{ amount: '1.005' }] });
  });

  test('makes nothing, and leaves nothing behind', async () => {
    const testStation = await openTestStation(folder);
    const window = testStation.window();
    const before = await countOf(testStation);
    const bad = draft({ number: '', lines: [line({ price: 'x' }), line({ quantity: '1.5' })] });
    expect(await window.failure('invoices.create', create({ draft: bad }))).toMatchObject({
      ...{ kind: 'invalid', field: 'number', reason: 'required' },
      others: [
        { field: 'lines.0.price', reason: 'notAnAmount' },
        { field: 'lines.1.quantity', reason: 'notWhole' },
      ],
    });
    const odd = create({ draft: draft({ total: '99' }) });
    expect(await window.failure('invoices.create', odd)).toMatchObject({ field: 'total', detail: '15.10' });
    expect(await countOf(testStation)).toBe(before);
    expect(await jobsOf(window)).toEqual([]);
    expect(testStation.intended.size).toBe(0);
    // The same intent is not used up, and what was pointed out can be wanted.
    expect((await window.ask('invoices.create', { ...odd, despiteTotal: true })).complete).toBe(true);
  });
});

test('the funds of a line come to it to the last decimal, however it is shared', () => {
  const cents = fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(cents, (parts) => {
      const sums = parts.map((part) => amount(part).div(100).toFixed(2));
      const funds = sums.map((share, nth) => fund(`F${String(nth)}`, '', share));
      const plan = planOf(draft({ lines: [line({ price: sum(sums), funds })] }), wanted, at('ILS'));
      expect(plan.lines[0]?.funds?.map((share) => share.amount)).toEqual(sums);
      const less = draft({ lines: [line({ price: amount(sum(sums)).plus('0.01').toFixed(2), funds })] });
      expect(problemsOf(less)).toEqual([`lines.0.funds doesNotAddUp ${sum(sums)}`]);
    }),
    { seed: 17, numRuns: 200 },
  );
});

test('whatever is typed into a line is a plan, or a problem of a field of that line', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('', '1', '12.50', '-1', '1e9', 'POL-1001', '2026-01-01', '٣'),
  );
  const typed = fc.record({
    ...{ pol: text, price: text, quantity: text, type: text, from: text, to: text, vat: text, note: text },
    funds: fc.array(fc.record({ fund: text, percent: text, amount: text }), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(typed, (input) => {
      for (const problem of problemsOf(draft({ lines: [input] }))) expect(problem).toMatch(/^lines\.0\./);
    }),
    { seed: 18, numRuns: 500 },
  );
});
