import { describe, expect, test } from 'vitest';
import { preview, said } from './reading.ts';

/** An INVOIC interchange with these segments in its head. */
const interchange = (head: readonly string[]): string =>
  [
    ...['UNB+UNOC:3+1+2+261103:0915+7', 'UNH+1+INVOIC:D:96A:UN', 'BGM+380+N-1+9', 'DTM+137:20261102:102'],
    ...head,
    ...['LIN+1', 'MOA+203:10.00', 'UNS+S', `UNT+${String(head.length + 7)}+1`, 'UNZ+1+7', ''],
  ].join("'");

describe('a file that is made to keep the station busy', () => {
  test('with a hundred thousand charges is read in one pass', () => {
    const started = performance.now();
    const charges = Array.from({ length: 50_000 }, () => ['ALC+C++++DL', 'MOA+8:1.00']).flat();
    const found = preview(interchange(charges), { name: 'a.edi' });
    expect(found.invoices[0]?.shipment).toBe('50000.00');
    // In a pass for each charge it takes minutes.
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test('with more segments than any invoice has is not read', () => {
    const found = preview(interchange(Array.from({ length: 200_001 }, () => 'FTX+A')), { name: 'a.edi' });
    expect(said(found)).toEqual([expect.stringMatching(/^FTX\d+ - tooManyLines 5000$/)]);
    expect(found.invoices).toEqual([]);
  });

  test('with thousands of columns is read as far as its first 200', () => {
    const names = ['Invoice', 'Date', 'Vendor', 'POL', 'Amount', ...Array.from({ length: 3000 }, () => 'x')];
    const values = ['N-1', '2026-01-02', 'V', 'POL-1', '10.00', ...Array.from({ length: 3000 }, () => 'y')];
    const found = preview([names.join(), values.join()].join('\n'));
    expect(said(found)).toEqual(['1 - tooManyColumns 200']);
    expect(found.csv?.columns).toHaveLength(200);
    expect(found.csv?.form.columns).toHaveLength(200);
    expect(found.invoices).toMatchObject([{ number: 'N-1', sum: '10.00' }]);
  });

  test('with names and values of any length shows their beginning', () => {
    const long = 'a'.repeat(1_000_000);
    const found = preview(`Invoice,${long}\nN-1,${long}`);
    const [, column] = found.csv?.columns ?? [];
    expect([column?.name.length, column?.values[0]?.length]).toEqual([200, 200]);
  });

  test('with many problems has those that keep it back among the first 500', () => {
    const rows = Array.from({ length: 700 }, (_, nth) => `N-1,2026-01-02,V,,${nth < 600 ? '10.00' : 'ten'}`);
    const found = preview(['Invoice,Date,Vendor,POL,Amount', ...rows].join('\n'));
    expect(found.problemCount).toBe(800);
    expect(found.problems).toHaveLength(500);
    expect(found.problems.filter(({ reason }) => reason === 'notAnAmount')).toHaveLength(100);
    const lines = found.problems.map(({ place }) => place.line);
    expect(lines).toEqual(lines.toSorted((one, other) => one - other));
  });
});
