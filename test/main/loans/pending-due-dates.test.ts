import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { LentNotDueView } from '../../../src/contract/desk.ts';
import type { ScanView } from '../../../src/contract/scans.ts';
import { recheckAfterMs } from '../../../src/main/commands/certainty.ts';
import { patronQueue } from '../../../src/main/commands/queues.ts';
import { localDay } from '../../../src/shared/days.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { elsewhere, openTestStation, until, type TestStation, type Window } from '../support/test-station.ts';
import { rest } from '../support/lost.ts';
import { oddly } from '../support/oddly.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-owed-dues-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronNothing');
const day = localDay(new Date(Date.now() + 9 * 86_400_000));

/** A desk with a patron, whose loans are to be due on a day set by hand. */
async function open() {
  const testStation = await openTestStation(folder);
  const window = testStation.window();
  await window.scanned(userId);
  await window.ask('desk.due', { due: day });
  return { testStation, window };
}

async function lentNotDue(window: Window): Promise<readonly LentNotDueView[]> {
  const once = new AbortController();
  const lists: (readonly LentNotDueView[])[] = [];
  await window.ask(
    'desk.lentNotDue',
    {},
    { signal: once.signal, report: (list) => once.abort(lists.push(list)) },
  );
  return lists[0] ?? [];
}

/** The days on which what this patron has is due. */
async function dueDays(testStation: TestStation): Promise<string[]> {
  const { items } = await testStation.client.call('users.loans.list', { path: { user_id: userId } });
  return items.map(({ due_date: due }) => localDay(new Date(String(due))));
}

const dueOf = ({ result }: ScanView): string =>
  result?.kind === 'lent' ? localDay(new Date(result.due)) : '';
/** The day that the window shows for what is scanned now. */
const dueShown = ({ deskEvents }: Window): string | undefined =>
  deskEvents
    .flatMap((event) => {
      if (event.type === 'due') return [event.due];
      return event.type === 'session' ? [event.session.due] : [];
    })
    .at(-1);
const scanOf = (window: Window, { id }: ScanView): ScanView | undefined =>
  window.scans().find((scan) => scan.id === id);

// Not repeated by the client, whose pauses are in real time.
const noneAreRead = { operation: 'users.loans.list', fault: 'html' } as const;

describe('a day set by hand', () => {
  test('is given to a loan that was unclear and is found later', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'users.loans.create', fault: 'drop-after', count: 1 }, noneAreRead);
    const scan = await window.scanned(code('itemFree1'));
    expect(scan.state).toBe('unclear');
    await testStation.clock.pass(10_000);
    const [remaining] = await lentNotDue(window);
    expect(remaining).toMatchObject({
      what: code('itemFree1'),
      due: day,
      failure: { kind: 'unknown-outcome' },
    });
    await testStation.faults();
    await testStation.clock.pass(60_000);
    expect(await lentNotDue(window)).toEqual([]);
    expect(await dueDays(testStation)).toEqual([day]);
    const now = scanOf(window, scan);
    expect(now).toMatchObject({ state: 'done', result: { kind: 'lent' } });
    expect(now && dueOf(now)).toBe(day);
  });

  test('is not owed to a loan that was unclear and did not happen, nor to one that was refused', async () => {
    const { testStation, window } = await open();
    await testStation.faults(
      { operation: 'users.loans.create', fault: 'drop-before', count: 1 },
      noneAreRead,
    );
    await window.scanned(code('itemFree1'));
    expect(testStation.journal.openSteps()).toHaveLength(1);
    await testStation.faults();
    await testStation.clock.pass(200_000);
    expect(await lentNotDue(window)).toEqual([]);
    expect(testStation.domain.pendingCounts()).toEqual({ unclear: 0, unfinished: 0 });
    expect(await window.scanned(code('itemReference'))).toMatchObject({ state: 'refused' });
    expect(testStation.journal.openSteps()).toHaveLength(1);
    // It is kept as long as it is still to be read whether the loan turned up late.
    for (const runs of [1, 1, 0]) {
      await testStation.clock.pass(recheckAfterMs);
      expect(testStation.journal.openSteps()).toHaveLength(runs);
      testStation.restart();
      expect(await lentNotDue(testStation.window())).toEqual([]);
    }
    expect(await dueDays(testStation)).toEqual([]);
  });

  test.each(['in the same run', 'over a restart'])(
    'is given to a loan that silence said was not made, and that turns up late: %s',
    async (when) => {
      const { testStation, window } = await open();
      const itemCode = code('itemFree1');
      await testStation.faults({ operation: 'users.loans.create', fault: 'drop-before', count: 1 });
      const scan = await window.scanned(itemCode);
      expect(scan.state).toBe('unclear');
      await rest(testStation);
      expect(testStation.journal.entry(scan.id)).toMatchObject({ state: 'notSent', settledBy: 'silence' });
      const { library, desk } = { library: { value: 'MAIN' }, desk: { value: 'DEFAULT_CIRC_DESK' } };
      await testStation.client.call('users.loans.create', {
        path: { user_id: userId },
        query: { item_barcode: itemCode },
        body: { library, circ_desk: desk },
      });
      if (when === 'over a restart') testStation.restart();
      const now = when === 'over a restart' ? testStation.window() : window;
      await testStation.clock.pass(recheckAfterMs);
      expect(testStation.journal.entry(scan.id)).toMatchObject({ state: 'accepted', settledBy: 'late' });
      expect(await now.unclear()).toMatchObject([{ id: scan.id, late: 'happened' }]);
      expect(await dueDays(testStation)).toEqual([day]);
      expect(await lentNotDue(now)).toEqual([]);
      expect(testStation.journal.openSteps()).toEqual([]);
    },
  );

  test('of a loan that a person says was not made is owed to nobody', async () => {
    const { testStation, window } = await open();
    await testStation.faults(
      { operation: 'users.loans.create', fault: 'drop-before', count: 1 },
      noneAreRead,
    );
    const scan = await window.scanned(code('itemFree1'));
    await until(() => scanOf(window, scan)?.state === 'unclear');
    await testStation.clock.pass(10_000);
    await window.ask('desk.decide', { id: scan.id, happened: false });
    expect(testStation.journal.openSteps()).toEqual([]);
  });

  test('is a book’s that was scanned while it was shown, also where the book has to wait for UNDO', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'users.loans.create', fault: 'delay', ms: 80, count: 1 });
    const before = await window.scan(code('itemFree1'));
    await window.scan('CRLUNDO');
    const book = await window.scan(code('itemFree2'));
    expect(book.state).toBe('waiting');
    await window.ask('desk.due', { due: null });
    const later = await window.scan(code('itemFree3'));
    await window.ask('desk.due', { due: localDay(new Date(Date.now() + 20 * 86_400_000)) });
    expect(await window.settled(before)).toMatchObject({ result: { kind: 'lent' } });
    expect(dueOf(await window.settled(book))).toBe(day);
    const own = localDay(new Date(Date.now() + 20 * 86_400_000));
    expect([day, own]).not.toContain(dueOf(await window.settled(later)));
  });

  test('is not the next session’s, whose books were scanned behind END', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'users.loans.create', fault: 'delay', ms: 80, count: 1 });
    await window.scan(code('itemFree1'));
    expect(dueShown(window)).toBe(day);
    const end = await window.scan('CRLEND');
    // Nor is it shown any more: the next patron is at the desk.
    expect(dueShown(window)).toBe('');
    await window.scan(userId);
    const book = await window.scan(code('itemFree2'));
    await until(() => scanOf(window, end)?.state === 'sent');
    await window.ask('desk.end', {});
    await window.ask('scans.ran', { id: end.id, why: null });
    expect(await window.settled(book)).toMatchObject({ result: { kind: 'lent' } });
    expect(dueOf(await window.settled(book))).not.toBe(day);
  });

  test('is shown again where END could not be done, and is that of what is scanned then', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'users.loans.create', fault: 'delay', ms: 80, count: 1 });
    await window.scan(code('itemFree1'));
    const end = await window.scan('CRLEND');
    const between = await window.scan(code('itemFree2'));
    await until(() => scanOf(window, end)?.state === 'sent');
    expect(dueShown(window)).toBe('');
    await window.ask('scans.ran', { id: end.id, why: 'not now' });
    expect(dueShown(window)).toBe(day);
    expect(dueOf(await window.settled(between))).not.toBe(day);
    expect(dueOf(await window.scanned(code('itemFree3')))).toBe(day);
  });

  test('is the next patron’s where it was set behind END, before that came to its turn', async () => {
    const { testStation, window } = await open();
    await window.ask('desk.due', { due: null });
    await testStation.faults({ operation: 'users.loans.create', fault: 'delay', ms: 80, count: 1 });
    const before = await window.scan(code('itemFree1'));
    const end = await window.scan('CRLEND');
    await window.scan(userId);
    await window.ask('desk.due', { due: day });
    expect(dueShown(window)).toBe(day);
    const book = await window.scan(code('itemFree2'));
    await until(() => scanOf(window, end)?.state === 'sent');
    expect(dueOf(await window.settled(before))).not.toBe(day);
    await window.ask('desk.end', {});
    await window.ask('scans.ran', { id: end.id, why: null });
    expect(dueShown(window)).toBe(day);
    expect(dueOf(await window.settled(book))).toBe(day);
    await window.ask('desk.end', {});
    await window.scan(userId);
    expect(dueOf(await window.settled(await window.scan(code('itemFree3'))))).not.toBe(day);
  });

  test('survives a kill between the loan and its day, and is given by one key', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'users.loans.update', fault: 'drop-before' });
    const scan = await window.scan(code('itemFree1'));
    await until(() =>
      testStation.journal.unsettled().some(({ operation }) => operation === 'users.loans.update'),
    );
    testStation.restart();
    await testStation.faults();
    const now = testStation.window();
    const [remaining] = await lentNotDue(now);
    expect(remaining).toMatchObject({ what: code('itemFree1'), due: day, failure: null, running: false });
    expect(await dueDays(testStation)).not.toEqual([day]);
    // Whoever else may have given it its day is waited for: nothing is sent twice.
    await testStation.clock.pass(200_000);
    await now.ask('desk.giveDue', { id: remaining?.id ?? '' });
    expect(await lentNotDue(now)).toEqual([]);
    expect(await dueDays(testStation)).toEqual([day]);
    const row = scanOf(now, scan);
    expect(row && dueOf(row)).toBe(day);
    testStation.restart();
    expect(await lentNotDue(testStation.window())).toEqual([]);
  });

  test('that is refused stands on the row and on the list, over a restart, until it is given', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'users.loans.update', fault: 'status', status: 400 });
    const scan = await window.scanned(code('itemFree1'));
    expect(scan).toMatchObject({ state: 'done', result: { kind: 'lent', dueFailure: { kind: 'refused' } } });
    expect(await lentNotDue(window)).toMatchObject([{ what: 'The Overstory', failure: { kind: 'refused' } }]);
    testStation.restart();
    const now = testStation.window();
    const [remaining] = await lentNotDue(now);
    expect(remaining).toMatchObject({ what: 'The Overstory', failure: { kind: 'refused' } });
    expect(await now.failure('desk.giveDue', { id: remaining?.id ?? '' })).toMatchObject({ kind: 'refused' });
    await testStation.faults();
    await now.ask('desk.giveDue', { id: remaining?.id ?? '' });
    expect(await lentNotDue(now)).toEqual([]);
    const row = scanOf(now, scan);
    expect(row?.result).not.toHaveProperty('dueFailure');
    expect(row && dueOf(row)).toBe(day);
    expect(await now.failure('desk.giveDue', { id: remaining?.id ?? '' })).toMatchObject({ reason: 'gone' });
  });

  test('of which nobody knows is off the list once it is seen to have been given', async () => {
    const { testStation, window } = await open();
    await testStation.faults(
      { operation: 'users.loans.update', fault: 'drop-after', count: 1 },
      { operation: 'users.loans.get', fault: 'html' },
    );
    const scan = await window.scanned(code('itemFree1'));
    const failed = await until(() => {
      const row = scanOf(window, scan);
      return row?.result?.kind === 'lent' && row.result.dueFailure;
    });
    expect(failed).toMatchObject({ kind: 'unknown-outcome' });
    expect(await lentNotDue(window)).toMatchObject([{ what: 'The Overstory' }]);
    await testStation.faults();
    await testStation.clock.pass(60_000);
    expect(await lentNotDue(window)).toEqual([]);
    const row = scanOf(window, scan);
    expect(row?.result).not.toHaveProperty('dueFailure');
    expect(await dueDays(testStation)).toEqual([day]);
    const queue = patronQueue(window.patron()?.userId ?? '');
    expect(testStation.journal.doneIn(queue, 'users.loans.update')).toHaveLength(1);
  });

  test('is given where the loan’s answer says nothing', async () => {
    const { testStation, window } = await open();
    oddly(testStation, 'users.loans.create', () => ({}));
    const scan = await window.scanned(code('itemFree1'));
    expect(dueOf(scan)).toBe(day);
    expect(await dueDays(testStation)).toEqual([day]);
  });

  test('leaves the list when a person has seen to it, or when the book is back; and is not of another library', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'users.loans.update', fault: 'status', status: 400 });
    for (const item of ['itemFree1', 'itemFree2'] as const) await window.scanned(code(item));
    const both = await lentNotDue(window);
    expect(both).toHaveLength(2);
    const [one, other] = both;
    expect(testStation.domain.pendingCounts()).toEqual({ unclear: 0, unfinished: 2 });
    const here = testStation.library;
    testStation.journal.keepLibrary(here, { address: '', root: '', code: '', key: 'here' });
    testStation.library = elsewhere;
    const there = { mode: here.mode, name: here.name };
    expect(await lentNotDue(window)).toMatchObject([{ elsewhere: there }, { elsewhere: there }]);
    expect(testStation.domain.pendingCounts()).toEqual({ unclear: 0, unfinished: 0 });
    expect(await window.failure('desk.giveDue', { id: one?.id ?? '' })).toMatchObject({ reason: 'moved' });
    testStation.library = here;
    expect(await lentNotDue(window)).toMatchObject([{ elsewhere: null }, { elsewhere: null }]);
    await window.ask('desk.settleDue', { id: one?.id ?? '' });
    expect(await lentNotDue(window)).toMatchObject([{ id: other?.id }]);
    await window.scanned(code('itemFree2'), { mode: 'return' });
    expect(await lentNotDue(window)).toEqual([]);
    expect(testStation.journal.openSteps()).toEqual([]);
  });

  test('stays owed at its library when a book with the same code is returned at another', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'users.loans.update', fault: 'status', status: 400 });
    await window.scanned(code('itemFree1'));
    const here = testStation.library;
    // A sandbox is a copy of the real library, barcodes and all.
    testStation.library = elsewhere;
    const returned = await window.scanned(code('itemFree1'), { mode: 'return' });
    expect(returned).toMatchObject({ state: 'done', result: { kind: 'returned' } });
    testStation.library = here;
    expect(await lentNotDue(window)).toMatchObject([{ what: 'The Overstory', elsewhere: null }]);
  });
});

describe('what earlier versions owed', () => {
  test('without saying what it is, is an item to be kept', async () => {
    const testStation = await openTestStation(folder);
    const receipt = randomUUID();
    testStation.journal.intend({
      ...{ id: receipt, operation: 'acq.pol.items.receive', queue: 'order:POL-1001', about: '' },
      ...{ payload: {}, before: { received: '' }, library: testStation.library.id },
    });
    testStation.journal.settle(receipt, 'accepted');
    const where = { pol: 'POL-1001', pid: '1', barcode: '', title: 'Old', mmsId: '1', holdingId: '1' };
    const what = { department: 'CAT', departmentLibrary: 'MAIN', workOrderType: 'A', status: 'B' };
    const data = { receipt, ...where, ...what, receiveDate: '2026-01-01Z' };
    testStation.journal.saveStep({
      id: randomUUID(),
      at: '2026-01-01T00:00:00.000Z',
      library: testStation.library.id,
      data,
    });
    testStation.journal.saveStep({
      ...{ id: randomUUID(), at: '2026-01-01T00:00:00.000Z', library: testStation.library.id },
      data: { kind: 'of a later version' },
    });
    testStation.restart();
    const window = testStation.window();
    const room = window.roomEvents.find((event) => event.type === 'room');
    expect(room?.unfinished).toMatchObject([{ title: 'Old', department: 'CAT' }]);
    expect(await lentNotDue(window)).toEqual([]);
    expect(testStation.journal.openSteps()).toHaveLength(2);
  });
});
