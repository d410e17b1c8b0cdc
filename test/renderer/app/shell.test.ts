import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { BarcodeReading } from '../../../src/shared/mixed-scans.ts';
import type { ScanView } from '../../../src/contract/scans.ts';
import type { Action } from '../../../src/renderer/app/actions.svelte.ts';
import { deskActions } from '../../../src/renderer/desk/actions.ts';
import { openRooms } from '../../../src/renderer/app/rooms.ts';
import { isPatronNamed } from '../../../src/renderer/app/open-work.ts';
import { Shell } from '../../../src/renderer/app/shell.svelte.ts';
import { mayBeBook } from '../../../src/renderer/scan/scan-input.ts';
import type { Burst } from '../../../src/renderer/scan/wedge.ts';
import { main, settled } from '../support/main.ts';
import { aPatron, aScan, away, lentTo, returnedTo } from '../support/views.ts';

/** The page: whether a dialog is open on it. */
let dialog: object | null = null;
vi.stubGlobal('document', { querySelector: () => dialog });
vi.stubGlobal('requestIdleCallback', () => 0);

beforeEach(() => {
  dialog = null;
});

async function aShell(): Promise<Shell> {
  const shell = new Shell();
  shell.start();
  await main.open('desk.watch').report({
    type: 'session',
    session: { patron: null, opening: false, which: null, scans: [], due: '', visitFrom: 1 },
  });
  return shell;
}

const room = (id: string) => {
  const found = openRooms('practice').find((one) => one.id === id);
  if (!found) throw new Error(`no room ${id}`);
  return found;
};

const burst = (text: string): Burst => ({ do: 'scan', text, also: [], behind: [] }) as unknown as Burst;
const reading = (kind: BarcodeReading['kind'], text = 'x'): BarcodeReading =>
  ({ kind, text }) as BarcodeReading;
const lastSubmitted = () => main.all('scans.submit').at(-1)?.input;

describe('a scan', () => {
  test('has its row at once, and goes to the queue of the room', async () => {
    const shell = await aShell();
    void shell.scanInput.onBurst(burst('123'));
    await settled();
    expect(shell.logs.desk.rows.map(({ view }) => [view.text, view.state, view.action])).toEqual([
      ['123', 'received', 'return'],
    ]);
    expect(lastSubmitted()).toMatchObject({ text: '123', room: 'desk', mode: 'auto', via: 'scanner' });
    await main.open('scans.submit').fail(away);
    expect(shell.logs.desk.rows[0]?.view).toMatchObject({ state: 'refused', failure: away });
    shell.go(room('receiving'));
    void shell.scanInput.onBurst(burst('POL-1'));
    await settled();
    expect(lastSubmitted()).toMatchObject({ room: 'receiving', mode: 'auto' });
    expect(shell.logs.receiving.rows[0]?.view.action).toBe('find');
  });

  test('lends with a patron open, also while their card is looked up, and returns in the mode for that', async () => {
    const shell = await aShell();
    await main.open('desk.watch').report({ type: 'patron', patron: null, opening: true, visitFrom: 1 });
    void shell.scanInput.submit('1', 'typed');
    expect(shell.logs.desk.rows[0]?.view.action).toBe('lend');
    shell.setLendMode('return');
    void shell.scanInput.submit('2', 'typed');
    expect(shell.logs.desk.rows[0]?.view.action).toBe('return');
    expect(lastSubmitted()?.mode).toBe('return');
    void shell.scanInput.submit('CRLLEND', 'typed');
    void shell.scanInput.submit('3', 'typed');
    expect(lastSubmitted()?.mode).toBe('auto');
  });

  test('goes to the field that claims it, where the field wants it; never is one lost', async () => {
    const shell = await aShell();
    const taken: string[] = [];
    const release = shell.scanInput.claim(({ text }) => taken.push(text), mayBeBook);
    void shell.scanInput.onBurst(burst('book'));
    await main.open('scans.read').answer(reading('item', 'book'));
    expect(taken).toEqual(['book']);
    expect(main.times('scans.submit')).toBe(0);
    void shell.scanInput.onBurst(burst('card'));
    await main.open('scans.read').answer(reading('patron', 'card'));
    expect(lastSubmitted()?.text).toBe('card');
    void shell.scanInput.onBurst(burst('unread'));
    await main.open('scans.read').fail(away);
    expect(lastSubmitted()?.text).toBe('unread');
    // The field is gone before main has read the code.
    void shell.scanInput.onBurst(burst('late'));
    release();
    await main.open('scans.read').answer(reading('item', 'late'));
    expect(taken).toEqual(['book']);
    expect(lastSubmitted()?.text).toBe('late');
    expect(main.times('scans.submit')).toBe(3);
  });

  test('that was typed goes to the field only where that takes it too', async () => {
    const shell = await aShell();
    const taken: string[] = [];
    const onScan = ({ text }: { readonly text: string }): number => taken.push(text);
    const release = shell.scanInput.claim(onScan, mayBeBook);
    void shell.scanInput.onTyped('1');
    expect(lastSubmitted()).toMatchObject({ text: '1', via: 'typed' });
    release();
    shell.scanInput.claim(onScan, mayBeBook, { typedToo: true });
    void shell.scanInput.onTyped('2');
    await main.open('scans.read').answer(reading('item', '2'));
    expect(taken).toEqual(['2']);
    void shell.scanInput.onTyped('CRLSEEN');
    await main.open('scans.read').answer(reading('command', 'CRLSEEN'));
    expect(lastSubmitted()).toMatchObject({ text: 'CRLSEEN', via: 'typed' });
  });

  test('is for the field that claimed scans last', async () => {
    const shell = await aShell();
    const taken: string[] = [];
    shell.scanInput.claim(() => taken.push('under'));
    const release = shell.scanInput.claim(() => taken.push('over'));
    void shell.scanInput.onBurst(burst('1'));
    await main.open('scans.read').answer(reading('item'));
    release();
    void shell.scanInput.onBurst(burst('2'));
    await main.open('scans.read').answer(reading('item'));
    expect(taken).toEqual(['over', 'under']);
  });

  test('waits for the form that was asked for a moment before, and is its own', async () => {
    const shell = await aShell();
    await main.open('desk.watch').report({ type: 'patron', patron: null, opening: true, visitFrom: 1 });
    const taken: string[] = [];
    shell.desk.tabRequests.make({ tab: 'requests', act: 'place' });
    void shell.scanInput.onBurst(burst('book'));
    await settled();
    expect(main.times('scans.submit')).toBe(0);
    // The tab is there, and takes up what it was asked for.
    shell.desk.tabRequests.pending = null;
    shell.scanInput.claim(({ text }) => taken.push(text), mayBeBook);
    await settled();
    await main.open('scans.read').answer(reading('item', 'book'));
    expect(taken).toEqual(['book']);
    expect(main.times('scans.submit')).toBe(0);
  });

  test('goes to the queue where the form that was asked for does not come', async () => {
    const shell = await aShell();
    await main.open('desk.watch').report({ type: 'patron', patron: null, opening: true, visitFrom: 1 });
    shell.desk.tabRequests.make({ tab: 'requests', act: 'place' });
    void shell.scanInput.onBurst(burst('book'));
    await settled();
    expect(main.times('scans.submit')).toBe(0);
    await main.open('desk.watch').report({ type: 'patron', patron: null, opening: false, visitFrom: 1 });
    await settled();
    expect(lastSubmitted()?.text).toBe('book');
  });
});

describe('an order line scanned at the desk', () => {
  const orderLine = aScan('1', 1, {
    ...{ text: 'POL-1', state: 'refused' },
    failure: { kind: 'invalid', field: 'code', reason: 'malformed', detail: 'orderLine' },
  });

  test('is taken along to the receiving room, once', async () => {
    const shell = await aShell();
    await main.open('desk.watch').report({ type: 'scan', scan: orderLine });
    shell.go(room('receiving'));
    await settled();
    expect(lastSubmitted()).toMatchObject({ text: 'POL-1', room: 'receiving', via: 'typed' });
    shell.go(room('desk'));
    shell.go(room('receiving'));
    await settled();
    expect(main.times('scans.submit')).toBe(1);
  });

  test('stays where another scan came after it', async () => {
    const shell = await aShell();
    await main.open('desk.watch').report({ type: 'scan', scan: orderLine });
    await main.open('desk.watch').report({ type: 'scan', scan: aScan('2', 2) });
    shell.go(room('receiving'));
    expect(main.times('scans.submit')).toBe(0);
  });
});

describe('a command barcode', () => {
  const command = (state: ScanView['state']): ScanView =>
    aScan('c', 1, {
      kind: 'command',
      action: 'command',
      state,
      result: { kind: 'command', command: 'SEEN' },
    });
  const act = (more: Partial<Action>): Action => ({
    ...{ id: 'seen', group: 'desk', where: 'everywhere', label: () => 'Seen', command: 'SEEN' },
    run: () => Promise.resolve(null),
    ...more,
  });

  /** A shell with this act alone. */
  async function with_(one: Action): Promise<Shell> {
    const shell = await aShell();
    vi.spyOn(shell.actions, 'load').mockResolvedValue(undefined);
    shell.actions.add([one]);
    return shell;
  }

  test('is done once, and main is told, which goes on with what was scanned after it', async () => {
    const ran: string[] = [];
    await with_(act({ run: () => Promise.resolve(null).finally(() => ran.push('seen')) }));
    await main.open('desk.watch').report({ type: 'scan', scan: command('sent') });
    await main.open('desk.watch').report({ type: 'scan', scan: command('sent') });
    expect(ran).toEqual(['seen']);
    expect(main.open('scans.ran').input).toEqual({ id: 'c', why: null });
  });

  test.each<[string, Partial<Action>, string | RegExp]>([
    ['cannot be done now', { condition: () => 'Nobody is here.' }, 'Nobody is here.'],
    ['fails', { run: () => Promise.resolve(away) }, /./],
    ['breaks', { run: () => Promise.reject(new Error('x')) }, ''],
    ['is not of this room', { commandRoom: 'receiving' }, ''],
  ])('that %s holds nothing up: main is told why', async (_, more, why) => {
    await with_(act(more));
    await main.open('desk.watch').report({ type: 'scan', scan: command('sent') });
    const { input } = main.open('scans.ran');
    if (typeof why === 'string') expect(input).toEqual({ id: 'c', why });
    else expect(input.why).toMatch(why);
  });
});

describe('what a key asks for', () => {
  const act = (condition: () => string | null, ran: string[]): Action => ({
    ...{ id: 'x', group: 'desk', where: 'everywhere', label: () => 'X', condition },
    run: () => {
      ran.push('x');
      return Promise.resolve(null);
    },
  });

  test('is done, or said why not', async () => {
    const shell = await aShell();
    const ran: string[] = [];
    await shell.perform(act(() => null, ran));
    expect(ran).toEqual(['x']);
    expect(shell.results.list).toEqual([]);
    await shell.perform(act(() => 'Nobody is here.', ran));
    expect(ran).toEqual(['x']);
    expect(shell.results.list.map(({ text }) => text.what)).toEqual(['Nobody is here.']);
  });

  test('waits for main to say whether the card that was just scanned brings somebody', async () => {
    const shell = await aShell();
    const ran: string[] = [];
    void shell.scanInput.submit('card', 'scanner');
    const performed = shell.perform(act(() => (shell.desk.opening ? null : 'Nobody is here.'), ran));
    await settled();
    expect(ran).toEqual([]);
    await main.open('desk.watch').report({ type: 'patron', patron: null, opening: true, visitFrom: 1 });
    await main.open('scans.submit').fail(away);
    await performed;
    expect(ran).toEqual(['x']);
    expect(shell.results.list.map(({ text }) => text.what)).not.toContain('Nobody is here.');
  });
});

describe('what lies over the room', () => {
  test('goes with the key that brought it; there is no palette over a dialog', async () => {
    const shell = await aShell();
    shell.toggleOverlay('palette');
    expect(shell.overlay).toBe('palette');
    shell.toggleOverlay('palette');
    expect(shell.overlay).toBeNull();
    shell.toggleOverlay('help');
    shell.toggleOverlay('keys');
    expect(shell.overlay).toBe('keys');
    shell.toggleOverlay('keys');
    dialog = {};
    shell.toggleOverlay('palette');
    expect(shell.overlay).toBeNull();
    shell.toggleOverlay('help');
    expect(shell.overlay).toBe('help');
  });

  test('has the focus back in the scan box once the room is another', async () => {
    const shell = await aShell();
    const focus = vi.fn();
    shell.setScanBox({ focus } as unknown as HTMLInputElement);
    shell.go(room('receiving'));
    expect([shell.room, shell.queue]).toEqual(['receiving', 'receiving']);
    expect(focus).toHaveBeenCalledTimes(1);
    shell.toDesk();
    expect([shell.room, shell.queue]).toEqual(['desk', 'desk']);
    expect(focus).toHaveBeenCalledTimes(2);
    shell.setScanBox(null);
    shell.focusScanBox();
    expect(focus).toHaveBeenCalledTimes(2);
  });

  test('leaves a room that has no queue with the one that scans went to', async () => {
    const shell = await aShell();
    shell.go(room('receiving'));
    shell.go(room('settings'));
    expect([shell.room, shell.queue]).toEqual(['settings', 'receiving']);
  });
});

describe('the strip at the foot', () => {
  test('has the eight results that came last, the newest first', async () => {
    const shell = await aShell();
    for (let order = 1; order <= 9; order += 1) {
      const scan = aScan(String(order), order, { result: lentTo('a', `b${order}`) });
      await main.open('desk.watch').report({ type: 'scan', scan });
    }
    expect(shell.results.list.map(({ id }) => id)).toEqual(['9', '8', '7', '6', '5', '4', '3', '2']);
  });

  test('gets a title once it was found out, in its place', async () => {
    const shell = await aShell();
    const hear = (scan: ScanView) => main.open('desk.watch').report({ type: 'scan', scan });
    await hear(aScan('1', 1, { state: 'refused', failure: away }));
    await hear(aScan('2', 2, { result: returnedTo('Stacks') }));
    await hear(aScan('1', 1, { state: 'refused', failure: away, title: 'Middlemarch' }));
    expect(shell.results.list.map(({ id }) => id)).toEqual(['2', '1']);
    expect(shell.results.list[1]?.text.what).toBe('Middlemarch');
  });
});

describe('renewing all', () => {
  test('is for the patron main says is here, and for nobody where nobody is', async () => {
    const shell = await aShell();
    void shell.actionsOf(deskActions).renewAll.run();
    await main.open('desk.here').answer(null);
    await vi.dynamicImportSettled();
    await settled();
    expect(shell.desk.failure).toMatchObject({ kind: 'invalid', reason: 'noPatron' });
    void shell.actionsOf(deskActions).renewAll.run();
    await main.open('desk.here').answer(aPatron('a', { loans: 2 }));
    await vi.dynamicImportSettled();
    await settled();
    expect(shell.desk.failure).toBeNull();
    expect(shell.desk.tabToShow).toBe('loans');
    expect(main.open('loans.renew').input).toEqual({ userId: 'a', loans: 'all' });
  });
});

describe('whether somebody is named on the screen', () => {
  test('is so while there is a patron, or a key that brings one back', async () => {
    const shell = await aShell();
    expect(isPatronNamed(shell)).toBe(false);
    await main
      .open('desk.watch')
      .report({ type: 'patron', patron: aPatron('a'), opening: false, visitFrom: 1 });
    expect(isPatronNamed(shell)).toBe(true);
    await main.open('desk.watch').report({ type: 'patron', patron: null, opening: false, visitFrom: 1 });
    expect(isPatronNamed(shell)).toBe(true);
    shell.desk.forget();
    expect(isPatronNamed(shell)).toBe(false);
  });
});

describe('a new patron', () => {
  test('begins with what was typed to find them, and not with who was here last', async () => {
    const shell = await aShell();
    void shell.search.ask('Lind');
    shell.addPatron();
    expect(shell.desk.dialogs.newPatron).toEqual({ searchText: 'Lind' });
    expect(shell.search.open).toBe(false);
    shell.search.text = 'Lind';
    shell.search.recent = true;
    shell.addPatron();
    expect(shell.desk.dialogs.newPatron).toEqual({ searchText: '' });
  });
});
