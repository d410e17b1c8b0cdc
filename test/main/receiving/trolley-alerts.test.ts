import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { Pol } from '../../../src/service/shapes/pol.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { localDay } from '../../../src/shared/days.ts';
import { refusal } from '../support/deployed.ts';
import { until } from '../support/test-station.ts';
import {
  bookOf,
  booksOf,
  copiesAt,
  countsAt,
  heldItem,
  openTrolley,
  plain,
  room,
  says,
  scanned,
  unfinishedOf,
} from './trolley.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-trolley-alerts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const several = code('polSeveral');
const interested = [
  { primary_id: 'r', first_name: 'Rivka', last_name: 'Ben-Ami', hold_item: true },
  { primary_id: 'm', last_name: 'Ming', notify_receiving_activation: true },
  { primary_id: 'n', last_name: 'Adler' },
  // Nobody at all.
  {},
];

describe('what is to be seen when a book comes in', () => {
  test.each([
    [
      'interested patrons',
      { interested_user: interested },
      {
        kind: 'interested',
        patrons: [
          { userId: 'r', name: 'Rivka Ben-Ami', hold: true, notify: false },
          { userId: 'm', name: 'Ming', hold: false, notify: true },
          { userId: 'n', name: 'Adler', hold: false, notify: false },
        ],
      },
    ],
    ['rush', { rush: true }, { kind: 'rush' }],
    ['a receiving note', { receiving_note: 'Check the maps.' }, { kind: 'note', text: 'Check the maps.' }],
  ])('%s: it is received, and not kept before it is seen', async (_, fields, alert) => {
    const { testStation, window } = await openTrolley(folder);
    says(testStation, (pol): Pol => ({ ...plain(pol), ...fields }));
    const book = await scanned(window, code('itemOrdered'));
    expect(book).toMatchObject({
      ...{ state: 'received', title: 'Atlas of the Night Sky', alerts: [alert], seen: false },
    });
    expect(await countsAt(testStation, several)).toEqual({ received: 1, kept: 0 });
    expect(unfinishedOf(window)).toMatchObject([
      { id: book.unfinished, alerts: [alert], seen: false, failure: null, running: false },
    ]);
    // All at once does not pass by what no one has seen.
    expect(await window.ask('receiving.finishAll', {})).toMatchObject({ outcomes: [{ state: 'toSee' }] });
    await window.ask('receiving.trolley.seen', { ids: [book.id] });
    await until(() => booksOf(window)[0]?.state === 'kept');
    expect(booksOf(window)[0]).toMatchObject({ seen: true, unfinished: null });
    expect(await countsAt(testStation, several)).toEqual({ received: 1, kept: 1 });
  });

  test('a hold, which the item’s requests name', async () => {
    const { testStation, window } = await openTrolley(folder);
    const { barcode } = await heldItem(testStation, several);
    const book = await scanned(window, barcode);
    expect(book).toMatchObject({ state: 'received', seen: false });
    expect(book.alerts).toEqual([{ kind: 'requested', requester: '', place: 'Main Library', count: 1 }]);
    await window.ask('receiving.trolley.seen', { ids: [book.id] });
    await until(() => booksOf(window)[0]?.state === 'kept');
  });

  test('a service without that list is no failure: then the answers are what says so', async () => {
    const { testStation, window } = await openTrolley(folder);
    testStation.odd = {
      ...testStation.odd,
      'bibs.items.requests': () => {
        throw refusal('bibs.items.requests', '', 404);
      },
    };
    expect(await scanned(window, code('polNoBarcode'))).toMatchObject({ state: 'kept', alerts: [] });
    testStation.odd = {
      ...testStation.odd,
      'bibs.items.scanIn': (item) => ({
        ...(item as object),
        additional_info:
          'Item’s destination is unclear. Requester: Ben-Ami, Rivka. Place in Queue: 1 and other words',
      }),
    };
    const book = await scanned(window, code('itemOrdered'));
    expect(book).toMatchObject({ state: 'kept', seen: false });
    expect(book.alerts).toMatchObject([{ kind: 'requested', requester: 'Ben-Ami, Rivka' }]);
    await window.ask('receiving.trolley.seen', { ids: [randomUUID(), book.id] });
    expect(booksOf(window).at(-1)).toMatchObject({ state: 'kept', seen: true });
  });

  test('the flag of the receipt’s own answer', async () => {
    const { testStation, window } = await openTrolley(folder);
    testStation.odd = {
      ...testStation.odd,
      'acq.pol.items.receive': (item) => {
        const { item_data: data } = item as { item_data: object };
        return { ...(item as object), item_data: { ...data, requested: true } };
      },
    };
    const book = await scanned(window, code('itemOrdered'));
    expect(book).toMatchObject({ state: 'received', alerts: [{ kind: 'requested', count: null }] });
  });

  test('is still to be seen after a restart, also where that came between the two steps', async () => {
    const { testStation, window } = await openTrolley(folder);
    says(testStation, (pol) => ({ ...plain(pol), rush: true }));
    const book = await scanned(window, code('itemOrdered'));
    testStation.restart();
    const now = testStation.window();
    expect(booksOf(now)).toMatchObject([{ id: book.id, state: 'received', seen: false }]);
    expect(unfinishedOf(now)).toMatchObject([{ seen: false, alerts: [{ kind: 'rush' }] }]);
    await now.ask('receiving.trolley.seen', { ids: [book.id] });
    await until(() => booksOf(now)[0]?.state === 'kept');
    expect(await countsAt(testStation, several)).toEqual({ received: 1, kept: 1 });
  });

  test('of a book that is only received, too; and it can be seen in the list of unfinished', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    says(testStation, (pol) => ({ ...plain(pol), rush: true }));
    const book = await scanned(window, code('itemOrdered'));
    expect(book).toMatchObject({ state: 'received', seen: false, unfinished: null });
    await window.ask('receiving.trolley.seen', { ids: [book.id] });
    expect(await bookOf(window, book.id)).toMatchObject({ state: 'received', seen: true });
  });
});

describe('an item of the order line on the table', () => {
  const receipt = (pid: string) => ({
    ...{ intent: randomUUID(), pol: several, pid, date: localDay(new Date()) },
    ...{ department: 'CAT', departmentLibrary: 'MAIN' },
    keep: { workOrderType: 'AcqWorkOrder', status: 'CopyCataloging' },
  });

  test('is kept at once where its alerts were seen, and waits where not', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'look' });
    says(testStation, (pol) => ({ ...plain(pol), rush: true }));
    await window.scanned(several, room);
    const [first, second] = await copiesAt(testStation, several);
    const seen = await window.ask('receiving.receive', receipt(first?.pid ?? ''));
    expect(seen).toMatchObject({ kept: 'done', alerts: [{ kind: 'rush' }] });
    const unseen = { ...receipt(second?.pid ?? ''), seen: false };
    expect(await window.ask('receiving.receive', unseen)).toMatchObject({
      ...{ kept: 'unfinished', failure: null, alerts: [{ kind: 'rush' }] },
    });
    const [entry] = unfinishedOf(window);
    expect(entry).toMatchObject({ pid: second?.pid, seen: false });
    // Its alerts are in its entry: to finish it by itself is to have seen them.
    expect(await window.ask('receiving.finish', { id: entry?.id ?? '' })).toEqual({
      unfinished: [],
      alerts: [],
    });
    expect(await countsAt(testStation, several)).toEqual({ received: 2, kept: 2 });
  });

  test('waits for a hold that only its receipt has shown', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'look' });
    const { pid } = await heldItem(testStation, several);
    await window.scanned(several, room);
    expect(await window.ask('receiving.receive', receipt(pid))).toMatchObject({
      ...{ kept: 'unfinished', failure: null, alerts: [{ kind: 'requested', count: 1 }] },
    });
  });
});
