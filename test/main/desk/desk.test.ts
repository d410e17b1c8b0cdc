import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { barcodeOf } from '../../../src/server/sample/barcode.ts';
import { ours, codes } from '../../../src/service/codes.ts';
import { Failed } from '../../../src/main/failure.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { elsewhere, here, openTestStation, until } from '../support/test-station.ts';
import { lostBefore, rest } from '../support/lost.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-desk-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = () => openTestStation(folder);

describe('a patron', () => {
  test('is shown with all that the desk needs', async () => {
    const window = (await open()).window();
    const scan = await window.scanned(code('patronGood'));
    expect(scan).toMatchObject({
      order: 1,
      kind: 'patron',
      action: 'open',
      state: 'done',
      result: { kind: 'patron', name: 'Rivka Ben-Ami' },
    });
    expect(window.patron()).toMatchObject({
      name: 'Rivka Ben-Ami',
      barcode: code('patronGood'),
      active: true,
      expired: false,
      blocks: [],
      owed: { amount: '12.50', currency: 'ILS' },
      loans: 4,
      requests: 1,
      fees: 2,
      unseenNotes: [],
    });
  });

  test('goes through its states in order: received, sent, done', async () => {
    const window = (await open()).window();
    const scan = await window.scan(code('patronGood'));
    await window.settled(scan);
    const states = window.deskEvents.flatMap((event) => (event.type === 'scan' ? [event.scan.state] : []));
    expect(states).toEqual(['received', 'sent', 'done']);
    const opening = window.deskEvents.flatMap((event) => (event.type === 'patron' ? [event.opening] : []));
    expect(opening).toEqual([true, false]);
  });

  test.each([
    ['patronBlocked', ours.patronBlocked],
    ['patronExpired', ours.patronExpired],
  ] as const)('%s is told from others, and the service decides', async (id, refusal) => {
    const window = (await open()).window();
    await window.scanned(code(id));
    const patron = window.patron();
    expect([patron?.blocks.length, patron?.expired]).toEqual(id === 'patronBlocked' ? [1, false] : [0, true]);
    const scan = await window.scanned(code('itemFree1'));
    expect(scan).toMatchObject({ state: 'refused', failure: { kind: 'refused', code: refusal } });
  });

  test('who is not found is refused, and the one before stays', async () => {
    const window = (await open()).window();
    await window.scanned(code('patronGood'));
    const nobody = await window.scanned(barcodeOf('patron', 99_999));
    expect(nobody).toMatchObject({
      state: 'refused',
      failure: { kind: 'refused', operation: 'users.get', code: codes.userNotFound },
    });
    expect(window.patron()).toMatchObject({ name: 'Rivka Ben-Ami' });
  });

  test('can be searched for, and opened', async () => {
    const window = (await open()).window();
    const { patrons, total } = await window.ask('desk.search', { text: 'ben-ami', limit: 10, offset: 0 });
    expect(total).toBe(1);
    const [hit] = patrons;
    expect(hit?.name).toBe('Rivka Ben-Ami');
    const opened = await window.ask('desk.open', { userId: hit?.userId ?? '' });
    expect(opened.name).toBe('Rivka Ben-Ami');
    expect(window.patron()?.userId).toBe(opened.userId);
  });

  test.each(['zz~qq', 'zz AND primary_id~1', 'zz"', 'zz\\slash', '😀', 'zz/b', '~', '"'])(
    'search takes %j as text, never as syntax',
    async (text) => {
      const window = (await open()).window();
      const { patrons } = await window.ask('desk.search', { text, limit: 10, offset: 0 });
      expect(patrons).toEqual([]);
    },
  );

  test('search says what is wrong with an empty text and with control characters', async () => {
    const window = (await open()).window();
    const page = { limit: 10, offset: 0 };
    expect(await window.failure('desk.search', { text: '  ', ...page })).toMatchObject({
      reason: 'required',
    });
    expect(await window.failure('desk.search', { text: 'a\u0007b', ...page })).toMatchObject({
      field: 'text',
      reason: 'controlCharacters',
    });
  });
});

describe('lending', () => {
  test('lends at this desk, counts the loan at once, and reads the patron again later', async () => {
    const window = (await open()).window();
    await window.scanned(code('patronNothing'));
    const scan = await window.scanned(code('itemFree1'));
    expect(scan).toMatchObject({
      state: 'done',
      action: 'lend',
      result: { kind: 'lent', title: 'The Overstory' },
    });
    expect(window.patron()?.loans).toBe(1);
    const reportCount = window.deskEvents.length;
    await until(() => window.deskEvents.slice(reportCount).some(({ type }) => type === 'patron'));
    expect(window.patron()?.loans).toBe(1);
  });

  test('forty scans in quick succession at 800 ms keep their order, and none is lost', async () => {
    const clock = new VirtualClock();
    const testStation = await openTestStation(folder, clock, { sleep: (ms) => clock.elapse(ms) });
    const window = testStation.window();
    const items = Array.from({ length: 40 }, (_, i) => barcodeOf('item', 10_000 + i));
    await testStation.faults({ fault: 'delay', ms: 800 });
    const scans = [await window.scan(code('patronGood'))];
    for (const item of items) scans.push(await window.scan(item));
    expect(await window.failure('desk.end', {})).toMatchObject({ kind: 'invalid', reason: 'scansOpen' });
    const sentTogether = await until(() => {
      const sent = window.scans().filter(({ state, action }) => state === 'sent' && action === 'lend');
      return sent.length > 0 && sent;
    });
    expect(sentTogether).toHaveLength(1);
    await until(() => window.scans().every(({ state }) => state === 'done' || state === 'refused'), 60_000);
    expect(window.scans().map(({ id }) => id)).toEqual(scans.map(({ id }) => id));
    expect(window.scans().map(({ order }) => order)).toEqual(scans.map((_, i) => i + 1));
    const settled = window.deskEvents.flatMap((event) =>
      event.type === 'scan' && ['done', 'refused'].includes(event.scan.state) ? [event.scan.order] : [],
    );
    // A refused one is told again with its title.
    expect([...new Set(settled)]).toEqual(scans.map((_, i) => i + 1));
    const lent = window.scans().filter(({ result }) => result?.kind === 'lent');
    expect(lent).toHaveLength(29);
  });

  test('a card in the middle of the queue takes everything after it, while the one before goes on', async () => {
    const testStation = await open();
    const window = testStation.window();
    await testStation.faults({ fault: 'delay', ms: 150 });
    await window.scan(code('patronNothing'));
    const [first, second] = [await window.scan(code('itemFree1')), await window.scan(code('itemFree2'))];
    await window.scan(code('patronGood'));
    const [third, fourth] = [await window.scan(code('itemFree3')), await window.scan(code('itemFree4'))];
    await window.allSettled();
    await testStation.faults();
    const loansOf = async (patron: string) => {
      const path = { user_id: patron };
      const { items } = await testStation.client.call('users.loans.list', { path, query: { limit: 100 } });
      return items.map(({ item_barcode }) => item_barcode);
    };
    expect(await loansOf(code('patronNothing'))).toEqual([code('itemFree1'), code('itemFree2')]);
    expect(await loansOf(code('patronGood'))).toEqual(
      expect.arrayContaining([code('itemFree3'), code('itemFree4')]),
    );
    for (const scan of [first, second, third, fourth]) {
      expect((await window.settled(scan)).result?.kind).toBe('lent');
    }
    expect(window.patron()?.name).toBe('Rivka Ben-Ami');
  });

  test('is held until a note that pops up was seen, and then goes on in order', async () => {
    const window = (await open()).window();
    await window.scan(code('patronNote'));
    const first = await window.scan(code('itemFree1'));
    await until(() => window.patron()?.unseenNotes.length === 1);
    const second = await window.scan(code('itemFree2'));
    expect(window.scans().map(({ state }) => state)).toEqual(['done', 'held', 'held']);
    expect(await window.failure('desk.end', {})).toMatchObject({ reason: 'scansOpen' });
    const dropped = await window.scan(code('itemFree3'));
    expect(await window.ask('scans.drop', { id: dropped.id })).toMatchObject({ state: 'dropped' });
    const patron = await window.ask('desk.acknowledge', {});
    expect(patron.unseenNotes).toEqual([]);
    expect(await window.settled(first)).toMatchObject({ result: { kind: 'lent' } });
    expect(await window.settled(second)).toMatchObject({ result: { kind: 'lent' } });
    expect(window.scans().at(-1)?.state).toBe('dropped');
    // Seen is seen, for this session.
    await window.scanned(code('patronNote'));
    expect(window.patron()?.unseenNotes).toEqual([]);
  });

  test('what was held for a patron who left the desk is turned away, in sight', async () => {
    const window = (await open()).window();
    await window.scanned(code('patronNote'));
    const held = await window.scan(code('itemFree1'));
    await window.scanned(code('patronNothing'));
    expect(await window.settled(held)).toMatchObject({
      state: 'refused',
      failure: { reason: 'noPatron', detail: 'notesUnseen' },
    });
  });

  test('tells the three kinds of double scan apart', async () => {
    const testStation = await open();
    const window = testStation.window();
    await window.scanned(code('patronNothing'));
    await window.scanned(code('itemFree1'));
    expect(await window.scanned(code('itemFree1'))).toMatchObject({
      state: 'done',
      result: { kind: 'double', which: 'justNow', title: 'The Overstory' },
    });
    await window.ask('desk.end', {});
    await window.scanned(code('patronNothing'));
    const again = await window.scanned(code('itemFree1'));
    expect(again).toMatchObject({ state: 'done', result: { kind: 'double', which: 'onThisPatron' } });
    expect(again.result?.kind === 'double' && again.result.due).toMatch(/^\d{4}-/);
    expect(await window.scanned(code('itemOnLoan'))).toMatchObject({
      state: 'refused',
      failure: { kind: 'refused', code: ours.itemOnLoan },
    });
    expect(window.patron()?.loans).toBe(1);
  });

  test('finds out, after an answer that never came, that the item was lent', async () => {
    const testStation = await open();
    const window = testStation.window();
    await window.scanned(code('patronNothing'));
    await testStation.faults({ operation: 'users.loans.create', fault: 'drop-after', count: 1 });
    const { id } = await window.scan(code('itemFree1'));
    const found = await until(() => window.scans().find((scan) => scan.id === id && scan.state === 'done'));
    expect(found).toMatchObject({ result: { kind: 'lent' }, failure: null });
    const lost: string[] = [];
    await lostBefore(testStation, 'users.loans.create', async () => {
      const scan = await window.scanned(code('itemFree2'));
      lost.push(scan.state);
      if (scan.failure) throw new Failed(scan.failure);
    });
    expect(lost).toEqual(['unclear', 'refused']);
    // The scan that was lost is told what came of it.
    const failure = { kind: 'unreachable', why: 'didNotHappen' };
    expect(window.scans().find(({ text }) => text === code('itemFree2'))).toMatchObject({
      ...{ state: 'refused', failure },
    });
    expect(await window.scanned(code('itemFree2'))).toMatchObject({ result: { kind: 'lent' } });
  });

  test('says so where the station stands at no desk', async () => {
    const testStation = await open();
    testStation.station = { desk: null };
    const window = testStation.window();
    expect(await window.scanned(code('itemFree1'))).toMatchObject({
      failure: { field: 'desk', reason: 'noDesk' },
    });
  });

  test('takes a scan back that has not left, and not one that has', async () => {
    const testStation = await open();
    const window = testStation.window();
    await window.scanned(code('patronNothing'));
    await testStation.faults({ fault: 'delay', ms: 200 });
    const first = await window.scan(code('itemFree1'));
    const second = await window.scan(code('itemFree2'));
    await until(() => window.scans().some(({ id, state }) => id === first.id && state === 'sent'));
    expect(await window.ask('scans.drop', { id: first.id })).toMatchObject({ state: 'sent' });
    expect(await window.ask('scans.drop', { id: second.id })).toMatchObject({ state: 'dropped' });
    await window.allSettled();
    await testStation.faults();
    const { total } = await testStation.client.call('users.loans.list', {
      path: { user_id: code('patronNothing') },
    });
    expect(total).toBe(1);
  });
});

describe('returning', () => {
  test.each([
    ['itemOverdue', { to: 'shelf' }],
    ['itemHoldHere', { to: 'holdShelf', requester: expect.stringContaining('Ben-Ami') as string }],
    ['itemOtherLibrary', { to: 'transit' }],
  ] as const)('says where %s goes next', async (id, next) => {
    const window = (await open()).window();
    expect(await window.scanned(code(id))).toMatchObject({
      state: 'done',
      action: 'return',
      result: { kind: 'returned', next },
    });
  });

  test('returns with a patron open where that was asked for', async () => {
    const window = (await open()).window();
    await window.scanned(code('patronNothing'));
    const scan = await window.scanned(code('itemOnLoan'), { mode: 'return' });
    expect(scan).toMatchObject({ action: 'return', result: { kind: 'returned' } });
    expect(await window.scanned(code('itemOnLoan'))).toMatchObject({ result: { kind: 'lent' } });
  });

  test('the same item lent, returned and lent again in one breath goes in that order', async () => {
    const testStation = await open();
    const window = testStation.window();
    await testStation.faults({ fault: 'delay', ms: 60 });
    await window.scan(code('patronNothing'));
    await window.scan(code('itemFree1'));
    await window.scan(code('itemFree1'), { mode: 'return' });
    await window.scan(code('itemFree1'));
    const scans = await window.allSettled();
    expect(scans.map(({ result }) => result?.kind)).toEqual(['patron', 'lent', 'returned', 'lent']);
    expect(await window.ask('desk.end', {})).toEqual({ lent: 2, returned: 1 });
    expect(window.patron()).toBeNull();
    expect(await window.failure('desk.acknowledge', {})).toMatchObject({ reason: 'noPatron' });
    expect(await window.failure('desk.refresh', {})).toMatchObject({ reason: 'noPatron' });
  });

  test('an item that nobody knows is refused with the service’s words', async () => {
    const window = (await open()).window();
    expect(await window.scanned(barcodeOf('item', 88_888))).toMatchObject({
      state: 'refused',
      failure: { kind: 'refused', operation: 'items.byBarcode', code: codes.noItemForBarcode },
    });
  });
});

describe('an item that is refused', () => {
  test('is named by its title once that is looked up, because the refusal names none', async () => {
    const window = (await open()).window();
    await window.scanned(code('patronNothing'));
    const { id } = await window.scanned(code('itemReference'));
    const named = await until(() => window.scans().find((scan) => scan.id === id && scan.title !== ''));
    expect(named).toMatchObject({ state: 'refused', title: 'Encyclopedia of Library Science' });
  });
});

describe('a code that tells nothing by itself', () => {
  test('is a patron by another id', async () => {
    const testStation = await open();
    const window = testStation.window();
    const { items } = await testStation.client.call('users.list', { query: { q: 'ALL~Ben-Ami' } });
    const scan = await window.scanned(String(items[0]?.primary_id));
    expect(scan).toMatchObject({ kind: 'patron', state: 'done', result: { kind: 'patron' } });
  });

  test('is an item, for the patron before it, and so is what came after it', async () => {
    const testStation = await open();
    const window = testStation.window();
    const pol = await testStation.client.call('acq.pol.get', { path: { pol_id: 'POL-1002' } });
    expect(pol.number).toBe('POL-1002');
    await window.scanned(code('patronNothing'));
    const odd = await oddBarcode(testStation);
    await window.scan(odd);
    const after = await window.scan(code('itemFree2'));
    const scans = await window.allSettled();
    expect(scans[1]).toMatchObject({ kind: 'item', action: 'lend' });
    expect(await window.settled(after)).toMatchObject({ result: { kind: 'lent' } });
    expect(window.patron()?.loans).toBe(1);
  });
});

/** Gives the item of an order line a barcode that looks like nothing known. */
async function oddBarcode(testStation: Awaited<ReturnType<typeof open>>): Promise<string> {
  const window = testStation.window();
  const order = await window.scanned('POL-1002', { room: 'receiving' });
  expect(order.state).toBe('done');
  const view = await window.ask('receiving.refresh', {});
  await window.done('receiving.setBarcode', {
    intent: crypto.randomUUID(),
    pol: 'POL-1002',
    pid: view.items[0]?.pid ?? '',
    barcode: 'ODD/1~',
  });
  return 'ODD/1~';
}

describe('bad scans', () => {
  test.each([
    ['a\u0000b', 'controlCharacters'],
    ['a\u001bb', 'controlCharacters'],
    ['x'.repeat(4000), 'tooLong'],
    ['31234000001015', 'malformed'],
    ['POL-1001', 'malformed'],
  ])('%j stays in sight, refused as %s, and the patron stays', async (text, reason) => {
    const window = (await open()).window();
    await window.scanned(code('patronNothing'));
    const scan = await window.scan(text);
    expect(scan).toMatchObject({ state: 'refused', failure: { kind: 'invalid', field: 'text', reason } });
    expect(scan.text).toHaveLength(Math.min(text.length, 200));
    expect(window.patron()?.barcode).toBe(code('patronNothing'));
  });

  test('an empty one is no scan', async () => {
    const window = (await open()).window();
    expect(
      await window.failure('scans.submit', {
        id: crypto.randomUUID(),
        room: 'desk',
        text: ' \u200f\r\n',
        mode: 'auto',
        via: 'scanner',
      }),
    ).toMatchObject({ kind: 'invalid', field: 'text', reason: 'required' });
    expect(window.scans()).toEqual([]);
  });

  test('directional marks and a scanner’s wrapping do not matter', async () => {
    const window = (await open()).window();
    expect(await window.scanned(`\u200f${code('patronGood')}\u202c\r\n`)).toMatchObject({ state: 'done' });
    expect(await window.scanned(`]C0*${code('itemFree1')}*`)).toMatchObject({ result: { kind: 'lent' } });
  });

  test('the same scan submitted twice is one scan', async () => {
    const window = (await open()).window();
    await window.scanned(code('patronNothing'));
    const id = crypto.randomUUID();
    await Promise.all([window.scan(code('itemFree1'), { id }), window.scan(code('itemFree1'), { id })]);
    expect(await window.allSettled()).toHaveLength(2);
  });
});

describe('after a kill', () => {
  test.each(['drop-after', 'drop-before'] as const)(
    'says of every scan what came of it (%s)',
    async (fault) => {
      const testStation = await open();
      const before = testStation.window();
      await before.scanned(code('patronNothing'));
      await before.scanned(code('itemFree1'));
      await testStation.faults(
        { operation: 'users.loans.create', fault: 'delay', ms: 300 },
        { operation: 'users.loans.create', fault },
      );
      const cut = await before.scan(code('itemFree2'));
      const never = await before.scan(code('itemFree3'));
      await until(() => before.scans().some(({ id, state }) => id === cut.id && state === 'sent'));
      testStation.restart();
      const now = testStation.window();
      expect(now.patron()).toBeNull();
      expect(now.scans().map(({ state, recovered }) => [state, recovered])).toEqual([
        ['done', true],
        ['done', true],
        ['unclear', true],
        ['dropped', true],
      ]);
      expect(now.scans().at(-1)?.id).toBe(never.id);
      expect((await now.unclear()).map(({ id }) => id)).toEqual([cut.id]);
      await testStation.faults();
      await rest(testStation);
      expect(await now.unclear()).toEqual([]);
      const { items } = await testStation.client.call('users.loans.list', {
        path: { user_id: code('patronNothing') },
      });
      const lent = items.some(({ item_barcode }) => item_barcode === code('itemFree2'));
      expect(lent).toBe(fault === 'drop-after');
      expect(now.scans()[2]).toMatchObject(
        lent
          ? { state: 'done', result: { kind: 'lent' } }
          : { state: 'refused', failure: { kind: 'unreachable', why: 'didNotHappen' } },
      );
      expect(items.some(({ item_barcode }) => item_barcode === code('itemFree3'))).toBe(false);
      await now.ask('desk.end', {});
      testStation.restart();
      expect(testStation.window().scans()).toEqual([]);
    },
  );
});

test('scans from before the library was known are listed with those after them', async () => {
  const testStation = await open();
  testStation.libraryKnown = false;
  const before = testStation.window();
  await before.scanned(code('patronNothing'));
  testStation.libraryKnown = true;
  await before.scanned(code('itemFree1'));
  testStation.restart();
  expect(testStation.window().scans()).toMatchObject([{ recovered: true }, { recovered: true }]);
});

test('a window that closes with scans under way leaves them to the next', async () => {
  const testStation = await open();
  const first = testStation.window();
  await first.scanned(code('patronNothing'));
  await testStation.faults({ fault: 'delay', ms: 100 });
  const scan = await first.scan(code('itemFree1'));
  testStation.domain.windowClosed(first.id);
  const second = testStation.window();
  expect(await second.settled(scan)).toMatchObject({ result: { kind: 'lent' } });
});

test('an item that came back elsewhere, while its patron was away from the desk, is lent again', async () => {
  const testStation = await open();
  const [window, elsewhere] = [testStation.window(), testStation.window()];
  await window.scanned(code('patronNothing'));
  expect(await window.scanned(code('itemFree1'))).toMatchObject({ result: { kind: 'lent' } });
  expect(await elsewhere.scanned(code('itemFree1'))).toMatchObject({ result: { kind: 'returned' } });
  await window.scanned(code('patronGood'));
  await window.scanned(code('patronNothing'));
  expect(await window.scanned(code('itemFree1'))).toMatchObject({ result: { kind: 'lent' } });
});

test('no service changes under the scans of a window that closed', async () => {
  const testStation = await open();
  const window = testStation.window();
  await testStation.faults({ operation: 'items.byBarcode', fault: 'delay', ms: 100 });
  const scans = [await window.scan(code('itemFree1')), await window.scan(code('itemFree2'))];
  testStation.domain.windowClosed(window.id);
  expect(() => testStation.domain.refuseWhileOpen()).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ reason: 'scansOpen' }) as unknown }),
  );
  for (const scan of scans) await window.settled(scan);
  testStation.domain.refuseWhileOpen();
});

test('nothing is lent or renewed to whoever is open while a person has to say which library it is by now', async () => {
  const testStation = await open();
  const window = testStation.window();
  await window.scanned(code('patronNothing'));
  testStation.station = { possibleLibraries: [{ id: 'here', mode: 'institution', name: 'Town Library' }] };
  expect(await window.scanned(code('itemFree1'))).toMatchObject({
    state: 'refused',
    failure: { kind: 'whichLibrary' },
  });
  expect(testStation.journal.openSteps()).toEqual([]);
  expect(testStation.intended.size).toBe(0);
  testStation.station = {};
  expect(await window.scanned(code('itemFree1'))).toMatchObject({
    state: 'done',
    result: { kind: 'lent' },
  });
});

describe('a scan that waited while the station was connected to another library', () => {
  const movedMeanwhile = { state: 'refused', failure: { field: 'library', reason: 'moved' } };

  test('is not done there: no book is returned', async () => {
    const testStation = await open();
    const window = testStation.window();
    await testStation.faults({ operation: 'items.byBarcode', fault: 'delay', ms: 200, count: 1 });
    const first = await window.scan(code('itemOnLoan'), { mode: 'return' });
    const second = await window.scan(code('itemFree1'), { mode: 'return' });
    testStation.library = elsewhere;
    expect(await window.settled(first)).toMatchObject({ state: 'done', result: { kind: 'returned' } });
    expect(await window.settled(second)).toMatchObject(movedMeanwhile);
  });

  test('opens nobody who was read at the library before', async () => {
    const testStation = await open();
    const window = testStation.window();
    const leave = (user: unknown): unknown => {
      testStation.library = elsewhere;
      return user;
    };
    testStation.odd = { 'users.get': leave };
    expect(await window.scanned(code('patronGood'))).toMatchObject(movedMeanwhile);
    testStation.library = here;
    expect(await window.failure('desk.open', { userId: code('patronGood') })).toMatchObject({
      reason: 'moved',
    });
    expect(window.patron()).toBeNull();
  });

  test('opens nobody, and lends nothing to the patron of the library before', async () => {
    const testStation = await open();
    const window = testStation.window();
    await window.scanned(code('patronGood'));
    testStation.library = elsewhere;
    expect(await window.scanned(code('itemFree1'))).toMatchObject(movedMeanwhile);
    testStation.library = here;
    await testStation.faults({ operation: 'items.byBarcode', fault: 'delay', ms: 200, count: 1 });
    await window.scan(code('itemOnLoan'), { mode: 'return' });
    await window.scan('CRLUNDO');
    const card = await window.scan(code('patronGood'));
    testStation.library = elsewhere;
    expect(await window.settled(card)).toMatchObject(movedMeanwhile);
  });
});
