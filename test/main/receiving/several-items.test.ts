import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { ItemProgress } from '../../../src/contract/receiving.ts';
import { codes } from '../../../src/service/codes.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { localDay } from '../../../src/shared/days.ts';
import { oddly } from '../support/oddly.ts';
import { elsewhere, openTestStation, type TestStation, until, type Window } from '../support/test-station.ts';
import {
  booksOf,
  copiesAt,
  countsAt,
  openTrolley,
  plain,
  room,
  says,
  scanned,
  unfinishedOf,
} from './trolley.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-several-items-'));
afterAll(() => rmSync(folder, { recursive: true }));

const several = code('polSeveral');
const keep = { workOrderType: 'AcqWorkOrder', status: 'CopyCataloging' };

async function jobOf(testStation: TestStation, pol = several) {
  const pids = (await copiesAt(testStation, pol)).map(({ pid }) => pid);
  return {
    ...{ intent: randomUUID(), pol, pids, date: localDay(new Date()) },
    ...{ department: 'CAT', departmentLibrary: 'MAIN', keep },
  };
}

async function open() {
  const testStation = await openTestStation(folder);
  says(testStation, plain);
  return { testStation, window: testStation.window() };
}

/** Three items that are received, and not kept. */
async function threeUnfinished(testStation: TestStation, window: Window): Promise<void> {
  await testStation.faults({ operation: 'bibs.items.scanIn', fault: 'status', status: 400 });
  const { outcomes } = await window.ask('receiving.receiveItems', await jobOf(testStation));
  expect(outcomes.map(({ state }) => state)).toEqual(['unfinished', 'unfinished', 'unfinished']);
  await testStation.faults();
}

describe('several items of an order line', () => {
  test('are received and kept one by one, and each is told', async () => {
    const { testStation, window } = await open();
    await window.scanned(several, room);
    const reports: ItemProgress[] = [];
    const { order, outcomes } = await window.ask('receiving.receiveItems', await jobOf(testStation), {
      report: (progress) => void reports.push(progress),
    });
    expect(outcomes.map(({ state }) => state)).toEqual(['kept', 'kept', 'kept']);
    expect(outcomes[0]).toMatchObject({ title: 'Atlas of the Night Sky', barcode: code('itemOrdered') });
    expect(reports.map(({ done, total }) => [done, total])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(order?.items.every(({ received }) => received !== '')).toBe(true);
    expect(await countsAt(testStation, several)).toEqual({ received: 3, kept: 3 });
  });

  test('stop before the next one, and the same job goes on there', async () => {
    const { testStation, window } = await open();
    const job = await jobOf(testStation);
    const stopping = new AbortController();
    const first = await window.ask('receiving.receiveItems', job, {
      signal: stopping.signal,
      report: () => stopping.abort(),
    });
    expect(first.outcomes.map(({ state }) => state)).toEqual(['kept', 'stopped', 'stopped']);
    expect(await countsAt(testStation, several)).toEqual({ received: 1, kept: 1 });
    const { outcomes } = await window.ask('receiving.receiveItems', job);
    expect(outcomes.map(({ state }) => state)).toEqual(['received', 'kept', 'kept']);
    expect(await countsAt(testStation, several)).toEqual({ received: 3, kept: 3 });
  });

  test('are refused each for itself', async () => {
    const { testStation, window } = await open();
    const job = await jobOf(testStation);
    await testStation.faults({ operation: 'acq.pol.items.receive', fault: 'status', status: 400, count: 1 });
    const pids = [...job.pids, 'none'];
    const { outcomes } = await window.ask('receiving.receiveItems', { ...job, pids, keep: null });
    expect(outcomes.map(({ state }) => state)).toEqual(['refused', 'received', 'received', 'refused']);
    expect(outcomes[0]?.failure).toMatchObject({ kind: 'refused' });
    expect(outcomes[3]?.failure).toMatchObject({ field: 'pid', reason: 'gone' });
    const refused = { ...job, intent: randomUUID(), department: 'NONE', keep: null };
    const other = await window.ask('receiving.receiveItems', refused);
    expect(other.outcomes.map(({ failure }) => failure)).toMatchObject([
      { code: codes.departmentNotFound },
      { reason: 'alreadyReceived' },
      { reason: 'alreadyReceived' },
    ]);
  });

  test('are not confirmed each for itself, and not sent again by the same job', async () => {
    const { testStation, window } = await open();
    const job = await jobOf(testStation);
    await testStation.faults({ operation: 'acq.pol.items.receive', fault: 'drop-before', count: 1 });
    const first = await window.ask('receiving.receiveItems', job);
    expect(first.outcomes.map(({ state }) => state)).toEqual(['unclear', 'kept', 'kept']);
    const { outcomes } = await window.ask('receiving.receiveItems', job);
    expect(outcomes.map(({ state }) => state)).toEqual(['unclear', 'received', 'received']);
    expect(await countsAt(testStation, several)).toEqual({ received: 2, kept: 2 });
  });

  test('have a date that is not to come', async () => {
    const { testStation, window } = await open();
    const job = { ...(await jobOf(testStation)), date: '2999-01-01' };
    expect(await window.failure('receiving.receiveItems', job)).toMatchObject({ reason: 'tooFarAhead' });
  });
});

describe('all that is unfinished', () => {
  test('is finished one by one, whichever trolley and job it came from', async () => {
    const { testStation, window } = await open();
    await threeUnfinished(testStation, window);
    expect(unfinishedOf(window)).toHaveLength(3);
    const reports: ItemProgress[] = [];
    const { outcomes, unfinished } = await window.ask(
      'receiving.finishAll',
      {},
      {
        report: (progress) => void reports.push(progress),
      },
    );
    expect(outcomes.map(({ state }) => state)).toEqual(['kept', 'kept', 'kept']);
    expect(reports.at(-1)).toMatchObject({ done: 3, total: 3 });
    expect(unfinished).toEqual([]);
    expect(await countsAt(testStation, several)).toEqual({ received: 3, kept: 3 });
  });

  test('can be stopped, and what is refused stays with its reason', async () => {
    const { testStation, window } = await open();
    await threeUnfinished(testStation, window);
    const stopping = new AbortController();
    await testStation.faults({ operation: 'bibs.items.scanIn', fault: 'status', status: 400, count: 1 });
    const first = await window.ask(
      'receiving.finishAll',
      {},
      {
        signal: stopping.signal,
        report: ({ done }) => {
          if (done === 2) stopping.abort();
        },
      },
    );
    expect(first.outcomes.map(({ state }) => state)).toEqual(['unfinished', 'kept', 'stopped']);
    expect(first.outcomes[0]?.failure).toMatchObject({ kind: 'refused' });
    expect(first.unfinished).toHaveLength(2);
    const { outcomes } = await window.ask('receiving.finishAll', {});
    expect(outcomes.map(({ state }) => state)).toEqual(['kept', 'kept']);
  });

  test('of another library is left alone', async () => {
    const { testStation, window } = await open();
    await threeUnfinished(testStation, window);
    testStation.library = elsewhere;
    testStation.domain.serviceChanged();
    const { outcomes, unfinished } = await window.ask('receiving.finishAll', {});
    expect(outcomes).toEqual([]);
    expect(unfinished).toHaveLength(3);
  });

  test('can need ids that only a person knows: each says so, and is finished with them', async () => {
    const { testStation, window } = await open();
    const pol = code('polNoBarcode');
    const real = await testStation.client.call('acq.pol.get', { path: { pol_id: pol } });
    const [location] = Array.isArray(real.location) ? real.location : [];
    const ids = {
      mmsId: (real.resource_metadata?.mms_id as { value: string }).value,
      holdingId: String((location?.holding as { id: string }[])[0]?.id),
    };
    says(testStation, (one) => ({ ...plain(one), resource_metadata: { title: 'A title' } }));
    const job = await jobOf(testStation, pol);
    const none = await window.ask('receiving.receiveItems', job);
    expect(none.outcomes).toMatchObject([{ state: 'refused', failure: { reason: 'noIds' } }]);
    expect(await countsAt(testStation, pol)).toEqual({ received: 0, kept: 0 });
    const given = { ...job, intent: randomUUID(), pid: job.pids[0] ?? '', ids };
    expect(
      await window.failure('receiving.receive', { ...given, ids: { ...ids, holdingId: '1' } }),
    ).toMatchObject({ reason: 'noIds', detail: 'wrong' });
    expect(await window.ask('receiving.receive', { ...given, intent: randomUUID() })).toMatchObject({
      kept: 'done',
    });
  });
});

describe('a barcode', () => {
  const single = code('polNoBarcode');

  test('is given to a book of the trolley: it has that, and so has its entry of the unfinished', async () => {
    const { testStation, window } = await openTrolley(folder);
    await testStation.faults({ operation: 'bibs.items.scanIn', fault: 'status', status: 400 });
    const book = await scanned(window, single);
    await testStation.faults();
    expect(book).toMatchObject({
      ...{ state: 'refused', barcode: '', mmsId: expect.stringMatching(/^\d+$/) as string },
      holdingId: expect.stringMatching(/^\d+$/) as string,
    });
    const { pol, pid } = book;
    const give = (barcode: string) => ({ intent: randomUUID(), pol, pid, barcode });
    await window.done('receiving.setBarcode', give('NEW-1'));
    expect(booksOf(window)).toMatchObject([{ id: book.id, state: 'refused', barcode: 'NEW-1' }]);
    expect(unfinishedOf(window)).toMatchObject([{ pid, barcode: 'NEW-1' }]);
    expect(await window.failure('receiving.setBarcode', give('NEW-2'))).toMatchObject({ kind: 'conflict' });
  });

  test('is that of its book also where the order line cannot be read then', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    const { pol, pid } = await scanned(window, single);
    oddly(testStation, 'acq.pol.update', () => ({}), 'acq.pol.get');
    const given = { intent: randomUUID(), pol, pid, barcode: 'NEW-1' };
    expect(await window.ask('receiving.setBarcode', given)).toEqual({ record: null });
    expect(booksOf(window)).toMatchObject([{ state: 'received', barcode: 'NEW-1' }]);
  });

  test('is that of its book once it is found out that it was given', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    const { pol, pid } = await scanned(window, single);
    await testStation.faults(
      { operation: 'acq.pol.update', fault: 'drop-after', count: 1 },
      { operation: 'acq.pol.get', fault: 'html', after: 1 },
    );
    const given = { intent: randomUUID(), pol, pid, barcode: 'NEW-1' };
    expect(await window.failure('receiving.setBarcode', given)).toMatchObject({ kind: 'unknown-outcome' });
    expect(booksOf(window)).toMatchObject([{ barcode: '' }]);
    await testStation.faults();
    await testStation.clock.pass(200_000);
    await until(() => booksOf(window)[0]?.barcode);
    expect(booksOf(window)).toMatchObject([{ state: 'received', barcode: 'NEW-1' }]);
  });

  test('cannot be given here where the record of the order line names no items', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    says(testStation, (pol) => ({ ...plain(pol), location: [] }));
    const book = await scanned(window, single);
    expect(book).toMatchObject({ state: 'received', barcode: '' });
    const { pol, pid } = book;
    expect(
      await window.failure('receiving.setBarcode', { intent: randomUUID(), pol, pid, barcode: 'NEW-1' }),
    ).toEqual({ kind: 'invalid', field: 'barcode', reason: 'noItems', detail: '' });
    expect(booksOf(window)).toMatchObject([{ barcode: '' }]);
  });

  test('is refused before the library is asked where another item has it', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    const [, second, third] = await copiesAt(testStation, several);
    const give = (pol: string, pid: string | undefined, barcode: string) => ({
      ...{ intent: randomUUID(), pol, pid: pid ?? '', barcode },
    });
    await scanned(window, code('itemOrdered'));
    const none = await copiesAt(testStation, code('polNoBarcode'));
    const failure = (input: ReturnType<typeof give>) => window.failure('receiving.setBarcode', input);
    await testStation.faults({ operation: 'acq.pol.update', fault: 'status', status: 500 });
    expect(await failure(give(code('polNoBarcode'), none[0]?.pid, code('itemOrdered')))).toMatchObject({
      ...{ field: 'barcode', reason: 'twice', detail: 'trolley' },
    });
    await testStation.faults();
    await window.ask('receiving.trolley.set', {
      settings: {
        ...{ mode: 'look', date: '', department: '', departmentLibrary: '', workOrderType: '', status: '' },
      },
    });
    await window.scanned(several, room);
    expect(await failure(give(several, second?.pid, code('itemOrdered')))).toMatchObject({
      ...{ reason: 'twice', detail: 'orderLine' },
    });
    await window.done('receiving.setBarcode', give(several, second?.pid, 'NEW-1'));
    await window.scanned(code('polNoBarcode'), room);
    expect(await failure(give(code('polNoBarcode'), none[0]?.pid, 'NEW-1'))).toMatchObject({
      ...{ reason: 'twice', detail: 'given' },
    });
    // The item has another by now: this one is free again.
    await window.scanned(several, room);
    await window.done('receiving.setBarcode', give(several, second?.pid, 'NEW-2'));
    await window.done('receiving.setBarcode', give(several, third?.pid, 'NEW-1'));
    // What the library refuses is not taken for given.
    expect(await failure(give(several, second?.pid, code('itemFree1')))).toMatchObject({ kind: 'refused' });
    expect(await failure(give(several, third?.pid, code('itemFree1')))).toMatchObject({ kind: 'refused' });
  });
});
