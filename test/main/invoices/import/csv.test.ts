import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CsvForm } from '../../../../src/contract/invoice-import.ts';
import { preview, said } from './reading.ts';

const head = 'Invoice number,Invoice date,Vendor,Order line,ISBN,Title,Quantity,Price,Amount';
const row = (
  more: Partial<Record<'number' | 'date' | 'pol' | 'isbn' | 'title' | 'quantity' | 'amount', string>>,
) => {
  const line = {
    ...{ number: 'NB-1', date: '2026-11-02', pol: 'POL-1001', isbn: '', title: 'Atlas', quantity: '1' },
    ...{ amount: '10.00', ...more },
  };
  return [
    line.number,
    line.date,
    'NORTHBOOKS',
    line.pol,
    line.isbn,
    line.title,
    line.quantity,
    '',
    line.amount,
  ];
};
const file = (...rows: readonly (readonly string[])[]): string =>
  [head, ...rows.map((values) => values.join(','))].join('\r\n');

/*
 * Written by ssconvert of Gnumeric 1.12.55 from gnumeric-invoice.gnumeric:
 * ssconvert -T Gnumeric_stf:stf_assistant -O 'separator=; quoting-mode=auto format=preserve' IN OUT
 */
test('a file that a spreadsheet wrote, with its own quotation marks, thousands and days', () => {
  const found = preview(readFileSync(path.join(import.meta.dirname, 'gnumeric-invoice.csv')));
  expect(said(found)).toEqual([]);
  expect(found.csv?.form).toMatchObject({ separator: ';', decimal: 'point', days: 'dmy', header: true });
  expect(found.invoices).toMatchObject([
    {
      ...{
        number: 'GN-2026/0117',
        date: '2026-11-17',
        vendor: 'NORTHBOOKS',
        currency: 'ILS',
        sum: '2583.50',
      },
      lines: [
        {
          ...{ pol: 'POL-1001', isbn: '9780306406157', quantity: '3', price: '411.50', amount: '1234.50' },
          title: 'Atlas of the Night Sky; a "revised" edition',
        },
        { pol: 'POL-1002', title: 'דקדוק העברית', quantity: '1', amount: '98.00' },
        { pol: 'POL-1003', title: 'Histoire de la reliure, l’atelier', quantity: '12', amount: '1251.00' },
      ],
    },
  ]);
});

describe('a CSV file', () => {
  test('is read with the names of its columns, and is one invoice for each number', () => {
    const found = preview(
      file(row({}), row({ pol: 'POL-1002', amount: '5.5' }), row({ number: 'NB-2', pol: 'POL-1003' })),
    );
    expect(said(found)).toEqual([]);
    expect(found).toMatchObject({
      kind: 'csv',
      charset: 'utf-8',
      csv: { form: { separator: ',', header: true } },
    });
    expect(
      found.invoices.map(({ number, date, vendor, sum, lines }) => [number, date, vendor, sum, lines.length]),
    ).toEqual([
      ['NB-1', '2026-11-02', 'NORTHBOOKS', '15.50', 2],
      ['NB-2', '2026-11-02', 'NORTHBOOKS', '10.00', 1],
    ]);
    expect(found.invoices[0]?.lines[1]).toMatchObject({
      pol: 'POL-1002',
      amount: '5.50',
      place: { line: 3 },
    });
  });

  test.each([
    ['UTF-8 with its mark', Buffer.from(`\ufeff${file(row({ title: 'ספר' }))}`), 'utf-8', 'ספר'],
    ['UTF-16', Buffer.from(`\ufeff${file(row({ title: 'ספר' }))}`, 'utf16le'), 'utf-16le', 'ספר'],
    ['UTF-16 without its mark', Buffer.from(file(row({ title: 'Élan' })), 'utf16le'), 'utf-16le', 'Élan'],
    ['UTF-16 the other way', Buffer.from(`\ufeff${file(row({}))}`, 'utf16le').swap16(), 'utf-16be', 'Atlas'],
    [
      'Windows-1252',
      Buffer.from(file(row({ title: 'Caf\x92 \x80 Élan' })), 'latin1'),
      'windows-1252',
      'Caf’ € Élan',
    ],
    [
      'Windows-1255',
      Buffer.from(file(row({ title: '\xf1\xf4\xf8 \xe4\xee\xf1\xf2\xe5\xfa' })), 'latin1'),
      'windows-1255',
      'ספר המסעות',
    ],
  ])('in %s', (_, bytes, charset, title) => {
    const found = preview(bytes);
    expect(found.charset).toBe(charset);
    expect(said(found)).toEqual([]);
    expect(found.invoices[0]?.lines[0]?.title).toBe(title);
  });

  test.each([
    ['semicolons, a comma for decimals, day first', ';', '31.01.2026;1.234,50', '2026-01-31', '1234.50'],
    ['tabs, a comma for decimals', '\t', '2026-01-31\t12,5', '2026-01-31', '12.50'],
    ['bars, month first', '|', '01/31/2026|"1,234.50"', '2026-01-31', '1234.50'],
  ])('with %s', (_, separator, values, date, amount) => {
    const found = preview(
      [
        ['Invoice no.', 'Supplier', 'POL', 'Date', 'Line total'].join(separator),
        `7${separator}V${separator}POL-1${separator}${values}`,
      ].join('\n'),
    );
    expect(said(found)).toEqual([]);
    expect(found.csv?.form.separator).toBe(separator);
    expect(found.invoices[0]).toMatchObject({ date, sum: amount });
  });

  test('with lines within a value names the line of the file, not the row', () => {
    const found = preview(file(row({ title: '"Atlas\nof the\nnight sky"' }), row({ amount: 'free' })));
    expect(found.invoices[0]?.lines[0]?.title).toBe('Atlas of the night sky');
    expect(said(found)).toEqual(['5 amount notAnAmount free']);
  });

  test('without names is read once its columns are said', () => {
    const text = '77,POL-1001,12.50\n77,POL-1002,3';
    const found = preview(text);
    expect(said(found)).toContain('0 amount noColumn');
    const form: CsvForm = {
      ...{ separator: ',', header: false, decimal: 'point', days: 'dmy' },
      columns: ['number', 'pol', 'amount'],
    };
    const mapped = preview(text, { csv: form, vendor: 'NORTHBOOKS' });
    expect(said(mapped)).toEqual(['1 date required']);
    expect(mapped.invoices[0]).toMatchObject({ number: '77', vendor: 'NORTHBOOKS', sum: '15.50' });
  });
});

test('the vendor that a person says counts before the one in the file', () => {
  expect(preview(file(row({}))).invoices[0]?.vendor).toBe('NORTHBOOKS');
  expect(preview(file(row({})), { vendor: 'LEXPRESS' }).invoices[0]?.vendor).toBe('LEXPRESS');
});

describe('what cannot be taken is named by line and field', () => {
  test.each([
    ['a quantity of 0', { quantity: '0' }, '2 quantity notPositive 0'],
    ['half a copy', { quantity: '1.5' }, '2 quantity notWhole 1.5'],
    ['a million copies', { quantity: '1000000' }, '2 quantity tooMany 1000000'],
    ['a quantity in words', { quantity: 'two' }, '2 quantity notANumber two'],
    ['a price in words', { amount: 'ten' }, '2 amount notAnAmount ten'],
    ['an exponent', { amount: '1e3' }, '2 amount notAnAmount 1e3'],
    ['no amount', { amount: '' }, '2 amount required'],
    ['an amount of 0', { amount: '0' }, '2 amount notPositive 0.00'],
    ['a credit', { amount: '(4.50)' }, '2 amount notPositive -4.50'],
    ['too many decimals', { amount: '1234.005' }, '2 amount tooManyDecimals 1234.005'],
    ['no such day', { date: '2026-02-30' }, '2 date notADate 2026-02-30'],
    ['no ISBN', { isbn: '978965000001' }, '2 isbn notAnIsbn 978965000001'],
    ['nothing that was ordered', { pol: '' }, '2 pol noOrderLine'],
    [
      'a formula',
      { title: '"=HYPERLINK(""http://example"",""Atlas"")"' },
      '2 title formula =HYPERLINK("http://example","Atlas")',
    ],
  ])('%s', (_, change, expected) => {
    expect(said(preview(file(row(change))))).toEqual([expected]);
  });

  test('a formula stays the text that it is', () => {
    const found = preview(file(row({ title: '=1+1', pol: '@SUM(A1)' })));
    expect(found.invoices[0]?.lines[0]).toMatchObject({ title: '=1+1', pol: '@SUM(A1)' });
    expect(said(found)).toEqual(['2 pol formula @SUM(A1)', '2 title formula =1+1']);
  });

  test('the wrong separator: no column is the amount', () => {
    const form: CsvForm = { separator: ';', header: true, decimal: 'point', days: 'ymd', columns: [] };
    const found = preview(file(row({})), { csv: form });
    expect(said(found)).toContain('0 amount noColumn');
  });

  test('a row that is too long, and one that says something else of the invoice', () => {
    const found = preview(file(row({}), row({ date: '2026-11-03' }), [...row({}), 'left over']));
    expect(said(found)).toEqual(['3 date differs 2026-11-02', '4 - rowLength 10']);
  });

  test('a quotation mark that is not closed', () => {
    expect(said(preview(file(row({ title: '"Atlas' }))))).toContainEqual(
      expect.stringMatching(/^2 - quotes/),
    );
  });

  test('a total that is not what the lines come to', () => {
    const found = preview(
      'Invoice,Date,Vendor,POL,Amount,Invoice total\n1,2026-01-02,V,POL-1,10,12\n1,,,POL-2,1,',
    );
    expect(said(found)).toEqual(['2 total totalDiffers 11.00']);
  });

  test.each(['XXX', 'XTS', 'QQQ'])('%s is no currency', (code) => {
    const found = preview(`Invoice,Date,Vendor,POL,Amount,Currency\n1,2026-01-02,V,POL-1,10,${code}`);
    expect(said(found)).toEqual([`2 currency notACurrency ${code}`]);
  });

  test.each([
    ['nothing', '', '0 - empty'],
    ['names alone', head, '0 - noLines'],
    ['a PDF', '%PDF-1.7 and so on', '0 - notText'],
  ])('%s', (_, text, expected) => {
    expect(said(preview(text))).toEqual([expected]);
    expect(preview(text).invoices).toEqual([]);
  });

  test('a hundred thousand lines: the first that is too many, and no invoice', () => {
    const found = preview([head, ...Array.from({ length: 100_000 }, () => row({}).join(','))].join('\n'));
    expect(said(found)).toEqual(['5002 - tooManyLines 5000']);
    expect(found.invoices).toEqual([]);
  });
});
