import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import type { Input } from '../../../src/contract/index.ts';
import { contract } from '../../../src/contract/index.ts';
import { Failed } from '../../../src/main/failure.ts';
import { csvOf, fromCell } from '../../../src/main/records/csv-cells.ts';
import { savingHandlers } from '../../../src/main/saving/calls.ts';
import { HandedTables } from '../../../src/main/saving/tables.ts';
import { linesAtOnce, mostLines, mostPrinted } from '../../../src/shared/saving-limits.ts';
import { heldClock, MemoryFiles } from '../support/ports.ts';

/** Saves as a window does; the printer answers the page that it was given. */
function savingStation(place: string | null = '/home/me/Report.csv') {
  const files = new MemoryFiles();
  files.place = place;
  const sheets: unknown[] = [];
  const tables = new HandedTables();
  const handlers = savingHandlers({
    ...{ files, clock: heldClock(), tables },
    printer: {
      pdf: (page, sheet) => {
        sheets.push(sheet);
        return Promise.resolve(Buffer.from(page));
      },
    },
    station: { view: () => ({ mode: 'practice' }) },
  });
  const context = { signal: new AbortController().signal, report: () => undefined, window: 1 };
  return {
    files,
    sheets,
    tables,
    lines: (input: Input<'saving.lines'>, window = 1) =>
      handlers['saving.lines'](contract['saving.lines'].input.parse(input), { ...context, window }),
    save: (input: Input<'saving.save'>, window = 1) =>
      handlers['saving.save'](contract['saving.save'].input.parse(input), { ...context, window }),
    written: () => String([...files.written].at(-1)?.[1] ?? ''),
  };
}

const table = randomUUID();
const page = {
  title: 'Fees <paid>',
  about: [['Library', 'Main & Law']] as [string, string][],
  notes: ['Only a part'],
  sums: [
    ['Currency', 'Paid'],
    ['ILS', '12.50'],
  ],
  barsTitle: 'By day',
  bars: [{ label: '<b>', shown: '₪12.50', length: 1 }],
  figures: [1],
  locale: 'en',
};

describe('what is seen is saved', () => {
  test('as a table that was handed over piece by piece, without formulas', async () => {
    const station = savingStation();
    await station.lines({ table, lines: [['Fund', 'Amount']] });
    await station.lines({ table, lines: [['=HYPERLINK("http://x")', '-5.00']] });
    const saved = await station.save({ name: 'By fund', file: { kind: 'csv', table } });
    expect(saved).toEqual({ savedAs: path.basename('/home/me/Report.csv') });
    expect(station.files.requests).toEqual(['By fund 2026-11-02.csv']);
    expect(station.written()).toBe('\uFEFFFund,Amount\r\n"\'=HYPERLINK(""http://x"")",-5.00\r\n');
  });

  test('as pages of A4, with every text escaped; what is not real says so', async () => {
    const station = savingStation('/home/me/Report.pdf');
    await station.lines({
      table,
      lines: [
        ['When', 'Amount'],
        ['<script>', '1.00'],
      ],
    });
    await station.save({ name: 'Report', file: { kind: 'pdf', table, page } });
    expect(station.sheets).toEqual(['A4 landscape']);
    const written = station.written();
    for (const text of [
      'Fees &lt;paid&gt;',
      'Main &amp; Law',
      'Only a part',
      '12.50',
      '&lt;script&gt;',
      'PRACTICE',
    ])
      expect(written).toContain(text);
    expect(written).not.toContain('<script>');
    expect(written).not.toContain('<b>');
  });

  test('as a picture; nothing is written where the user cancels', async () => {
    const station = savingStation();
    await station.save({ name: 'Chart', file: { kind: 'png', base64: 'iVBORw0=' } });
    expect([...station.files.written].at(-1)?.[1]).toEqual(Buffer.from('iVBORw0=', 'base64'));
    station.files.place = null;
    expect(await station.save({ name: 'Chart', file: { kind: 'svg', text: '<svg/>' } })).toBeNull();
    expect(station.files.written.size).toBe(1);
  });

  test('a table that is not there any more, or that another window handed over, is not saved', async () => {
    const station = savingStation();
    await station.lines({ table, lines: [['a']] });
    const gone = { failure: { kind: 'invalid', reason: 'gone' } };
    await expect(station.save({ name: 'x', file: { kind: 'csv', table } }, 2)).rejects.toMatchObject(gone);
    station.tables.closed(1);
    await expect(station.save({ name: 'x', file: { kind: 'csv', table } })).rejects.toMatchObject(gone);
    expect(station.files.requests).toEqual([]);
  });

  test('more lines than a table may have, or than are printed, are refused before anything is asked', async () => {
    const station = savingStation();
    const piece = Array.from({ length: linesAtOnce }, () => ['a']);
    const hand = async (count: number): Promise<void> => {
      for (let sent = 0; sent < count; sent += linesAtOnce) await station.lines({ table, lines: piece });
    };
    await hand(mostPrinted + linesAtOnce);
    const tooLarge = { failure: { kind: 'invalid', reason: 'tooLarge' } };
    await expect(station.save({ name: 'x', file: { kind: 'pdf', table, page } })).rejects.toMatchObject(
      tooLarge,
    );
    expect(station.files.requests).toEqual([]);
    await expect(hand(mostLines + linesAtOnce)).rejects.toThrow(Failed);
  });
});

const tableOf = (rows: readonly (readonly string[])[]): string[][] =>
  Papa.parse<string[]>(csvOf(rows).slice(1).replace(/\r\n$/, ''), { newline: '\r\n', delimiter: ',' }).data;

test.each([
  ['=1+1', "'=1+1"],
  [' =1+1', "' =1+1"],
  ['\n=1', "'\n'=1"],
  ['\tx', "'\tx"],
  ['＝1+1', "'＝1+1"],
  ["'=1", "''=1"],
  ['x;=1+1', "x;'=1+1"],
  ['x; "-y', 'x;\' "-y'],
  ['a\t=1+1', "a\t'=1+1"],
  ['two\r\n@lines', "two\r\n'@lines"],
])('%j is no formula, whatever separates the cells', (text, cell) => {
  expect(tableOf([['name', text]])).toEqual([['name', cell]]);
});

test.each(['-1', '-1.50', 'x;-1;y', 'x - y', 'a=1', "it's"])('%j is left as it is', (text) => {
  expect(tableOf([['name', text]])).toEqual([['name', text]]);
});

test('no cell of a table is a formula, and each comes back as it was', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.stringMatching(/^['"=+@;,\t\r\n x１＝-]*$/),
    fc.constantFrom('=1+1', '+1', '-1', '-1.50', '@x', '\t=1', '-cmd', '"q"'),
  );
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(table, (rows) => {
      for (const [at, row] of tableOf(rows).entries())
        for (const [nth, text] of row.entries()) {
          expect(text).not.toMatch(/^[=+@\t\r\n]|^-(?!\d+(\.\d+)?(?:[;\t\r\n]|$))/);
          expect(fromCell(text)).toBe(rows[at]?.[nth]);
        }
      const cells = csvOf(rows)
        .slice(1)
        .split(/[;\t\r\n]/);
      expect(cells.filter((one) => /^[\s"]*(?:[=+@＝]|-(?!\d))/.test(one))).toEqual([]);
    }),
  );
});
