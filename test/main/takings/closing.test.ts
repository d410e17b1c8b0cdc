import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import type { TypedCount } from '../../../src/contract/takings.ts';
import { elsewhere, here } from '../support/test-station.ts';
import { openTill, userId } from './owing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-closing-'));
afterAll(() => rmSync(folder, { recursive: true }));

const count = (more: Partial<TypedCount> = {}): TypedCount => ({
  ...{ float: '', pieces: [], other: '', deposits: '', refunded: '', left: '' },
  ...more,
});

describe('closing the till', () => {
  test('counts the drawer of all windows, names the difference, and leaves the next float', async () => {
    const { clock, testStation, window, pay } = await openTill(folder);
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
    const { window } = await openTill(folder);
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
    const { testStation, window, pay } = await openTill(folder);
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
    const { testStation, window, pay } = await openTill(folder);
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
    const { testStation, window, pay } = await openTill(folder);
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
    const { testStation, window, pay } = await openTill(folder);
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
    const { testStation, window } = await openTill(folder);
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

describe('a station that is moved', () => {
  const front = { library: 'MAIN', desk: 'DEFAULT_CIRC_DESK' };
  const law = {
    library: { code: 'LAW', label: 'Law Library' },
    desk: { code: 'DEFAULT_CIRC_DESK', label: 'Law desk' },
  };

  test('leaves its money, and its float, at the desk where they are; each is closed under its own', async () => {
    const { testStation, window, pay } = await openTill(folder);
    await window.ask('takings.close', { count: count({ float: '50', other: '50', left: '50' }) });
    await pay(window, 0, '3');
    // Another library, with a desk of the same code.
    testStation.station = law;
    await pay(window, 1, '2');
    expect(await window.ask('takings.read', { since: 'report' })).toMatchObject({ total: '2.00' });
    expect(await window.ask('takings.till', {})).toMatchObject({
      ...{ place: law, float: '0.00', closedAt: null, takings: { total: '2.00' } },
      others: [
        { place: { library: { label: 'Main Library' }, desk: { label: 'Front desk' } }, total: '3.00' },
      ],
    });
    const before = await window.ask('takings.till', { place: front });
    expect(before).toMatchObject({
      ...{ place: { library: { code: 'MAIN' } }, float: '50.00', takings: { total: '3.00' } },
      ...{ windows: [{ window: 'this', sum: '3.00' }], others: [{ place: law, total: '2.00' }] },
    });
    // What was counted at one desk closes no other.
    const wrong = { seen: before.mark, count: count({ float: '50', other: '53' }) };
    expect(await window.failure('takings.close', wrong)).toMatchObject({ kind: 'conflict' });
    const closed = await window.ask('takings.close', { ...wrong, place: front });
    expect(closed).toMatchObject({
      ...{ library: 'Main Library', desk: 'Front desk', total: '3.00', cash: { difference: '0.00' } },
    });
    expect(await window.ask('takings.till', {})).toMatchObject({ others: [], takings: { total: '2.00' } });
    expect(await window.failure('takings.till', { place: front })).toMatchObject({
      ...{ field: 'place', reason: 'gone' },
    });
    expect(await window.ask('takings.close', {})).toMatchObject({ library: 'Law Library', total: '2.00' });
    testStation.station = {};
    expect(await window.ask('takings.till', {})).toMatchObject({ float: '0.00', closedAt: closed.to });
  });

  test('says nothing of another desk where only what is not known is left', async () => {
    const { testStation, window, pay } = await openTill(folder);
    await testStation.faults(
      { operation: 'users.fees.pay', fault: 'drop-after', count: 1 },
      { operation: 'users.fees.get', fault: 'status', status: 500, after: 1 },
    );
    await expect(pay(window, 0, '1')).rejects.toThrow();
    testStation.station = law;
    expect(await window.ask('takings.till', {})).toMatchObject({
      others: [],
      takings: { unclear: { count: 0 } },
    });
    await testStation.faults();
    const [entry] = testStation.journal.unsettled();
    await window.ask('desk.lookAgain', { id: entry?.id ?? '' });
    expect(await window.ask('takings.till', {})).toMatchObject({ others: [{ total: '1.00' }] });
  });

  test('and started again has the money of both desks still apart', async () => {
    const { testStation, window, pay } = await openTill(folder);
    await pay(window, 0, '3');
    testStation.station = law;
    await pay(window, 1, '2');
    testStation.restart();
    const again = testStation.window();
    expect(await again.ask('takings.read', { since: 'report' })).toMatchObject({ total: '2.00' });
    expect(await again.ask('takings.till', {})).toMatchObject({
      ...{ takings: { total: '2.00' }, others: [{ total: '3.00' }] },
    });
    testStation.station = {};
    expect(await again.ask('takings.read', { since: 'report' })).toMatchObject({ total: '3.00' });
  });

  test('compares what was taken at one desk with what the service has of it', async () => {
    const { testStation, window, pay } = await openTill(folder);
    await pay(window, 0, '3');
    testStation.station = law;
    await pay(window, 1, '2');
    await pay(window, 3, '1');
    const compared = (place: typeof front | null) => window.ask('takings.compare', { id: null, place });
    expect(await compared(front)).toMatchObject({ matched: 1, lines: [] });
    expect(await compared(null)).toMatchObject({ matched: 2, lines: [] });
  });

  test('counts money of a version that noted no desk where it is now', async () => {
    const { testStation, window, pay } = await openTill(folder);
    await pay(window, 0, '3');
    testStation.restart(() => {
      const db = new DatabaseSync(testStation.journalFile);
      db.exec(`UPDATE entries SET till = 'before' WHERE till IS NOT NULL`);
      db.close();
    });
    testStation.station = law;
    const again = testStation.window();
    expect(await again.ask('takings.till', {})).toMatchObject({
      ...{ place: law, others: [], takings: { total: '3.00' }, windows: [{ window: 'closed' }] },
    });
  });
});

describe('the kept reports', () => {
  const aReport = (id: string, nth: number, place: { library: string; desk: string }) => {
    const sums = { count: 0, sum: '0.00' };
    const at = new Date(Date.parse('2026-10-02T08:00:00.000Z') + nth * 60_000).toISOString();
    const report = {
      ...{
        id,
        from: at,
        to: at,
        library: place.library,
        desk: place.desk,
        total: String(nth),
        currency: 'ILS',
      },
      ...{ decimals: 2, unreadable: 0, paid: [], deposits: sums, refunded: sums, waived: sums },
      ...{ unclear: sums, windows: [], comparison: null },
      cash: {
        ...{ float: '0', paid: '0', deposits: '0', refunded: '0', expected: '0', counted: '7' },
        ...{ difference: '7', left: '7.00', removed: '0', other: '7', pieces: [] },
      },
    };
    const data = { version: 1, report, place, payments: [] };
    return { id, kind: 'till', library: here.id, at, data } as const;
  };

  test('come a page at a time, and no more of them are unsealed', async () => {
    const { testStation, window } = await openTill(folder);
    const { journal } = testStation;
    const other = { library: 'SCI', desk: 'DEFAULT_CIRC_DESK' };
    for (let nth = 0; nth < 130; nth += 1) journal.keep(aReport(randomUUID(), nth, other));
    let opened = 0;
    const page = journal.keptPage.bind(journal);
    journal.keptPage = (...asked) => {
      const read = page(...asked);
      opened += read.records.length;
      return read;
    };
    journal.kept = () => {
      throw new Error('all of them at once');
    };
    const first = await window.ask('takings.closed', {});
    expect([first.tills.length, first.tills[0]?.total, opened]).toEqual([50, '129', 50]);
    const second = await window.ask('takings.closed', { before: first.next });
    const last = await window.ask('takings.closed', { before: second.next });
    expect([second.tills[0]?.total, last.tills.length, last.next]).toEqual(['79', 30, null]);
    // A desk that was never closed among so many of others: what is in its drawer is not said to be nothing.
    opened = 0;
    expect(await window.ask('takings.till', {})).toMatchObject({ float: '0.00', floatKnown: false });
    expect(opened).toBeLessThan(120);
    testStation.station = {
      ...{ library: { code: 'SCI', label: 'Sciences' } },
      desk: { code: 'DEFAULT_CIRC_DESK', label: 'Front desk' },
    };
    opened = 0;
    expect(await window.ask('takings.till', {})).toMatchObject({ float: '7.00', floatKnown: true });
    expect(opened).toBe(1);
  });
});
