import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { m } from '../../../../src/messages/compiled/messages.js';
import { reasonWords, placeWord } from '../../../../src/renderer/invoices/import/words.ts';
import {
  type CsvStyle,
  type EdifactStyle,
  writeCsv,
  writeEdifact,
  type WrittenInvoice,
} from '../../../../src/service/vendor-invoice.ts';
import { preview, said } from './reading.ts';

const seed = 1817;

/** The check digit of an ISBN of thirteen digits. */
function isbn(digits: string): string {
  const sum = Array.from(digits, Number).reduce((all, digit, at) => all + digit * (at % 2 === 0 ? 1 : 3), 0);
  return digits + String((10 - (sum % 10)) % 10);
}

const cents = fc.integer({ min: 1, max: 99_999_999 });
const amountText = (value: number): string =>
  `${String(Math.floor(value / 100))}.${String(value % 100).padStart(2, '0')}`;
/** Words as titles have them, with every sign that separates something in one of the forms. */
const words = fc
  .string({
    unit: fc.constantFrom(...Array.from(`abc ÄÖ אבג ?'+:,;|*~"=1.-\t`)),
    minLength: 1,
    maxLength: 20,
  })
  .map((text) => text.replaceAll(/\s+/g, ' ').trim())
  // What a spreadsheet would run is said: here nothing is to be said.
  .filter((text) => text !== '' && !/^[=@+-]/.test(text));
const code = fc
  .string({ unit: fc.constantFrom(...Array.from(`ABC123-/.?+:'`)), minLength: 1, maxLength: 12 })
  .map((text) => `N${text}`);

const line = fc.record({
  pol: fc.integer({ min: 1, max: 99_999 }).map((number) => `POL-${String(number)}`),
  isbn: fc
    .integer({ min: 0, max: 999_999_999 })
    .map((number) => isbn(`978${String(number).padStart(9, '0')}`)),
  title: words,
  quantity: fc.integer({ min: 1, max: 9999 }).map(String),
  amount: cents,
});
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const invoices: fc.Arbitrary<WrittenInvoice[]> = fc.uniqueArray(
  fc
    .record({
      number: code,
      date: day,
      vendor: fc.constantFrom('NORTHBOOKS', 'LEXPRESS'),
      currency: fc.constantFrom('ILS', 'EUR', 'USD'),
      lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    })
    .map(({ lines, ...invoice }) => ({
      ...invoice,
      total: amountText(lines.reduce((sum, { amount }) => sum + amount, 0)),
      lines: lines.map((one) => ({ ...one, amount: amountText(one.amount) })),
    })),
  { minLength: 1, maxLength: 4, selector: ({ number }) => number },
);

const csvStyle: fc.Arbitrary<CsvStyle> = fc.record({
  separator: fc.constantFrom(',', ';', '\t', '|'),
  decimal: fc.constantFrom('point', 'comma'),
  days: fc.constantFrom('ymd', 'dmy', 'mdy'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
});
const edifactStyle: fc.Arbitrary<EdifactStyle> = fc.record({
  ...{ component: fc.constantFrom(':', '|', '^'), element: fc.constantFrom('+', '*', '\t') },
  ...{
    decimal: fc.constantFrom('.', ','),
    release: fc.constantFrom('?', '\\'),
    terminator: fc.constantFrom("'", '~'),
  },
  lineEnd: fc.constantFrom('', '\n', '\r\n'),
});

describe('whatever invoices a vendor writes are read as they were written', () => {
  test('as CSV', () => {
    fc.assert(
      fc.property(invoices, csvStyle, (written, style) => {
        const found = preview(writeCsv(written, style), {
          csv: {
            separator: style.separator as ',',
            decimal: style.decimal,
            days: style.days,
            header: true,
            columns: [],
          },
        });
        expect(said(found)).toEqual([]);
        expect(found.invoices).toMatchObject(written);
      }),
      { seed, numRuns: 200 },
    );
  });

  test('as CSV whose separator and signs are found out', () => {
    fc.assert(
      fc.property(invoices, csvStyle, (written, style) => {
        const found = preview(writeCsv(written, style));
        expect(found.csv?.form).toMatchObject({
          separator: style.separator,
          decimal: style.decimal,
          header: true,
        });
        expect(found.invoices.map(({ number, sum }) => [number, sum])).toEqual(
          written.map(({ number, total }) => [number, total]),
        );
      }),
      { seed, numRuns: 200 },
    );
  });

  test('as EDIFACT', () => {
    fc.assert(
      fc.property(invoices, edifactStyle, (written, style) => {
        const found = preview(writeEdifact(written, style), { name: 'invoice.edi' });
        expect(said(found)).toEqual([]);
        expect(found.invoices).toMatchObject(written);
      }),
      { seed, numRuns: 200 },
    );
  });
});

describe('whatever is in a file, each thing that is wrong with it is a sentence that names where', () => {
  const speaks = (content: Uint8Array | string, name: string): void => {
    const found = preview(content, { name });
    for (const problem of found.problems) {
      expect(reasonWords(problem)).not.toBe('');
      expect(reasonWords(problem)).not.toContain('undefined');
      expect(placeWord(problem.place)).not.toBe(
        problem.place.line === 0 ? '' : m.invoice_import_whole_file(),
      );
    }
    if (found.invoices.length === 0) expect(found.problems).not.toEqual([]);
  };

  test('any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.constantFrom('a.csv', 'a.edi', 'a'), speaks),
      { seed, numRuns: 1000 },
    );
  });

  test('any text that looks like CSV', () => {
    const text = fc.string({
      unit: fc.constantFrom(...Array.from(`amount,Title;"\n\r\t=1.5 א`)),
      maxLength: 200,
    });
    fc.assert(
      fc.property(text, (rest) => speaks(`Invoice,Date,Amount\n${rest}`, 'a.csv')),
      { seed, numRuns: 1000 },
    );
  });

  test('any change of a byte, and any end, of an EDIFACT file', () => {
    const change = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }), end: fc.nat() });
    fc.assert(
      fc.property(invoices, change, (written, { at, byte, end }) => {
        const bytes = Buffer.from(writeEdifact(written));
        bytes[at % bytes.length] = byte;
        speaks(bytes, 'a.edi');
        const cut = bytes.subarray(0, end % bytes.length);
        speaks(cut, 'a.edi');
        // Nothing half made: of a file that ends in the middle no invoice is taken.
        expect(preview(cut, { name: 'a.edi' }).invoices).toEqual([]);
      }),
      { seed, numRuns: 500 },
    );
  });
});
