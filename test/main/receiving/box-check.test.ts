import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { BoxCheck } from '../../../src/contract/box-check.ts';
import { Failed } from '../../../src/main/failure.ts';
import { BoxCheckRow } from '../../../src/main/receiving/box-check-row.ts';
import { arrayOf, codeOf, textOf } from '../../../src/service/read.ts';
import type { Pol } from '../../../src/service/shapes/pol.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { boxBooks, countBox, type BoxLine, type BoxTrouble } from '../../../src/shared/box-check.ts';
import { rest } from '../support/lost.ts';
import { elsewhere, type TestStation, until, type Window } from '../support/test-station.ts';
import {
  asideOf,
  bookOf,
  booksOf,
  isbnAt,
  later,
  openTrolley,
  plain,
  put,
  room,
  says,
  scanned,
  settings,
} from './trolley.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-box-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

const several = code('polSeveral');
const single = code('polNoBarcode');
const day = '2099-01-31';

const trolleyOf = (window: Window) =>
  window.roomEvents.findLast((event) => event.type === 'trolley' || event.type === 'room')?.trolley;

function checkOf(window: Window): BoxCheck {
  const check = trolleyOf(window)?.check;
  if (!check) throw new Error('nothing is checked');
  return check;
}

function linesOf(window: Window): readonly BoxLine[] {
  const { lines, damaged } = checkOf(window);
  return countBox(lines, boxBooks(booksOf(window)), new Set(damaged)).lines;
}

const lineOf = (window: Window, pol: string) => linesOf(window).find((line) => line.pol === pol);

const begin = (window: Window, text: string) =>
  window.ask('receiving.box.begin', { from: { kind: 'typed', text } });

const note = (pol: string, why: BoxTrouble, more: { day?: string; intent?: string } = {}) => ({
  ...{ intent: randomUUID(), pol, why, day },
  ...more,
});

const write = (window: Window, pol: string, why: BoxTrouble) =>
  window.ask('receiving.box.note', note(pol, why));

/** The notes and the expected date of an order line, as the library has them. */
async function onRecord({ client }: TestStation, pol: string) {
  const { note: notes, expected_receipt_date: expected } = await client.call('acq.pol.get', {
    path: { pol_id: pol },
  });
  return { notes: arrayOf(notes).map(({ note_text: text }) => textOf(text)), expected };
}

const boxNotes = async (testStation: TestStation, pol: string): Promise<readonly string[]> =>
  (await onRecord(testStation, pol)).notes.filter((text) => /^(Short|Damaged|Extra):/.test(text));

/** An invoice of the practice library with these order lines, each for so many copies. */
async function invoiceFor(
  { client }: TestStation,
  number: string,
  lines: readonly { pol: string; quantity: number }[],
  more: readonly object[] = [],
): Promise<string> {
  const { vendor } = await client.call('acq.pol.get', { path: { pol_id: lines[0]?.pol ?? '' } });
  const invoice = await client.call('acq.invoices.create', {
    body: {
      ...{ number, invoice_date: '2026-01-02Z', vendor: { value: codeOf(vendor) }, total_amount: 10 },
      currency: { value: 'ILS' },
    },
  });
  const id = textOf(invoice.id);
  for (const { pol, quantity } of lines)
    await client.call('acq.invoices.lines.create', {
      path: { invoice_id: id },
      body: { type: { value: 'REGULAR' }, po_line: pol, price: '10.00', quantity },
    });
  for (const line of more)
    await client.call('acq.invoices.lines.create', {
      path: { invoice_id: id },
      body: { price: '5.00', ...line },
    });
  return id;
}

async function openBox() {
  const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
  await begin(window, `${several}\n${single}`);
  return { testStation, window };
}

describe('a check begins', () => {
  test('with the number of an invoice: its lines are the list', async () => {
    const { testStation, window } = await openTrolley(folder);
    await invoiceFor(
      testStation,
      'BOX-1',
      [
        { pol: several, quantity: 1 },
        { pol: several, quantity: 1 },
        { pol: single, quantity: 1 },
      ],
      [
        {
          type: { value: 'SHIPMENT' },
          fund_distribution: [{ fund_code: { value: 'GENERAL-MONO' }, percent: 100 }],
        },
      ],
    );
    expect(await begin(window, ' BOX-1 ')).toEqual({ choices: [] });
    expect(checkOf(window)).toMatchObject({
      source: { kind: 'invoice', number: 'BOX-1' },
      lines: [
        { pol: several, title: 'Atlas of the Night Sky', expected: 2 },
        { pol: single, expected: 1 },
      ],
      unchecked: [{ why: 'noOrderLine' }],
    });
    expect(await window.failure('receiving.box.begin', { from: { kind: 'typed', text: 'BOX-1' } })).toEqual({
      ...{ kind: 'invalid', field: 'check', reason: 'notNow', detail: '' },
    });
  });

  test('with an opened invoice, and nothing is sent', async () => {
    const { testStation, window } = await openTrolley(folder);
    const invoiceId = await invoiceFor(testStation, 'BOX-2', [{ pol: several, quantity: 5 }]);
    await window.ask('receiving.box.begin', { from: { kind: 'invoice', invoiceId } });
    // No more can come than the order line waits for.
    expect(lineOf(window, several)).toMatchObject({ expected: 3, come: 0, short: 3 });
    expect(testStation.intended.size).toBe(0);
  });

  test('with typed order lines; those that do not exist are named', async () => {
    const { window } = await openTrolley(folder);
    const done: number[] = [];
    await window.ask(
      'receiving.box.begin',
      { from: { kind: 'typed', text: `${several}, ${single}; POL-9999 ${several}` } },
      { report: ({ done: so }) => done.push(so) },
    );
    expect(checkOf(window)).toMatchObject({
      source: { kind: 'orders' },
      lines: [{ pol: several, expected: 3 }, { pol: single }],
      unchecked: [{ line: 'POL-9999', why: 'notFound' }],
    });
    expect(done).toEqual([0, 3]);
  });

  test('on a trolley with books: what came before the check counts, what came in another box does not', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    await scanned(window, code('itemOrdered'));
    await begin(window, several);
    expect(lineOf(window, several)).toMatchObject({ expected: 3, come: 1, short: 2 });
    await window.ask('receiving.trolley.end', {});
    await begin(window, several);
    expect(lineOf(window, several)).toMatchObject({ expected: 2, come: 0, short: 2 });
    expect(testStation.intended.size).toBe(1);
  });

  test('and asks which invoice, where two vendors have the number', async () => {
    const { testStation, window } = await openTrolley(folder);
    const { client } = testStation;
    await invoiceFor(testStation, 'TWIN', [{ pol: several, quantity: 1 }]);
    const mine = codeOf((await client.call('acq.pol.get', { path: { pol_id: several } })).vendor);
    const { items } = await client.call('acq.invoices.list', { query: { limit: 100 } });
    const other = items.map(({ vendor }) => codeOf(vendor)).find((vendor) => vendor !== mine);
    await client.call('acq.invoices.create', {
      body: {
        ...{ number: 'TWIN', invoice_date: '2026-01-02Z', vendor: { value: other }, total_amount: 1 },
        currency: { value: 'ILS' },
      },
    });
    const { choices } = await begin(window, 'TWIN');
    expect(choices.map(({ vendor }) => vendor.code).toSorted()).toEqual([mine, other].toSorted());
    expect(trolleyOf(window)?.check).toBeNull();
  });

  test.each([
    ['', 'invoiceNumber', 'required'],
    ['NO-SUCH-INVOICE', 'invoiceNumber', 'gone'],
    ['POL-9998\nPOL-9999', 'pol', 'noOrderLine'],
  ])('not with %j', async (text, field, reason) => {
    const { window } = await openTrolley(folder);
    const failure = await window.failure('receiving.box.begin', { from: { kind: 'typed', text } });
    expect(failure).toMatchObject({ kind: 'invalid', field, reason });
    expect(trolleyOf(window)?.check).toBeNull();
  });

  test('not where reading the list fails in the middle', async () => {
    const { testStation, window } = await openTrolley(folder);
    await testStation.faults({ operation: 'acq.pol.get', fault: 'drop-before' });
    const from = { kind: 'typed', text: `${several}\n${single}` } as const;
    expect(await window.failure('receiving.box.begin', { from })).toMatchObject({ kind: 'unreachable' });
    expect(trolleyOf(window)?.check).toBeNull();
  });
});

describe('scanning ticks off', () => {
  test('what comes, what is short, what is extra, and what is damaged', async () => {
    const { window } = await openBox();
    const first = await scanned(window, code('itemOrdered'));
    await scanned(window, single);
    await scanned(window, code('polInterested'));
    await window.ask('receiving.box.damaged', { id: first.id, damaged: true });
    expect(linesOf(window)).toMatchObject([
      { pol: several, expected: 3, come: 1, short: 2, extra: 0, damaged: 1, listed: true },
      { pol: single, expected: 1, come: 1, short: 0, extra: 0, damaged: 0, listed: true },
      { pol: code('polInterested'), expected: 0, come: 0, extra: 1, listed: false },
    ]);
    await window.ask('receiving.box.damaged', { id: first.id, damaged: false });
    expect(lineOf(window, several)?.damaged).toBe(0);
  });

  test('what the box should not have is asked for before it is received, and is extra all the same', async () => {
    const { testStation, window } = await openBox();
    const other = await scanned(window, code('polInterested'));
    expect(other).toMatchObject({ state: 'asks', question: { kind: 'extra', expected: 0 } });
    await window.ask('receiving.trolley.answer', { id: other.id, answer: { kind: 'setAside' } });
    expect(await bookOf(window, other.id)).toMatchObject({
      ...{ state: 'refused', question: null, failure: { field: 'box', reason: 'notListed' } },
    });
    expect(testStation.intended.size).toBe(0);
    expect(lineOf(window, code('polInterested'))).toMatchObject({ extra: 1, waits: 0 });
    // Scanned again, it is asked again; and then it is received all the same.
    await later(testStation);
    expect(await put(window, code('polInterested'))).toMatchObject({ id: other.id, again: true });
    expect(await bookOf(window, other.id)).toMatchObject({ state: 'asks' });
    await window.ask('receiving.trolley.answer', { id: other.id, answer: { kind: 'receive' } });
    await until(() => booksOf(window)[0]?.state === 'received');
    expect(lineOf(window, code('polInterested'))).toMatchObject({ extra: 1 });
  });

  test('one more than the invoice is for is asked for too, and is received as the item that was scanned', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    await invoiceFor(testStation, 'BOX-4', [{ pol: several, quantity: 1 }]);
    await begin(window, 'BOX-4');
    const first = await scanned(window, code('itemOrdered'));
    const { location } = await testStation.client.call('acq.pol.get', { path: { pol_id: several } });
    const barcodes = arrayOf(location).flatMap(({ copy }) => arrayOf(copy).map((one) => textOf(one.barcode)));
    const last = barcodes.findLast((one) => one !== first.barcode) ?? '';
    const extra = await scanned(window, last);
    expect(extra).toMatchObject({ state: 'asks', question: { kind: 'extra', expected: 1 } });
    expect(lineOf(window, several)).toMatchObject({ come: 1, extra: 1, short: 0 });
    testStation.restart();
    const now = testStation.window();
    await now.ask('receiving.trolley.answer', { id: extra.id, answer: { kind: 'receive' } });
    expect(await bookOf(now, extra.id)).toMatchObject({ state: 'received', barcode: last });
  });

  test('a book that asks is not here yet', async () => {
    const { testStation, window } = await openBox();
    await scanned(window, several);
    await later(testStation);
    const asks = await scanned(window, several);
    expect(lineOf(window, several)).toMatchObject({ come: 1, waits: 1, short: 2 });
    await window.ask('receiving.trolley.answer', { id: asks.id, answer: { kind: 'receive' } });
    await bookOf(window, asks.id);
    expect(lineOf(window, several)).toMatchObject({ come: 2, waits: 0, short: 1 });
  });
});

describe('the ISBN of a cover', () => {
  /** Both order lines are of one book. Answers its ISBN. */
  async function oneIsbn(testStation: TestStation): Promise<string> {
    const { client } = testStation;
    const isbn = await isbnAt(testStation, several);
    const ofBook = (pol: Pol): Pol => ({
      ...plain(pol),
      resource_metadata: { ...pol.resource_metadata, isbn },
    });
    says(testStation, ofBook);
    testStation.odd = {
      ...testStation.odd,
      'acq.pol.search': async () => {
        const read = (number: string) => client.call('acq.pol.get', { path: { pol_id: number } });
        const items = await Promise.all([several, single].map(read));
        return { items: items.map(ofBook), total: items.length };
      },
    };
    return isbn;
  }

  test('that two order lines have is that of the one in the box; one more is asked about', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    const isbn = await oneIsbn(testStation);
    await begin(window, single);
    expect(await scanned(window, isbn)).toMatchObject({ state: 'received', pol: single });
    expect(lineOf(window, single)).toMatchObject({ come: 1, short: 0 });
    await later(testStation);
    const more = await scanned(window, isbn);
    expect(more.question).toMatchObject({
      ...{ kind: 'whichOrder', orders: [{ pol: several }, { pol: single }] },
    });
    await window.ask('receiving.trolley.answer', { id: more.id, answer: { kind: 'order', pol: several } });
    expect((await bookOf(window, more.id)).question).toEqual({ kind: 'extra', expected: 0 });
  });

  test('that two order lines of the box have is asked about until only one of them is waited for', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    const isbn = await oneIsbn(testStation);
    await begin(window, `${several}\n${single}`);
    const first = await scanned(window, isbn);
    expect(first.question).toMatchObject({
      ...{
        kind: 'whichOrder',
        orders: [
          { pol: several, open: 3 },
          { pol: single, open: 1 },
        ],
      },
    });
    await window.ask('receiving.trolley.answer', { id: first.id, answer: { kind: 'order', pol: single } });
    expect(await bookOf(window, first.id)).toMatchObject({ state: 'received', pol: single });
    await later(testStation);
    expect(await scanned(window, isbn)).toMatchObject({
      ...{ state: 'received', pol: several, copy: { nth: 1, of: 3 } },
    });
    await later(testStation);
    const third = await scanned(window, isbn);
    expect(third).toMatchObject({ pol: several, question: { kind: 'anotherCopy', nth: 2, of: 3 } });
    await window.ask('receiving.trolley.answer', { id: third.id, answer: { kind: 'receive' } });
    expect(await bookOf(window, third.id)).toMatchObject({ state: 'received' });
    expect(linesOf(window)).toMatchObject([
      { pol: several, come: 2, short: 1 },
      { pol: single, come: 1, short: 0 },
    ]);
  });

  test('finds its order line in the box where the service has no search, also after a restart', async () => {
    const { testStation } = await openBox();
    const isbns = await Promise.all([several, single].map((pol) => isbnAt(testStation, pol)));
    testStation.restart();
    await testStation.faults({ operation: 'acq.pol.search', fault: 'status', status: 404 });
    const window = testStation.window();
    expect(checkOf(window).lines.map((line) => line.isbns)).toEqual(isbns.map((isbn) => [isbn]));
    const [ofSeveral = '', ofSingle = ''] = isbns;
    await window.ask('receiving.trolley.set', { settings: settings({ mode: 'look' }) });
    expect(await window.scanned(ofSingle, room)).toMatchObject({ result: { kind: 'order', pol: single } });
    // What lies on the table asks nothing about a cover that the box should have.
    await window.ask('receiving.trolley.set', { settings: settings({ mode: 'receive' }) });
    expect(await scanned(window, ofSeveral)).toMatchObject({ state: 'received', pol: several });
    expect(await scanned(window, ofSingle)).toMatchObject({ state: 'received', pol: single });
    testStation.restart();
    await later(testStation);
    // All of it has come: the order line says so.
    expect(await scanned(testStation.window(), ofSingle)).toMatchObject({
      ...{ state: 'refused', pol: single, failure: { field: 'pid', reason: 'alreadyReceived' } },
    });
  });

  test('is in no check of an earlier version, which is read all the same', () => {
    const line = {
      ...{ pol: several, title: 'T', expected: 1, vendor: { code: '', label: '' } },
      ...{ account: '', reference: '', day: '' },
    };
    const check = { since: '', source: { kind: 'orders' }, unchecked: [], damaged: [], notes: [] };
    expect(BoxCheckRow.parse({ ...check, lines: [line] }).lines).toEqual([{ ...line, isbns: [] }]);
  });
});

describe('what is wrong is noted in the order line', () => {
  test('short: with the day on which it is expected now; nothing else changes, and once', async () => {
    const { testStation, window } = await openBox();
    await scanned(window, code('itemOrdered'));
    const at = { path: { pol_id: several } };
    const before = await testStation.client.call('acq.pol.get', at);
    await write(window, several, 'short');
    expect(checkOf(window).notes).toMatchObject([
      { pol: several, why: 'short', count: 2, noted: 2, day, state: 'noted', failure: null },
    ]);
    const [text] = await boxNotes(testStation, several);
    expect(text).toMatch(/^Short: 2 of 3 not in the box\. Box checked \d{4}-\d\d-\d\d\.$/);
    const after = await testStation.client.call('acq.pol.get', at);
    expect(after).toEqual({
      ...before,
      expected_receipt_date: `${day}Z`,
      note: [...arrayOf(before.note), expect.objectContaining({ note_text: text })],
    });
    expect(await window.failure('receiving.box.note', note(several, 'short'))).toMatchObject({
      reason: 'alreadySent',
    });
    expect(await boxNotes(testStation, several)).toHaveLength(1);
  });

  test('damaged and extra: a note each, and the day stays', async () => {
    const { testStation, window } = await openBox();
    const { id } = await scanned(window, single);
    await window.ask('receiving.box.damaged', { id, damaged: true });
    await scanned(window, code('polInterested'));
    const { expected } = await onRecord(testStation, single);
    await write(window, single, 'damaged');
    await write(window, code('polInterested'), 'extra');
    expect(await onRecord(testStation, single)).toMatchObject({ expected });
    expect(await boxNotes(testStation, single)).toEqual([expect.stringMatching(/^Damaged: 1 of 1/)]);
    expect(await boxNotes(testStation, code('polInterested'))).toEqual([
      expect.stringMatching(/^Extra: 1 more/),
    ]);
  });

  test('a second damaged copy is noted again, the first one is not', async () => {
    const { testStation, window } = await openBox();
    const { id: first } = await scanned(window, several);
    await window.ask('receiving.box.damaged', { id: first, damaged: true });
    await write(window, several, 'damaged');
    await later(testStation);
    const { id: second } = await scanned(window, several);
    await window.ask('receiving.trolley.answer', { id: second, answer: { kind: 'receive' } });
    await bookOf(window, second);
    await window.ask('receiving.box.damaged', { id: second, damaged: true });
    await write(window, several, 'damaged');
    expect(await boxNotes(testStation, several)).toEqual([
      expect.stringMatching(/^Damaged: 1 of 1/),
      expect.stringMatching(/^Damaged: 2 of 2/),
    ]);
    expect(checkOf(window).notes).toMatchObject([{ count: 2, noted: 2 }]);
  });

  test.each([
    ['nothing is short of', { pol: 'POL-9999' }, { field: 'pol', reason: 'gone' }],
    ['without a day', { day: ' ' }, { field: 'expected', reason: 'required' }],
    ['with a day in the past', { day: '2020-01-01' }, { field: 'expected', reason: 'inThePast' }],
    ['with no day at all', { day: '2099-02-31' }, { field: 'expected', reason: 'notADate' }],
  ])('not %s', async (_, odd, expected) => {
    const { testStation, window } = await openBox();
    const failure = await window.failure('receiving.box.note', { ...note(several, 'short'), ...odd });
    expect(failure).toMatchObject({ kind: 'invalid', ...expected });
    expect(testStation.intended.size).toBe(0);
    expect(checkOf(window).notes).toEqual([]);
  });

  test('it stops where someone has changed the day; the check has theirs, and then it goes', async () => {
    const { testStation, window } = await openBox();
    const at = { path: { pol_id: single } };
    const pol = await testStation.client.call('acq.pol.get', at);
    await testStation.client.call('acq.pol.update', {
      ...at,
      body: { ...pol, expected_receipt_date: '2098-05-05Z' },
    });
    const failure = await window.failure('receiving.box.note', note(single, 'short'));
    expect(failure).toMatchObject({
      kind: 'conflict',
      differences: [{ field: 'expected', is: '2098-05-05' }],
    });
    expect(await boxNotes(testStation, single)).toEqual([]);
    expect(checkOf(window)).toMatchObject({
      lines: [{}, { pol: single, day: '2098-05-05' }],
      notes: [{ state: 'failed', failure: { kind: 'conflict' } }],
    });
    await write(window, single, 'short');
    expect(await onRecord(testStation, single)).toMatchObject({ expected: `${day}Z` });
  });

  test('a refusal is told, and it can be asked for again', async () => {
    const { testStation, window } = await openBox();
    await testStation.faults({ operation: 'acq.pol.update', fault: 'status', status: 400, count: 1 });
    expect(await window.failure('receiving.box.note', note(single, 'short'))).toMatchObject({
      kind: 'refused',
    });
    expect(checkOf(window).notes).toMatchObject([
      { state: 'failed', noted: 0, failure: { kind: 'refused' } },
    ]);
    await write(window, single, 'short');
    expect(await boxNotes(testStation, single)).toHaveLength(1);
  });
});

describe('an answer that does not come', () => {
  test.each(['drop-before', 'drop-after'] as const)(
    'is told as not confirmed (%s), found out, and nothing is written twice',
    async (fault) => {
      const { testStation, window } = await openBox();
      const operation = 'acq.pol.update';
      await testStation.faults(
        { operation, fault, count: 1 },
        // The reads that would find it at once fail too.
        ...(fault === 'drop-after'
          ? [{ operation: 'acq.pol.get', fault: 'status', status: 503, after: 1 } as const]
          : []),
      );
      expect(await window.failure('receiving.box.note', note(single, 'short'))).toMatchObject({
        ...{ kind: 'unknown-outcome', operation },
      });
      expect(checkOf(window).notes).toMatchObject([{ state: 'unclear', noted: 0 }]);
      expect(await window.failure('receiving.box.note', note(single, 'short'))).toMatchObject({
        reason: 'alreadySent',
      });
      await testStation.faults();
      await rest(testStation);
      await until(() => checkOf(window).notes[0]?.state !== 'unclear');
      if (fault === 'drop-before') {
        expect(checkOf(window).notes).toMatchObject([{ state: 'failed', failure: { why: 'didNotHappen' } }]);
        await write(window, single, 'short');
      }
      expect(checkOf(window).notes).toMatchObject([{ state: 'noted', noted: 1 }]);
      expect(await boxNotes(testStation, single)).toHaveLength(1);
    },
  );

  test('is found out on each trolley, also where another one is checked for something else', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    await begin(window, several);
    const other = testStation.window();
    await begin(other, single);
    await testStation.faults({ operation: 'acq.pol.update', fault: 'drop-before', count: 1 });
    await other.failure('receiving.box.note', note(single, 'short'));
    expect(checkOf(other).notes).toMatchObject([{ state: 'unclear' }]);
    await rest(testStation);
    await until(() => checkOf(other).notes[0]?.state === 'failed');
  });

  test.each(['drop-before', 'drop-after'] as const)(
    'because the program was killed (%s): the next run finds out, and nothing is written twice',
    async (fault) => {
      const { testStation, window } = await openBox();
      const operation = 'acq.pol.update';
      await testStation.faults(
        { operation, fault: 'delay', ms: 400, count: 1 },
        { operation, fault, count: 1 },
      );
      const lost = window.ask('receiving.box.note', note(single, 'short')).catch(() => null);
      await until(() => testStation.journal.unsettled().some(({ state }) => state === 'sent'));
      testStation.restart();
      const now = testStation.window();
      expect(checkOf(now).notes).toMatchObject([{ state: 'unclear', failure: { kind: 'unknown-outcome' } }]);
      await rest(testStation);
      await until(() => checkOf(now).notes[0]?.state !== 'unclear');
      if (fault === 'drop-before') await write(now, single, 'short');
      expect(checkOf(now).notes).toMatchObject([{ state: 'noted', noted: 1 }]);
      expect(await boxNotes(testStation, single)).toHaveLength(1);
      await lost;
    },
  );

  test.each([
    ['is written', [], null],
    [
      'is not confirmed',
      [{ operation: 'acq.pol.update', fault: 'drop-before', count: 1 }],
      'unknown-outcome',
    ],
  ] as const)('on a disk that is full by then, a note that %s is told as that', async (_, faults, kind) => {
    const { testStation, window } = await openBox();
    const { journal } = testStation;
    const save = journal.saveStep.bind(journal);
    testStation.defect = () => 'full';
    const intent = randomUUID();
    journal.saveStep = (step, when) => {
      // The step of the check is noted before the command; what becomes of it cannot be.
      if (journal.entry(intent)) throw new Failed({ kind: 'journal', why: 'full' });
      save(step, when);
    };
    await testStation.faults(...faults);
    const asked = note(single, 'short', { intent });
    if (kind === null) await window.ask('receiving.box.note', asked);
    else expect(await window.failure('receiving.box.note', asked)).toMatchObject({ kind });
    expect(checkOf(window).notes).toMatchObject([{ state: kind === null ? 'noted' : 'unclear' }]);
    journal.saveStep = save;
  });

  test('killed between the note in the order line and its row: the journal says that it was written', async () => {
    const { testStation, window } = await openBox();
    const intent = randomUUID();
    // The row of the trolley is not written any more; the command of the update is settled all the same.
    const { journal } = testStation;
    const save = journal.saveStep.bind(journal);
    journal.saveStep = (step, when) => {
      if (journal.entry(intent)?.state !== 'accepted') save(step, when);
    };
    await window.ask('receiving.box.note', note(single, 'short', { intent }));
    testStation.restart();
    const now = testStation.window();
    expect(checkOf(now).notes).toMatchObject([{ state: 'noted', count: 1, noted: 1 }]);
    expect(await now.failure('receiving.box.note', note(single, 'short'))).toMatchObject({
      reason: 'alreadySent',
    });
    expect(await boxNotes(testStation, single)).toHaveLength(1);
  });
});

describe('the check goes with its trolley', () => {
  test('after a restart it is there again, with its books, marks and notes', async () => {
    const { testStation, window } = await openBox();
    const { id } = await scanned(window, single);
    await window.ask('receiving.box.damaged', { id, damaged: true });
    await write(window, several, 'short');
    testStation.restart();
    const now = testStation.window();
    expect(checkOf(now)).toEqual(checkOf(window));
    expect(linesOf(now)).toEqual(linesOf(window));
  });

  test('it is put aside and taken up with it, also without a book', async () => {
    const { testStation, window } = await openTrolley(folder);
    await invoiceFor(testStation, 'BOX-3', [{ pol: single, quantity: 1 }]);
    await begin(window, 'BOX-3');
    await window.ask('receiving.trolley.putAside', {});
    expect(trolleyOf(window)?.check).toBeNull();
    expect(asideOf(window)).toMatchObject([{ books: 0, invoice: 'BOX-3' }]);
    await window.ask('receiving.trolley.takeUp', { id: asideOf(window)[0]?.id ?? '' });
    expect(checkOf(window)).toMatchObject({ source: { number: 'BOX-3' } });
    expect(asideOf(window)).toEqual([]);
  });

  test('it ends alone, and with its trolley', async () => {
    const { testStation, window } = await openBox();
    await scanned(window, single);
    await window.ask('receiving.box.end', {});
    expect(trolleyOf(window)?.check).toBeNull();
    expect(booksOf(window)).toHaveLength(1);
    expect(await window.failure('receiving.box.end', {})).toMatchObject({ field: 'check', reason: 'gone' });
    await begin(window, several);
    await window.ask('receiving.trolley.end', {});
    expect(trolleyOf(window)?.check).toBeNull();
    testStation.restart();
    expect(trolleyOf(testStation.window())?.check).toBeNull();
  });

  test('books that are left when the trolley ends are put aside without it', async () => {
    const { testStation, window } = await openBox();
    await scanned(window, single);
    await testStation.faults({ operation: 'acq.pol.get', fault: 'delay', ms: 500 });
    await put(window, code('itemOrdered'));
    expect(await window.ask('receiving.trolley.end', {})).toEqual({ left: 1, notReceived: 0 });
    expect(asideOf(window)).toMatchObject([{ books: 1, invoice: '' }]);
    await testStation.faults();
    await window.ask('receiving.trolley.takeUp', { id: asideOf(window)[0]?.id ?? '' });
    expect(booksOf(window)).toHaveLength(1);
    expect(trolleyOf(window)?.check).toBeNull();
  });

  test('at another library nothing is noted', async () => {
    const { testStation, window } = await openBox();
    testStation.library = elsewhere;
    expect(await window.failure('receiving.box.note', note(single, 'short'))).toMatchObject({
      reason: 'moved',
    });
    expect(testStation.intended.size).toBe(0);
  });
});
