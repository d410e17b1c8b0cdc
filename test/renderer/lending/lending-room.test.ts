import { describe, expect, test, vi } from 'vitest';
import type { LendingChoices, LendingRow, LendingView } from '../../../src/contract/lending.ts';
import { openWork } from '../../../src/renderer/app/open-work.ts';
import { Shell } from '../../../src/renderer/app/shell.svelte.ts';
import { lendingActions } from '../../../src/renderer/lending/actions.ts';
import { emptyLending } from '../../../src/renderer/lending/lending-form.ts';
import { LendingRoom } from '../../../src/renderer/lending/lending-room.svelte.ts';
import { lendingSlip } from '../../../src/renderer/lending/lending-words.ts';
import { main, settled } from '../support/main.ts';
import { refused } from '../support/views.ts';

vi.stubGlobal('document', { querySelector: () => null });
vi.stubGlobal('requestIdleCallback', () => 0);

const choices: LendingChoices = {
  owners: [{ code: 'MAIN', label: 'Main Library' }],
  citationTypes: [{ code: 'BOOK', label: 'Book', kind: 'book' }],
  ...{ formats: [], levels: [], here: 'MAIN', partners: [] },
};

const aRow = (id: string, more: Partial<LendingRow> = {}): LendingRow => {
  const codes = Object.keys(emptyLending()).map((name) => [name, { code: '', label: '' }] as const);
  const request: LendingView = {
    ...{ requestId: '7', externalId: id, notes: [], others: [] },
    fields: { ...Object.fromEntries(codes), title: { code: id, label: id } } as LendingView['fields'],
  };
  return { id, standing: 'made', at: '2026-01-01T00:00:00Z', readAt: '', gone: false, request, ...more };
};

const listOf = (...rows: readonly LendingRow[]) => ({ rows, unreadable: 0, isCut: false });

async function aRoom(): Promise<{ shell: Shell; room: LendingRoom }> {
  const shell = new Shell();
  shell.room = 'lending';
  const room = shell.stateOf(LendingRoom);
  void room.begin();
  await main.open('lending.choices').answer(choices);
  return { shell, room };
}

describe('one that was made elsewhere', () => {
  const found = { partner: 'PARTNER', readAt: '2026-01-01T00:00:00Z' };
  const request = aRow('else').request;

  test('is read again where it is open: what is known stays until it is there', async () => {
    const { room } = await aRoom();
    const { made } = room;
    expect(made.canReadAgain).toBe(false);
    made.opened = { id: '', request, found };
    expect([made.canReadAgain, made.readable]).toEqual([true, []]);
    const reading = made.readAgain();
    expect(main.open('lending.find').input).toEqual({ partner: 'PARTNER', requestId: '7' });
    expect([made.reading, made.opened.request]).toEqual([{ read: 0, total: 1 }, request]);
    const newer = { ...request, notes: ['Now'] };
    await main.open('lending.find').answer({ request: newer, row: null, readAt: '2026-01-02T00:00:00Z' });
    expect(await reading).toBe(1);
    expect(made.opened).toMatchObject({ request: newer, found: { readAt: '2026-01-02T00:00:00Z' } });
  });

  test('stays as it was where it is not found, or another one comes', async () => {
    const { room } = await aRoom();
    const { made } = room;
    const opened = { id: '', request, found };
    made.opened = opened;
    let reading = made.readAgain();
    await main.open('lending.find').fail({ kind: 'throttled' });
    expect(await reading).toBe(0);
    expect([made.opened, made.failure]).toEqual([opened, { kind: 'throttled' }]);
    reading = made.readAgain();
    const other = { ...request, requestId: '8' };
    await main.open('lending.find').answer({ request: other, row: null, readAt: '' });
    expect(await reading).toBe(0);
    expect([made.opened, made.failure]).toMatchObject([opened, { why: 'unreadable' }]);
  });

  test('is not opened again by an answer that comes when it was closed', async () => {
    const { room } = await aRoom();
    const { made } = room;
    made.opened = { id: '', request, found };
    const reading = made.readAgain();
    const asked = main.open('lending.find');
    made.close();
    expect(made.reading).toBeNull();
    await asked.answer({ request, row: null, readAt: '' });
    await reading;
    expect(made.opened).toBeNull();
  });
});

describe('a lending request', () => {
  test('that is begun is asked about before the window closes', async () => {
    const { shell, room } = await aRoom();
    expect(openWork(shell)).toEqual([]);
    shell.closing.onRequest();
    expect(main.times('window.close')).toBe(1);
    room.draft.form.title = 'Ficciones';
    shell.closing.onRequest();
    expect([shell.closing.openWork, main.times('window.close')]).toEqual([['typed'], 1]);
    room.startOver();
    expect(openWork(shell)).toEqual([]);
  });

  test('whose answer comes when the window is at another library changes nothing there', async () => {
    const { shell, room } = await aRoom();
    room.draft.form.title = 'Of the first';
    const placing = room.place();
    void shell.slips.print(lendingSlip(aRow('first').request, null));
    await settled();
    shell.forgetLibrary();
    // Nor is its slip printed again.
    expect(shell.slips.last).toBeNull();
    const owners = [{ code: 'OTHER', label: 'Other Library' }];
    await main.open('lending.choices').answer({ ...choices, owners, here: 'OTHER' });
    expect(room.draft.form.owner).toBe('OTHER');
    room.draft.form.title = 'Of the second';
    await main.open('lending.create').answer({ record: aRow('first') });
    await placing;
    expect([room.last, room.draft.form.title, shell.results.latest]).toEqual([null, 'Of the second', null]);
  });

  test('that is refused says so in the room where the person is by now', async () => {
    const { shell, room } = await aRoom();
    room.draft.form.title = 'Ficciones';
    const placing = room.place();
    await settled();
    shell.toDesk();
    await main.open('lending.create').fail(refused);
    await placing;
    expect(shell.results.note).toMatchObject({ what: 'Ficciones', sound: 'refused' });
    expect([room.act.refused, room.draft.form.title]).toEqual([true, 'Ficciones']);
  });

  test('that was found not to have been placed is not shown as one of another workstation', async () => {
    const { shell, room } = await aRoom();
    const { made } = room;
    const row = aRow('a', { standing: 'notConfirmed' });
    void made.list.load();
    await main.open('lending.list').answer(listOf(row));
    made.open(row);
    shell.lending.open('made');
    const { print } = shell.actionsOf(lendingActions);
    expect(print.condition()).not.toBeNull();
    void made.list.load();
    await main.open('lending.list').answer(listOf(aRow('a')));
    expect([print.condition(), made.current?.standing]).toEqual([null, 'made']);
    void made.list.load();
    await main.open('lending.list').answer(listOf());
    expect(made.opened).toBeNull();
  });
});
