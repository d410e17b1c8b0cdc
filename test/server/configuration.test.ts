import { describe, expect, test } from 'vitest';
import { done, expectRefusal, messageOf, sharedLibrary } from './harness.ts';

const library = sharedLibrary({ empty: true });

test('libraries, their desks, departments', async () => {
  expect(done(await library.get('/conf/libraries'))).toMatchObject({
    library: [{ code: 'MAIN', name: 'Main Library' }, { code: 'SCI' }, { code: 'LAW' }],
    total_record_count: 3,
  });
  expect(done(await library.get('/conf/libraries/LAW'))).toMatchObject({ code: 'LAW' });
  for (const code of ['MAIN', 'SCI', 'LAW']) {
    const { circ_desk: desks } = done<{ circ_desk: object[] }>(
      await library.get(`/conf/libraries/${code}/circ-desks`),
    );
    expect(desks[0]).toMatchObject({ code: 'DEFAULT_CIRC_DESK', primary: true });
    expect(done(await library.get(`/conf/libraries/${code}/circ-desks/DEFAULT_CIRC_DESK`))).toEqual(desks[0]);
  }
  expect(done(await library.get('/conf/departments'))).toMatchObject({
    department: [
      { code: 'ACQ', library: { value: 'MAIN' } },
      { code: 'CAT', work_order_type: { value: 'AcqWorkOrder' } },
    ],
  });
});

test.each([
  ['type=ACQ', ['ACQ']],
  ['library=MAIN&view=brief', ['ACQ', 'CAT']],
  ['library=LAW', []],
  ['library=MAIN&type=WORK_ORDER', ['CAT']],
])('departments by %s', async (query, codes) => {
  const { department } = done<{ department: { code: string }[] }>(
    await library.get(`/conf/departments?${query}`),
  );
  expect(department.map(({ code }) => code)).toEqual(codes);
});

test('the institution', async () => {
  expect(done(await library.get('/conf/general'))).toMatchObject({
    default_currency: { value: 'ILS' },
    timezone: 'Asia/Jerusalem',
  });
});

test.each([
  ['/conf/libraries/ATLANTIS', '9100401', 404],
  ['/conf/libraries/ATLANTIS/circ-desks', '9100401', 404],
  ['/conf/libraries/ATLANTIS/circ-desks/DEFAULT_CIRC_DESK', '9100401', 404],
  ['/conf/libraries/SCI/circ-desks/READING_ROOM', '401664', 404],
  ['/conf/libraries/ATLANTIS/locations', '9100401', 404],
  ['/conf/libraries/SCI/locations/CELLAR', '9100402', 404],
  ['/conf/code-tables/Nothing', '40166411', 400],
  ['/conf/mapping-tables/Nothing', '40166411', 400],
  ['/conf/letters/Nothing', '40166411', 400],
  ['/conf/deposit-profiles/NOTHING', '9100215', 404],
  ['/conf/md-import-profiles/1', '401871', 404],
  ['/conf/printers/1', '402899', 404],
])('what is not there: %s', async (path, code, status) => {
  expectRefusal(await library.get(path), code, status);
});

test('an empty library has no patrons', async () => {
  expect(done(await library.get('/users'))).toEqual({ user: [], total_record_count: 0 });
});

describe('profiles', () => {
  test.each([
    ['/conf/deposit-profiles', 'deposit_profile'],
    ['/conf/md-import-profiles', 'import_profile'],
  ])('%s: at least three, and each by its id', async (path, key) => {
    const list = done<Record<string, { id: string }[]>>(await library.get(path));
    const entries = list[key] ?? [];
    expect(entries.length).toBeGreaterThanOrEqual(3);
    expect(list['total_record_count']).toBe(entries.length);
    for (const entry of entries) expect(done(await library.get(`${path}/${entry.id}`))).toEqual(entry);
  });
});

describe('printers', () => {
  const codes = async (query: string) => {
    const { printer, total_record_count: total } = done<{
      printer: { code: string }[];
      total_record_count: number;
    }>(await library.get(`/conf/printers?${query}`));
    return { codes: printer.map(({ code }) => code), total };
  };

  test.each([
    ['', ['MAIN_SLIPS', 'MAIN_OFFICE', 'SCI_DESK', 'LAW_DESK']],
    ['library=MAIN', ['MAIN_SLIPS', 'MAIN_OFFICE']],
    ['library=MAIN&printout_queue=true', ['MAIN_SLIPS']],
    ['printout_queue=false', ['MAIN_OFFICE']],
    ['code=LAW_DESK', ['LAW_DESK']],
    ['name=desk', ['MAIN_SLIPS', 'SCI_DESK', 'LAW_DESK']],
    ['name=nowhere', []],
  ])('by %s', async (query, expected) => {
    expect(await codes(query)).toEqual({ codes: expected, total: expected.length });
  });

  test('in pages', async () => {
    expect(await codes('limit=2&offset=1')).toEqual({ codes: ['MAIN_OFFICE', 'SCI_DESK'], total: 4 });
    expect(await codes('limit=0')).toEqual({ codes: [], total: 4 });
  });

  test('each by its id, and none of a library that does not exist', async () => {
    expect(done(await library.get('/conf/printers/7100001'))).toMatchObject({ code: 'MAIN_SLIPS' });
    expectRefusal(await library.get('/conf/printers?library=ATLANTIS'), '402469');
    const wrong = await library.get('/conf/printers?printout_queue=perhaps');
    expectRefusal(wrong, '40166411');
    expect(messageOf(wrong)).toContain('printout_queue');
  });
});
