import { describe, expect, test } from 'vitest';
import type { Money } from '../../../src/contract/common.ts';
import type {
  DeskEvent,
  DeskSessionView,
  NoteView,
  PatronView,
  UnclearView,
  UnreadCardView,
} from '../../../src/contract/desk.ts';
import type { Failure } from '../../../src/contract/failure.ts';
import type { ScanView } from '../../../src/contract/scans.ts';
import { DeskSession } from '../../../src/renderer/desk/session.svelte.ts';
import { draftsOf } from '../../../src/renderer/ui/list/drafts.svelte.ts';
import { Draft } from '../../../src/renderer/ui/list/draft.svelte.ts';
import { feesOf } from '../../../src/renderer/fees/fees.svelte.ts';
import { ScanLog } from '../../../src/renderer/scan/scan-log.svelte.ts';
import type { ScanText } from '../../../src/renderer/scan/scan-text.ts';
import { Stage } from '../../../src/renderer/scan/stage.svelte.ts';
import { main, pass, settled } from '../support/main.ts';
import { aPatron, aScan, away, lentTo, refused, returnedTo } from '../support/views.ts';

const [anna, ben] = [aPatron('anna'), aPatron('ben')];
const nobody: DeskSessionView = {
  ...{ patron: null, opening: false, which: null, scans: [], due: '' },
  ...{ unread: null, visitFrom: 1 },
};

const aNote: NoteView = {
  ...{ text: 'Read this', type: { code: 'GENERAL', label: 'General' }, popUp: true },
  ...{ visibleToPatron: false, by: '', date: '' },
};
const paidText: ScanText = {
  ...{ meaning: 'done', outcome: 'Paid', what: '', code: false, consequence: '', sound: null },
};

/** A desk that follows main, and what it told of sessions that are over. */
async function aDesk(session: Partial<DeskSessionView> = {}) {
  const ended: [PatronView | null, readonly ScanView[], Money | null][] = [];
  const remaining: PatronView[] = [];
  const arrived: string[] = [];
  const sums: ScanText[] = [];
  const nothing = (): void => undefined;
  const stage = new Stage(() => false);
  const desk = new DeskSession(new ScanLog(nothing, nothing, nothing), stage, {
    onArrived: ({ userId }) => arrived.push(userId),
    onEnd: (text) => sums.push(text),
    onEnded: (...what) => ended.push(what),
    onLeft: (patron) => remaining.push(patron),
  });
  desk.start();
  const hear = (event: DeskEvent): Promise<void> => main.open('desk.watch').report(event);
  const here = (
    patron: PatronView | null,
    opening = false,
    visitFrom = 1,
    unread: UnreadCardView | null = null,
  ): Promise<void> => hear({ type: 'patron', patron, opening, unread, visitFrom });
  await hear({ type: 'session', session: { ...nobody, ...session } });
  return { desk, ended, left: remaining, hear, here, stage, arrived, sums };
}

describe('who is at the desk', () => {
  test('is whom main reports, and those before can be opened again, the newest first', async () => {
    const { desk, here } = await aDesk();
    expect(desk.isEmpty).toBe(true);
    await here(null, true);
    expect(desk.opening).toBe(true);
    await here(anna);
    await here(ben);
    await here(null);
    expect(desk.recent.list.map(({ userId }) => userId)).toEqual(['ben', 'anna']);
    expect(desk.recent.last?.userId).toBe('ben');
    await here(anna);
    expect(desk.recent.others.map(({ userId }) => userId)).toEqual(['ben']);
    void desk.openLast();
    expect(main.open('desk.open').input).toEqual({ userId: 'ben' });
    await main.open('desk.open').fail(away);
    expect(desk.failure).toEqual(away);
  });

  test('is followed by at most ten who can be opened again', async () => {
    const { desk, here } = await aDesk();
    for (let at = 0; at < 13; at += 1) await here(aPatron(`p${at}`));
    expect(desk.recent.others.map(({ userId }) => userId)).toEqual(
      Array.from({ length: 10 }, (_, at) => `p${11 - at}`),
    );
  });

  test('leaves nothing of what was looked at for them once the next has come', async () => {
    const { here } = await aDesk();
    await here(anna);
    const fees = feesOf('anna');
    await here(ben);
    await settled();
    expect(feesOf.known('anna')).toBeNull();
    expect(feesOf('anna')).not.toBe(fees);
  });

  test('whose record was deleted is opened again by nobody, and their session ends', async () => {
    const { desk, here } = await aDesk();
    await here(anna);
    const deleted = desk.closeDeleted(anna);
    await main.open('desk.end').answer({ lent: 0, returned: 0 });
    await deleted;
    await here(null);
    expect(desk.recent.list).toEqual([]);
  });

  test('who goes by another id is opened under it, and not remembered by the former', async () => {
    const { desk, here } = await aDesk();
    await here(anna);
    void desk.openRenamed('anna', 'anna2');
    expect(main.open('desk.open').input).toEqual({ userId: 'anna2' });
    await here(aPatron('anna2'));
    expect(desk.recent.list).toEqual([]);
  });
});

describe('the end of a session', () => {
  test('says the sum of the visit without a name, and has its slips and what was paid', async () => {
    const { desk, ended, sums, here, hear } = await aDesk();
    await here(anna);
    const scan = aScan('1', 1, { result: lentTo('anna', 'b1') });
    await hear({ type: 'scan', scan });
    desk.mode = 'return';
    desk.amountsPaid = { anna: { amount: '2.00', currency: 'EUR' } };
    const over = desk.end();
    await hear({ type: 'session', session: nobody });
    await main.open('desk.end').answer({ lent: 1, returned: 0 });
    expect(await over).toBeNull();
    expect(sums.map(({ what }) => what)).toEqual(['1 lent, €2.00 paid']);
    expect(JSON.stringify(sums)).not.toContain('Name of');
    expect(desk.mode).toBe('auto');
    expect(ended).toEqual([[anna, [scan], { amount: '2.00', currency: 'EUR' }]]);
  });

  test('is no end while a scan is open: that is answered, and is no failure of the session', async () => {
    const { desk, ended, sums, here, hear } = await aDesk();
    await here(anna);
    await hear({ type: 'scan', scan: aScan('1', 1, { state: 'held' }) });
    await hear({ type: 'scan', scan: aScan('2', 2, { state: 'held' }) });
    const open: Failure = { kind: 'invalid', field: 'scans', reason: 'scansOpen', detail: '' };
    const answer = desk.end();
    await main.open('desk.end').fail(open);
    expect(await answer).toEqual(open);
    expect(desk.failure).toBeNull();
    expect([ended, sums]).toEqual([[], []]);
  });

  test('begins the next one at nought', async () => {
    const { desk, here, hear } = await aDesk();
    await here(anna);
    await hear({ type: 'scan', scan: aScan('1', 1, { result: lentTo('anna', 'b1') }) });
    await hear({ type: 'due', due: '2026-12-24' });
    desk.amountsPaid = { anna: { amount: '2.00', currency: 'EUR' } };
    desk.addRows([
      { text: { meaning: 'done', outcome: '', what: '', code: false, consequence: '', sound: null } },
    ]);
    desk.tabRequests.make({ tab: 'fees', act: 'pay' });
    await settled();
    expect(desk.tabRequests.pending).not.toBeNull();
    await hear({ type: 'session', session: nobody });
    expect(desk.isEmpty).toBe(true);
    expect([desk.log.lent, desk.log.returned, desk.log.open]).toEqual([0, 0, 0]);
    expect([desk.due, desk.actionRows, desk.tabRequests.pending, desk.amountsPaid]).toEqual([
      '',
      [],
      null,
      {},
    ]);
  });

  test('asked for by a barcode leaves the mode that was scanned after it', async () => {
    const { desk, hear } = await aDesk();
    const end = { kind: 'command', action: 'command', state: 'sent' } as const;
    await hear({
      type: 'scan',
      scan: aScan('1', 1, { ...end, result: { kind: 'command', command: 'END' } }),
    });
    desk.mode = 'return';
    void desk.end();
    await main.open('desk.end').answer({ lent: 0, returned: 0 });
    expect(desk.mode).toBe('return');
  });

  test('after which nobody is to be named forgets all whom it was with', async () => {
    const draftOf = draftsOf(() => new Draft(() => ({ text: '' })));
    draftOf('anna').form.text = 'begun';
    const { desk, here } = await aDesk();
    await here(anna);
    await here(ben);
    desk.dialogs.newPatron = { searchText: 'Lind' };
    void desk.end(false);
    await main.open('desk.end').answer({ lent: 0, returned: 0 });
    await here(null);
    desk.forget();
    expect([desk.recent.list, desk.dialogs.newPatron]).toEqual([[], null]);
    expect(draftOf('anna').form.text).toBe('');
  });
});

describe('a visit', () => {
  test('of another patron has nothing of the one before, also where nothing was scanned', async () => {
    const { desk, here, stage } = await aDesk();
    await here(anna);
    stage.show({ id: '1', text: { ...paidText, what: 'Anna', isName: true } });
    desk.addRows([{ text: paidText }]);
    await here(null, true);
    await here(anna);
    expect(desk.actionRows).toHaveLength(1);
    await here(ben);
    expect([desk.actionRows, stage.newest]).toEqual([[], null]);
  });

  test('begins with the card, and what nobody has seen of the one before says so', async () => {
    const { desk, here, stage } = await aDesk();
    await here(anna);
    desk.addRows([{ text: paidText }]);
    stage.show({ id: '1', text: { ...paidText, outcome: 'Refused', sound: 'refused' } });
    stage.show({ id: '2', text: paidText });
    await here(null, true, 3);
    expect(desk.actionRows).toEqual([]);
    expect(stage.unseen.map(({ text }) => text.outcome)).toEqual(['Refused, visit before']);
    expect(stage.newest?.id).toBe('2');
  });
});

describe('a card that opened nobody', () => {
  const unread: UnreadCardView = { id: 'u', code: '2123', from: 2 };

  test('leaves the visit as it is: patron, rows, what was paid, and their lists', async () => {
    const { desk, here, arrived, left: remaining } = await aDesk();
    await here(anna);
    const fees = feesOf('anna');
    desk.addRows([{ text: paidText }]);
    desk.amountsPaid = { anna: { amount: '2.00', currency: 'EUR' } };
    await here(anna, true);
    // While it is looked up nobody is served, and whose visit it is stays.
    expect([desk.patron, desk.shown]).toEqual([null, anna]);
    await here(anna, false, 1, unread);
    expect([desk.patron, desk.whose]).toEqual([anna, unread]);
    expect(desk.actionRows).toHaveLength(1);
    expect(desk.amountsPaid).toHaveProperty('anna');
    expect(feesOf.known('anna')).toBe(fees);
    expect([arrived, remaining]).toEqual([['anna'], []]);
  });

  test('asks whose it was, before the notes and before any scan; the answer is no stray key', async () => {
    const { desk, here, hear, stage } = await aDesk();
    const noted = aPatron('anna', { unseenNotes: [aNote] });
    await here(noted, false, 1, unread);
    const question = { userId: 'anna', offers: ['return'] } as const;
    await hear({ type: 'scan', scan: aScan('1', 1, { state: 'refused', question }) });
    expect([desk.notesInTheWay, desk.questions.current]).toEqual([false, null]);
    await desk.still();
    expect(main.times('desk.still')).toBe(0);
    stage.isArmed = true;
    void desk.still();
    expect(main.open('desk.still').input).toEqual({ id: 'u' });
    await main.open('desk.still').fail(away);
    expect(desk.failure).toEqual(away);
    await here(noted);
    expect([desk.whose, desk.notesInTheWay, desk.questions.current?.id]).toEqual([null, true, '1']);
  });

  test('is asked about no more while the next card is looked up', async () => {
    const { desk, here } = await aDesk();
    await here(anna, true, 1, unread);
    expect([desk.whose, desk.unread]).toEqual([null, unread]);
    await here(ben, false, 3);
    expect([desk.unread, desk.recent.last?.userId]).toEqual([null, 'anna']);
  });
});

describe('a patron who is followed by the next', () => {
  test('has left once their scans are settled', async () => {
    const { left: remaining, here, hear } = await aDesk();
    await here(anna);
    await hear({ type: 'scan', scan: aScan('1', 1, { state: 'held' }) });
    await here(ben);
    expect(remaining).toEqual([]);
    await hear({ type: 'scan', scan: aScan('1', 1, { result: lentTo('anna', 'b1') }) });
    expect(remaining).toEqual([anna]);
  });

  test('has not left where they are there again', async () => {
    const { left: remaining, here, hear } = await aDesk();
    await here(anna);
    await hear({ type: 'scan', scan: aScan('1', 1, { state: 'held' }) });
    await here(ben);
    await here(anna);
    await hear({ type: 'scan', scan: aScan('1', 1) });
    expect(remaining).toEqual([ben]);
  });

  test('has not left while somebody is being looked up', async () => {
    const { left: remaining, here } = await aDesk();
    await here(anna);
    await here(null, true);
    expect(remaining).toEqual([]);
    await here(ben);
    expect(remaining).toEqual([anna]);
  });
});

describe('what is asked of a tab', () => {
  test('is for the patron of that moment, and for nobody who comes after', async () => {
    const { desk, here } = await aDesk();
    await here(anna);
    desk.tabRequests.make({ tab: 'fees', act: 'pay' });
    await settled();
    await here(aPatron('anna', { fees: 1 }));
    expect(desk.tabRequests.pending).toEqual({ tab: 'fees', act: 'pay' });
    await here(ben);
    expect(desk.tabRequests.pending).toBeNull();
  });

  test('while a card is looked up is for whoever comes of it', async () => {
    const { desk, here } = await aDesk();
    await here(anna);
    await here(anna, true);
    desk.tabRequests.make({ tab: 'loans', act: 'renew' });
    await settled();
    await here(ben);
    expect(desk.tabRequests.pending).toEqual({ tab: 'loans', act: 'renew' });
    await here(null);
    expect(desk.tabRequests.pending).toBeNull();
  });

  test('while a card is looked up that turns out to be nobody’s is for nobody', async () => {
    const { desk, here } = await aDesk();
    await here(anna);
    await here(anna, true);
    desk.tabRequests.make({ tab: 'loans', act: 'renew' });
    await settled();
    await here(anna);
    expect(desk.tabRequests.pending).toBeNull();
  });

  test('with nobody at the desk is for nobody; a scan that is not taken yet is waited for', async () => {
    const { desk, here } = await aDesk();
    desk.tabRequests.make({ tab: 'fees', act: 'pay' });
    await settled();
    expect(desk.tabRequests.pending).toBeNull();
    const taken = Promise.withResolvers<null>();
    desk.lastSubmission = taken.promise;
    desk.tabRequests.make({ tab: 'fees', act: 'pay' });
    await here(null, true);
    taken.resolve(null);
    await settled();
    expect(desk.tabRequests.pending).toEqual({ tab: 'fees', act: 'pay' });
  });
});

describe('what a scan asks', () => {
  const asking = (userId: string) =>
    aScan('1', 1, { state: 'refused', question: { userId, offers: ['return', 'renew'] } });

  test('is answered with a key while that patron is here', async () => {
    const { desk, here, hear, stage } = await aDesk();
    await here(anna);
    await hear({ type: 'scan', scan: asking('anna') });
    expect(desk.questions.current?.id).toBe('1');
    // The stage has just changed: the key was meant for what was there before.
    await desk.questions.answerCurrent(1);
    expect(main.times('scans.answer')).toBe(0);
    stage.isArmed = true;
    void desk.questions.answerCurrent(1);
    expect(main.open('scans.answer').input).toEqual({ id: '1', offer: 'renew' });
    await main.open('scans.answer').fail(refused);
    expect(desk.failure).toEqual(refused);
    await desk.questions.answerCurrent(2);
    expect(main.times('scans.answer')).toBe(1);
  });

  test('of the patron before is asked of nobody', async () => {
    const { desk, here, hear } = await aDesk();
    await here(anna);
    await hear({ type: 'scan', scan: asking('anna') });
    await here(ben);
    expect(desk.questions.current).toBeNull();
    await desk.questions.answerCurrent(0);
    expect(main.times('scans.answer')).toBe(0);
  });
});

describe('a book that was returned', () => {
  test('stands over everything until it is put away, or the next is scanned', async () => {
    const { desk, here, hear } = await aDesk();
    await here(anna);
    await hear({ type: 'scan', scan: aScan('1', 1, { result: returnedTo('Stacks') }) });
    expect(desk.shownReturn.scan?.id).toBe('1');
    desk.shownReturn.dismiss();
    expect(desk.shownReturn.scan).toBeNull();
    await hear({ type: 'scan', scan: aScan('2', 2, { result: returnedTo('Stacks') }) });
    expect(desk.shownReturn.scan?.id).toBe('2');
    await hear({ type: 'scan', scan: aScan('3', 3, { state: 'dropped' }) });
    expect(desk.shownReturn.scan?.id).toBe('2');
    await hear({ type: 'scan', scan: aScan('4', 4, { result: lentTo('anna', 'b') }) });
    expect(desk.shownReturn.scan).toBeNull();
  });

  test('before the next patron came does not stand over them', async () => {
    const { desk, here, hear } = await aDesk();
    await hear({ type: 'scan', scan: aScan('1', 1, { result: returnedTo('Stacks') }) });
    await here(anna);
    expect(desk.shownReturn.scan).toBeNull();
  });
});

describe('what is asked of the session', () => {
  test('says why it did not happen, until the next try', async () => {
    const { desk, here } = await aDesk();
    await here(aPatron('anna', { unseenNotes: [] }));
    void desk.acknowledge();
    await main.open('desk.acknowledge').fail(away);
    expect(desk.failure).toEqual(away);
    void desk.acknowledge();
    await main.open('desk.acknowledge').answer(anna);
    expect(desk.failure).toBeNull();
    void desk.clearDue();
    expect(main.open('desk.due').input).toEqual({ due: null });
  });

  test('which a code is, is asked while it could be either', async () => {
    const { desk, hear } = await aDesk();
    await desk.decide('item');
    expect(main.times('desk.which')).toBe(0);
    await hear({ type: 'which', which: { id: 'w', code: '1', patron: 'Anna', item: 'Book' } });
    void desk.decide('item');
    expect(main.open('desk.which').input).toEqual({ id: 'w', is: 'item' });
    await hear({ type: 'which', which: null });
    expect(desk.which).toBeNull();
  });

  test('to take a scan back shows it as it then stands, or why not', async () => {
    const { desk, hear } = await aDesk();
    await hear({ type: 'scan', scan: aScan('1', 1, { state: 'held' }) });
    void desk.drop('1');
    await main.open('scans.drop').answer(aScan('1', 1, { state: 'dropped' }));
    expect(desk.scans[0]?.state).toBe('dropped');
    void desk.drop('1');
    await main.open('scans.drop').fail(refused);
    expect(desk.failure).toEqual(refused);
  });

  test('what is unclear is what main says last', async () => {
    const { desk } = await aDesk();
    const unclear: UnclearView = {
      ...{
        id: 'u',
        operation: 'fees.pay',
        act: 'fees.pay',
        at: '',
        about: 'Fine',
        askPerson: null,
        lastFailure: null,
      },
      ...{ feeIds: [], userId: '', seen: 'notAsked', until: null, elsewhere: null, late: null, undid: null },
    };
    await main.open('desk.unclear').report([unclear]);
    expect(desk.unclear).toEqual([unclear]);
    await main.open('desk.unclear').report([]);
    expect(desk.unclear).toEqual([]);
  });

  test('what is not due on its day is what main says last, another library’s too', async () => {
    const { desk } = await aDesk();
    const remaining = {
      ...{ id: 'd', what: 'Book', due: '2026-12-01', since: '', failure: null, running: false },
      elsewhere: { mode: 'institution', name: 'Town Library' },
    } as const;
    await main.open('desk.lentNotDue').report([remaining]);
    expect(desk.lentNotDue).toEqual([remaining]);
    await main.open('desk.lentNotDue').breakOff();
    await pass(1000);
    await main.open('desk.lentNotDue').report([]);
    expect(desk.lentNotDue).toEqual([]);
  });

  test('goes on where main broke off, with the session as it then stands', async () => {
    const { desk, here, hear } = await aDesk();
    await here(anna);
    await main.open('desk.watch').breakOff();
    expect(desk.patron).toBe(anna);
    await pass(1000);
    await hear({ type: 'session', session: { ...nobody, patron: ben } });
    expect(desk.patron).toBe(ben);
  });
});
