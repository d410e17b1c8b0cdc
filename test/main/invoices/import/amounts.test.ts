import { describe, expect, test } from 'vitest';
import type { CsvForm } from '../../../../src/contract/invoice-import.ts';
import { writeEdifact } from '../../../../src/service/vendor-invoice.ts';
import { preview, said } from './reading.ts';

/** A line for each amount, which are quoted: a comma may be in them. */
const csv = (currency: string, ...amounts: readonly string[]): string =>
  [
    'Invoice,Date,Vendor,POL,Currency,Amount',
    ...amounts.map((amount) => `N-1,2026-01-02,V,POL-1,${currency},"${amount}"`),
  ].join('\n');
const amountsOf = (text: string, form: CsvForm | null = null): (string | undefined)[] =>
  preview(text, { csv: form }).invoices.flatMap(({ lines }) => lines.map(({ amount }) => amount));
const formWith = (decimal: CsvForm['decimal']): CsvForm => ({
  ...{ separator: ',', header: true, decimal, days: 'ymd', columns: [] },
});

describe('three digits behind a sign', () => {
  test('are to be looked at where no amount shows what it is for, and not where one does', () => {
    expect(said(preview(csv('ILS', '1,234', '15,000')))).toEqual(['2 - anySign 1,234']);
    expect(preview(csv('ILS', '1,234')).csv?.anySign).toBe(true);
    expect(said(preview(csv('ILS', '1,234', '12.50')))).toEqual([]);
    expect(amountsOf(csv('ILS', '1,234', '12.50'))).toEqual(['1234.00', '12.50']);
    expect(amountsOf(csv('ILS', '1.234', '12,50'))).toEqual(['1234.00', '12.50']);
    expect(amountsOf(csv('ILS', '1.234.567', '1.234'))).toEqual(['1234567.00', '1234.00']);
    expect(said(preview(csv('ILS', '12', '1000')))).toEqual([]);
  });

  test('are no amount where the currency has three decimals, until a person says which sign it is', () => {
    const text = csv('KWD', '12,500', '1.234');
    expect(said(preview(text))).toEqual([
      '2 - anySign 12,500',
      '2 amount notAnAmount 12,500',
      '3 amount notAnAmount 1.234',
    ]);
    expect(amountsOf(text, formWith('comma'))).toEqual(['12.500', '1234.000']);
    expect(amountsOf(text, formWith('point'))).toEqual(['12500.000', '1.234']);
    expect(amountsOf(csv('KWD', '12.500', '1234.500'))).toEqual(['12.500', '1234.500']);
    expect(amountsOf(csv('KWD', '0.500', '12.500'))).toEqual(['0.500', '12.500']);
  });

  test('are still open where a person has said something else', () => {
    const found = preview(csv('ILS', '1,234'), { csv: { ...formWith('point'), decimal: null } });
    expect(found.csv).toMatchObject({ anySign: true, form: { decimal: 'point' } });
    // In the columns that they name, the sign is looked for.
    const unnamed = preview('a;b\nN-1;12,50', {
      csv: { ...formWith('point'), separator: ';', columns: ['number', 'amount'], decimal: null },
    });
    expect(unnamed.csv).toMatchObject({ anySign: false, form: { decimal: 'comma' } });
  });

  test('are decimals in an interchange, whatever its sign', () => {
    const line = { pol: 'POL-1', isbn: '', title: 'Atlas', quantity: '1', amount: '12.500' };
    const invoice = { number: 'N-1', date: '2026-01-02', vendor: 'V', currency: 'KWD', total: '12.500' };
    for (const decimal of ['.', ',']) {
      const text = writeEdifact([{ ...invoice, lines: [line] }], { decimal });
      // Some write a comma and announce a point.
      for (const one of [text, text.replaceAll('12.500', '12,500')]) {
        const found = preview(one, { name: 'a.edi' });
        expect(said(found)).toEqual([]);
        expect(found.invoices[0]).toMatchObject({ total: '12.500', sum: '12.500' });
      }
    }
  });
});
