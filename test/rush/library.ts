import { expect } from '@playwright/test';
import type { Client } from '../../src/client/client.ts';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { arrayOf, codeOf, textOf } from '../../src/service/read.ts';
import { sampleCode, samples } from '../../src/service/samples.ts';
import type { User } from '../../src/service/shapes/user.ts';
import type { Book, Model, Place } from './model.ts';
import type { Cast } from './script.ts';

/** The numbers in the barcodes of the library's patrons and items without a name of their own. */
const patronNumbers = { first: 1001, end: 1281 };
const itemNumbers = { first: 10_000, end: 11_400 };
const mostPatrons = 24;

/** What the cast had before. */
export interface Before {
  readonly cast: Cast;
  readonly loans: ReadonlyMap<string, readonly string[]>;
  /** The requests that were made for the rush hour, by the book they are for. */
  readonly requests: ReadonlyMap<string, { readonly reader: string; readonly id: string }>;
}

/** Chooses who and what takes part, and has some of the books asked for. */
export async function castOf(
  library: Client,
  { books, holds }: { readonly books: number; readonly holds: number },
): Promise<Before> {
  const { patrons, target } = await people(library);
  const free = await freeBooks(library, books, target);
  const requests = new Map<string, { reader: string; id: string }>();
  for (const [index, { barcode, isOurs }] of free.entries()) {
    const reader = patrons[index % patrons.length];
    if (requests.size === holds || !isOurs || reader === undefined) continue;
    requests.set(barcode, { reader, id: await askFor(library, barcode, reader) });
  }
  const cast: Cast = {
    patrons,
    noted: sampleCode('patronNote'),
    books: free,
    holds: new Map([...requests].map(([barcode, { reader }]) => [barcode, reader])),
  };
  const loans = new Map<string, readonly string[]>();
  for (const patron of [...patrons, cast.noted]) loans.set(patron, await loansOf(library, patron));
  return { cast, loans, requests };
}

/** Holds the library's own records against the model: who has what, where each book is, who still waits for one. */
export async function expectAsModelled(library: Client, { cast, loans, requests }: Before, model: Model) {
  for (const patron of [...cast.patrons, cast.noted]) {
    const expected = [...(loans.get(patron) ?? []), ...model.loansOf(patron)];
    expect(await loansOf(library, patron), `the loans of ${patron}`).toEqual(expected.sort());
  }
  const found = new Map<string, Place>();
  for (const barcode of model.places.keys()) {
    const { item_data: item } = await library.call('items.byBarcode', { query: { item_barcode: barcode } });
    found.set(barcode, codeOf(item?.process_type) as Place);
  }
  expect(Object.fromEntries(found), 'where the books are').toEqual(Object.fromEntries(model.places));
  for (const [barcode, { reader, id }] of requests) {
    const request = await library.call('users.requests.get', { path: { user_id: reader, request_id: id } });
    const waits = model.places.get(barcode) === 'HOLDSHELF' ? 'ON_HOLD_SHELF' : 'NOT_STARTED';
    const state = model.holds.has(barcode) ? waits : 'FULFILLED';
    expect(codeOf(request.request_status), `the request for ${barcode}`).toBe(state);
  }
}

/** Staff who are welcome here, and the titles that anybody waits for. */
async function people(library: Client): Promise<{ patrons: string[]; target: ReadonlySet<string> }> {
  const { first, end } = patronNumbers;
  const unnamed = Array.from({ length: end - first }, (_, index) => barcodeOf('patron', first + index));
  const named = samples.flatMap(({ kind, code }) => (kind === 'patron' ? [code] : []));
  const target = new Set<string>();
  const cards = await Promise.all(
    [...unnamed, ...named].map(async (card) => {
      const path = { user_id: card };
      const user = await library.call('users.get', { path });
      for (const { mms_id: title } of (await library.call('users.requests.list', { path })).items)
        target.add(textOf(title));
      return isWelcome(user) ? [card] : [];
    }),
  );
  return { patrons: cards.flat().slice(0, mostPatrons), target };
}

function isWelcome(user: User): boolean {
  const inTheWay = [
    ...arrayOf(user.user_block),
    ...arrayOf(user.user_note).filter((note) => note.popup_note),
  ];
  const valid = textOf(user.expiry_date) > new Date().toISOString();
  return codeOf(user.user_group) === 'STAFF' && valid && inTheWay.length === 0;
}

/** Books on the shelf that can be lent for weeks, and that nobody waits for. */
async function freeBooks(library: Client, count: number, target: ReadonlySet<string>): Promise<Book[]> {
  const books: Book[] = [];
  for (let number = itemNumbers.first; books.length < count && number < itemNumbers.end; number += 1) {
    const barcode = barcodeOf('item', number);
    const { item_data: item, bib_data: bib } = await library.call('items.byBarcode', {
      query: { item_barcode: barcode },
    });
    const onShelf = codeOf(item?.base_status) === '1' && codeOf(item?.process_type) === '';
    const lendable = ['LOAN', 'SHORT'].includes(codeOf(item?.policy));
    if (onShelf && lendable && !target.has(textOf(bib?.mms_id)))
      books.push({ barcode, isOurs: codeOf(item?.library) === 'MAIN' });
  }
  if (books.length < count) throw new Error(`only ${books.length} books are free, not ${count}`);
  return books;
}

async function askFor(library: Client, barcode: string, reader: string): Promise<string> {
  const { item_data: item } = await library.call('items.byBarcode', { query: { item_barcode: barcode } });
  const request = await library.call('users.requests.create', {
    path: { user_id: reader },
    query: { item_pid: textOf(item?.pid) },
    body: {
      request_type: 'HOLD',
      pickup_location_type: 'LIBRARY',
      pickup_location_library: 'MAIN',
      pickup_location_circulation_desk: 'DEFAULT_CIRC_DESK',
    },
  });
  return textOf(request.request_id);
}

async function loansOf(library: Client, patron: string): Promise<string[]> {
  const { items } = await library.call('users.loans.list', {
    path: { user_id: patron },
    query: { limit: 100 },
  });
  return items.map((loan) => textOf(loan.item_barcode)).sort();
}
