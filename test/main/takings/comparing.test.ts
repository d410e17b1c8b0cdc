import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { mostSlices } from '../../../src/shared/report-slices.ts';
import { here } from '../support/test-station.ts';
import { openTill, userId } from './owing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-comparing-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('beside the service', () => {
  test('what both have agrees; what was paid elsewhere, is missing or unclear is named', async () => {
    const { testStation, window, feeIds, pay } = await openTill(folder);
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
    const { testStation, window, pay } = await openTill(folder);
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
    const { testStation, feeIds, window } = await openTill(folder);
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
    const { testStation, window } = await openTill(folder);
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
    const { testStation, window } = await openTill(folder);
    const body = { type: { value: 'OTHER' }, original_amount: '5', owner: { value: 'LAW' } };
    await testStation.client.call('users.fees.create', { path: { user_id: userId }, body });
    const paying = { intent: randomUUID(), userId, expected: '52.00', method: 'CASH' };
    await window.ask('fees.payAll', paying);
    expect(await window.ask('takings.compare', { id: null })).toMatchObject({ matched: 1, lines: [] });
  });

  test('an amount in another currency is none of ours', async () => {
    const { testStation, window, pay } = await openTill(folder);
    await pay(window, 0, '3');
    testStation.odd = {
      'conf.feeTransactions': (answer) => {
        const { items, ...rest } = answer as { readonly items: readonly object[] };
        return { ...rest, items: items.map((fee) => ({ ...fee, currency: { value: 'EUR' } })) };
      },
    };
    expect(await window.ask('takings.compare', { id: null })).toMatchObject({
      matched: 0,
      lines: [{ kind: 'differs', ours: '3.00', theirs: '' }],
    });
  });

  test('a report over months is compared where that was agreed to, and one over decades is not', async () => {
    const { clock, testStation, window, pay } = await openTill(folder);
    await pay(window, 0, '3');
    let reads = 0;
    testStation.odd = { 'conf.feeTransactions': (answer) => ((reads += 1), answer) };
    clock.ahead -= 200 * 86_400_000;
    await pay(window, 1, '2');
    const asked = { kind: 'invalid', field: 'calls', reason: 'tooLarge' };
    expect(await window.failure('takings.compare', { id: null })).toMatchObject(asked);
    expect(reads).toBe(0);
    await window.ask('takings.compare', { id: null, agreed: true });
    expect(reads).toBeGreaterThanOrEqual(29);
    reads = 0;
    clock.ahead -= 26 * 365 * 86_400_000;
    await pay(window, 2, '2');
    expect(await window.failure('takings.compare', { id: null, agreed: true })).toMatchObject({
      ...{ kind: 'invalid', field: 'days', reason: 'tooLarge', detail: String(mostSlices) },
    });
    expect(reads).toBe(0);
  });

  test('after the clock was set back, payments from before are still looked for', async () => {
    const { clock, window, pay } = await openTill(folder);
    await pay(window, 0, '3');
    clock.ahead -= 10 * 86_400_000;
    await pay(window, 1, '2');
    expect(await window.ask('takings.compare', { id: null })).toMatchObject({ matched: 2 });
    const closed = await window.ask('takings.close', {});
    expect(await window.ask('takings.compare', { id: closed.id })).toMatchObject({ matched: 2 });
  });

  test('a fee that each week gives with all of its payments is counted once', async () => {
    const { clock, testStation, window, pay } = await openTill(folder);
    await pay(window, 0, '3');
    clock.ahead += 20 * 86_400_000;
    let first: unknown;
    testStation.odd = { 'conf.feeTransactions': (answer) => (first ??= answer) };
    expect(await window.ask('takings.compare', { id: null })).toMatchObject({ matched: 1, lines: [] });
  });

  test('where the service gives only a part of a week, its days are read', async () => {
    const { clock, testStation, window, pay } = await openTill(folder);
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
    const { testStation, window, pay } = await openTill(folder);
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
    const { clock, testStation, window, pay } = await openTill(folder);
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
