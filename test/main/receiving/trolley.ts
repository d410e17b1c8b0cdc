import { expect } from 'vitest';
import type { BookState, TrolleyBook, TrolleySettings } from '../../../src/contract/trolley.ts';
import type { Pol } from '../../../src/service/shapes/pol.ts';
import { doubleScanMs } from '../../../src/shared/double-scan.ts';
import { openTestStation, until, type TestStation, type Window } from '../support/test-station.ts';

export { heldItem } from '../../sample/held-item.ts';

export const room = { room: 'receiving' } as const;

export const settings = (more: Partial<TrolleySettings> = {}): TrolleySettings => ({
  ...{ mode: 'keep', date: '', confirmedFuture: false, department: 'CAT', departmentLibrary: 'MAIN' },
  ...{ workOrderType: 'AcqWorkOrder', status: 'CopyCataloging' },
  ...more,
});

/** Order lines as a service says them, with these fields otherwise. */
export function says(testStation: TestStation, change: (pol: Pol) => Pol): void {
  testStation.odd = { ...testStation.odd, 'acq.pol.get': (pol) => change(pol as Pol) };
}

/** No one waits for anything, and nothing is said about it. */
export const plain = (pol: Pol): Pol => ({ ...pol, rush: false, receiving_note: '', interested_user: [] });

/** A window whose scans receive, and order lines that say nothing to whoever receives them. */
export async function openTrolley(folder: string, more: Partial<TrolleySettings> = {}) {
  const testStation = await openTestStation(folder);
  says(testStation, plain);
  const window = testStation.window();
  await window.ask('receiving.trolley.set', { settings: settings(more) });
  return { testStation, window };
}

/** The books on the trolley of a window, as it was told. */
export function booksOf(window: Window): TrolleyBook[] {
  const books = new Map<string, TrolleyBook>();
  for (const event of window.roomEvents) {
    if (event.type === 'room' || event.type === 'trolley') {
      books.clear();
      for (const book of event.trolley.books) books.set(book.id, book);
    }
    if (event.type === 'book') books.set(event.book.id, event.book);
  }
  return [...books.values()].sort((one, other) => one.order - other.order);
}

export const asideOf = (window: Window) =>
  window.roomEvents.findLast((event) => event.type === 'aside' || event.type === 'room')?.aside ?? [];

export const unfinishedOf = (window: Window) =>
  window.roomEvents.findLast((event) => event.type === 'unfinished' || event.type === 'room')?.unfinished ??
  [];

const underWay: readonly BookState[] = ['looking', 'waiting', 'receiving', 'keeping'];

/** Waits until nothing more comes of a book by itself. */
export const bookOf = (window: Window, id: string): Promise<TrolleyBook> =>
  until(() => {
    const book = booksOf(window).find((one) => one.id === id);
    const waits = book?.state === 'received' && book.settings.mode === 'keep' && book.seen && book.unfinished;
    return book && !waits && !underWay.includes(book.state) ? book : null;
  });

/** Scans a code as a book, and answers its id on the trolley. */
export async function put(window: Window, text: string): Promise<{ id: string; again: boolean }> {
  const { state, result } = await window.scan(text, room);
  expect(state).toBe('done');
  if (result?.kind !== 'book') throw new Error('it is no book of the trolley');
  return result;
}

/** Scans a book, and waits until nothing more comes of it by itself. */
export const scanned = async (window: Window, text: string): Promise<TrolleyBook> =>
  bookOf(window, (await put(window, text)).id);

/** So long that another scan of the same code is not the same scan. */
export const later = (testStation: TestStation): Promise<void> => testStation.clock.pass(doubleScanMs + 100);

/** The copies of an order line as the library has them. */
export async function copiesAt(testStation: TestStation, pol: string) {
  const { items } = await testStation.client.call('acq.pol.items.list', { path: { pol_id: pol } });
  return items.map(({ pid, receive_date: received, process_type: process }) => ({
    pid: String(pid),
    received: received ?? null,
    process: typeof process === 'object' ? process?.value : process,
  }));
}

/** How many of an order line's items were received, and how many of these are in a department. */
export async function countsAt(testStation: TestStation, pol: string) {
  const copies = await copiesAt(testStation, pol);
  return {
    received: copies.filter(({ received }) => received !== null).length,
    kept: copies.filter(({ process }) => process === 'WORK_ORDER_DEPARTMENT').length,
  };
}

/** The ISBN of an order line's record. */
export async function isbnAt(testStation: TestStation, pol: string): Promise<string> {
  const { resource_metadata: about } = await testStation.client.call('acq.pol.get', {
    path: { pol_id: pol },
  });
  return String(about?.isbn);
}
