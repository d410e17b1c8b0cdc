import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSeal } from '../../../src/main/journal/seal.ts';
import type { Journal } from '../../../src/main/journal/port.ts';
import { command, Desk } from './desk.ts';

let desk: Desk;
beforeEach(() => void (desk = new Desk()));

type Intent = Parameters<Journal['intend']>[0];

const edit = (id: string): Intent =>
  command(id, {
    operation: 'users.update',
    payload: {
      path: { user_id: '31234000777777' },
      query: { send_pin: 'false' },
      body: { last_name: 'Ben-Ami' },
    },
    before: { last_name: 'Cohen', birth_date: '1970-01-01Z' },
  });

const money: readonly (readonly [Intent['operation'], object, object, object])[] = [
  [
    'users.fees.pay',
    { query: { op: 'pay', amount: '12.50', method: 'CASH', external_transaction_id: 'a', comment: 'c' } },
    { balance: '12.50' },
    { payload: { query: { op: 'pay', amount: '12.50', method: 'CASH' } }, before: null },
  ],
  [
    'users.fees.payAll',
    { path: { user_id: 'u' }, query: { op: 'pay', amount: '3', method: 'ONLINE' } },
    { feeIds: ['9'], owed: '3' },
    { payload: { query: { op: 'pay', amount: '3', method: 'ONLINE' } }, before: null },
  ],
  [
    'users.fees.waive',
    { query: { op: 'waive', amount: '3', reason: 'ILL' } },
    { balance: '3', waived: '3' },
    { payload: { query: { op: 'waive', amount: '3' } }, before: { waived: '3' } },
  ],
  [
    'users.deposits.act',
    { query: { op: 'refund' } },
    { status: 'HELD', amount: '20' },
    { payload: { query: { op: 'refund' } }, before: { amount: '20' } },
  ],
];

describe('once it is known what came of a command', () => {
  test.each(['accepted', 'refused', 'notSent'] as const)(
    'and that is %s, its record is not kept',
    (state) => {
      const one = desk.journal();
      one.intend(edit('a'));
      one.settle('a', 'unknown');
      expect(one.entry('a')).toMatchObject({ payload: edit('a').payload, before: edit('a').before });
      one.settle('a', state);
      expect(desk.journal().entry('a')).toMatchObject({
        ...{ state, about: 'Fee of Rivka Ben-Ami', queue: 'patron 31234000777777' },
        ...{ payload: { query: {} }, before: null },
      });
    },
  );

  test.each(money)('%s keeps what the report of its till asks', (operation, payload, before, stored) => {
    const one = desk.journal();
    one.intend(command('a', { operation, payload, before, till: 't' }));
    one.settle('a', 'accepted');
    const [counted] = desk.journal().atTill('t');
    expect(counted?.entry).toMatchObject(stored);
    expect(counted?.entry).not.toHaveProperty('unreadable');
  });

  test('a workflow keeps its parameters: nothing else says what was run', () => {
    const one = desk.journal();
    const payload = { path: { workflow_id: 'W' }, body: { library: 'MAIN' } };
    one.intend(command('a', { operation: 'conf.workflows.run', payload, before: null }));
    one.settle('a', 'accepted');
    expect(desk.journal().entry('a')?.payload).toEqual({ query: {}, body: { library: 'MAIN' } });
  });

  test('by silence, all of it is kept until nobody will look it up again', () => {
    const one = desk.journal();
    one.intend(edit('a'));
    one.settle('a', 'notSent', { by: 'silence' });
    one.rechecked('a', 'start');
    expect(one.entry('a')).toMatchObject({ payload: edit('a').payload, before: edit('a').before });
    one.rechecked('a', null);
    expect(one.entry('a')).toMatchObject({ payload: { query: {} }, before: null });
  });

  test('an operation of another version stays whole: what is asked of it is not known', () => {
    const one = desk.journal();
    one.intend({ ...edit('a'), operation: 'users.dance' as Intent['operation'] });
    one.settle('a', 'accepted');
    expect(one.entry('a')?.payload).toEqual(edit('a').payload);
  });
});

describe('rows of earlier versions', () => {
  const older = (...ids: string[]): void => {
    const one = desk.journal();
    for (const id of ids) one.intend(edit(id));
    for (const id of ids) one.settle(id, 'accepted');
    desk.close();
    const raw = new DatabaseSync(desk.file);
    const seal = createSeal(desk.key);
    const whole = raw.prepare('UPDATE entries SET payload = ?, before = ?, reduced_at = NULL WHERE id = ?');
    for (const id of ids) {
      const { payload, before } = edit(id);
      whole.run(seal.seal(payload, `entries/${id}/payload`), seal.seal(before, `entries/${id}/before`), id);
    }
    raw.close();
  };

  test('are reduced some at a time, and those that are not over stay whole', () => {
    const ids = Array.from({ length: 250 }, (_, i) => `e${i}`);
    older(...ids);
    const one = desk.journal();
    one.intend(edit('open'));
    const rest = () => ids.filter((id) => one.entry(id)?.before !== null).length;
    expect([one.reduceSome(), rest()]).toEqual([true, 150]);
    expect([one.reduceSome(), rest()]).toEqual([true, 50]);
    expect([one.reduceSome(), rest()]).toEqual([false, 0]);
    expect(one.reduceSome()).toBe(false);
    expect(one.entry('open')?.before).toEqual(edit('open').before);
  });

  test('that cannot be read stay as they are, and are reduced once their key is back', () => {
    older('a', 'b');
    const elsewhere = Buffer.alloc(32, 3);
    const other = desk.journal({ key: elsewhere });
    expect(other.reduceSome()).toBe(false);
    expect(other.unreadable).toBe(2);
    expect(desk.journal().entry('a')).toMatchObject({ payload: edit('a').payload });
    const one = desk.journal();
    one.keyIsBack();
    one.reduceSome();
    expect(one.entry('a')?.before).toBeNull();
  });
});
