import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LookedUp } from '../../../src/contract/scans.ts';
import { coreActions } from '../../../src/renderer/app/core-actions.ts';
import { openRooms } from '../../../src/renderer/app/rooms.ts';
import { Shell } from '../../../src/renderer/app/shell.svelte.ts';
import { mayBeBook, type ScanField } from '../../../src/renderer/scan/scan-input.svelte.ts';
import { openDialogs } from '../../../src/renderer/ui/open-dialogs.svelte.ts';
import type { BarcodeReading } from '../../../src/shared/mixed-scans.ts';
import { main, settled } from '../support/main.ts';
import { aPatron, aScan, away } from '../support/views.ts';

vi.stubGlobal('document', { querySelector: () => null });
vi.stubGlobal('requestIdleCallback', () => 0);

async function aShell(): Promise<Shell> {
  const shell = new Shell();
  shell.start();
  await main.open('desk.watch').report({
    type: 'session',
    session: { patron: null, opening: false, unread: null, which: null, scans: [], due: '', visitFrom: 1 },
  });
  return shell;
}

const show = (patron: ReturnType<typeof aPatron> | null, opening = false) =>
  main.open('desk.watch').report({ type: 'patron', patron, opening, unread: null, visitFrom: 1 });

const room = (id: string) => {
  const found = openRooms('practice').find((one) => one.id === id);
  if (!found) throw new Error(`no room ${id}`);
  return found;
};

const scan = (shell: Shell, text: string, place = shell.scanInput.place()): void =>
  void shell.scanInput.onBurst({ text, also: [] }, place);
const reading = (kind: BarcodeReading['kind'], code = 'x', more: Partial<BarcodeReading> = {}) =>
  ({ ...{ kind, code, text: code, why: 'rule' }, ...more }) as BarcodeReading;
const read = (one: BarcodeReading) => main.open('scans.read').answer(one);
const lastSubmitted = () => main.all('scans.submit').at(-1)?.input;

/** A dialog on the page. */
const aDialog = (): HTMLElement => ({}) as HTMLElement;

/** A field on the page, in a dialog where one is given; answers the function that takes it away. */
function asks(shell: Shell, field: ScanField, dialog: HTMLElement | null = null): () => void {
  const element = { closest: () => dialog, addEventListener: () => null, removeEventListener: () => null };
  return shell.scanInput.takenBy(field)(element as unknown as HTMLElement) as () => void;
}

let closeDialogs: (() => void)[] = [];
function openDialog(): HTMLElement {
  const dialog = aDialog();
  closeDialogs.push(openDialogs.enter(dialog));
  return dialog;
}
beforeEach(() => {
  for (const close of closeDialogs) close();
  closeDialogs = [];
  openDialogs.notice = '';
});

describe('a scan at the desk or in the receiving room', () => {
  test('has its row at once, and goes to the queue of the room', async () => {
    const shell = await aShell();
    scan(shell, '123');
    await settled();
    expect(shell.logs.desk.rows.map(({ view }) => [view.text, view.state, view.action])).toEqual([
      ['123', 'received', 'return'],
    ]);
    expect(lastSubmitted()).toMatchObject({ text: '123', room: 'desk', mode: 'auto', via: 'scanner' });
    await main.open('scans.submit').fail(away);
    expect(shell.logs.desk.rows[0]?.view).toMatchObject({ state: 'refused', failure: away });
    shell.go(room('receiving'));
    scan(shell, 'POL-1');
    await settled();
    expect(lastSubmitted()).toMatchObject({ room: 'receiving', mode: 'auto' });
    expect(shell.logs.receiving.rows[0]?.view.action).toBe('find');
  });

  test('is of the room that was open at its first key', async () => {
    const shell = await aShell();
    const place = shell.scanInput.place();
    shell.go(room('receiving'));
    scan(shell, '123', place);
    await settled();
    expect(lastSubmitted()).toMatchObject({ text: '123', room: 'desk' });
  });

  test('lends with a patron open, also while their card is looked up, and returns in the mode for that', async () => {
    const shell = await aShell();
    await show(null, true);
    const submit = (text: string) => void shell.scanInput.submit(text, 'typed', 'desk');
    submit('1');
    expect(shell.logs.desk.rows[0]?.view.action).toBe('lend');
    shell.setLendMode('return');
    submit('2');
    expect(shell.logs.desk.rows[0]?.view.action).toBe('return');
    expect(lastSubmitted()?.mode).toBe('return');
    submit('CRLLEND');
    submit('3');
    expect(lastSubmitted()?.mode).toBe('auto');
  });

  test('of the other room’s command opens that room, which says what it would do', async () => {
    const shell = await aShell();
    const failure = { kind: 'invalid', field: 'command', reason: 'otherRoom', detail: 'receiving' } as const;
    const result = { kind: 'command', command: 'SETKEEP' } as const;
    const refused = aScan('1', 1, { kind: 'command', action: 'command', state: 'refused', failure, result });
    await main.open('desk.watch').report({ type: 'scan', scan: refused });
    expect(shell.room).toBe('receiving');
    expect(shell.stages.receiving.newest?.text).toMatchObject({
      outcome: 'Not done',
      what: 'Each scan: receive and keep',
    });
    expect(main.times('scans.ran')).toBe(0);
  });
});

describe('a field that asks for scans', () => {
  test('has those that it wants; never is one lost', async () => {
    const shell = await aShell();
    const taken: string[] = [];
    const release = asks(shell, { onScan: ({ code }) => taken.push(code), accepts: mayBeBook });
    scan(shell, 'book');
    await read(reading('item', 'book'));
    expect(taken).toEqual(['book']);
    expect(main.times('scans.submit')).toBe(0);
    scan(shell, 'card');
    await read(reading('patron', 'card'));
    expect(lastSubmitted()?.text).toBe('card');
    scan(shell, 'unread');
    await main.open('scans.read').fail(away);
    expect(lastSubmitted()?.text).toBe('unread');
    // The field goes before main has read the code: it was not meant for the desk.
    scan(shell, 'late');
    release();
    await read(reading('item', 'late'));
    expect(taken).toEqual(['book']);
    expect(main.times('scans.submit')).toBe(2);
    expect(shell.scanInput.offered.map(({ text }) => text)).toEqual(['late']);
  });

  test('has what is typed into the scan box too, and no code that cannot be read', async () => {
    const shell = await aShell();
    const taken: string[] = [];
    asks(shell, { onScan: ({ code }) => taken.push(code), prompt: 'Scan a label' });
    expect(shell.scanInput.prompt).toBe('Scan a label');
    void shell.scanInput.onTyped('2');
    await read(reading('item', '2'));
    void shell.scanInput.onTyped('3');
    await read(reading('unknown', '', { why: 'unusable' }));
    expect(taken).toEqual(['2']);
    expect(lastSubmitted()?.text).toBe('3');
  });

  test('that came last has a scan before those under it', async () => {
    const shell = await aShell();
    const taken: string[] = [];
    asks(shell, { onScan: () => taken.push('under') });
    const release = asks(shell, { onScan: () => taken.push('over'), accepts: mayBeBook });
    scan(shell, '1');
    await read(reading('item'));
    scan(shell, '2');
    await read(reading('patron'));
    release();
    scan(shell, '3');
    await read(reading('item'));
    expect(taken).toEqual(['over', 'under', 'under']);
  });

  test('of a form that was asked for a moment before is waited for', async () => {
    const shell = await aShell();
    await show(null, true);
    const taken: string[] = [];
    shell.desk.tabRequests.make({ tab: 'requests', act: 'place' });
    scan(shell, 'book');
    await settled();
    expect(main.times('scans.submit')).toBe(0);
    // The tab is there, and takes up what it was asked for.
    shell.desk.tabRequests.pending = null;
    asks(shell, { onScan: ({ code }) => taken.push(code), accepts: mayBeBook }, openDialog());
    await settled();
    await read(reading('item', 'book'));
    expect(taken).toEqual(['book']);
    expect(main.times('scans.submit')).toBe(0);
  });

  test('that was asked for and does not come leaves the scan to the desk', async () => {
    const shell = await aShell();
    await show(null, true);
    shell.desk.tabRequests.make({ tab: 'requests', act: 'place' });
    scan(shell, 'book');
    await settled();
    expect(main.times('scans.submit')).toBe(0);
    await show(null, false);
    await settled();
    expect(lastSubmitted()?.text).toBe('book');
  });
});

describe('a scan under a dialog', () => {
  test('that asks for nothing waits, and is done by whoever takes it up, where that is', async () => {
    const shell = await aShell();
    openDialog();
    expect(shell.scanInput.isShut).toBe(true);
    scan(shell, 'book');
    await read(reading('item', 'book'));
    scan(shell, 'card');
    await read(reading('patron', 'card'));
    expect(openDialogs.notice).toBe('Scanned: card, nothing done');
    expect(main.times('scans.submit')).toBe(0);
    for (const close of closeDialogs) close();
    void shell.scanInput.takeOffered();
    await settled();
    await main.open('scans.submit').answer(aScan('a', 1, { text: 'book' }));
    expect(main.all('scans.submit').map(({ input }) => input.text)).toEqual(['book', 'card']);
    expect([shell.scanInput.offered, openDialogs.notice]).toEqual([[], '']);
  });

  test('belongs to it also where it has closed since', async () => {
    const shell = await aShell();
    openDialog();
    const place = shell.scanInput.place();
    for (const close of closeDialogs) close();
    scan(shell, 'book', place);
    await read(reading('item', 'book'));
    expect(main.times('scans.submit')).toBe(0);
    expect(shell.scanInput.offered).toHaveLength(1);
  });

  test('is for its own field, and for none of the room behind it', async () => {
    const shell = await aShell();
    const taken: string[] = [];
    asks(shell, { onScan: () => taken.push('room') });
    const dialog = openDialog();
    asks(shell, { onScan: () => taken.push('dialog'), accepts: mayBeBook }, dialog);
    expect(shell.scanInput.isShut).toBe(false);
    scan(shell, 'book');
    await read(reading('item'));
    scan(shell, 'card');
    await read(reading('patron'));
    expect(taken).toEqual(['dialog']);
    expect(shell.scanInput.offered).toHaveLength(1);
  });

  test('that is the command for the keys shows them', async () => {
    const shell = await aShell();
    openDialog();
    scan(shell, 'CRLHELP');
    await read(reading('command', 'CRLHELP'));
    expect(shell.overlay).toBe('keys');
    expect(shell.scanInput.offered).toEqual([]);
  });

  test('is forgotten with the library it was scanned at', async () => {
    const shell = await aShell();
    openDialog();
    scan(shell, 'one');
    await read(reading('item', 'one'));
    scan(shell, 'two');
    shell.forgetLibrary();
    await read(reading('item', 'two'));
    expect(shell.scanInput.offered).toEqual([]);
    expect(openDialogs.notice).toBe('');
  });
});

describe('a scan in a room without a queue', () => {
  const book: LookedUp = { kind: 'item', title: 'Emma', callNumber: 'PR 1', where: 'Stacks', pol: '' };

  async function lookedUp(found: LookedUp, kind: BarcodeReading['kind'] = 'item') {
    const shell = await aShell();
    shell.go(room('reports'));
    scan(shell, '31');
    await read(reading(kind, '31'));
    await main.open('scans.lookUp').answer(found);
    const { lend, giveBack } = shell.actionsOf(coreActions);
    return { shell, lend, giveBack };
  }

  test('is only looked up', async () => {
    const { shell } = await lookedUp(book);
    expect(shell.results.latest?.text).toMatchObject({
      outcome: 'Book',
      what: 'Emma',
      consequence: 'PR 1 · Stacks',
    });
    expect(main.times('scans.submit')).toBe(0);
    expect(shell.room).toBe('reports');
  });

  test('is returned at the desk by F2, whatever mode the desk has before and after', async () => {
    const { shell, giveBack } = await lookedUp(book);
    await show(aPatron('a'));
    await giveBack.run();
    await settled();
    expect(shell.room).toBe('desk');
    expect(lastSubmitted()).toMatchObject({ text: '31', room: 'desk', mode: 'return' });
    expect(shell.desk.mode).toBe('auto');
    // It was done: the key is the desk's again.
    shell.go(room('reports'));
    expect(giveBack.condition()).toBe('Scan a book first');
  });

  test('is lent by F1 to the patron at the desk, and never returned by it where nobody is there', async () => {
    const { shell, lend } = await lookedUp(book);
    await lend.run();
    await settled();
    expect([shell.room, main.times('scans.submit')]).toEqual(['reports', 0]);
    await show(aPatron('a'));
    scan(shell, '31');
    await read(reading('item', '31'));
    await main.open('scans.lookUp').answer(book);
    await lend.run();
    await settled();
    expect(lastSubmitted()).toMatchObject({ text: '31', mode: 'auto' });
    expect(shell.room).toBe('desk');
  });

  test('of a card says no name, and F1 opens it; F2 does nothing with it', async () => {
    const { shell, lend, giveBack } = await lookedUp({ kind: 'patron' }, 'patron');
    expect(shell.results.latest?.text).toMatchObject({
      outcome: 'Card of a patron',
      what: 'open at the desk',
    });
    await giveBack.run();
    expect(main.times('scans.submit')).toBe(0);
    await lend.run();
    await settled();
    expect(lastSubmitted()).toMatchObject({ text: '31', room: 'desk', mode: 'auto' });
  });

  test('of what is on order is opened in the receiving room, and not received', async () => {
    const { shell } = await lookedUp({ ...book, pol: 'POL-7' });
    expect(shell.results.latest?.text.consequence).toBe('PR 1 · on order, POL-7');
    shell.go(room('receiving'));
    await settled();
    expect(main.open('receiving.open').input).toEqual({ pol: 'POL-7' });
    expect(main.times('scans.submit')).toBe(0);
  });

  test('is what the last scan was: an answer that comes late is not shown, nor one of another library', async () => {
    const shell = await aShell();
    shell.go(room('settings'));
    scan(shell, '1');
    await read(reading('item', '1'));
    const first = main.open('scans.lookUp');
    scan(shell, '2');
    await read(reading('item', '2'));
    await main.all('scans.lookUp')[1]?.answer({ ...book, title: 'Second' });
    await first.answer({ ...book, title: 'First' });
    expect(shell.results.latest?.text.what).toBe('Second');
    scan(shell, '3');
    await read(reading('item', '3'));
    shell.forgetLibrary();
    await main.open('scans.lookUp').answer({ ...book, title: 'Third' });
    expect(shell.results.latest).toBeNull();
  });

  test('of a command opens its room and does nothing; of one that two rooms have it only says so', async () => {
    const shell = await aShell();
    shell.go(room('lending'));
    scan(shell, 'CRLEXTEND');
    await read(reading('command', 'CRLEXTEND'));
    expect(shell.room).toBe('desk');
    expect(shell.stages.desk.newest?.text).toMatchObject({ outcome: 'Not done', what: 'Renew all' });
    shell.go(room('lending'));
    scan(shell, 'CRLEND');
    await read(reading('command', 'CRLEND'));
    expect(shell.room).toBe('lending');
    expect(shell.results.latest?.text).toMatchObject({ outcome: 'Not done', what: 'End the visit' });
    expect(main.times('scans.submit')).toBe(0);
  });

  test('that cannot be looked up says why', async () => {
    const shell = await aShell();
    shell.go(room('samples'));
    scan(shell, '9');
    await read(reading('unknown', '9'));
    const failure = { kind: 'invalid', field: 'text', reason: 'gone', detail: '' } as const;
    await main.open('scans.lookUp').fail(failure);
    expect(shell.results.latest?.text).toMatchObject({ meaning: 'refused', what: '9' });
    expect(shell.scanInput.lookedUp).toBeNull();
  });
});
