import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { tableOf } from '../../../../src/main/configuration/locations/export.ts';
import { mostRows, readFile } from '../../../../src/main/configuration/locations/import/preview.ts';
import { csvOf } from '../../../../src/main/records/csv-cells.ts';
import type { Location } from '../../../../src/service/shapes/config.ts';
import { openTestStation } from '../../support/test-station.ts';
import { onRecord, preview, sentOf, writeElsewhere } from './asking.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-locations-csv-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = async () => {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
};

const location = (code: string, more: Partial<Location> = {}): Location => ({
  ...{ code, name: code, type: { value: 'OPEN', desc: 'Open' } },
  ...more,
});
const shelves = [
  location('OPEN', { name: 'Open shelves', suppress_from_publishing: 'false' }),
  location('CLOSED', { name: 'Closed stacks' }),
];

/** A file beside the shelves. */
function beside(
  content: string | Uint8Array,
  how: Partial<Parameters<typeof readFile>[1]> = {},
  present: readonly Location[] = shelves,
) {
  const bytes = Buffer.from(content);
  return readFile(
    { file: '', name: 'a.csv', size: bytes.byteLength, bytes },
    { charset: null, separator: null, deletes: false, ...how },
    { code: 'LAW', present, types: ['OPEN', 'CLOSED'] },
  );
}

/** What is said of each row, in short. */
const acts = ({ shown }: ReturnType<typeof beside>): string[] =>
  shown.rows.map(({ act, code, problems }) => [act, code, ...problems.map(({ reason }) => reason)].join(' '));
const reasons = ({ shown }: ReturnType<typeof beside>): string[] =>
  shown.problems.map(({ reason }) => reason);

describe('what is saved', () => {
  test('has all simple fields of all locations, says that it is UTF-8, and has no formula', async () => {
    const { testStation, window } = await open();
    await writeElsewhere(testStation, 'OPEN', { name: '=1+1', floor: { value: '2' }, our_own: [1] });
    testStation.files.place = '/tmp/locations.csv';
    expect(await window.ask('configuration.locations.export', { library: 'LAW' })).toEqual({
      savedAs: 'locations.csv',
    });
    expect(testStation.files.requests[0]).toMatch(/^Locations LAW \d{4}-\d\d-\d\d\.csv$/);
    const text = String(testStation.files.written.get('/tmp/locations.csv'));
    const [head, first] = text.split('\r\n');
    expect(head).toMatch(/^\uFEFFCode,Name,Type,External name,.*,Suppress from publishing,link,floor$/);
    expect(first).toContain(",'=1+1,");
    expect(first).toMatch(/,false,\/conf\/libraries\/LAW\/locations\/OPEN,2$/);
  });

  test('is the same as the library when it is read again', async () => {
    const { testStation, window } = await open();
    await writeElsewhere(testStation, 'OPEN', { name: "'=1+1", description: 'two\nlines; "quoted"' });
    testStation.files.place = '/tmp/again.csv';
    await window.ask('configuration.locations.export', { library: 'LAW' });
    const text = String(testStation.files.written.get('/tmp/again.csv'));
    const read = await preview({ testStation, window }, text, { deletes: true });
    expect(read.counts).toEqual({ make: 0, change: 0, delete: 0, same: 3, none: 0 });
    expect(read.problems.map(({ reason, detail }) => [reason, detail])).toEqual([['columnUnused', 'link']]);
    expect(sentOf(testStation)).toEqual([]);
  });

  test('has what a list leaves out', async () => {
    const { testStation, window } = await open();
    await writeElsewhere(testStation, 'OPEN', { description: 'Ground floor' });
    testStation.odd['conf.locations.list'] = (answer) => {
      const { items, ...rest } = answer as { readonly items: readonly Record<string, unknown>[] };
      return { ...rest, items: items.map(({ code, name }) => ({ code, name })) };
    };
    testStation.files.place = '/tmp/whole.csv';
    await window.ask('configuration.locations.export', { library: 'LAW' });
    expect(String(testStation.files.written.get('/tmp/whole.csv'))).toMatch(/,OPEN,[^,]*,Ground floor,/);
  });

  test('whatever is in the fields', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^['"=+@;,\t -][ -~\u05d0-\u05ea]*$/),
      fc.constantFrom('-5', "''=x", 'a\r\nb', 'a\nb', '"', ' x ', '\t'),
    );
    const value = text.filter((one) => !/[^\P{Cc}\t\n]|[\ufeff\ufffd]/u.test(one) || one === 'a\r\nb');
    const some = fc.record(
      {
        name: value,
        external_name: value,
        description: value,
        type: fc.record({ value }),
        fulfillment_unit: fc.record({ value }),
        suppress_from_publishing: fc.constantFrom('true', false, { value: 'true' }),
      },
      { requiredKeys: ['name', 'type'] },
    );
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 6 }), (found) => {
        const present = found.map((fields, nth) => ({ code: `CODE-${String(nth)}`, ...fields }));
        const read = beside(csvOf(tableOf(present)), { deletes: true }, present);
        expect(reasons(read)).toEqual([]);
        expect(read.shown.counts).toMatchObject({
          same: found.length,
          make: 0,
          change: 0,
          delete: 0,
          none: 0,
        });
      }),
    );
  });
});

describe('a file beside a library', () => {
  test('names each row that is made, changed or the same, with what it was and will be', () => {
    const read = beside(
      'code;name;type\nMAPS;Maps;OPEN\nOPEN;Ground floor;OPEN\nCLOSED;Closed stacks;OPEN\n',
    );
    expect(acts(read)).toEqual(['make MAPS', 'change OPEN', 'same CLOSED']);
    expect(read.shown.separator).toBe(';');
    expect(read.shown.rows[1]?.changes).toEqual([{ field: 'name', was: 'Open shelves', is: 'Ground floor' }]);
    expect(read.planned.map(({ act, line }) => [act, line])).toEqual([
      ['make', 2],
      ['change', 3],
    ]);
  });

  test('deletes only where a person says so, and then names each', () => {
    const text = 'Code,Name\nOPEN,Open shelves\n';
    expect(acts(beside(text))).toEqual(['same OPEN']);
    const read = beside(text, { deletes: true });
    expect(acts(read)).toEqual(['same OPEN', 'delete CLOSED']);
    expect(read.planned).toMatchObject([{ act: 'delete', line: 0, seen: { code: 'CLOSED' } }]);
  });

  test('deletes nothing where a row has no code: it might be of a location that would be deleted', () => {
    const read = beside('Code,Name\nOPEN,Open shelves\n,Closed stacks\n', { deletes: true });
    expect(acts(read)).toEqual(['same OPEN', 'none  required']);
    expect(reasons(read)).toEqual(['deletesBarred']);
  });

  test('takes no code that differs from another in case or blanks only, and deletes none for it', () => {
    const read = beside('Code,Name,Type\nopen,Other,OPEN\nMAPS,One,OPEN\nM APS,Two,OPEN\n', {
      deletes: true,
    });
    expect(acts(read)).toEqual([
      'none open codeAlike',
      'none MAPS codeAlike',
      'none M APS codeAlike',
      'delete CLOSED',
    ]);
    expect(acts(beside('Code,Name,Type\n MAPS ,One,OPEN\n'))).toEqual(['make MAPS']);
  });

  test('writes neither of two rows with one code', () => {
    const read = beside('Code,Name\nOPEN,One\nOPEN,Two\n');
    expect(acts(read)).toEqual(['none OPEN codeTwice', 'none OPEN codeTwice']);
    expect(read.shown.rows[0]?.problems[0]?.detail).toBe('3');
  });

  test('says what is wrong with a row, and what is odd', () => {
    const read = beside(
      [
        'Code,Name,Type,Suppress from publishing',
        'A,,OPEN,',
        'B,Bee,,',
        'C,Sea,OPEN,perhaps',
        `D,${'x'.repeat(1001)},OPEN,`,
        '..,Dots,OPEN,',
        'E,"=HYPERLINK(""http://x"")",OPEN,yes',
        'F,Eff,NONE,TRUE',
        'G,Short',
        'H,Long,OPEN,,,more',
        "I,'=1,OPEN,",
      ].join('\n'),
    );
    expect(acts(read)).toEqual([
      'none A required',
      'none B required',
      'none C notAFlag',
      'none D tooLong',
      'none .. codeOdd',
      'make E formula',
      'make F typeUnknown',
      'none G rowLength required',
      'make H rowLength',
      'make I',
    ]);
    expect(read.planned.map(({ form }) => [form?.name, form?.suppress])).toEqual([
      ['=HYPERLINK("http://x")', true],
      ['Eff', true],
      ['Long', false],
      ['=1', false],
    ]);
  });

  test('leaves a field alone for which there is no column, and empties one for which the cell is empty', () => {
    const present = [location('A', { description: 'Old', external_name: 'Ex' })];
    const read = beside('Code,Description\nA,\n', {}, present);
    expect(read.planned[0]?.form).toMatchObject({ description: '', externalName: 'Ex', name: 'A' });
  });

  test.each([
    ['nothing', '', ['empty']],
    ['blanks', ' \r\n\r\n', ['empty']],
    ['names of columns alone', 'Code,Name\n', ['noRows']],
    ['no column of codes', 'Name,Type\nOne,OPEN\n', ['noCodeColumn']],
    ['a column twice', 'Code,Name,name\nA,B,C\n', ['columnTwice']],
    ['a mark that is not closed', 'Code,Name\nOPEN,"Open\nCLOSED,Closed\n', ['quotes']],
    ['a PDF', '%PDF-1.7\n', ['notText']],
    ['a spreadsheet', 'PK\u0003\u0004abc', ['notText']],
    ['too many rows', `Code\n${'A\n'.repeat(mostRows + 1)}`, ['tooManyRows']],
    [
      'too many rows, and empty ones between them',
      `Code\n\n\n${'A\n'.repeat(mostRows + 1)}`,
      ['tooManyRows'],
    ],
  ])('with %s plans nothing', (_what, text, expected) => {
    const read = beside(text, { deletes: true });
    expect(reasons(read)).toEqual(expected);
    expect(read.planned).toEqual([]);
  });

  test('is read in whatever charset and with whatever separator it was written', () => {
    const text = 'Code\tName\tType\nOPEN\tBücherei\tOPEN\n';
    const nameIn = (bytes: Uint8Array, how = {}) => beside(bytes, how).planned[0]?.form?.name;
    expect(nameIn(Buffer.from(text))).toBe('Bücherei');
    expect(nameIn(Buffer.from(text, 'latin1'))).toBe('Bücherei');
    expect(nameIn(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toBe('Bücherei');
    expect(nameIn(Buffer.from(text), { charset: 'windows-1252' })).toBe('BÃ¼cherei');
    expect(reasons(beside(text, { separator: ',' }))).toEqual(['columnUnused', 'noCodeColumn']);
  });

  test.each([
    ['\r\n', '\n'],
    ['\n', '\r\n'],
    ['\r\n', '\r\n'],
    ['\n', '\n'],
    ['\r', '\r'],
  ])('has a row to a line, whichever ends it (%j, then %j)', (first, then) => {
    const rows = ['Code,Name,Type', 'MAPS,Maps,OPEN', 'OPEN,"Open shelves",OPEN', 'CLOSED,Cellar,"CLOSED"'];
    const read = beside(`${rows[0] ?? ''}${first}${rows.slice(1).join(then)}${then}`, { deletes: true });
    expect(acts(read)).toEqual(['make MAPS', 'same OPEN', 'change CLOSED']);
    expect(read.shown.rows.map(({ line }) => line)).toEqual([2, 3, 4]);
  });

  test('is not wanted, or too large, or another by now', async () => {
    const { testStation, window } = await open();
    testStation.files.choice = null;
    expect(await window.ask('configuration.locations.import.open', {})).toBeNull();
    const large = { name: 'a.csv', size: 11 * 1024 * 1024 };
    expect(await window.failure('configuration.locations.import.begin', large)).toMatchObject({
      reason: 'fileTooLarge',
    });
    const first = await preview({ testStation, window }, 'Code,Name\nOPEN,One\n');
    await preview({ testStation, window }, 'Code,Name\nOPEN,Two\n');
    const input = { intent: crypto.randomUUID(), preview: first.preview };
    expect(await window.failure('configuration.locations.import.start', input)).toMatchObject({
      ...{ field: 'preview', reason: 'gone' },
    });
    expect((await onRecord(testStation)).map(({ name }) => name)).not.toContain('One');
  });
});
