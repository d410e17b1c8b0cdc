import { describe, expect, test } from 'vitest';
import { done, expectRefusal, messageOf, newFee, newPatron, sharedLibrary } from './harness.ts';

const library = sharedLibrary({ empty: true });

interface Table {
  readonly name: string;
  readonly row: readonly Record<string, unknown>[];
}

const codes = async (name: string) =>
  done<Table>(await library.get(`/conf/code-tables/${name}`)).row.map(({ code }) => code);

/** The table with its rows changed, put back as a whole. */
async function rewrite(path: string, change: (rows: Table['row']) => Table['row']) {
  const table = done<Table>(await library.get(path));
  return library.put(path, { ...table, row: change(table.row) });
}

describe('what there is', () => {
  test.each([
    ['/conf/code-tables', 'code_table'],
    ['/conf/mapping-tables', 'mapping_table'],
  ])('%s lists the tables without their rows', async (path, key) => {
    const list = done<Record<string, Table[]>>(await library.get(path));
    const tables = list[key] ?? [];
    expect(tables.length).toBeGreaterThanOrEqual(3);
    expect(list['total_record_count']).toBe(tables.length);
    for (const table of tables) {
      expect(table).not.toHaveProperty('row');
      const whole = done<Table>(await library.get(`${path}/${table.name}`));
      expect(whole).toMatchObject(table);
      expect(whole.row.length).toBeGreaterThan(0);
    }
  });

  test('the codes that the sample library always has', async () => {
    expect(await codes('FineFeeTransactionReason')).toEqual(expect.arrayContaining(['OTHER', 'MISTAKE']));
    expect(await codes('RequestCancellationReasons')).toEqual(['PatronNotInterested', 'CannotBeFulfilled']);
    expect(await codes('UserGroups')).toEqual(['STAFF', 'STUDENT', 'GUEST']);
    expect(await codes('AcqWorkOrderStatuses')).toEqual(['CopyCataloging', 'Labelling', 'Done']);
  });
});

describe('a PUT replaces the whole table', () => {
  test('rows left out are dropped, and what was sent stands as it was sent', async () => {
    const path = '/conf/code-tables/NoteTypes';
    const rows = [
      { code: 'CIRCULATION', description: 'Desk', enabled: { value: 'false' }, our_own: { a: [null, '1'] } },
      { code: 'SECURITY', default: { value: 'true', desc: 'yes' } },
      { code: 'OTHER', default: 'false', enabled: true },
    ];
    const answer = done<Table>(await rewrite(path, () => rows));
    expect(answer.row).toEqual(rows);
    expect(done(await library.get(path))).toEqual(answer);
    expect(done<Table>(await rewrite(path, () => [])).row).toEqual([]);
  });

  test.each([[undefined], [null], ['NoteTypes']])(
    'called %j it keeps its name and its link',
    async (name) => {
      const path = '/conf/code-tables/NoteTypes';
      const before = done<Table>(await library.get(path));
      const after = done(await library.put(path, { row: before.row, link: 'elsewhere', name }));
      expect(after).toMatchObject({ name: 'NoteTypes' });
      expect(after['link']).toBe((before as unknown as Record<string, unknown>)['link']);
    },
  );

  test('of a mapping table too', async () => {
    const path = '/conf/mapping-tables/PickupLibraries';
    const answer = done<Table>(await rewrite(path, (rows) => rows.slice(1)));
    expect(answer.row).toHaveLength(3);
    expect(done(await library.get(path))).toEqual(answer);
  });
});

describe('refused, with nothing changed', () => {
  const code = { code: 'A' };
  const column = { column0: 'A', column1: 'B' };
  test.each<[string, string, unknown, string, string]>([
    [
      'code-tables',
      'UserGroups',
      { row: [code, { ...code, description: 'other' }] },
      '9100411',
      'row.1.code',
    ],
    ['mapping-tables', 'SlipPrinters', { row: [column, column] }, '9100411', 'row.1.column0'],
    ['code-tables', 'UserGroups', {}, '401664', 'row'],
    ['code-tables', 'UserGroups', { row: null }, '401664', 'row'],
    ['code-tables', 'UserGroups', { row: code }, '401864', 'row'],
    ['code-tables', 'UserGroups', { rows: { row: [code] } }, '401664', 'row'],
    ['code-tables', 'UserGroups', { row: [{ description: 'x' }] }, '401864', 'row.0.code'],
    ['code-tables', 'UserGroups', { row: [{ code: ' ' }] }, '401864', 'row.0.code'],
    ['code-tables', 'UserGroups', { row: [{ ...code, enabled: 1 }] }, '401864', 'row.0.enabled'],
    ['code-tables', 'UserGroups', { row: [{ ...code, enabled: { value: 'no' } }] }, '401864', 'enabled'],
    ['mapping-tables', 'SlipPrinters', { row: [{ ...column, enabled: 'on' }] }, '401864', 'row.0.enabled'],
    ['mapping-tables', 'SlipPrinters', { row: [{ column0: 'A', column1: {} }] }, '401864', 'row.0.column1'],
    ['code-tables', 'UserGroups', { name: 'Other', row: [code] }, '40166411', 'name'],
    [
      'code-tables',
      'UserGroups',
      { row: [code, { code: 'B' }].map((row) => ({ ...row, default: { value: 'true' } })) },
      '90122',
      'default',
    ],
  ])('%s/%s %j', async (kind, name, body, refusal, field) => {
    const path = `/conf/${kind}/${name}`;
    const before = done(await library.get(path));
    const answer = await library.put(path, body);
    expectRefusal(answer, refusal);
    expect(messageOf(answer)).toContain(field);
    expect(done(await library.get(path))).toEqual(before);
  });

  test.each(['code-tables', 'mapping-tables'])('a table of %s that there is not', async (kind) => {
    expectRefusal(await library.put(`/conf/${kind}/Nothing`, { row: [] }), '90101');
  });

  test('two rows that share a column, but not all', async () => {
    done(
      await rewrite('/conf/mapping-tables/SlipPrinters', (rows) => [...rows, { column0: 'A', column1: '1' }]),
    );
    done(
      await rewrite('/conf/mapping-tables/SlipPrinters', (rows) => [...rows, { column0: 'A', column1: '2' }]),
    );
  });
});

describe('the service judges by the tables as they are now', () => {
  test('a new fee type is accepted, one that is dropped or switched off refused; what is there stays', async () => {
    const path = '/conf/code-tables/FineFeeType';
    const user = await newPatron(library);
    const old = await newFee(library, user, '3.00');
    const fee = (type: string) =>
      library.post(`/users/${user}/fees`, { type: { value: type }, original_amount: '1.00', owner: 'MAIN' });
    expectRefusal(await fee('REPAIR'), '4019992');
    done(await rewrite(path, (rows) => [...rows, { code: 'REPAIR' }]));
    done(await fee('REPAIR'));
    done(await rewrite(path, (rows) => rows.filter(({ code }) => code !== 'OTHER')));
    expectRefusal(await fee('OTHER'), '4019992');
    expect(done(await library.get(`/users/${user}/fees/${old}`))).toMatchObject({ type: { value: 'OTHER' } });
    done(await library.post(`/users/${user}/fees/${old}?op=pay&amount=3.00`));
    const off = (rows: Table['row']) => rows.map((row) => ({ ...row, enabled: { value: 'false' } }));
    done(await rewrite(path, off));
    expectRefusal(await fee('REPAIR'), '4019992');
  });

  test('so are methods of payment and reasons of waiving', async () => {
    const user = await newPatron(library);
    done(await rewrite('/conf/code-tables/FineFeeType', () => [{ code: 'OTHER' }]));
    const fee = `/users/${user}/fees/${await newFee(library, user, '3.00')}`;
    const pay = () => library.post(`${fee}?op=pay&amount=1.00&method=VOUCHER`);
    const refused = await pay();
    expectRefusal(refused, '401666');
    expect(messageOf(refused)).toContain('method');
    done(await rewrite('/conf/code-tables/PaymentMethod', (rows) => [...rows, { code: 'VOUCHER' }]));
    done(await pay());
    expectRefusal(await library.post(`${fee}?op=waive&reason=AMNESTY`), '9100204');
    done(await rewrite('/conf/code-tables/FineFeeTransactionReason', () => [{ code: 'AMNESTY' }]));
    done(await library.post(`${fee}?op=waive&reason=AMNESTY`));
  });

  test('and patron groups', async () => {
    done(await rewrite('/conf/code-tables/UserGroups', (rows) => [...rows, { code: 'ALUMNI' }]));
    await newPatron(library, { user_group: 'ALUMNI' });
    done(
      await rewrite('/conf/code-tables/UserGroups', (rows) => rows.filter(({ code }) => code !== 'ALUMNI')),
    );
    const body = { primary_id: 'x', account_type: 'INTERNAL', status: 'ACTIVE', user_group: 'ALUMNI' };
    expectRefusal(await library.post('/users', body), '401852');
  });
});
