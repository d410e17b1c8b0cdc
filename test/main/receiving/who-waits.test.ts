import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { TrolleyBook } from '../../../src/contract/trolley.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { localDay } from '../../../src/shared/days.ts';
import { Failed } from '../../../src/main/failure.ts';
import { rest } from '../support/lost.ts';
import { type TestStation, until, type Window } from '../support/test-station.ts';
import {
  bookOf,
  booksOf,
  copiesAt,
  countsAt,
  heldItem,
  openTrolley,
  put,
  room,
  scanned,
  settings,
  unfinishedOf,
} from './trolley.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-who-waits-'));
afterAll(() => rmSync(folder, { recursive: true }));

const several = code('polSeveral');
const held = { kind: 'requested', count: 1 } as const;

/** The list of an item's requests does not come. */
function requestsFail(testStation: TestStation): void {
  testStation.odd = {
    ...testStation.odd,
    'bibs.items.requests': () => {
      throw new Failed({ kind: 'unreachable', why: 'timeout', detail: '' });
    },
  };
}

/** Only the answer to a scan-in says that somebody waits. */
function scanInNames(testStation: TestStation, requester: string): void {
  testStation.odd = {
    ...testStation.odd,
    'bibs.items.scanIn': (item) => ({ ...(item as object), additional_info: `Requester: ${requester}.` }),
  };
}

/** The program has had the answer to the receipt. */
const isReceived = ({ intended, journal }: TestStation): boolean =>
  [...intended.values()].some(
    ({ id, operation }) => operation === 'acq.pol.items.receive' && journal.entry(id)?.state === 'accepted',
  );

/** The answer to a receipt is lost, and the program is killed before it looks the receipt up. */
async function losesAnswer(testStation: TestStation, receive: () => void): Promise<void> {
  const operation = 'acq.pol.items.receive';
  await testStation.faults({ operation, fault: 'delay', ms: 400 }, { operation, fault: 'drop-after' });
  receive();
  const isSent = () => testStation.journal.unsettled().some((entry) => entry.operation === operation);
  await until(isSent);
  testStation.restart();
  await new Promise((done) => void setTimeout(done, 600)); // the library has received it by then
  await testStation.faults();
}

const receipt = (pid: string) => ({
  ...{ intent: randomUUID(), pol: several, pid, date: localDay(new Date()), seen: false },
  ...{ department: 'CAT', departmentLibrary: 'MAIN' },
  keep: { workOrderType: 'AcqWorkOrder', status: 'CopyCataloging' },
});

describe('who waits for an item, where that could not be read', () => {
  test('is not nobody: that is to be seen before it is kept', async () => {
    const { testStation, window } = await openTrolley(folder);
    requestsFail(testStation);
    const book = await scanned(window, code('itemOrdered'));
    expect(book).toMatchObject({ state: 'received', seen: false, alerts: [{ kind: 'requestsUnread' }] });
    expect(unfinishedOf(window)).toMatchObject([{ seen: false, alerts: [{ kind: 'requestsUnread' }] }]);
    await window.ask('receiving.trolley.seen', { ids: [book.id] });
    await until(() => booksOf(window)[0]?.state === 'kept');
    expect(await countsAt(testStation, several)).toEqual({ received: 1, kept: 1 });
  });

  test('is said no more where keeping it has shown who does', async () => {
    const { testStation, window } = await openTrolley(folder);
    requestsFail(testStation);
    scanInNames(testStation, 'Ben-Ami, Rivka');
    const book = await scanned(window, code('itemOrdered'));
    await window.ask('receiving.trolley.seen', { ids: [book.id] });
    await until(() => booksOf(window)[0]?.state === 'kept');
    expect(booksOf(window)).toMatchObject([
      { seen: false, alerts: [{ kind: 'requested', requester: 'Ben-Ami, Rivka' }] },
    ]);
    expect(booksOf(window)[0]?.alerts).toHaveLength(1);
  });

  test('is asked before it is kept where its receipt is found out later', async () => {
    const { testStation, window } = await openTrolley(folder);
    const { barcode } = await heldItem(testStation, several);
    await testStation.faults({ operation: 'acq.pol.items.receive', fault: 'drop-after', count: 1 });
    const { id } = await put(window, barcode);
    await expectHeld(testStation, window, id);
  });

  test('is asked again after the program was killed before the answer', async () => {
    const { testStation, window } = await openTrolley(folder);
    const { barcode } = await heldItem(testStation, several);
    await testStation.faults({ operation: 'bibs.items.requests', fault: 'delay', ms: 3000, count: 1 });
    const { id } = await put(window, barcode);
    await until(() => isReceived(testStation));
    testStation.restart();
    await testStation.faults();
    await expectHeld(testStation, testStation.window(), id);
  });
});

/** The book waits until its hold is seen, and is kept then. */
async function expectHeld(testStation: TestStation, window: Window, id: string): Promise<void> {
  const isThere = ({ alerts, state }: TrolleyBook) => alerts.length > 0 && state === 'received';
  const book = await until(() => booksOf(window).find(isThere));
  expect(book).toMatchObject({ id, seen: false, alerts: [held] });
  expect(unfinishedOf(window)).toMatchObject([{ seen: false, alerts: [held] }]);
  expect((await countsAt(testStation, several)).kept).toBe(0);
  await window.ask('receiving.trolley.seen', { ids: [id] });
  await until(() => booksOf(window)[0]?.state === 'kept');
}

describe('an item that is only received, from its order line', () => {
  const only = (pid: string) => ({ ...receipt(pid), intent: randomUUID(), keep: null });

  test('is listed until its hold is seen, also across a restart, and is not kept then', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'look' });
    const { pid } = await heldItem(testStation, several);
    await window.scanned(several, room);
    expect(await window.ask('receiving.receive', only(pid))).toMatchObject({ kept: null, alerts: [held] });
    expect(unfinishedOf(window)).toMatchObject([{ pid, toKeep: false, seen: false, alerts: [held] }]);
    testStation.restart();
    const now = testStation.window();
    // It is nothing to finish.
    expect(await now.ask('receiving.finishAll', {})).toMatchObject({ outcomes: [] });
    const [entry] = unfinishedOf(now);
    expect(entry).toMatchObject({ pid, toKeep: false, alerts: [held] });
    expect(await now.ask('receiving.finish', { id: entry?.id ?? '' })).toEqual({
      ...{ unfinished: [], alerts: [] },
    });
    expect(await countsAt(testStation, several)).toEqual({ received: 2, kept: 0 });
  });

  test('is in no list where nobody waits for it', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'look' });
    await window.scanned(several, room);
    const [first] = await copiesAt(testStation, several);
    expect(await window.ask('receiving.receive', only(first?.pid ?? ''))).toMatchObject({ alerts: [] });
    expect(unfinishedOf(window)).toEqual([]);
  });

  test('is not listed where it was refused, or was not received after all', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'look' });
    testStation.odd = {};
    const pol = code('polInterested');
    await window.scanned(pol, room);
    const [first] = await copiesAt(testStation, pol);
    const asked = { ...only(first?.pid ?? ''), pol };
    await testStation.faults({ operation: 'acq.pol.items.receive', fault: 'status', status: 400, count: 1 });
    expect(await window.failure('receiving.receive', asked)).toMatchObject({ kind: 'refused' });
    expect(unfinishedOf(window)).toEqual([]);
    await testStation.faults({ operation: 'acq.pol.items.receive', fault: 'drop-before', count: 1 });
    const again = { ...asked, intent: randomUUID() };
    expect(await window.failure('receiving.receive', again)).toMatchObject({ kind: 'unknown-outcome' });
    await rest(testStation);
    expect(unfinishedOf(window)).toEqual([]);
    testStation.restart();
    expect(unfinishedOf(testStation.window())).toEqual([]);
  });

  test('whose receipt is found out later is asked about when that is seen', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'look' });
    const { pid } = await heldItem(testStation, several);
    await window.scanned(several, room);
    await losesAnswer(testStation, () => void window.ask('receiving.receive', only(pid)).catch(() => null));
    const now = testStation.window();
    expect(unfinishedOf(now)).toEqual([]);
    await rest(testStation);
    const [entry] = unfinishedOf(now);
    expect(entry).toMatchObject({ pid, toKeep: false, seen: false, alerts: [{ kind: 'requestsUnread' }] });
    const see = () => now.ask('receiving.finish', { id: entry?.id ?? '' });
    expect(await see()).toMatchObject({ unfinished: [{ pid, seen: false, alerts: [held] }], alerts: [held] });
    expect(await see()).toEqual({ unfinished: [], alerts: [] });
  });

  test('is asked about after the program was killed before it was', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'look' });
    await window.scanned(several, room);
    const [first] = await copiesAt(testStation, several);
    await testStation.faults({ operation: 'bibs.items.requests', fault: 'delay', ms: 3000, count: 1 });
    void window.ask('receiving.receive', only(first?.pid ?? '')).catch(() => null);
    await until(() => isReceived(testStation));
    testStation.restart();
    await testStation.faults();
    const now = testStation.window();
    const [entry] = unfinishedOf(now);
    expect(entry).toMatchObject({ toKeep: false, seen: false, alerts: [{ kind: 'requestsUnread' }] });
    // Nobody waits for it.
    expect(await now.ask('receiving.finish', { id: entry?.id ?? '' })).toEqual({
      ...{ unfinished: [], alerts: [] },
    });
  });

  test('on a trolley is to be seen where its receipt is found out later', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    await losesAnswer(testStation, () => void window.scan(code('itemOrdered'), room));
    const now = testStation.window();
    await rest(testStation);
    const book = await until(() => booksOf(now).find(({ state }) => state === 'received'));
    expect(book).toMatchObject({ seen: false, alerts: [{ kind: 'requestsUnread' }] });
  });
});

describe('a hold that only the scan-in has shown', () => {
  test('is told of an item that is kept from its order line', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'look' });
    scanInNames(testStation, 'Ben-Ami, Rivka');
    await window.scanned(several, room);
    const [first] = await copiesAt(testStation, several);
    expect(await window.ask('receiving.receive', receipt(first?.pid ?? ''))).toMatchObject({
      ...{ kept: 'done', failure: null, alerts: [{ kind: 'requested', requester: 'Ben-Ami, Rivka' }] },
    });
    const alerts = [{ kind: 'requested', requester: 'Ben-Ami, Rivka' }];
    expect(unfinishedOf(window)).toMatchObject([{ toKeep: false, seen: false, alerts }]);
  });

  test('is told of an item that is finished, alone and with all others', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'look' });
    await window.scanned(several, room);
    const [first, second] = await copiesAt(testStation, several);
    await testStation.faults({ operation: 'bibs.items.scanIn', fault: 'status', status: 400, count: 2 });
    for (const one of [first, second]) await window.ask('receiving.receive', receipt(one?.pid ?? ''));
    await testStation.faults();
    scanInNames(testStation, 'Ben-Ami, Rivka');
    const [entry] = unfinishedOf(window);
    const told = { kind: 'requested', requester: 'Ben-Ami, Rivka' };
    expect(await window.ask('receiving.finish', { id: entry?.id ?? '' })).toMatchObject({
      unfinished: [
        { pid: second?.pid, toKeep: true },
        { pid: first?.pid, toKeep: false, alerts: [told] },
      ],
      alerts: [told],
    });
    expect(await window.ask('receiving.finishAll', {})).toMatchObject({
      outcomes: [{ state: 'kept', alerts: [told] }],
    });
  });
});

test('an item whose receipt came through unheard is not finished past a hold', async () => {
  const { testStation, window } = await openTrolley(folder, { mode: 'look' });
  const { pid } = await heldItem(testStation, several);
  await window.scanned(several, room);
  await testStation.faults({ operation: 'bibs.items.requests', fault: 'delay', ms: 3000, count: 1 });
  void window.ask('receiving.receive', receipt(pid)).catch(() => null);
  await until(() => isReceived(testStation));
  testStation.restart();
  await testStation.faults();
  const now = testStation.window();
  const [entry] = unfinishedOf(now);
  expect(await now.ask('receiving.finishAll', {})).toMatchObject({
    outcomes: [{ state: 'toSee', alerts: [held] }],
  });
  expect(unfinishedOf(now)).toMatchObject([{ id: entry?.id, seen: false, alerts: [held] }]);
  expect(await now.ask('receiving.finish', { id: entry?.id ?? '' })).toEqual({ unfinished: [], alerts: [] });
});

test('what nobody has seen stays in the way of a book that is kept after it was only received', async () => {
  const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
  requestsFail(testStation);
  const { id } = await scanned(window, code('itemOrdered'));
  await window.ask('receiving.trolley.setBook', {
    id,
    settings: { ...settings(), mode: 'keep', date: localDay(new Date()) },
  });
  await window.ask('receiving.trolley.again', { id });
  expect(booksOf(window)).toMatchObject([{ state: 'received', seen: false }]);
  expect(unfinishedOf(window)).toMatchObject([{ seen: false }]);
  await window.ask('receiving.trolley.seen', { ids: [id] });
  await until(() => booksOf(window)[0]?.state === 'kept');
  expect(await bookOf(window, id)).toMatchObject({ seen: true });
});
