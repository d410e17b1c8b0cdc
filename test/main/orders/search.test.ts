import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isbn10Of } from '../../../src/shared/isbn.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import type { Pol } from '../../../src/service/shapes/pol.ts';
import { elsewhere, openTestStation, type TestStation, type Window } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-order-search-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function open() {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
}

async function find(window: Window, text: string, closed = false) {
  const { orders, ...found } = await window.ask('orders.search', { text, closed, limit: 50, offset: 0 });
  return { ...found, numbers: orders.map(({ pol }) => pol) };
}

const readPol = ({ client }: TestStation, number: string): Promise<Pol> =>
  client.call('acq.pol.get', { path: { pol_id: number } });

async function rewrite(
  testStation: TestStation,
  number: string,
  change: (pol: Pol) => object,
): Promise<void> {
  const pol = await readPol(testStation, number);
  const body = { ...pol, ...change(pol) };
  await testStation.client.call('acq.pol.update', { path: { pol_id: number }, body });
}

/** From now on the service has no search for order lines. */
const withoutSearch = (testStation: TestStation): Promise<void> =>
  testStation.faults({ operation: 'acq.pol.search', fault: 'status', status: 404 });

describe('order lines are found', () => {
  test('by number in any case, words of the title, the purchase order, and the vendor’s reference', async () => {
    const { testStation, window } = await open();
    const number = code('polSeveral');
    await rewrite(testStation, number, () => ({
      po_number: 'PO-77001',
      vendor_reference_number: 'V/8~9 "x"',
    }));
    const one = { numbers: [number], total: 1, how: 'search' };
    for (const text of [number, number.toLowerCase(), 'atlas night', 'PO-77001', 'V/8~9 "x"'])
      expect(await find(window, text), text).toEqual(one);
  });

  test('by their ISBN in each of its forms, and by no other number that fits', async () => {
    const { testStation, window } = await open();
    const { resource_metadata: about } = await readPol(testStation, code('polSeveral'));
    const isbn = String(about?.isbn);
    const forms = [isbn, `${isbn}54321`, `ISBN ${isbn.slice(0, 3)}-${isbn.slice(3, 12)}-${isbn.slice(12)}`];
    for (const form of [...forms, isbn10Of(isbn) ?? isbn])
      expect((await find(window, form)).numbers, form).toEqual([code('polSeveral')]);
    // The record has the older form, with words beside it.
    await rewrite(testStation, code('polSeveral'), () => ({
      resource_metadata: { ...about, isbn: `${isbn10Of(isbn) ?? ''} (hardback)` },
    }));
    expect((await find(window, isbn)).numbers).toEqual([code('polSeveral')]);
    // A purchase order with that number is not this book.
    await rewrite(testStation, code('polSeveral'), () => ({
      ...{ resource_metadata: { ...about, isbn: '' }, po_number: isbn },
    }));
    expect((await find(window, isbn)).numbers).toEqual([]);
  });

  test('among closed ones only where that is asked for, and by their number always', async () => {
    const { testStation, window } = await open();
    await rewrite(testStation, code('polNoBarcode'), () => ({ status: { value: 'CLOSED' } }));
    expect((await find(window, 'field guide paper')).numbers).toEqual([]);
    expect((await find(window, 'field guide paper', true)).numbers).toEqual([code('polNoBarcode')]);
    expect((await find(window, code('polNoBarcode'))).numbers).toEqual([code('polNoBarcode')]);
  });

  test('a page at a time', async () => {
    const { window } = await open();
    const page = (limit: number, offset: number) =>
      window.ask('orders.search', { text: 'MAIN', closed: true, limit, offset });
    const all = await page(100, 0);
    expect(all.total).toBe(all.orders.length);
    expect((await page(2, 1)).orders).toEqual(all.orders.slice(1, 3));
  });

  test('not by a text that is none', async () => {
    const { window } = await open();
    const input = { closed: false, limit: 50, offset: 0 };
    for (const [text, reason] of [
      ['  ', 'required'],
      ['a\u0001b', 'controlCharacters'],
      ['x'.repeat(300), 'tooLong'],
    ] as const)
      expect(await window.failure('orders.search', { text, ...input })).toMatchObject({
        field: 'text',
        reason,
      });
  });
});

describe('where the library system has no search', () => {
  test('the order lines that were read are looked through, as they are now', async () => {
    const { testStation, window } = await open();
    await withoutSearch(testStation);
    expect(await find(window, 'atlas night')).toEqual({ numbers: [], total: 0, how: 'known' });
    const { isbn } = await window.ask('orders.read', { pol: code('polSeveral') });
    await window.ask('orders.read', { pol: code('polInterested') });
    const known = { numbers: [code('polSeveral')], total: 1, how: 'known' };
    for (const text of ['ATLAS nigh', isbn, isbn10Of(isbn) ?? isbn])
      expect(await find(window, text), text).toEqual(known);
    expect((await find(window, 'histoire RELIURE')).numbers).toEqual([code('polInterested')]);
    // By its number it is read, whatever is known.
    expect(await find(window, code('polReceived'))).toMatchObject({ how: 'search' });
    await rewrite(testStation, code('polSeveral'), () => ({ status: { value: 'CANCELLED' } }));
    expect((await find(window, 'atlas night')).numbers).toEqual([]);
  });

  test('those of an earlier run are known from the journal, at their own library only', async () => {
    const { testStation, window } = await open();
    const { seen, form } = await window.ask('orders.read', { pol: code('polSeveral') });
    const update = { seen, form: { ...form, receivingNote: 'Check it.' }, intent: randomUUID() };
    await window.ask('orders.update', update);
    testStation.restart();
    const next = testStation.window();
    await withoutSearch(testStation);
    expect(await find(next, 'atlas night')).toEqual({
      ...{ numbers: [code('polSeveral')], total: 1, how: 'known' },
    });
    testStation.library = elsewhere;
    expect((await find(next, 'atlas night')).numbers).toEqual([]);
  });
});
