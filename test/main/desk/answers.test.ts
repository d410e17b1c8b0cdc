import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { barcodeOf } from '../../../src/server/sample/barcode.ts';
import { codes, ours } from '../../../src/service/codes.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { openTestStation, type TestStation, type Window } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-answers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = async (): Promise<{ testStation: TestStation; window: Window }> => {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
};

const loansOf = async (testStation: TestStation, id: Parameters<typeof code>[0]) =>
  (await testStation.client.call('users.loans.list', { path: { user_id: code(id) } })).items;

const newest = (window: Window) => window.scans().at(-1);

describe('an item that the patron has already', () => {
  test('asks: one answer renews it', async () => {
    const { testStation, window } = await open();
    await window.scanned(code('patronBorrower'));
    const scan = await window.scanned(code('itemOnLoan'));
    expect(scan).toMatchObject({
      state: 'done',
      result: { kind: 'double', which: 'onThisPatron', title: 'The Remains of the Day' },
      question: { offers: ['return', 'renew'] },
    });
    const before = scan.result?.kind === 'double' ? scan.result.due : '';
    await window.ask('scans.answer', { id: scan.id, offer: 'renew' });
    const renewed = (await window.allSettled()).at(-1);
    expect(renewed).toMatchObject({ action: 'renew', state: 'done', result: { kind: 'renewed' } });
    const due = renewed?.result?.kind === 'renewed' ? renewed.result.due : '';
    expect(Date.parse(due)).toBeGreaterThan(Date.parse(before));
    const loan = (await loansOf(testStation, 'patronBorrower')).find(
      ({ item_barcode: barcode }) => barcode === code('itemOnLoan'),
    );
    expect(loan).toMatchObject({ process_status: 'RENEW', due_date: due });
    // Answered once: a second press does nothing.
    expect(window.scans().find(({ id }) => id === scan.id)?.question).toBeNull();
    expect(await window.failure('scans.answer', { id: scan.id, offer: 'renew' })).toMatchObject({
      reason: 'alreadySent',
    });
  });

  test('says why it cannot be renewed, and what was not asked is not done', async () => {
    const { testStation, window } = await open();
    await window.scanned(code('patronBorrower'));
    const scan = await window.scanned(code('itemHoldHere'));
    expect(await window.failure('scans.answer', { id: scan.id, offer: 'returnThenLend' })).toMatchObject({
      reason: 'alreadySent',
    });
    await window.ask('scans.answer', { id: scan.id, offer: 'renew' });
    expect((await window.allSettled()).at(-1)).toMatchObject({
      state: 'refused',
      failure: { kind: 'refused', operation: 'users.loans.renew', code: codes.cannotRenew },
      question: null,
    });
    expect(await loansOf(testStation, 'patronBorrower')).toHaveLength(4);
  });

  test('asks: the other answer returns it', async () => {
    const { testStation, window } = await open();
    await window.scanned(code('patronBorrower'));
    const scan = await window.scanned(code('itemHoldHere'));
    await window.ask('scans.answer', { id: scan.id, offer: 'return' });
    expect((await window.allSettled()).at(-1)).toMatchObject({
      action: 'return',
      result: { kind: 'returned', next: { to: 'holdShelf' } },
    });
    expect(await loansOf(testStation, 'patronBorrower')).toHaveLength(3);
    expect(window.patron()?.name).toBe('נועה לוי');
  });

  test('and had it lent a moment ago can have it taken back', async () => {
    const { testStation, window } = await open();
    await window.scanned(code('patronNothing'));
    await window.scanned(code('itemFree1'));
    const again = await window.scanned(code('itemFree1'));
    expect(again).toMatchObject({ result: { which: 'justNow' }, question: { offers: ['return'] } });
    await window.ask('scans.answer', { id: again.id, offer: 'return' });
    await window.allSettled();
    expect(await loansOf(testStation, 'patronNothing')).toHaveLength(0);
    expect(await window.scanned(code('itemFree1'))).toMatchObject({ result: { kind: 'lent' } });
  });
});

describe('an item that somebody else has', () => {
  test('is refused, and one answer returns it and lends it, in that order', async () => {
    const { testStation, window } = await open();
    await window.scanned(code('patronNothing'));
    const scan = await window.scanned(code('itemOverdue'));
    expect(scan).toMatchObject({
      state: 'refused',
      failure: { code: ours.itemOnLoan },
      question: { offers: ['returnThenLend'] },
    });
    await window.ask('scans.answer', { id: scan.id, offer: 'returnThenLend' });
    const scans = await window.allSettled();
    expect(scans.slice(-2)).toMatchObject([
      { action: 'return', result: { kind: 'returned' } },
      { action: 'lend', result: { kind: 'lent', title: 'Bleak House' } },
    ]);
    expect(await loansOf(testStation, 'patronNothing')).toMatchObject([
      { item_barcode: code('itemOverdue') },
    ]);
  });

  test('asks for the patron it was scanned for, and for nobody after them', async () => {
    const { testStation, window } = await open();
    await window.scanned(code('patronNothing'));
    const scan = await window.scanned(code('itemOnLoan'));
    await window.ask('desk.open', { userId: code('patronGood') });
    expect(await window.failure('scans.answer', { id: scan.id, offer: 'returnThenLend' })).toMatchObject({
      reason: 'noPatron',
    });
    expect(newest(window)?.id).toBe(scan.id);
    expect(await loansOf(testStation, 'patronGood')).toHaveLength(4);
  });
});

describe('who is here', () => {
  test('is said once the card that was scanned last has been looked up', async () => {
    const { testStation, window } = await open();
    expect(await window.ask('desk.here', {})).toBeNull();
    await window.scanned(code('patronGood'));
    await testStation.faults({ operation: 'users.get', fault: 'delay', ms: 150 });
    await window.scan(code('patronTenLoans'));
    expect(await window.ask('desk.here', {})).toMatchObject({ name: 'Michał Wiśniewski', loans: 10 });
  });

  test('is not said, where that card came to nothing', async () => {
    const { window } = await open();
    await window.scanned(code('patronGood'));
    await window.scan('2123400000101');
    expect(await window.failure('desk.here', {})).toMatchObject({ reason: 'noPatron', detail: 'unreadCard' });
  });
});

describe('a due date by hand', () => {
  const day = (days: number): string => {
    const date = new Date();
    date.setDate(date.getDate() + days);
    const two = (value: number): string => String(value).padStart(2, '0');
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  };
  const dueDay = (due: unknown): string => {
    const date = new Date(String(due));
    const two = (value: number): string => String(value).padStart(2, '0');
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  };

  test('holds for every loan of the session from then on, until it is taken away', async () => {
    const { testStation, window } = await open();
    await window.scanned(code('patronNothing'));
    expect(await window.ask('desk.due', { due: day(3) })).toEqual({ due: day(3) });
    expect(window.deskEvents.at(-1)).toEqual({ type: 'due', due: day(3) });
    const first = await window.scanned(code('itemFree1'));
    expect(first).toMatchObject({ state: 'done', result: { kind: 'lent' } });
    expect(first.result?.kind === 'lent' && dueDay(first.result.due)).toBe(day(3));
    await window.scanned(code('patronGood'));
    await window.scanned(code('itemFree2'));
    await window.ask('desk.due', { due: null });
    await window.scanned(code('itemFree3'));
    const loans = [
      ...(await loansOf(testStation, 'patronNothing')),
      ...(await loansOf(testStation, 'patronGood')),
    ];
    const dues = new Map(loans.map((loan) => [loan.item_barcode, dueDay(loan.due_date)]));
    expect(dues.get(code('itemFree1'))).toBe(day(3));
    expect(dues.get(code('itemFree2'))).toBe(day(3));
    expect(dues.get(code('itemFree3'))).not.toBe(day(3));
  });

  test('is the one that held when the item was scanned, and ends with the session', async () => {
    const { testStation, window } = await open();
    await window.scanned(code('patronNothing'));
    await testStation.faults({ operation: 'users.loans.create', fault: 'delay', ms: 100 });
    await window.ask('desk.due', { due: day(5) });
    const scan = await window.scan(code('itemFree1'));
    await window.ask('desk.due', { due: day(9) });
    const lent = await window.settled(scan);
    expect(lent.result?.kind === 'lent' && dueDay(lent.result.due)).toBe(day(5));
    await window.ask('desk.end', {});
    expect(window.deskEvents.findLast(({ type }) => type === 'session')).toMatchObject({
      session: { due: '' },
    });
  });

  test('that cannot be given leaves the item lent, and says so', async () => {
    const { testStation, window } = await open();
    await window.scanned(code('patronNothing'));
    await window.ask('desk.due', { due: day(3) });
    await testStation.faults({ operation: 'users.loans.update', fault: 'drop-before' });
    const lent = await window.scanned(code('itemFree1'));
    expect(lent).toMatchObject({
      state: 'done',
      result: { kind: 'lent', dueFailure: { kind: 'unknown-outcome', operation: 'users.loans.update' } },
    });
    expect(await loansOf(testStation, 'patronNothing')).toHaveLength(1);
  });

  test.each([
    [day(-1), 'inThePast'],
    ['2999-01-01', 'tooFarAhead'],
    ['2027-02-31', 'notADate'],
    ['', 'required'],
  ])('%j is refused as %s, and what held before still holds', async (due, reason) => {
    const { window } = await open();
    await window.ask('desk.due', { due: day(2) });
    expect(await window.failure('desk.due', { due })).toMatchObject({ field: 'due', reason });
    const { deskEvents } = window;
    expect(deskEvents.filter(({ type }) => type === 'due')).toEqual([{ type: 'due', due: day(2) }]);
  });
});

describe('an item without a barcode', () => {
  test('is lent by its id; a second time it is on this patron; it cannot be returned by it', async () => {
    const { testStation, window } = await open();
    const item = await testStation.client.call('items.byBarcode', {
      query: { item_barcode: code('itemFree1') },
    });
    const pid = String(item.item_data?.pid);
    await window.scanned(code('patronNothing'));
    expect(await window.scanned(pid, { by: 'itemId' })).toMatchObject({
      kind: 'item',
      action: 'lend',
      result: { kind: 'lent', title: 'The Overstory' },
    });
    await window.ask('desk.end', {});
    await window.scanned(code('patronNothing'));
    expect(await window.scanned(pid, { by: 'itemId' })).toMatchObject({
      result: { kind: 'double', which: 'onThisPatron' },
      question: null,
    });
    expect(await window.scanned(pid, { by: 'itemId', mode: 'return' })).toMatchObject({
      state: 'refused',
      failure: { field: 'item', reason: 'noIds', detail: 'itemId' },
    });
    expect(await window.scanned('999', { by: 'itemId' })).toMatchObject({
      state: 'refused',
      failure: { code: codes.noItemForBarcode },
    });
  });
});

test('where a book goes next, for every place there is', async () => {
  const { testStation, window } = await open();
  expect(await window.scanned(code('itemFree1'))).toMatchObject({
    result: { next: { to: 'shelf', place: 'Open Stacks' }, callNumber: expect.stringMatching(/./) as string },
  });
  expect(await window.scanned(code('itemHoldHere'))).toMatchObject({
    result: {
      next: { to: 'holdShelf', place: 'Main Library - Circulation Desk', requester: 'Ben-Ami, Rivka' },
    },
  });
  expect(await window.scanned(code('itemOtherLibrary'))).toMatchObject({
    result: { next: { to: 'transit', place: 'Science Library', requester: '' } },
  });
  // Asked for at another library's desk: on its way there, and for whom.
  const expected = await testStation.client.call('items.byBarcode', {
    query: { item_barcode: code('itemFree2') },
  });
  await testStation.client.call('users.requests.create', {
    path: { user_id: code('patronGood') },
    query: { item_pid: String(expected.item_data?.pid) },
    body: {
      request_type: 'HOLD',
      pickup_location_type: 'LIBRARY',
      pickup_location_library: 'SCI',
    },
  });
  expect(await window.scanned(code('itemFree2'))).toMatchObject({
    result: { next: { to: 'transit', requester: 'Ben-Ami, Rivka' } },
  });
  // Set aside to be digitized: it goes to that department.
  expect(await window.scanned(barcodeOf('item', 317))).toMatchObject({
    result: { title: 'Annals of the Library', next: { to: 'workOrder', place: 'Digitization' } },
  });
});
