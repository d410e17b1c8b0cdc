import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { TypedCount } from '../../../src/contract/takings.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { elsewhere, here, openTestStation, type Window } from '../support/test-station.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-closing-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronOwing');

/** The patron's fees, oldest first: 3.00, 10.50, 27.90, 5.00 and 0.60. */
async function open() {
  const clock = new VirtualClock('2026-11-02T08:00:00.000Z');
  const testStation = await openTestStation(folder, clock);
  const window = testStation.window();
  const feeIds = (await window.ask('fees.list', { userId })).fees.map(({ feeId }) => feeId);
  const pay = (at: Window, fee: number, amount: string, method = 'CASH', intent = randomUUID()) =>
    at.ask('fees.pay', { intent, userId, feeId: feeIds[fee] ?? '', amount, method });
  return { clock, testStation, window, feeIds, pay };
}

const count = (more: Partial<TypedCount> = {}): TypedCount => ({
  ...{ float: '', pieces: [], other: '', deposits: '', refunded: '', left: '' },
  ...more,
});

describe('closing the till', () => {
  test('counts the drawer of all windows, names the difference, and leaves the next float', async () => {
    const { clock, testStation, window, pay } = await open();
    const other = testStation.window();
    const gone = testStation.window();
    await pay(window, 0, '3');
    await pay(other, 1, '10.50');
    await pay(other, 3, '5', 'CREDIT_CARD');
    await pay(gone, 4, '0.60');
    testStation.domain.windowClosed(gone.id);
    const till = await window.ask('takings.till', {});
    expect(till).toMatchObject({
      float: '0.00',
      closedAt: null,
      floatKnown: true,
      takings: { total: '19.10' },
    });
    expect(till.windows.toSorted((one, two) => one.window.localeCompare(two.window))).toEqual([
      { window: 'closed', count: 1, sum: '0.60' },
      { window: 'other', count: 2, sum: '15.50' },
      { window: 'this', count: 1, sum: '3.00' },
    ]);
    clock.ahead += 3_600_000;
    const pieces = [
      { kind: 'note', value: '50', count: 1 },
      { kind: 'note', value: '20', count: 0 },
      { kind: 'coin', value: '10', count: 1 },
      { kind: 'coin', value: '0.5', count: 8 },
    ] as const;
    const counted = count({ float: '50', pieces, other: '0.05', left: '50' });
    const closed = await window.ask('takings.close', { seen: till.mark, count: counted });
    expect(closed).toMatchObject({
      ...{ desk: 'Front desk', library: 'Main Library', from: '2026-11-02T08:00:00.000Z' },
      ...{ to: '2026-11-02T09:00:00.000Z', total: '19.10', windows: till.windows, comparison: null },
    });
    expect(closed.cash).toEqual({
      ...{ float: '50.00', paid: '14.10', deposits: '0.00', refunded: '0.00', expected: '64.10' },
      ...{ counted: '64.05', difference: '-0.05', left: '50.00', removed: '14.05', other: '0.05' },
      pieces: [
        { kind: 'note', value: '50.00', count: 1, sum: '50.00' },
        { kind: 'coin', value: '10.00', count: 1, sum: '10.00' },
        { kind: 'coin', value: '0.50', count: 8, sum: '4.00' },
      ],
    });
    for (const one of [window, other, testStation.window()])
      expect(await one.ask('takings.read', { since: 'report' })).toMatchObject({ total: '0.00', paid: [] });
    const next = await other.ask('takings.till', {});
    expect(next).toMatchObject({
      float: '50.00',
      closedAt: closed.to,
      windows: [],
      takings: { from: closed.to },
    });
  });

  test('takes of the deposits what was in cash, and no more than there were', async () => {
    const { window } = await open();
    const deposit = { userId, profile: 'LOCKER', amount: '20', owner: 'MAIN', comment: '' };
    const { depositId } = await window.done('deposits.create', { ...deposit, intent: randomUUID() });
    await window.done('deposits.act', { intent: randomUUID(), userId, depositId, op: 'pay', seen: 'ACTIVE' });
    const closing = (more: Partial<TypedCount>) => ({ count: count(more) });
    expect(await window.failure('takings.close', closing({ deposits: '20.01' }))).toMatchObject({
      ...{ kind: 'invalid', field: 'deposits', reason: 'tooLarge', detail: '20.00' },
    });
    expect(
      await window.failure('takings.close', closing({ float: 'x', refunded: '1', left: '2' })),
    ).toMatchObject({
      ...{ kind: 'invalid', field: 'float', reason: 'notAnAmount' },
      others: [{ field: 'refunded' }, { field: 'left', reason: 'tooLarge' }],
    });
    const { cash, deposits } = await window.ask(
      'takings.close',
      closing({ deposits: '12.5', other: '12.5' }),
    );
    expect(deposits).toEqual({ count: 1, sum: '20.00' });
    expect(cash).toMatchObject({ deposits: '12.50', expected: '12.50', difference: '0.00' });
  });

  test('is refused where something was taken since it was counted, and nothing is closed', async () => {
    const { testStation, window, pay } = await open();
    await pay(window, 0, '1');
    const { mark } = await window.ask('takings.till', {});
    await pay(testStation.window(), 1, '2');
    expect(await window.failure('takings.close', { seen: mark, count: count() })).toMatchObject({
      ...{ kind: 'conflict', differences: [{ field: 'total', is: '3.00' }] },
    });
    expect(await window.ask('takings.till', {})).toMatchObject({ takings: { total: '3.00' } });
    expect((await window.ask('takings.closed', {})).tills).toEqual([]);
  });

  test('twice at once is done once; from two windows the second is told', async () => {
    const { testStation, window, pay } = await open();
    await pay(window, 0, '1');
    const other = testStation.window();
    const { mark: seen } = await window.ask('takings.till', {});
    const intent = randomUUID();
    const [one, again] = await Promise.all([
      window.ask('takings.close', { intent, seen, count: count({ other: '1' }) }),
      window.ask('takings.close', { intent, seen, count: count({ other: '1' }) }),
    ]);
    expect(again).toEqual(one);
    expect(await other.failure('takings.close', { seen, count: count() })).toMatchObject({
      kind: 'conflict',
    });
    expect((await other.ask('takings.closed', {})).tills).toEqual([one]);
  });

  test('is whole or not at all: where it cannot be kept, nothing is marked', async () => {
    const { testStation, window, pay } = await open();
    await pay(window, 0, '1');
    const { journal } = testStation;
    const closeTills = journal.closeTills.bind(journal);
    journal.closeTills = () => {
      throw Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    };
    await expect(window.ask('takings.close', {})).rejects.toThrow('full');
    expect(await window.ask('takings.till', {})).toMatchObject({ takings: { total: '1.00' } });
    journal.closeTills = closeTills;
    await window.ask('takings.close', {});
    testStation.restart();
    const later = testStation.window();
    expect((await later.ask('takings.closed', {})).tills).toMatchObject([{ total: '1.00' }]);
    expect(await later.ask('takings.till', {})).toMatchObject({ takings: { total: '0.00' } });
  });

  test('belongs to its library', async () => {
    const { testStation, window, pay } = await open();
    await pay(window, 0, '1');
    const { id } = await window.ask('takings.close', { count: count({ other: '1', left: '1' }) });
    testStation.library = elsewhere;
    expect((await window.ask('takings.closed', {})).tills).toEqual([]);
    expect(await window.ask('takings.till', {})).toMatchObject({ float: '0.00' });
    expect(await window.failure('takings.compare', { id })).toMatchObject({ field: 'id', reason: 'gone' });
    testStation.library = here;
    expect(await window.ask('takings.till', {})).toMatchObject({ float: '1.00' });
  });

  test('lists what it can read, and says how much it cannot', async () => {
    const { testStation, window } = await open();
    await window.ask('takings.close', {});
    const odd = {
      kind: 'till',
      library: here.id,
      at: '2026-11-02T08:00:00.000Z',
      data: { version: 9 },
    } as const;
    testStation.journal.keep({ ...odd, id: randomUUID() });
    expect(await window.ask('takings.closed', {})).toMatchObject({
      tills: [{ total: '0.00' }],
      unreadable: 1,
    });
    // What was left in the drawer is then not known: it is not 0.
    expect(await window.ask('takings.till', {})).toMatchObject({
      ...{ float: '0.00', floatKnown: false, closedAt: odd.at, takings: { from: odd.at } },
    });
  });
});

describe('beside the service', () => {
  test('what both have agrees; what was paid elsewhere, is missing or unclear is named', async () => {
    const { testStation, window, feeIds, pay } = await open();
    const { client } = testStation;
    await pay(window, 0, '3');
    await window.ask('fees.payAll', {
      intent: randomUUID(),
      userId,
      expected: '44.00',
      method: 'CREDIT_CARD',
    });
    const till = await window.ask('takings.compare', { id: null });
    expect(till).toMatchObject({ matched: 2, byTime: 0, lines: [] });
    const body = {
      type: { value: 'LOSTITEMREPLACEMENTFEE' },
      original_amount: '9',
      owner: { value: 'MAIN' },
    };
    const fee = await client.call('users.fees.create', { path: { user_id: userId }, body });
    const path = { user_id: userId, fee_id: String(fee.id) };
    await client.call('users.fees.pay', { path, query: { amount: '4', method: 'ONLINE' } });
    await testStation.faults(
      { operation: 'users.fees.pay', fault: 'drop-after', count: 1 },
      { operation: 'users.fees.get', fault: 'status', status: 500, after: 1 },
    );
    const lost = randomUUID();
    const paying = { intent: lost, userId, feeId: path.fee_id, amount: '2', method: 'CASH' };
    await expect(window.ask('fees.pay', paying)).rejects.toThrow();
    expect(feeIds).toHaveLength(5);
    const closed = await window.ask('takings.close', {});
    const found = await window.ask('takings.compare', { id: closed.id });
    expect(found).toMatchObject({ matched: 2 });
    expect(found.lines.toSorted((one, other) => one.kind.localeCompare(other.kind))).toMatchObject([
      { kind: 'elsewhere', method: 'ONLINE', ours: null, theirs: '4.00' },
      { kind: 'unclear', id: lost, ours: '2.00', theirs: '2.00' },
    ]);
    // It is kept with its report, and made once more whenever one likes.
    expect((await window.ask('takings.closed', {})).tills).toEqual([{ ...closed, comparison: found }]);
  });

  test('a payment that the service lost, or has with another sum, is named', async () => {
    const { testStation, window, pay } = await open();
    const [lost, less] = [randomUUID(), randomUUID()];
    await pay(window, 0, '3', 'CASH', lost);
    await pay(window, 1, '2', 'CASH', less);
    testStation.odd = {
      'conf.feeTransactions': (answer) => {
        const text = JSON.stringify(answer).replaceAll(lost, 'other');
        return JSON.parse(text.replace(/"amount":(?:2|"2(?:\.00)?")/, '"amount":"1"')) as unknown;
      },
    };
    const found = await window.ask('takings.compare', { id: null });
    expect(found.matched).toBe(0);
    expect(found.lines.toSorted((one, other) => one.kind.localeCompare(other.kind))).toMatchObject([
      { kind: 'differs', id: less, ours: '2.00', theirs: '1.00' },
      { kind: 'elsewhere', id: 'other', theirs: '3.00' },
      { kind: 'missing', id: lost, ours: '3.00', theirs: null },
    ]);
  });

  test('a payment that the journal has as refused, and the service has all the same, is named', async () => {
    const { testStation, feeIds, window } = await open();
    const [id, before] = [randomUUID(), randomUUID()];
    const refuse = (number: string): void => {
      const payload = { query: { amount: '2.00', method: 'CASH' } };
      const entry = { id: number, operation: 'users.fees.pay', library: here.id, till: 'a' } as const;
      testStation.journal.intend({ ...entry, queue: 'q', about: 'a', payload, before: {} });
      testStation.journal.settle(number, 'refused');
    };
    refuse(id);
    refuse(before);
    const path = { user_id: userId, fee_id: feeIds[1] ?? '' };
    const query = { amount: '2.00', method: 'CASH', external_transaction_id: id };
    await testStation.client.call('users.fees.pay', { path, query });
    const found = await window.ask('takings.compare', { id: null });
    expect(found).toMatchObject({
      matched: 0,
      lines: [{ kind: 'unclear', id, ours: '2.00', theirs: '2.00' }],
    });
  });

  test('what was unclear when the till was closed, and is known by now, differs no more', async () => {
    const { testStation, window } = await open();
    const { journal } = testStation;
    const numbers = [randomUUID(), randomUUID()];
    for (const id of numbers) {
      const entry = { id, operation: 'users.fees.pay', library: here.id, till: 'a' } as const;
      const payload = { query: { amount: '2.00', method: 'CASH' } };
      journal.intend({ ...entry, queue: 'q', about: 'a', payload, before: {} });
      journal.sent(id);
    }
    const { id } = await window.ask('takings.close', {});
    const kinds = async (): Promise<string[]> =>
      (await window.ask('takings.compare', { id })).lines.map(({ kind }) => kind);
    expect(await kinds()).toEqual(['unclear', 'unclear']);
    journal.settle(numbers[0] ?? '', 'accepted');
    expect(await kinds()).toEqual(['unclear']);
    journal.settle(numbers[1] ?? '', 'notSent', { by: 'person' });
    expect(await kinds()).toEqual([]);
  });

  test('all fees paid at once are found whole, whichever library owns them', async () => {
    const { testStation, window } = await open();
    const body = { type: { value: 'OTHER' }, original_amount: '5', owner: { value: 'LAW' } };
    await testStation.client.call('users.fees.create', { path: { user_id: userId }, body });
    const paying = { intent: randomUUID(), userId, expected: '52.00', method: 'CASH' };
    await window.ask('fees.payAll', paying);
    expect(await window.ask('takings.compare', { id: null })).toMatchObject({ matched: 1, lines: [] });
  });

  test('after the clock was set back, payments from before are still looked for', async () => {
    const { clock, window, pay } = await open();
    await pay(window, 0, '3');
    clock.ahead -= 10 * 86_400_000;
    await pay(window, 1, '2');
    expect(await window.ask('takings.compare', { id: null })).toMatchObject({ matched: 2, lines: [] });
    const closed = await window.ask('takings.close', {});
    expect(await window.ask('takings.compare', { id: closed.id })).toMatchObject({ matched: 2, lines: [] });
  });

  test('a fee that each week gives with all of its payments is counted once', async () => {
    const { clock, testStation, window, pay } = await open();
    await pay(window, 0, '3');
    clock.ahead += 20 * 86_400_000;
    let first: unknown;
    testStation.odd = { 'conf.feeTransactions': (answer) => (first ??= answer) };
    expect(await window.ask('takings.compare', { id: null })).toMatchObject({ matched: 1, lines: [] });
  });

  test('where the service gives only a part of a week, its days are read', async () => {
    const { clock, testStation, window, pay } = await open();
    await pay(window, 0, '3');
    clock.ahead += 86_400_000;
    await pay(window, 1, '2');
    testStation.odd = {
      'conf.feeTransactions': (answer) => {
        const { items, ...rest } = answer as { readonly items: readonly unknown[] };
        return { ...rest, items: items.slice(0, 1) };
      },
    };
    expect(await window.ask('takings.compare', { id: null })).toMatchObject({ matched: 2, lines: [] });
  });

  test('a service that keeps no numbers is compared by amount, method and time', async () => {
    const { testStation, window, pay } = await open();
    await pay(window, 0, '3');
    testStation.odd = {
      'conf.feeTransactions': (answer) =>
        JSON.parse(JSON.stringify(answer).replaceAll('external_transaction_id', 'none')) as unknown,
    };
    expect(await window.ask('takings.compare', { id: null })).toMatchObject({
      matched: 1,
      byTime: 1,
      lines: [],
    });
  });

  test('a long time is read in weeks, and says how far it is; away, closing works all the same', async () => {
    const { clock, testStation, window, pay } = await open();
    await pay(window, 0, '3');
    clock.ahead += 20 * 86_400_000;
    const progress: unknown[] = [];
    const report = (one: unknown): unknown => progress.push(one);
    await window.ask('takings.compare', { id: null }, { report });
    expect(progress).toEqual([0, 1, 2, 3].map((read) => ({ read, total: 4 })));
    await testStation.faults({ operation: 'conf.feeTransactions', fault: 'html' });
    const closed = await window.ask('takings.close', {});
    expect(await window.failure('takings.compare', { id: closed.id })).toMatchObject({ kind: 'unreachable' });
    expect((await window.ask('takings.closed', {})).tills).toMatchObject([{ comparison: null }]);
    await testStation.faults();
    expect(await window.ask('takings.compare', { id: closed.id })).toMatchObject({ matched: 1, lines: [] });
  });
});
