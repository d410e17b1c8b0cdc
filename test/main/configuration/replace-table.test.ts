import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { differencesBetween } from '../../../src/main/records/replace-whole.ts';
import {
  editCodeTable,
  editLetter,
  editMappingTable,
} from '../../../src/main/configuration/replace-table.ts';
import { editLocation } from '../../../src/main/configuration/locations/edit.ts';
import type { Command } from '../../../src/service/endpoints.ts';
import { rowsOf, textOf } from '../../../src/service/read.ts';
import type { WrittenCodeTable } from '../../../src/service/shapes/tables.ts';
import { openTestStation } from '../support/test-station.ts';
import { lostBefore } from '../support/lost.ts';
import { programRunOf } from '../support/program-run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { signal } = new AbortController();
const intent = () => randomUUID();

const open = async () => {
  const testStation = await openTestStation(folder);
  return { testStation, work: programRunOf(testStation).deps };
};

describe('a code table', () => {
  const table = { path: { table_name: 'RequestCancellationReasons' } };
  const name = table.path.table_name;

  test('is written whole: rows added, changed and dropped, the rest as it came', async () => {
    const { testStation, work } = await open();
    const seen = await testStation.client.call('conf.codeTables.get', table);
    const after = await editCodeTable(
      work,
      name,
      {
        intent: intent(),
        seen,
        change: ({ row, ...rest }) => ({
          ...rest,
          row: [
            ...row.filter(({ code }) => code !== 'CannotBeFulfilled'),
            { code: 'Damaged', description: 'The item is damaged', enabled: { value: 'true' } },
          ],
        }),
      },
      signal,
    );
    expect(rowsOf(after).map(({ code }) => code)).toEqual(['PatronNotInterested', 'Damaged']);
    expect(await testStation.client.call('conf.codeTables.get', table)).toEqual({ ...seen, row: after.row });
  });

  test('keeps the flags of the rows that are left alone in whatever form they came', async () => {
    const { testStation, work } = await open();
    const rows = [
      { code: 'A', enabled: true, default: 'false' as const },
      { code: 'B', enabled: { value: 'false' as const, desc: 'No' } },
      { code: 'C', description: 'before' },
    ];
    const body = { ...(await testStation.client.call('conf.codeTables.get', table)), row: rows };
    const seen = await testStation.client.call('conf.codeTables.update', { ...table, body });
    const change = ({ row, ...rest }: WrittenCodeTable) => ({
      ...rest,
      row: row.map((one) => (one.code === 'C' ? { ...one, description: 'after' } : one)),
    });
    await editCodeTable(work, name, { intent: intent(), seen, change }, signal);
    const [first, second] = rows;
    expect(rowsOf(await testStation.client.call('conf.codeTables.get', table))).toEqual([
      first,
      second,
      { code: 'C', description: 'after' },
    ]);
  });

  test('that somebody else changed meanwhile is left alone, and what differs is shown', async () => {
    const { testStation, work } = await open();
    const seen = await testStation.client.call('conf.codeTables.get', table);
    const rows = rowsOf(seen).map((row) => ({ ...row, code: textOf(row.code) }));
    const first = rows[0];
    if (!first) throw new Error('the table is empty');
    const theirs = { ...first, description: 'Changed elsewhere' };
    await testStation.client.call('conf.codeTables.update', {
      ...table,
      body: { name, row: [theirs] as never },
    });
    const mine = { intent: intent(), seen, change: <T>(record: T) => record };
    await expect(editCodeTable(work, name, mine, signal)).rejects.toMatchObject({
      failure: {
        kind: 'conflict',
        differences: expect.arrayContaining([
          {
            field: 'row.PatronNotInterested.description',
            was: 'Patron is not interested any more',
            is: 'Changed elsewhere',
          },
        ]) as unknown,
      },
    });
    const is = await testStation.client.call('conf.codeTables.get', table);
    expect(rowsOf(is)).toEqual([theirs]);
  });

  test('edited twice at once from the same sight is written once', async () => {
    const { testStation, work } = await open();
    const seen = await testStation.client.call('conf.codeTables.get', table);
    const edits = ['One', 'Two'].map((code) =>
      editCodeTable(
        work,
        name,
        {
          intent: intent(),
          seen,
          change: (record) => ({ ...record, row: [...record.row, { code, description: code }] }),
        },
        signal,
      ),
    );
    const ends = await Promise.allSettled(edits);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(ends[1]).toMatchObject({ reason: { failure: { kind: 'conflict' } } });
  });

  test('whose answer is lost is looked up', async () => {
    const { testStation, work } = await open();
    const seen = await testStation.client.call('conf.codeTables.get', table);
    const edit = () =>
      editCodeTable(
        work,
        name,
        { intent: intent(), seen, change: (record) => ({ ...record, row: record.row.slice(0, 1) }) },
        signal,
      );
    await lostBefore(testStation, 'conf.codeTables.update', edit, () => work.unclear.list());
    expect(await testStation.client.call('conf.codeTables.get', table)).toEqual(seen);
    await testStation.faults({ operation: 'conf.codeTables.update', fault: 'drop-after', count: 1 });
    expect(rowsOf(await edit())).toHaveLength(1);
  });

  test('refused by the service is left as it was', async () => {
    const { testStation, work } = await open();
    const seen = await testStation.client.call('conf.codeTables.get', table);
    const twice = editCodeTable(
      work,
      name,
      { intent: intent(), seen, change: (record) => ({ ...record, row: [...record.row, ...record.row] }) },
      signal,
    );
    await expect(twice).rejects.toMatchObject({ failure: { kind: 'refused', code: '9100411' } });
    expect(await testStation.client.call('conf.codeTables.get', table)).toEqual(seen);
  });
});

test('a mapping table', async () => {
  const { testStation, work } = await open();
  const table = { path: { table_name: 'SlipPrinters' } };
  const seen = await testStation.client.call('conf.mappingTables.get', table);
  const edit = (code: string) =>
    editMappingTable(
      work,
      'SlipPrinters',
      {
        intent: intent(),
        seen,
        change: (record) => ({
          ...record,
          row: [...record.row, { column0: 'FulTransitSlipLetter', column1: 'SCI', column2: code }],
        }),
      },
      signal,
    );
  expect(rowsOf(await edit('SCI_DESK'))).toHaveLength(rowsOf(seen).length + 1);
  await expect(edit('MAIN_SLIPS')).rejects.toMatchObject({
    failure: {
      kind: 'conflict',
      differences: [{ field: 'row.FulTransitSlipLetter SCI SCI_DESK', was: '' }],
    },
  });
});

test('a letter goes as XML, with its template to the last sign', async () => {
  const { testStation, work } = await open();
  const letter = { path: { letter_code: 'OverdueAndLostLoanLetter' } };
  const seen = await testStation.client.call('conf.letters.get', letter);
  const xsl = '<xsl:template match="/">\r\n\t<p title="a &amp; b">]]> é\u{1F4DA}</p></xsl:template>\n';
  const edit = (fields: object) =>
    editLetter(
      work,
      'OverdueAndLostLoanLetter',
      { intent: intent(), seen, change: (record) => ({ ...record, ...fields }) },
      signal,
    );
  const after = await edit({ letter_template_xsl: xsl, enabled: false, description: 'No effect' });
  expect(after).toEqual({ ...seen, letter_template_xsl: xsl, enabled: 'false' });
  expect(await testStation.client.call('conf.letters.get', letter)).toEqual(after);
  await expect(edit({ subject: 'Too late' })).rejects.toMatchObject({
    failure: {
      kind: 'conflict',
      differences: [{ field: 'enabled', was: 'true', is: 'false' }, { field: 'letter_template_xsl' }],
    },
  });
});

test('a location', async () => {
  const { testStation, work } = await open();
  const at = { path: { library_code: 'SCI', location_code: 'REMOTE' } };
  const seen = await testStation.client.call('conf.locations.get', at);
  const edit = (name: string) =>
    editLocation(
      work,
      { library: 'SCI', code: 'REMOTE' },
      { intent: intent(), seen, change: (record) => ({ ...record, name }) },
      signal,
    );
  expect(await edit('Depot')).toEqual({ ...seen, name: 'Depot' });
  await expect(edit('Cellar')).rejects.toMatchObject({
    failure: { kind: 'conflict', differences: [{ field: 'name', was: 'Remote Storage', is: 'Depot' }] },
  });
});

test('an intent is used once', async () => {
  const { testStation, work } = await open();
  const at = { path: { library_code: 'SCI', location_code: 'OPEN' } };
  const seen = await testStation.client.call('conf.locations.get', at);
  const input = { intent: intent(), seen, change: <T>(record: T) => record };
  await editLocation(work, { library: 'SCI', code: 'OPEN' }, input, signal);
  await expect(editLocation(work, { library: 'SCI', code: 'OPEN' }, input, signal)).rejects.toMatchObject({
    failure: { kind: 'invalid', reason: 'alreadySent' },
  });
});

describe('an answer that is lost is looked up', () => {
  const place = { code: 'MAPS', name: 'Map Room', type: { value: 'OPEN' } };
  const at = { library_code: 'LAW', location_code: 'MAPS' };

  async function bothWays(
    operation: Command,
    { testStation, work }: Awaited<ReturnType<typeof open>>,
    run: () => Promise<unknown>,
  ) {
    await lostBefore(testStation, operation, run, () => work.unclear.list());
    await testStation.faults({ operation, fault: 'drop-after', count: 1 });
    await run();
  }

  test('of a new location, and of one deleted', async () => {
    const { testStation, work } = await open();
    const { commands, connection } = work;
    const common = { queue: 'test', about: 'a test', before: null, service: await connection.service() };
    await bothWays('conf.locations.create', { testStation, work }, () =>
      commands.run({
        ...common,
        operation: 'conf.locations.create',
        args: { path: { library_code: 'LAW' }, body: place },
      }),
    );
    expect(await testStation.client.call('conf.locations.get', { path: at })).toMatchObject(place);
    await bothWays('conf.locations.delete', { testStation, work }, () =>
      commands.run({ ...common, operation: 'conf.locations.delete', args: { path: at } }),
    );
    const { items } = await testStation.client.call('conf.locations.list', { path: { library_code: 'LAW' } });
    expect(items).toHaveLength(3);
  });

  test('of a letter, a mapping table and a location that are edited', async () => {
    const { testStation, work } = await open();
    const letter = { path: { letter_code: 'FulTransitSlipLetter' } };
    const seenLetter = await testStation.client.call('conf.letters.get', letter);
    await bothWays('conf.letters.update', { testStation, work }, () =>
      editLetter(
        work,
        'FulTransitSlipLetter',
        { intent: intent(), seen: seenLetter, change: (is) => ({ ...is, enabled: false, subject: 'S' }) },
        signal,
      ),
    );
    const table = { path: { table_name: 'SlipPrinters' } };
    const seenTable = await testStation.client.call('conf.mappingTables.get', table);
    await bothWays('conf.mappingTables.update', { testStation, work }, () =>
      editMappingTable(
        work,
        'SlipPrinters',
        { intent: intent(), seen: seenTable, change: (is) => ({ ...is, row: is.row.slice(1) }) },
        signal,
      ),
    );
    const path = { library_code: 'SCI', location_code: 'OPEN' };
    const seenPlace = await testStation.client.call('conf.locations.get', { path });
    await bothWays('conf.locations.update', { testStation, work }, () =>
      editLocation(
        work,
        { library: 'SCI', code: 'OPEN' },
        { intent: intent(), seen: seenPlace, change: (is) => ({ ...is, name: 'Ground floor' }) },
        signal,
      ),
    );
  });

  test('of a workflow: nobody but a person can tell', async () => {
    const { testStation, work } = await open();
    await testStation.faults({ operation: 'conf.workflows.run', fault: 'drop-after', count: 1 });
    const run = work.commands.run({
      operation: 'conf.workflows.run',
      args: { path: { workflow_id: 'EXPIRE_HOLDS' } },
      queue: 'test',
      about: 'a test',
      before: null,
      service: await work.connection.service(),
    });
    await expect(run).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
  });
});

describe('what differs', () => {
  test('is nothing between equals, and is named by field and by row', () => {
    const row = (code: string, description: string) => ({ code, description });
    expect(differencesBetween({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toEqual([]);
    expect(
      differencesBetween(
        { row: [row('A', 'a'), row('B', 'b')], type: { value: 'X' }, gone: 1 },
        { row: [row('A', 'a'), row('C', 'c')], type: { value: 'Y' } },
      ),
    ).toEqual([
      { field: 'row.B', was: 'B · b', is: '' },
      { field: 'row.C', was: '', is: 'C · c' },
      { field: 'type', was: 'X', is: 'Y' },
      { field: 'gone', was: '1', is: '' },
    ]);
  });

  test('is the order of the rows where only that changed', () => {
    const [one, two] = [{ code: 'A' }, { code: 'B' }];
    expect(differencesBetween({ row: [one, two] }, { row: [two, one] })).toEqual([
      { field: 'row', was: 'A, B', is: 'B, A' },
    ]);
  });
});
