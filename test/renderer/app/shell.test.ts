import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ScanView } from '../../../src/contract/scans.ts';
import type { Action } from '../../../src/renderer/app/actions.svelte.ts';
import { deskActions } from '../../../src/renderer/desk/actions.ts';
import { openRooms } from '../../../src/renderer/app/rooms.ts';
import { isPatronNamed } from '../../../src/renderer/app/open-work.ts';
import { Shell } from '../../../src/renderer/app/shell.svelte.ts';
import { main, settled } from '../support/main.ts';
import { aPatron, aScan, away, lentTo } from '../support/views.ts';

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
    session: { patron: null, opening: false, which: null, scans: [], due: '', unread: null, visitFrom: 1 },
  });
  return shell;
}

const room = (id: string) => {
  const found = openRooms('practice').find((one) => one.id === id);
  if (!found) throw new Error(`no room ${id}`);
  return found;
};

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
    // It is shown: no mode of that room receives what was scanned elsewhere.
    expect(main.open('receiving.open').input).toEqual({ pol: 'POL-1' });
    shell.go(room('desk'));
    shell.go(room('receiving'));
    await settled();
    expect(main.times('receiving.open')).toBe(1);
    expect(main.times('scans.submit')).toBe(0);
  });

  test('stays where another scan came after it', async () => {
    const shell = await aShell();
    await main.open('desk.watch').report({ type: 'scan', scan: orderLine });
    await main.open('desk.watch').report({ type: 'scan', scan: aScan('2', 2) });
    shell.go(room('receiving'));
    expect(main.times('receiving.open')).toBe(0);
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
    expect(shell.results.latest).toBeNull();
    await shell.perform(act(() => 'Nobody is here.', ran));
    expect(ran).toEqual(['x']);
    expect(shell.results.latest?.text.what).toBe('Nobody is here.');
  });

  test('waits for main to say whether the card that was just scanned brings somebody', async () => {
    const shell = await aShell();
    const ran: string[] = [];
    void shell.scanInput.submit('card', 'scanner', 'desk');
    const performed = shell.perform(act(() => (shell.desk.opening ? null : 'Nobody is here.'), ran));
    await settled();
    expect(ran).toEqual([]);
    await main
      .open('desk.watch')
      .report({ type: 'patron', patron: null, opening: true, unread: null, visitFrom: 1 });
    await main.open('scans.submit').fail(away);
    await performed;
    expect(ran).toEqual(['x']);
    expect(shell.results.latest?.text.what).not.toBe('Nobody is here.');
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
});

describe('the strip at the foot', () => {
  test('has the result that came last, until its visit is over or it is an hour old', async () => {
    const shell = await aShell();
    const hear = (scan: ScanView) => main.open('desk.watch').report({ type: 'scan', scan });
    await hear(aScan('1', 1, { result: lentTo('a', 'b1') }));
    await hear(aScan('2', 2, { result: lentTo('a', 'b2') }));
    expect(shell.results.latest?.id).toBe('2');
    vi.advanceTimersByTime(3_599_000);
    expect(shell.results.latest?.id).toBe('2');
    vi.advanceTimersByTime(1000);
    expect(shell.results.latest).toBeNull();
    await hear(aScan('3', 3, { result: lentTo('a', 'b3') }));
    void shell.desk.end();
    await main.open('desk.end').answer({ lent: 3, returned: 0 });
    expect(shell.results.latest).toBeNull();
  });

  test('gets a title once it was found out', async () => {
    const shell = await aShell();
    const hear = (scan: ScanView) => main.open('desk.watch').report({ type: 'scan', scan });
    await hear(aScan('1', 1, { state: 'refused', failure: away }));
    await hear(aScan('1', 1, { state: 'refused', failure: away, title: 'Middlemarch' }));
    expect(shell.results.latest?.text.what).toBe('Middlemarch');
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
      .report({ type: 'patron', patron: aPatron('a'), opening: false, unread: null, visitFrom: 1 });
    expect(isPatronNamed(shell)).toBe(true);
    await main
      .open('desk.watch')
      .report({ type: 'patron', patron: null, opening: false, unread: null, visitFrom: 1 });
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
