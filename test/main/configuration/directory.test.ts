import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { DirectoryRecord, FieldValue } from '../../../src/contract/configuration.ts';
import { openTestStation } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-directory-'));
afterAll(() => rmSync(folder, { recursive: true }));

const valueOf = ({ fields }: DirectoryRecord, name: string): FieldValue | undefined =>
  fields.find((field) => field.name === name)?.value;

describe('what the institution has set up', () => {
  test.each([
    ['libraries', ['MAIN', 'SCI', 'LAW']],
    ['departments', ['ACQ', 'CAT']],
    ['deposit-profiles', ['DEPOSIT', 'LAPTOP', 'LOCKER']],
    ['import-profiles', ['7200001', '7200002', '7200003']],
    ['printers', ['7100001', '7100002', '7100003', '7100004']],
  ] as const)('%s: all of them, and each with every field that was sent', async (kind, ids) => {
    const station = await openTestStation(folder);
    const window = station.window();
    const { records, unread } = await window.ask('configuration.directory.list', { kind, library: '' });
    expect([records.map(({ id }) => id), unread]).toEqual([ids, []]);
    const record = await window.ask('configuration.directory.get', { kind, library: '', id: ids[0] });
    expect(record).toEqual(records[0]);
  });

  test('the desks of one library, and those of all', async () => {
    const station = await openTestStation(folder);
    const window = station.window();
    const kind = 'circ-desks';
    const main = await window.ask('configuration.directory.list', { kind, library: 'MAIN' });
    expect(main.records.map(({ code, library }) => [code, library?.label])).toEqual([
      ['DEFAULT_CIRC_DESK', 'Main Library'],
      ['READING_ROOM', 'Main Library'],
    ]);
    const reports: unknown[] = [];
    const report = (soFar: unknown): unknown => reports.push(soFar);
    const all = await window.ask('configuration.directory.list', { kind, library: '' }, { report });
    expect(all.records.map(({ library }) => library?.code)).toEqual(['MAIN', 'MAIN', 'SCI', 'LAW']);
    expect(reports).toEqual([0, 1, 2].map((read) => ({ read, total: 3 })));
    const desk = await window.ask('configuration.directory.get', {
      ...{ kind, library: 'SCI', id: 'DEFAULT_CIRC_DESK' },
    });
    expect(desk.library?.code).toBe('SCI');
    expect(valueOf(desk, 'location')).toMatchObject({
      as: 'list',
      values: [{ as: 'code', code: 'OPEN', label: 'Open Stacks', more: [] }, {}, {}],
    });
  });

  test('desks that cannot be read keep no others from being seen; where none can, it fails', async () => {
    const station = await openTestStation(folder);
    const window = station.window();
    const input = { kind: 'circ-desks', library: '' } as const;
    await station.faults({
      operation: 'conf.circDesks.list',
      fault: 'status',
      status: 403,
      after: 1,
      count: 1,
    });
    const { records, unread } = await window.ask('configuration.directory.list', input);
    expect(records.map(({ library }) => library?.code)).toEqual(['MAIN', 'MAIN', 'LAW']);
    expect(unread).toMatchObject([{ of: { code: 'SCI', label: 'Science Library' } }]);
    await station.faults({ operation: 'conf.circDesks.list', fault: 'status', status: 403 });
    await expect(window.failure('configuration.directory.list', input)).resolves.toBeDefined();
  });

  test('more printers than a page has are all read', async () => {
    const station = await openTestStation(folder);
    const many = Array.from({ length: 250 }, (_, index) => ({ id: String(index), code: `P${index}` }));
    let asked = 0;
    station.odd['conf.printers.list'] = () => {
      const items = many.slice(Math.max(0, asked * 99), asked * 99 + 100);
      asked += 1;
      return { items, total: many.length, envelope: { total_record_count: many.length } };
    };
    station.restart();
    const { records } = await station
      .window()
      .ask('configuration.directory.list', { kind: 'printers', library: '' });
    expect(records).toHaveLength(250);
  });

  test.each([
    ['libraries', 'refused'],
    ['circ-desks', 'refused'],
    ['deposit-profiles', 'refused'],
    ['import-profiles', 'refused'],
    ['printers', 'refused'],
    ['departments', 'invalid'],
  ] as const)('a record of %s that is gone since says so', async (kind, failure) => {
    const station = await openTestStation(folder);
    const window = station.window();
    const input = { kind, library: 'MAIN', id: 'GONE/SINCE' };
    expect(await window.failure('configuration.directory.get', input)).toMatchObject({ kind: failure });
  });

  test('what holds for all, and nothing where the service says nothing', async () => {
    const station = await openTestStation(folder);
    const window = station.window();
    const general = await window.ask('configuration.directory.general', {});
    expect(general && valueOf(general, 'default_currency')).toMatchObject({ as: 'code', code: 'ILS' });
    expect(general && valueOf(general, 'timezone')).toEqual({ as: 'text', text: 'Asia/Jerusalem' });
    await station.faults({ operation: 'conf.general', fault: 'empty', count: 1 });
    expect(await window.ask('configuration.directory.general', {})).toBeNull();
    station.odd['conf.general'] = () => ({});
    station.restart();
    expect(await station.window().ask('configuration.directory.general', {})).toBeNull();
  });

  test('a library that has an id as well is asked for by its code', async () => {
    const station = await openTestStation(folder);
    station.odd['conf.libraries.list'] = () => {
      const items = [{ code: 'SCI', id: '112', name: 'Science' }];
      return { items, total: 1, envelope: { total_record_count: 1 } };
    };
    station.restart();
    const window = station.window();
    const kind = 'libraries';
    const { records } = await window.ask('configuration.directory.list', { kind, library: '' });
    expect(records).toMatchObject([{ id: 'SCI', code: 'SCI' }]);
    const found = await window.ask('configuration.directory.get', {
      ...{ kind, library: '', id: records[0]?.id ?? '' },
    });
    expect(found.code).toBe('SCI');
  });

  test('a field in any form can be read, also one that nobody knows', async () => {
    const station = await openTestStation(folder);
    let deep: unknown = 'end';
    for (let level = 0; level < 40; level += 1) deep = { inside: deep };
    const record = {
      ...{ code: 'ODD', name: 17, description: null, campus: {}, resource_sharing: { value: 'TRUE' } },
      ...{ opened: '2020-01-05Z', capacity: 1200.5, tags: [], since: { value: null }, deep },
      hours: [{ day: 'MON', from: '09:00' }],
      owner: { value: 'X', desc: 'Owner', link: '/x' },
      // The name of a field is the service’s; none of these is a trap.
      ...(JSON.parse('{"__proto__": "a", "constructor": "b"}') as object),
    };
    station.odd['conf.libraries.get'] = () => record;
    station.restart();
    const seen = await station
      .window()
      .ask('configuration.directory.get', { kind: 'libraries', library: '', id: 'MAIN' });
    expect(seen).toMatchObject({
      id: 'ODD',
      name: '17',
      description: '',
      library: { code: 'X', label: 'Owner' },
    });
    expect(Object.fromEntries(seen.fields.map(({ name, value }) => [`=${name}`, value]))).toMatchObject({
      '=campus': { as: 'nothing' },
      '=resource_sharing': { as: 'flag', is: true },
      '=opened': { as: 'text', text: '2020-01-05Z' },
      '=capacity': { as: 'text', text: '1200.5' },
      '=tags': { as: 'nothing' },
      '=since': { as: 'nothing' },
      '=owner': { as: 'code', more: [{ name: 'link', value: { as: 'text', text: '/x' } }] },
      '=hours': { as: 'list', values: [{ as: 'fields', fields: [{ name: 'day' }, { name: 'from' }] }] },
      '=constructor': { as: 'text', text: 'b' },
    });
    expect(seen.fields).toHaveLength(Object.keys(record).length);
    expect(JSON.stringify(seen.fields.find(({ name }) => name === 'deep'))).toContain('\\"end\\"');
  });
});

/** A list of other records than the service has. */
const listOf = (items: readonly object[]) => () => ({
  items,
  total: items.length,
  envelope: { total_record_count: items.length },
});

describe('where a code is used', () => {
  test('a library: its desks, locations, departments and printers', async () => {
    const station = await openTestStation(folder);
    const window = station.window();
    const used = await window.ask('configuration.directory.usedIn', {
      ...{ kind: 'libraries', library: '', code: 'MAIN' },
    });
    expect(used.unread).toEqual([]);
    expect(used.uses.map(({ kind, records }) => [kind, records.length])).toEqual([
      ['circ-desks', 2],
      ['locations', 3],
      ['departments', 2],
      ['printers', 2],
    ]);
    // Of profiles and of the institution nothing is known where none of them has an owner. One that has tells it.
    const profiles = [
      { id: '1', name: 'A', owner: { value: 'MAIN' } },
      { id: '2', name: 'B', owner: '' },
    ];
    station.odd = {
      'conf.depositProfiles.list': listOf(profiles),
      'conf.importProfiles.list': listOf(profiles.slice(1)),
      'conf.general': () => ({ default_library: 'MAIN' }),
    };
    const { uses } = await window.ask('configuration.directory.usedIn', {
      ...{ kind: 'libraries', library: '', code: 'MAIN' },
    });
    expect(uses.slice(4).map(({ kind, records }) => [kind, records.length])).toEqual([
      ['deposit-profiles', 1],
      ['import-profiles', 0],
      ['general', 1],
    ]);
  });

  test('a department and a printer: what names them by code or id; nothing is said where nothing could', async () => {
    const station = await openTestStation(folder);
    const window = station.window();
    const department = { kind: 'departments', library: 'MAIN', code: 'ACQ' } as const;
    const printer = { kind: 'printers', library: 'MAIN', code: 'MAIN_SLIPS', id: '7100001' } as const;
    for (const of of [department, printer])
      expect(await window.ask('configuration.directory.usedIn', of)).toEqual({ uses: [], unread: [] });
    station.odd = {
      'conf.printers.list': listOf([
        { id: '1', code: 'P', department: { value: 'ACQ' } },
        { id: '2', department: 'CAT' },
      ]),
      'conf.circDesks.list': listOf([
        { code: 'D', printer: { value: '7100001' } },
        { code: 'E', default_printer: 'MAIN_SLIPS' },
        { code: 'F' },
      ]),
    };
    const codes = async (of: typeof department | typeof printer) =>
      (await window.ask('configuration.directory.usedIn', of)).uses.map(({ kind, records }) => [
        kind,
        records.map(({ code }) => code),
      ]);
    expect(await codes(department)).toEqual([['printers', ['P']]]);
    expect(await codes(printer)).toEqual([['circ-desks', ['D', 'E']]]);
    // Where it names no library, the desks of all of them are looked at.
    expect(await codes({ ...printer, library: '' as 'MAIN' })).toEqual([
      ['circ-desks', ['D', 'E', 'D', 'E', 'D', 'E']],
    ]);
  });

  test('what is named by its code is found where it is read by its id', async () => {
    const window = (await openTestStation(folder)).window();
    const get = { kind: 'printers', library: '', id: 'MAIN_SLIPS' } as const;
    expect(await window.ask('configuration.directory.get', get)).toMatchObject({ id: '7100001' });
    expect(await window.failure('configuration.directory.get', { ...get, id: 'NONE' })).toMatchObject({
      kind: 'refused',
    });
  });

  test('a desk: the printers of its own library that name it', async () => {
    const station = await openTestStation(folder);
    const { uses } = await station.window().ask('configuration.directory.usedIn', {
      ...{ kind: 'circ-desks', library: 'SCI', code: 'DEFAULT_CIRC_DESK' },
    });
    expect(uses.flatMap(({ records }) => records.map(({ code }) => code))).toEqual(['SCI_DESK']);
  });

  test('a location: the desks of its library, and the library whose default it is', async () => {
    const station = await openTestStation(folder);
    const { uses } = await station.window().ask('configuration.directory.usedIn', {
      ...{ kind: 'locations', library: 'LAW', code: 'OPEN' },
    });
    expect(uses.map(({ kind, records }) => [kind, records.map(({ code }) => code)])).toEqual([
      ['circ-desks', ['DEFAULT_CIRC_DESK']],
      ['libraries', ['LAW']],
    ]);
  });

  test('a list that cannot be read is named: of it nothing is known', async () => {
    const station = await openTestStation(folder);
    await station.faults({ operation: 'conf.departments.list', fault: 'status', status: 500 });
    const used = await station.window().ask('configuration.directory.usedIn', {
      ...{ kind: 'libraries', library: '', code: 'MAIN' },
    });
    expect(used.unread.map(({ of }) => of)).toEqual(['departments']);
    expect(used.uses.map(({ kind }) => kind)).not.toContain('departments');
  });
});
