import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { EditedRow, TableView } from '../../../src/contract/configuration-tables.ts';
import { whyNotPlain } from '../../../src/main/router.ts';
import { rowsOf, type Fields } from '../../../src/service/read.ts';
import { failureOf, lostBefore, rest, unknown } from '../support/lost.ts';
import { elsewhere, openTestStation, type TestStation, until } from '../support/test-station.ts';
import { codeTable, opened, put, saveOf, untouched, withRow } from './tables.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));

const name = 'RequestCancellationReasons';
const rows = [
  { code: 'A', description: 'a' },
  { code: 'B', description: 'b' },
];
const open = async () => {
  const station = await openTestStation(folder);
  await put(station, name, rows);
  return { station, window: station.window() };
};
const stored = async (station: TestStation): Promise<readonly Fields[]> =>
  rowsOf(await codeTable(station, name));
const edit = (view: TableView): EditedRow[] => withRow(view, 0, { description: 'edited' });
const sentTables = ({ intended }: TestStation): number => intended.size;

describe('a table that was not read whole', () => {
  const odd: [string, TestStation['odd']][] = [
    ['without rows', { 'conf.codeTables.get': () => ({ name }) }],
    ['with rows that are nothing', { 'conf.codeTables.get': () => ({ name, row: null }) }],
    ['with an empty wrapper', { 'conf.codeTables.get': () => ({ name, rows: {} }) }],
    [
      'with fewer rows than it says',
      { 'conf.codeTables.get': (is) => ({ ...(is as object), total_record_count: 3 }) },
    ],
    [
      'with fewer rows than it says inside',
      { 'conf.codeTables.get': () => ({ name, rows: { total_record_count: '7', row: rows } }) },
    ],
    [
      'with fewer rows than the list says',
      {
        'conf.codeTables.list': () => ({ items: [{ name, total_record_count: 9 }], total: 1, envelope: {} }),
      },
    ],
    [
      'with fewer rows than the list shows',
      {
        'conf.codeTables.list': () => ({
          items: [{ name, rows: { row: [...rows, ...rows] } }],
          total: 1,
          envelope: {},
        }),
      },
    ],
  ];

  test.each(odd)('%s is neither opened nor saved', async (_how, how) => {
    const { station, window } = await open();
    const view = await opened(window, name);
    const { difference } = await saveOf(window, view, edit(view));
    station.odd = how;
    const incomplete = { kind: 'invalid', field: 'table', reason: 'incomplete' };
    await window.ask('configuration.tables.list', { kind: 'code' });
    expect(await window.failure('configuration.tables.open', { kind: 'code', name })).toMatchObject(
      incomplete,
    );
    const input = { kind: 'code', name, opened: view.opened, rows: edit(view), choices: {} } as const;
    expect(await window.failure('configuration.tables.compare', input)).toMatchObject(incomplete);
    expect(
      await window.failure('configuration.tables.save', {
        ...input,
        intent: randomUUID(),
        against: difference.against,
      }),
    ).toMatchObject(incomplete);
    expect(sentTables(station)).toBe(0);
    expect(await stored(station)).toEqual(rows);
  });

  test('is read again where the list is older than the table', async () => {
    const { station, window } = await open();
    let listed = 2;
    station.odd = {
      'conf.codeTables.list': () => ({
        items: [{ name, total_record_count: listed }],
        total: 1,
        envelope: {},
      }),
    };
    await window.ask('configuration.tables.list', { kind: 'code' });
    await put(station, name, [...rows, { code: 'C' }]);
    listed = 3;
    expect((await opened(window, name)).rows).toHaveLength(3);
  });
});

describe('rows that cannot be saved', () => {
  test.each([
    ['', 'noCode', 'required'],
    [' ', 'noCode', 'required'],
    ['B', 'twice', 'twice'],
    ['x'.repeat(256), 'tooLong', 'tooLong'],
  ])('are told by their place: %.9s', async (code, why, reason) => {
    const { station, window } = await open();
    const view = await opened(window, name);
    const edited: EditedRow[] = [...untouched(view), { from: null, cells: [code, '', '', ''] }];
    const { difference, save } = await saveOf(window, view, edited);
    expect(difference.problems).toEqual([{ row: 2, field: 'code', why, isWarning: false }]);
    expect(await failureOf(save())).toMatchObject({ kind: 'invalid', field: 'row.2.code', reason });
    expect(sentTables(station)).toBe(0);
  });

  test.each([
    ['b', 'sameButForCase'],
    ['B ', 'blanks'],
    [' N', 'blanks'],
  ])('and those that only look wrong are pointed out: "%s"', async (code, why) => {
    const { station, window } = await open();
    const view = await opened(window, name);
    const edited: EditedRow[] = [...untouched(view), { from: null, cells: [code, '', '', ''] }];
    const { difference, save } = await saveOf(window, view, edited);
    expect(difference.problems).toEqual([{ row: 2, field: 'code', why, isWarning: true }]);
    await save();
    expect((await stored(station))[2]).toMatchObject({ code });
  });

  test('as they came from the service are told too: doubled codes and rows without one', async () => {
    const { station, window } = await open();
    station.odd = { 'conf.codeTables.get': () => ({ name, row: [...rows, rows[0], { description: 'x' }] }) };
    const view = await opened(window, name);
    const { difference } = await saveOf(window, view, untouched(view));
    expect(difference.problems.map(({ row, why }) => [row, why])).toEqual([
      [2, 'twice'],
      [3, 'noCode'],
    ]);
  });
});

test('an empty table is opened and filled, and a table is emptied knowingly', async () => {
  const { station, window } = await open();
  const view = await opened(window, name);
  const { difference, save } = await saveOf(window, view, []);
  expect(difference.dropped).toHaveLength(2);
  const { record, readBack } = await save();
  expect(readBack).toEqual([]);
  expect(await stored(station)).toEqual([]);
  if (!record) throw new Error('it was not read back');
  expect(record.rows).toEqual([]);
  const [former] = record.former;
  const { rows: back } = await window.ask('configuration.tables.former', {
    id: former?.id ?? '',
    opened: record.opened,
  });
  await (await saveOf(window, record, back)).save();
  expect(await stored(station)).toEqual(rows);
});

test('where nothing changes nothing is sent', async () => {
  const { station, window } = await open();
  const view = await opened(window, name);
  const { save } = await saveOf(window, view, untouched(view));
  expect(await save()).toMatchObject({ readBack: [], record: { former: [] } });
  expect(sentTables(station)).toBe(0);
});

test('a double click saves once', async () => {
  const { station, window } = await open();
  const view = await opened(window, name);
  const { save } = await saveOf(window, view, edit(view));
  const intent = randomUUID();
  const ends = await Promise.allSettled([save(intent), save(intent)]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(sentTables(station)).toBe(1);
});

test('a table that somebody changed since the difference was shown is not written', async () => {
  const { station, window } = await open();
  const view = await opened(window, name);
  const { save } = await saveOf(window, view, edit(view));
  await put(station, name, [...rows, { code: 'T' }]);
  expect(await failureOf(save())).toMatchObject({
    kind: 'conflict',
    differences: [{ field: 'row.T', is: 'T' }],
  });
  expect(sentTables(station)).toBe(0);
  const again = await saveOf(window, view, edit(view));
  expect(again.difference.theirs).toHaveLength(1);
  await again.save();
  expect((await stored(station)).map(({ code }) => code)).toEqual(['A', 'B', 'T']);
});

test('a conflict without a choice is not saved', async () => {
  const { station, window } = await open();
  const view = await opened(window, name);
  await put(station, name, [{ code: 'A', description: 'theirs' }]);
  const { difference, save } = await saveOf(window, view, edit(view));
  expect(difference.conflicts.map(({ key }) => key)).toEqual(['A']);
  expect(await failureOf(save())).toMatchObject({ kind: 'conflict' });
  expect(sentTables(station)).toBe(0);
  await (await saveOf(window, view, edit(view), { A: 'mine' })).save();
  expect(await stored(station)).toEqual([{ code: 'A', description: 'edited' }]);
});

test('a table of another library is not saved to this one', async () => {
  const { station, window } = await open();
  const view = await opened(window, name);
  const { difference } = await saveOf(window, view, edit(view));
  station.library = elsewhere;
  const input = { kind: 'code', name, opened: view.opened, rows: edit(view), choices: {} } as const;
  expect(
    await window.failure('configuration.tables.save', {
      ...input,
      intent: randomUUID(),
      against: difference.against,
    }),
  ).toMatchObject({ kind: 'invalid', field: 'opened', reason: 'moved' });
  expect(await window.failure('configuration.tables.compare', { ...input, opened: 'unknown' })).toMatchObject(
    {
      kind: 'invalid',
      field: 'opened',
      reason: 'gone',
    },
  );
  expect(sentTables(station)).toBe(0);
});

describe('an answer that is lost', () => {
  test('is looked up, and tells nothing as lost that was never saved', async () => {
    const { station, window } = await open();
    const view = await opened(window, name);
    const attempt = async () => (await saveOf(window, view, edit(view))).save();
    await lostBefore(station, 'conf.codeTables.update', attempt);
    expect(await stored(station)).toEqual(rows);
    expect((await opened(window, name)).lost).toEqual([]);
    await station.faults({ operation: 'conf.codeTables.update', fault: 'drop-after', count: 1 });
    expect(await attempt()).toMatchObject({ readBack: [] });
    expect((await stored(station))[0]).toMatchObject({ description: 'edited' });
  });

  test('of a table that somebody has changed since is a question for a person', async () => {
    const { station, window } = await open();
    const view = await opened(window, name);
    const { save } = await saveOf(window, view, edit(view));
    await station.faults({ operation: 'conf.codeTables.update', fault: 'drop-before', count: 1 });
    unknown(await failureOf(save()), 'conf.codeTables.update');
    await put(station, name, [...rows, { code: 'T' }]);
    await rest(station);
    expect(await window.unclear()).toMatchObject([
      { operation: 'conf.codeTables.update', seen: 'cannotTell' },
    ]);
  });

  test('before the program was killed is looked up at the next start, and the former table is kept once', async () => {
    const { station, window } = await open();
    const view = await opened(window, name);
    const { save } = await saveOf(window, view, edit(view));
    const held = Promise.withResolvers<undefined>();
    let isThere = false;
    station.odd = {
      'conf.codeTables.update': () => {
        isThere = true;
        return held.promise;
      },
    };
    const intent = randomUUID();
    void save(intent).catch(() => undefined);
    await until(() => isThere);
    station.odd = {};
    expect(station.journal.entry(intent)).toMatchObject({ state: 'sent' });
    expect(JSON.stringify(station.journal.entry(intent)?.before)).not.toContain('description');
    station.restart();
    await until(() => station.journal.entry(intent)?.state === 'accepted');
    const again = await opened(station.window(), name);
    expect(again).toMatchObject({ lost: [], former: [{ rowCount: 2 }] });
    expect(station.journal.kept('here', 'table', 100)).toHaveLength(1);
    held.reject(new Error('the program was killed'));
  });
});

test('what the service made of a row is told by reading it back', async () => {
  const { station, window } = await open();
  const view = await opened(window, name);
  const { save } = await saveOf(window, view, edit(view));
  station.odd = {
    'conf.codeTables.update': (answer) => {
      station.odd = {
        'conf.codeTables.get': () => ({ name, row: [{ code: 'A', description: 'cut' }, { code: 'S' }] }),
      };
      return answer;
    },
  };
  const { readBack, record } = await save();
  expect(readBack).toEqual([
    { what: 'oursChanged', row: 0, saved: ['A', 'edited', '', ''], now: ['A', 'cut', '', ''] },
    { what: 'oursGone', row: 2, saved: ['B', 'b', '', ''], now: null },
    { what: 'theirsAdded', row: 1, saved: null, now: ['S', '', '', ''] },
  ]);
  expect(record?.lost).toMatchObject([{ what: 'oursChanged', row: 0 }]);
});

test('a save that cannot be read back is done all the same', async () => {
  const { station, window } = await open();
  const view = await opened(window, name);
  const { save } = await saveOf(window, view, edit(view));
  await station.faults({ operation: 'conf.codeTables.get', fault: 'status', status: 400, after: 1 });
  expect(await save()).toEqual({ record: null, readBack: null });
  await station.faults();
  expect((await stored(station))[0]).toMatchObject({ description: 'edited' });
});

test('at most 20 former states of a table are kept', async () => {
  const { station, window } = await open();
  let view = await opened(window, name);
  for (let nth = 0; nth < 23; nth += 1) {
    const { save } = await saveOf(window, view, withRow(view, 0, { description: String(nth) }));
    const { record } = await save();
    if (record) view = record;
  }
  expect(view.former).toHaveLength(20);
  expect(station.journal.kept('here', 'table', 100)).toHaveLength(20);
});

test('a table of 20,000 rows is opened, compared and saved, and fits into a message', async () => {
  const { station, window } = await open();
  const many = Array.from({ length: 20_000 }, (_none, index) => ({
    column0: `Library ${String(index % 7)}`,
    column1: `LOCATION_${String(index)}`,
    column2: 'x'.repeat(40),
    column3: `Some text ${String(index)}`,
    column4: 'the last column',
    enabled: { value: 'true' },
  }));
  await put(station, 'SlipPrinters', many, 'mapping');
  // Of the processor, which others use too: the clock of a busy machine says nothing of this.
  const before = process.cpuUsage();
  const view = await opened(window, 'SlipPrinters', 'mapping');
  const edited = withRow(view, 17, { column4: 'edited' });
  const all = view.rows.map(({ from, cells }) => ({ from, cells }));
  expect(whyNotPlain({ ...view, rows: all })).toBeNull();
  await put(
    station,
    'SlipPrinters',
    many.map((row, index) => (index === 19_000 ? { ...row, column4: 'theirs' } : row)),
    'mapping',
  );
  const { difference, save } = await saveOf(window, view, edited);
  expect(difference.changed).toHaveLength(1);
  expect(difference.theirs).toHaveLength(2);
  expect((await save()).readBack).toEqual([]);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(20);
}, 240_000);
