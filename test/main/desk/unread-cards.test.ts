import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { AtDesk } from '../../../src/contract/desk.ts';
import type { Input } from '../../../src/contract/index.ts';
import type { ScanView } from '../../../src/contract/scans.ts';
import { barcodeOf } from '../../../src/server/sample/barcode.ts';
import { sampleCode as code, type SampleId } from '../../../src/service/samples.ts';
import { elsewhere, openTestStation, until, type TestStation, type Window } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-unread-'));
afterAll(() => rmSync(folder, { recursive: true }));

const nobody = barcodeOf('patron', 99_999);
const misread = '21234000001015';
/** Nothing tells what it is. */
const odd = 'ZZZ/~1';
const mixed = Array.from(code('itemFree4'), (key, at) => key + (code('patronOwing')[at] ?? '')).join('');

const held = { state: 'held' };
const lent = { state: 'done', result: { kind: 'lent' } };
const noPatron = { state: 'refused', failure: { reason: 'noPatron', detail: '' } };
const whoseCard = { kind: 'invalid', field: 'patron', reason: 'noPatron', detail: 'unreadCard' };
const notKnownWhose = { state: 'refused', failure: { reason: 'noPatron', detail: 'notKnownWhose' } };

/** Who is at the desk, as the window was told last. */
function atDesk({ deskEvents }: Window) {
  const told = deskEvents.flatMap((event): AtDesk[] =>
    event.type === 'patron' ? [event] : event.type === 'session' ? [event.session] : [],
  );
  const last = told.at(-1);
  if (!last) throw new Error('nothing was told');
  return last;
}

/** A desk with a patron open, to whom a book was lent. */
async function aVisit(patron: SampleId = 'patronNothing') {
  const testStation = await openTestStation(folder);
  const window = testStation.window();
  await window.scanned(code(patron));
  expect(await window.scanned(code('itemFree1'))).toMatchObject(lent);
  return { testStation, window };
}

const now = (window: Window, { id }: Pick<ScanView, 'id'>): ScanView | undefined =>
  window.scans().find((scan) => scan.id === id);

async function still(window: Window): Promise<void> {
  await window.ask('desk.still', { id: atDesk(window).unread?.id ?? '' });
}

const loansOf = async ({ client }: TestStation, patron: SampleId): Promise<unknown[]> => {
  const { items } = await client.call('users.loans.list', { path: { user_id: code(patron) } });
  return items.map(({ item_barcode }) => item_barcode);
};

describe('a card that opens nobody', () => {
  test.each([
    ['is not found', nobody, {}],
    ['has a wrong check digit', misread, {}],
    ['may be one, and is not found', odd, {}],
    ['cannot be read', '2123\u0000456', {}],
    ['is two codes in one', mixed, {}],
  ])(
    '%s: the visit stays, the books wait, and go on in order for whom is still there',
    async (_, text, more) => {
      const { testStation, window } = await aVisit();
      const { visitFrom } = atDesk(window);
      const card = await window.scanned(text, more);
      expect(card).toMatchObject({ state: 'refused', action: 'open' });
      const first = await window.scan(code('itemFree2'));
      const second = await window.scan(code('itemFree3'));
      expect(atDesk(window)).toMatchObject({
        ...{ patron: { name: 'Grace Okafor' }, opening: false, visitFrom },
        unread: { id: card.id, code: card.text, from: card.order },
      });
      expect([now(window, first), now(window, second)]).toMatchObject([held, held]);
      expect(await loansOf(testStation, 'patronNothing')).toEqual([code('itemFree1')]);
      expect(await window.failure('desk.end', {})).toMatchObject({ reason: 'scansOpen' });
      await still(window);
      expect([await window.settled(first), await window.settled(second)]).toMatchObject([lent, lent]);
      expect(await loansOf(testStation, 'patronNothing')).toEqual(
        ['itemFree1', 'itemFree2', 'itemFree3'].map((id) => code(id as SampleId)),
      );
      expect(atDesk(window)).toMatchObject({ unread: null, visitFrom, patron: { loans: 3 } });
      expect(await window.ask('desk.end', {})).toEqual({ lent: 3, returned: 0 });
    },
  );

  test('for want of an answer holds too, and so does a patron who was chosen and could not be opened', async () => {
    const { testStation, window } = await aVisit();
    await testStation.faults({ operation: 'users.get', fault: 'status', status: 500 });
    expect(await window.scanned(code('patronGood'))).toMatchObject({ state: 'refused' });
    expect(atDesk(window)).toMatchObject({ unread: { code: code('patronGood') } });
    await still(window);
    await window.failure('desk.open', { userId: 'nobody.at.all' });
    await testStation.faults();
    expect(atDesk(window)).toMatchObject({
      unread: { code: 'nobody.at.all' },
      patron: { name: 'Grace Okafor' },
    });
    const book = await window.scan(code('itemFree2'));
    expect(book).toMatchObject(held);
    expect(book.order).toBe(atDesk(window).unread?.from);
    await still(window);
    expect(await window.settled(book)).toMatchObject(lent);
  });

  test('holds while it is looked up, and from then on; what is dropped is dropped', async () => {
    const { testStation, window } = await aVisit();
    await testStation.faults({ operation: 'users.get', fault: 'delay', ms: 100 });
    await window.scan(nobody);
    const during = await window.scan(code('itemFree2'));
    expect(atDesk(window)).toMatchObject({ opening: true, unread: null, patron: { name: 'Grace Okafor' } });
    await until(() => atDesk(window).unread);
    expect(now(window, during)).toMatchObject(held);
    expect(await window.ask('scans.drop', { id: during.id })).toMatchObject({ state: 'dropped' });
    await still(window);
    await testStation.faults();
    expect(now(window, during)).toMatchObject({ state: 'dropped' });
    expect(await loansOf(testStation, 'patronNothing')).toEqual([code('itemFree1')]);
  });

  test('with nobody at the desk lets nothing be lent or returned', async () => {
    const window = (await openTestStation(folder)).window();
    for (const text of [misread, nobody, odd, 'a\u0000b']) {
      await window.scanned(text);
      expect(atDesk(window)).toMatchObject({ patron: null, unread: null });
      expect(await window.scanned(code('itemOnLoan'))).toMatchObject(noPatron);
    }
    await window.scanned(code('patronNothing'));
    expect(await window.scanned(code('itemFree1'))).toMatchObject(lent);
  });

  test('leaves the record as it can be edited, and nothing else that is for the patron', async () => {
    const { window } = await aVisit('patronTenLoans');
    const double = await window.scanned(code('itemFree1'));
    await window.scanned(nobody);
    const { patron } = atDesk(window);
    expect(await window.ask('desk.refresh', {})).toMatchObject({ userId: patron?.userId });
    const note = {
      intent: crypto.randomUUID(),
      userId: patron?.userId ?? '',
      text: 'Card lost?',
      type: 'GENERAL',
    };
    await window.ask('notes.add', { ...note, visibleToPatron: false, popUp: false });
    expect(await window.failure('desk.here', {})).toEqual(whoseCard);
    expect(await window.failure('scans.answer', { id: double.id, offer: 'return' })).toEqual(whoseCard);
    await still(window);
    expect(await window.ask('desk.here', {})).toMatchObject({ userId: patron?.userId });
    await window.ask('scans.answer', { id: double.id, offer: 'return' });
  });

  test('is answered once, and only where it is asked about', async () => {
    const { window } = await aVisit();
    const first = await window.scanned(nobody);
    const second = await window.scanned(odd);
    expect(await window.failure('desk.still', { id: first.id })).toMatchObject({ reason: 'alreadySent' });
    await window.ask('desk.still', { id: second.id });
    expect(await window.failure('desk.still', { id: second.id })).toMatchObject({ reason: 'alreadySent' });
    expect(await window.scanned(code('itemFree2'))).toMatchObject(lent);
  });

  test('lets books be returned', async () => {
    const { window } = await aVisit();
    await window.scanned(nobody);
    expect(await window.scanned(code('itemOverdue'), { mode: 'return' })).toMatchObject({
      result: { kind: 'returned' },
    });
    expect(atDesk(window).unread).not.toBeNull();
  });

  test('holds before the notes do', async () => {
    const testStation = await openTestStation(folder);
    const window = testStation.window();
    await window.scanned(code('patronNote'));
    const before = await window.scan(code('itemFree1'));
    await window.scanned(misread);
    const after = await window.scan(code('itemFree2'));
    await still(window);
    expect([now(window, before), now(window, after)]).toMatchObject([held, held]);
    await window.ask('desk.acknowledge', {});
    expect([await window.settled(before), await window.settled(after)]).toMatchObject([lent, lent]);
  });

  test('goes to the next window with the visit, where scans wait', async () => {
    const { testStation, window } = await aVisit();
    const card = await window.scanned(misread);
    const book = await window.scan(code('itemFree2'));
    testStation.domain.windowClosed(window.id);
    const next = testStation.window();
    expect(atDesk(next)).toMatchObject({ patron: { name: 'Grace Okafor' }, unread: { id: card.id } });
    await still(next);
    expect(await next.settled(book)).toMatchObject(lent);
  });

  test('ends with the visit where nothing waits, and does not outlast the program', async () => {
    const { testStation, window } = await aVisit();
    await window.scanned(misread);
    await window.ask('desk.end', {});
    expect(atDesk(window)).toMatchObject({ patron: null, unread: null });
    await window.scanned(code('patronNothing'));
    await window.scanned(misread);
    const book = await window.scan(code('itemFree2'));
    testStation.restart();
    const next = testStation.window();
    expect(atDesk(next)).toMatchObject({ patron: null, unread: null });
    expect(now(next, book)).toMatchObject({ state: 'dropped', recovered: true });
  });
});

describe('what is no card', () => {
  test.each(['31234000001015', '9780306406157', 'https://example.org/', 'POL-1001', '3123\u0000456'])(
    '%j changes nothing, with a patron and without',
    async (text) => {
      const { testStation, window } = await aVisit();
      await testStation.faults({ operation: 'users.get', fault: 'delay', ms: 50 });
      const scan = await window.scan(text);
      const during = await window.scan(code('itemFree2'));
      expect(await window.settled(scan)).toMatchObject({ state: 'refused' });
      expect(await window.settled(during)).toMatchObject(lent);
      expect(atDesk(window)).toMatchObject({ unread: null, patron: { name: 'Grace Okafor' }, visitFrom: 1 });
      await window.ask('desk.end', {});
      await window.scanned(text);
      expect(await window.scanned(code('itemOnLoan'))).toMatchObject({ result: { kind: 'returned' } });
    },
  );

  test('and is found after all as an item waits with the others, in order', async () => {
    const testStation = await openTestStation(folder);
    // By these rules nothing tells a book from a card.
    testStation.station = { barcodes: { rules: [], code39: true, aim: true } };
    const window = testStation.window();
    await window.scanned(code('patronNothing'));
    await window.scanned(nobody);
    await testStation.faults({ operation: 'users.get', fault: 'delay', ms: 60 });
    const books = [await window.scan(code('itemFree1')), await window.scan(code('itemFree2'))];
    await until(() => books.every((book) => now(window, book)?.state === 'held'));
    await testStation.faults();
    await still(window);
    for (const book of books) expect(await window.settled(book)).toMatchObject(lent);
    expect(await loansOf(testStation, 'patronNothing')).toEqual([code('itemFree1'), code('itemFree2')]);
  });
});

describe('the next card', () => {
  /** A visit, an unread card, a book, and then this card. */
  async function next(unread: string, card: string, more: Partial<Input<'scans.submit'>> = {}) {
    const { testStation, window } = await aVisit();
    await window.scanned(unread, more);
    const book = await window.scan(code('itemFree2'));
    expect(book).toMatchObject(held);
    expect(await window.scanned(card)).toMatchObject({ state: 'done', result: { kind: 'patron' } });
    return { testStation, window, book: await window.settled(book) };
  }

  test.each([misread, odd])('of the same patron goes on with the visit (%j)', async (unread) => {
    const { window, testStation, book } = await next(unread, code('patronNothing'));
    expect(book).toMatchObject(lent);
    expect(await loansOf(testStation, 'patronNothing')).toHaveLength(2);
    expect(atDesk(window)).toMatchObject({ visitFrom: 1, unread: null });
  });

  test.each([misread, nobody])(
    'has the books that were scanned after a card by the rules (%j)',
    async (unread) => {
      const { window, testStation, book } = await next(unread, code('patronGood'));
      expect(book).toMatchObject(lent);
      expect(await loansOf(testStation, 'patronGood')).toContain(code('itemFree2'));
      expect(await loansOf(testStation, 'patronNothing')).toEqual([code('itemFree1')]);
      // Their visit begins with the card that was not read.
      expect(atDesk(window)).toMatchObject({ visitFrom: 3, patron: { name: 'Rivka Ben-Ami' } });
    },
  );

  test.each([odd, mixed, '2123\u0000456'])(
    'has no book that may be of the patron before (%j)',
    async (unread) => {
      const { window, book } = await next(unread, code('patronGood'));
      expect(book).toMatchObject(notKnownWhose);
      expect(await window.scanned(code('itemFree3'))).toMatchObject(lent);
      expect(atDesk(window)).toMatchObject({ visitFrom: 5 });
    },
  );

  test('that was chosen is one as well', async () => {
    const { window } = await aVisit();
    await window.scanned(misread);
    const book = await window.scan(code('itemFree2'));
    const { userId } = await window.ask('desk.open', { userId: code('patronGood') });
    const settled = await window.settled(book);
    expect(settled.result).toMatchObject({ kind: 'lent', userId });
  });

  test('is the same one, read at last: what was scanned after it is theirs, whatever its code tells', async () => {
    const { testStation, window } = await aVisit();
    const { items } = await testStation.client.call('users.list', { query: { q: 'ALL~Ben-Ami' } });
    const id = String(items[0]?.primary_id);
    await testStation.faults({ operation: 'users.get', fault: 'status', status: 500 });
    await window.scanned(id);
    await testStation.faults();
    const book = await window.scan(code('itemFree2'));
    await window.scanned(id);
    expect((await window.settled(book)).result).toMatchObject({ kind: 'lent', userId: id });
  });

  test.each([
    ['another one', nobody, [notKnownWhose, lent]],
    ['the same one', misread, [lent, lent]],
    ['what may be one', odd, [notKnownWhose, notKnownWhose]],
  ])(
    'has of the books between two unread ones only those that are surely its own: %s',
    async (_, second, outcomes) => {
      const { window } = await aVisit();
      await window.scanned(misread);
      const books = [await window.scan(code('itemFree2'))];
      await window.scanned(second);
      books.push(await window.scan(code('itemFree3')));
      expect(books.map((book) => now(window, book))).toMatchObject([held, held]);
      await window.scanned(code('patronGood'));
      for (const [at, book] of books.entries())
        expect(await window.settled(book)).toMatchObject(outcomes[at] ?? {});
    },
  );

  test('that was scanned before it was known that the one before is unread has nothing of it', async () => {
    const { testStation, window } = await aVisit();
    await testStation.faults({ operation: 'users.get', fault: 'delay', ms: 150, count: 1 });
    await window.scan(nobody);
    const first = await window.scan(code('itemFree2'));
    await window.scan(code('patronGood'));
    const second = await window.scan(code('itemFree3'));
    expect(await window.settled(second)).toMatchObject(lent);
    expect(await window.settled(first)).toMatchObject(notKnownWhose);
    expect(atDesk(window)).toMatchObject({ unread: null, patron: { name: 'Rivka Ben-Ami' } });
    await testStation.faults();
    expect(await loansOf(testStation, 'patronGood')).not.toContain(code('itemFree2'));
  });

  test('read at another library has none of the books either', async () => {
    const { testStation, window } = await aVisit();
    await window.scanned(misread);
    const book = await window.scan(code('itemFree2'));
    testStation.library = elsewhere;
    await window.scanned(code('patronGood'));
    expect(await window.settled(book)).toMatchObject(notKnownWhose);
  });
});

describe('a command barcode, while scans wait for a card', () => {
  test('that ends the visit is refused with the reason, and the next card is another visitor’s', async () => {
    const { testStation, window } = await aVisit();
    await window.scanned(misread);
    const book = await window.scan(code('itemFree2'));
    expect(await window.scanned('CRLEND')).toMatchObject({ state: 'refused', failure: whoseCard });
    await window.scanned(code('patronGood'));
    expect(await window.settled(book)).toMatchObject(notKnownWhose);
    expect(await loansOf(testStation, 'patronGood')).not.toContain(code('itemFree2'));
  });

  test('is refused as soon as it is known that they wait, and keeps no card waiting', async () => {
    const { testStation, window } = await aVisit();
    await testStation.faults({ operation: 'users.get', fault: 'delay', ms: 60 });
    await window.scan(nobody);
    const book = await window.scan(code('itemFree2'));
    const commands = [await window.scan('CRLEXTEND'), await window.scan('CRLUNDO')];
    const card = await window.scan(code('patronNothing'));
    for (const command of commands)
      expect(await window.settled(command)).toMatchObject({ state: 'refused', failure: whoseCard });
    expect(await window.settled(card)).toMatchObject({ result: { kind: 'patron' } });
    expect(await window.settled(book)).toMatchObject(lent);
  });

  test('is done where it opens a patron, or nothing waits', async () => {
    const { testStation, window } = await aVisit();
    await window.scanned(misread);
    expect(await window.scanned('CRLUNDO')).toMatchObject({ result: { kind: 'undone' } });
    expect(await loansOf(testStation, 'patronNothing')).toEqual([]);
    await window.scan(code('itemFree2'));
    const last = await window.scan('CRLPREV');
    await until(() => now(window, last)?.state === 'sent');
    await window.ask('desk.open', { userId: code('patronGood') });
    await window.ask('scans.ran', { id: last.id, why: null });
    expect(atDesk(window)).toMatchObject({ patron: { name: 'Rivka Ben-Ami' } });
    await window.allSettled();
  });
});
