import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { nodeSqlite } from '../../src/server/store/dialect.ts';
import { feesWithTransactions } from '../../src/server/store/fee-transactions.ts';
import { isLocationInUse } from '../../src/server/store/items.ts';
import { migrations } from '../../src/server/store/migrations.ts';
import type { Schema } from '../../src/server/store/schema.ts';

const before = '0006-invoices';

test('a library of an earlier schema keeps its places and its payments', async () => {
  const db = new Kysely<Schema>({ dialect: nodeSqlite(':memory:') });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
    expect((await migrator.migrateTo(before)).error).toBeUndefined();
    const doc = (record: object) => JSON.stringify(record);
    const old = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
    const insert = (table: string, values: Record<string, unknown>) =>
      old.insertInto(table).values(values).execute();
    await insert('bibs', { mms_id: '1', title: 't', doc: '{}' });
    await insert('holdings', { holding_id: '2', mms_id: '1', doc: '{}' });
    await insert('items', {
      pid: '3',
      mms_id: '1',
      holding_id: '2',
      process_type: '',
      policy: 'LOAN',
      doc: doc({ library: { value: 'SCI' }, location: { value: 'OPEN' } }),
    });
    await insert('users', {
      key: 1,
      primary_id: 'u',
      last_name: '',
      first_name: '',
      user_group: '',
      doc: '{}',
    });
    const paid = { type: { value: 'PAYMENT' }, transaction_time: '2026-01-02T03:04:05.000Z' };
    const fee = { id: '4', transaction: [paid] };
    await insert('fees', { id: '4', user_key: 1, status: 'CLOSED', created: '', doc: doc(fee) });
    await insert('fees', { id: '5', user_key: 1, status: 'ACTIVE', created: '', doc: doc({ id: '5' }) });

    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    expect(await isLocationInUse(db, 'SCI', 'OPEN')).toBe(true);
    expect(await isLocationInUse(db, 'SCI', 'CLOSED')).toBe(false);
    expect(await db.selectFrom('holdings').select(['library', 'location']).execute()).toEqual([
      { library: 'SCI', location: 'OPEN' },
    ]);
    expect(await feesWithTransactions(db, { from: '2026-01-02', to: '2026-01-02' })).toEqual([
      { fee, positions: new Set([0]) },
    ]);
  } finally {
    await db.destroy();
  }
});
