import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { CommandBarcode } from '../../../src/shared/command-barcodes.ts';
import type { ScanView } from '../../../src/contract/scans.ts';
import { defaultBarcodes } from '../../../src/main/station/settings.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { openTestStation, until, type TestStation, type Window } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));

const command = (one: CommandBarcode): string => `CRL${one}`;
const slow = (testStation: TestStation): Promise<void> =>
  testStation.faults(
    { operation: 'users.loans.create', fault: 'delay', ms: 80 },
    { operation: 'users.get', fault: 'delay', ms: 40 },
  );

/** Waits until main has the window do what a command asks for. */
const requestOf = (window: Window, { id }: ScanView): Promise<unknown> =>
  until(() =>
    window.deskEvents.find(
      (event) => event.type === 'scan' && event.scan.id === id && event.scan.state === 'sent',
    ),
  );

const sessions = (window: Window) =>
  window.deskEvents.flatMap((event) => (event.type === 'session' ? [event.session] : []));

describe('END', () => {
  test('waits for the books before it, and the next card waits for it', async () => {
    const testStation = await openTestStation(folder);
    const window = testStation.window();
    await slow(testStation);
    await window.scan(code('patronNothing'));
    const items = await Promise.all([
      window.scan(code('itemFree1')),
      window.scan(code('itemFree2')),
      window.scan(code('itemFree3')),
    ]);
    const end = await window.scan(command('END'));
    expect(end).toMatchObject({
      kind: 'command',
      state: 'waiting',
      result: { kind: 'command', command: 'END' },
    });
    const card = await window.scan(code('patronGood'));
    const book = await window.scan(code('itemFree4'));
    expect([card.state, book.state]).toEqual(['waiting', 'waiting']);
    expect(await window.failure('desk.end', {})).toMatchObject({ reason: 'scansOpen' });

    await requestOf(window, end);
    for (const item of items)
      expect(window.scans().find(({ id }) => id === item.id)).toMatchObject({
        state: 'done',
        result: { kind: 'lent' },
      });
    expect(window.patron()).toMatchObject({ name: 'Grace Okafor' });
    expect(await window.ask('desk.end', {})).toEqual({ lent: 3, returned: 0 });
    // What came after the command begins the next session, in its order.
    const last = sessions(window).at(-1);
    expect(last?.patron).toBeNull();
    expect(last?.scans.map(({ id, order, state }) => [id, order, state])).toEqual([
      [card.id, 1, 'waiting'],
      [book.id, 2, 'waiting'],
    ]);
    await window.ask('scans.ran', { id: end.id, why: null });
    expect(await window.settled(card)).toMatchObject({ result: { kind: 'patron', name: 'Rivka Ben-Ami' } });
    expect(await window.settled(book)).toMatchObject({ action: 'lend', result: { kind: 'lent' } });
    expect(testStation.intended.get(book.id)).toMatchObject({
      payload: { path: { user_id: window.patron()?.userId } },
    });
  });

  test('cannot be done: it says why, in the window’s words, and what waited goes on', async () => {
    const testStation = await openTestStation(folder);
    const window = testStation.window();
    const end = await window.scan(command('END'));
    const card = await window.scan(code('patronGood'));
    await requestOf(window, end);
    expect(window.scans().find(({ id }) => id === card.id)).toMatchObject({ state: 'waiting' });
    await window.ask('scans.ran', { id: end.id, why: 'Nobody is here.' });
    expect(await window.settled(end)).toMatchObject({
      state: 'refused',
      failure: { kind: 'invalid', reason: 'notNow', detail: 'Nobody is here.' },
    });
    expect(await window.settled(card)).toMatchObject({ state: 'done' });
  });

  test('is taken back while it waits', async () => {
    const testStation = await openTestStation(folder);
    const window = testStation.window();
    await slow(testStation);
    await window.scan(code('patronNothing'));
    const item = await window.scan(code('itemFree1'));
    const end = await window.scan(command('END'));
    const next = await window.scan(code('itemFree2'));
    expect(await window.ask('scans.drop', { id: end.id })).toMatchObject({ state: 'dropped' });
    expect(await window.settled(item)).toMatchObject({ result: { kind: 'lent' } });
    expect(await window.settled(next)).toMatchObject({ result: { kind: 'lent' } });
    expect(window.patron()).toMatchObject({ name: 'Grace Okafor' });
  });

  test('is not done where the window has gone, and holds nothing up', async () => {
    const testStation = await openTestStation(folder);
    const window = testStation.window();
    const end = await window.scan(command('END'));
    await requestOf(window, end);
    const card = await window.scan(code('patronGood'));
    window.watchDesk(); // the page was loaded anew
    expect(await window.settled(end)).toMatchObject({ state: 'refused', failure: { reason: 'notNow' } });
    expect(await window.settled(card)).toMatchObject({ state: 'done' });
  });

  test('is not done where the window is closed before its turn, nor what waits for it', async () => {
    const testStation = await openTestStation(folder);
    const [closed, other] = [testStation.window(), testStation.window()];
    await testStation.faults({ operation: 'items.byBarcode', fault: 'delay', ms: 80 });
    const item = await closed.scan(code('itemFree1'));
    const end = await closed.scan(command('END'));
    const next = await closed.scan(code('itemFree2'));
    testStation.domain.windowClosed(closed.id);
    await until(() => closed.scans().find(({ id, state }) => id === item.id && state === 'done'));
    // Nothing keeps the station from another library, and the desk that is free shows what became of them.
    testStation.domain.refuseWhileOpen();
    await other.ask('desk.end', {});
    expect(other.scans()).toMatchObject([
      { id: item.id, state: 'done', result: { kind: 'returned' } },
      { id: end.id, state: 'refused', failure: { reason: 'notNow' } },
      { id: next.id, state: 'dropped' },
    ]);
    expect(testStation.intended.has(next.id)).toBe(false);
  });

  test('UNDO needs no window: it is done where the window is closed before its turn', async () => {
    const testStation = await openTestStation(folder);
    const window = testStation.window();
    await slow(testStation);
    await window.scan(code('patronNothing'));
    await window.scan(code('itemFree1'));
    const undo = await window.scan(command('UNDO'));
    testStation.domain.windowClosed(window.id);
    expect(await testStation.window().settled(undo)).toMatchObject({ result: { kind: 'undone' } });
  });

  test('a card that was misread after it is nobody’s, in its turn', async () => {
    const testStation = await openTestStation(folder);
    const window = testStation.window();
    await window.scanned(code('patronNothing'));
    const end = await window.scan(command('END'));
    await window.scan(code('patronGood').replace(/.$/, '0'));
    const book = await window.scan(code('itemFree1'));
    await requestOf(window, end);
    expect(window.patron()).toMatchObject({ name: 'Grace Okafor' });
    await window.ask('desk.end', {});
    await window.ask('scans.ran', { id: end.id, why: null });
    expect(await window.settled(book)).toMatchObject({ state: 'refused', failure: { reason: 'noPatron' } });
  });
});

test('SEEN is done at once: what waits for the notes would wait for ever', async () => {
  const window = (await openTestStation(folder)).window();
  await window.scanned(code('patronNote'));
  const item = await window.scan(code('itemFree1'));
  const seen = await window.scan(command('SEEN'));
  expect(seen.state).toBe('sent');
  expect(window.scans().find(({ id }) => id === item.id)).toMatchObject({ state: 'held' });
  await window.ask('desk.acknowledge', {});
  await window.ask('scans.ran', { id: seen.id, why: null });
  expect(await window.settled(seen)).toMatchObject({ state: 'done' });
  expect(await window.settled(item)).toMatchObject({ result: { kind: 'lent' } });
});

describe('UNDO', () => {
  test('takes back the last loan, and then the one before it', async () => {
    const testStation = await openTestStation(folder);
    const window = testStation.window();
    await slow(testStation);
    await window.scan(code('patronNothing'));
    await window.scan(code('itemFree1'));
    await window.scan(code('itemFree2'));
    const first = await window.scan(command('UNDO'));
    const second = await window.scan(command('UNDO'));
    const again = await window.scan(code('itemFree2'));
    const third = await window.scan(command('UNDO'));
    expect(await window.settled(first)).toMatchObject({
      result: { kind: 'undone', title: 'Invisible Cities' },
    });
    expect(await window.settled(second)).toMatchObject({
      result: { kind: 'undone', title: 'The Overstory' },
    });
    expect(await window.settled(again)).toMatchObject({
      result: { kind: 'lent', title: 'Invisible Cities' },
    });
    expect(await window.settled(third)).toMatchObject({
      result: { kind: 'undone', title: 'Invisible Cities' },
    });
    const path = { user_id: code('patronNothing') };
    expect((await testStation.client.call('users.loans.list', { path })).items).toEqual([]);
    expect(await window.ask('desk.end', {})).toEqual({ lent: 0, returned: 0 });
  });

  test('says that a return cannot be taken back, and that there is nothing', async () => {
    const window = (await openTestStation(folder)).window();
    expect(await window.scanned(command('UNDO'))).toMatchObject({
      state: 'refused',
      failure: { kind: 'invalid', reason: 'nothingToUndo' },
    });
    await window.scanned(code('patronNothing'));
    await window.scanned(code('itemFree1'));
    await window.scanned(code('itemOnLoan'), { mode: 'return' });
    expect(await window.scanned(command('UNDO'))).toMatchObject({
      state: 'refused',
      failure: { kind: 'invalid', reason: 'cannotUndo' },
    });
  });
});

test('in the receiving room a command waits for what is looked up before it, and the next scan for it', async () => {
  const testStation = await openTestStation(folder);
  const window = testStation.window();
  const room = { room: 'receiving' } as const;
  await testStation.faults({ operation: 'acq.pol.get', fault: 'delay', ms: 80 });
  const first = await window.scan('POL-1001', room);
  const receive = await window.scan(command('RECEIVE'), room);
  const next = await window.scan('POL-1003', room);
  expect(next.state).toBe('waiting');
  await until(() => window.scans().find(({ id, state }) => id === receive.id && state === 'sent'));
  expect(window.scans().find(({ id }) => id === first.id)).toMatchObject({ result: { pol: 'POL-1001' } });
  expect(window.scans().find(({ id }) => id === next.id)).toMatchObject({ state: 'waiting' });
  await window.ask('scans.ran', { id: receive.id, why: null });
  expect(await window.settled(next)).toMatchObject({ result: { pol: 'POL-1003' } });
});

test('a code that is a patron’s and an item’s asks which it is, once; what is scanned meanwhile waits', async () => {
  const testStation = await openTestStation(folder);
  // By these rules nothing tells cards from items; and somebody's primary id is an item's barcode.
  testStation.station = { barcodes: { rules: [], code39: true, aim: true } };
  const both = code('itemFree1');
  const body = {
    primary_id: both,
    account_type: { value: 'INTERNAL' },
    status: { value: 'ACTIVE' },
    user_group: { value: 'STAFF' },
    last_name: 'Okafor',
  };
  await testStation.client.call('users.create', { body });

  const window = testStation.window();
  await window.scanned(code('patronGood'));
  const scan = await window.scan(both);
  const next = await window.scan(code('itemFree2'));
  const which = await until(() => window.deskEvents.find((event) => event.type === 'which')?.which);
  expect(which).toMatchObject({ id: scan.id, code: both, patron: 'Okafor', item: 'The Overstory' });
  expect(window.scans().find(({ id }) => id === scan.id)).toMatchObject({ state: 'held' });
  await window.ask('desk.which', { id: scan.id, is: 'item' });
  expect(await window.settled(scan)).toMatchObject({
    kind: 'item',
    result: { kind: 'lent', title: 'The Overstory' },
  });
  expect(await window.settled(next)).toMatchObject({ result: { kind: 'lent', title: 'Invisible Cities' } });
  expect(window.patron()).toMatchObject({ name: 'Rivka Ben-Ami' });
  // Said once: the second time it is known.
  expect(await window.scanned(both)).toMatchObject({ result: { kind: 'double', which: 'justNow' } });
});

test('a stutter in front of a scan is made good by the library’s rules', async () => {
  const window = (await openTestStation(folder)).window();
  const card = code('patronGood');
  expect(await window.scanned(card.slice(1), { also: [card] })).toMatchObject({
    text: card,
    result: { kind: 'patron', name: 'Rivka Ben-Ami' },
  });
});

test('what a scanner sends around a code is no part of it: the visit goes on, and commands are done', async () => {
  const testStation = await openTestStation(folder);
  const affixes = { prefix: 'LIB:', suffix: '#' };
  testStation.station = { barcodes: { ...defaultBarcodes, affixes } };
  const window = testStation.window();
  expect(await window.scanned(`A${code('patronGood')}B`)).toMatchObject({ result: { kind: 'patron' } });
  expect(await window.scanned(`]F0a${code('itemFree1')}d`)).toMatchObject({
    result: { kind: 'lent', title: 'The Overstory' },
  });
  expect(await window.scanned(`LIB:${code('itemFree2')}#\r`)).toMatchObject({
    result: { kind: 'lent', title: 'Invisible Cities' },
  });
  const end = await window.scan(`LIB:${command('END')}#`);
  expect(end).toMatchObject({ kind: 'command' });
});

test('where only codes by the rules are taken, another is refused unread', async () => {
  const testStation = await openTestStation(folder);
  testStation.station = { barcodes: { ...defaultBarcodes, onlyRules: true } };
  const window = testStation.window();
  await window.scanned(code('patronGood'));
  expect(await window.scanned('9780140449136')).toMatchObject({
    state: 'refused',
    failure: { kind: 'invalid', reason: 'malformed', detail: 'noRule' },
  });
  // Two scanners at once are still told.
  const [card, book] = [code('patronGood'), code('itemFree1')];
  expect(await window.scanned(card.slice(0, 5) + book + card.slice(5))).toMatchObject({
    failure: { detail: 'mixed' },
  });
});
