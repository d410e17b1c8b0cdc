import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { PatronView } from '../../../src/contract/desk.ts';
import { notesOf } from '../../../src/service/notes.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import type { NewUser } from '../../../src/service/shapes/user.ts';
import { openTestStation, until, type TestStation, type Window } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-desk-notes-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A desk with this patron open. */
async function at(sample: 'patronNote' | 'patronGood') {
  const testStation = await openTestStation(folder);
  const window = testStation.window();
  await window.scanned(code(sample));
  return { testStation, window, patron: open(window) };
}

function open(window: Window): PatronView {
  const patron = window.patron();
  if (!patron) throw new Error('nobody is open');
  return patron;
}

const draft = ({ userId }: PatronView, text: string, more: object = {}) => {
  const usual = { type: 'GENERAL', visibleToPatron: false, popUp: false };
  return { intent: randomUUID(), userId, text, ...usual, ...more };
};

const notesAt = async (testStation: TestStation, card: string) =>
  notesOf(await testStation.client.call('users.get', { path: { user_id: card } }));

/** Somebody at another desk writes into the patron's record. */
async function elsewhere(testStation: TestStation, card: string, change: object): Promise<void> {
  const user = await testStation.client.call('users.get', { path: { user_id: card } });
  await testStation.client.call('users.update', {
    path: { user_id: card },
    body: { ...user, ...change } as NewUser,
  });
}

test('a note is added with its type and flags, and the counts stay as they were', async () => {
  const { testStation, window, patron } = await at('patronGood');
  const after = await window.done(
    'notes.add',
    draft(patron, ' Asked for Dvořák ', { visibleToPatron: true }),
  );
  expect(after).toMatchObject({ loans: 4, requests: 1, fees: 2, owed: patron.owed, unseenNotes: [] });
  expect(after.notes.at(-1)).toMatchObject({
    text: 'Asked for Dvořák',
    type: { code: 'GENERAL' },
    visibleToPatron: true,
    popUp: false,
  });
  expect(open(window).notes).toEqual(after.notes);
  expect((await notesAt(testStation, code('patronGood'))).at(-1)?.note_text).toBe('Asked for Dvořák');
});

test('a note that pops up stops the next patron’s desk, and not the desk that wrote it', async () => {
  const { testStation, window, patron } = await at('patronGood');
  const after = await window.done('notes.add', draft(patron, 'Ask for the card', { popUp: true }));
  expect(after.notes.at(-1)).toMatchObject({ popUp: true });
  expect(after.unseenNotes).toEqual([]);
  expect(await window.scanned(code('itemFree1'))).toMatchObject({ state: 'done', action: 'lend' });
  const other = testStation.window();
  await other.scanned(code('patronGood'));
  expect(open(other).unseenNotes).toMatchObject([{ text: 'Ask for the card' }]);
  const held = await other.scan(code('itemFree2'));
  await until(() => other.scans().find(({ id, state }) => id === held.id && state === 'held'));
  await other.ask('desk.acknowledge', {});
  expect(await other.settled(held)).toMatchObject({ state: 'done' });
});

test('with the note that is removed goes what it held', async () => {
  const { window, patron } = await at('patronNote');
  const [note] = patron.unseenNotes;
  const held = await window.scan(code('itemFree1'));
  await until(() => window.scans().find(({ id, state }) => id === held.id && state === 'held'));
  const { text, date } = note ?? { text: '', date: '' };
  const after = await window.done('notes.remove', {
    intent: randomUUID(),
    userId: patron.userId,
    at: 0,
    text,
    date,
  });
  expect(after).toMatchObject({ notes: [], unseenNotes: [] });
  expect(await window.settled(held)).toMatchObject({ state: 'done', action: 'lend' });
});

test('a note that came to stand in the way meanwhile holds what waits, and lets it go when it is gone', async () => {
  const { testStation, window, patron } = await at('patronGood');
  const popUp = { note_type: { value: 'GENERAL' }, note_text: 'From the other desk', popup_note: true };
  await elsewhere(testStation, code('patronGood'), { user_note: [popUp] });
  await window.ask('desk.refresh', {});
  expect(open(window).unseenNotes).toMatchObject([{ text: 'From the other desk' }]);
  const held = await window.scan(code('itemFree1'));
  await until(() => window.scans().find(({ id, state }) => id === held.id && state === 'held'));
  await elsewhere(testStation, code('patronGood'), { user_note: [] });
  await window.ask('desk.refresh', {});
  expect(await window.settled(held)).toMatchObject({ state: 'done' });
  expect(open(window).userId).toBe(patron.userId);
});

test('nothing is written where the record changed since this window saw it; once seen, it is', async () => {
  const { testStation, window, patron } = await at('patronGood');
  await elsewhere(testStation, code('patronGood'), { last_name: 'Ben-Ami Levi' });
  expect(await window.failure('notes.add', draft(patron, 'Lost?'))).toMatchObject({
    kind: 'conflict',
    differences: [{ field: 'last_name', is: 'Ben-Ami Levi' }],
  });
  await window.ask('desk.refresh', {});
  await window.done('notes.add', draft(patron, 'Not lost'));
  const user = await testStation.client.call('users.get', { path: { user_id: code('patronGood') } });
  expect(user).toMatchObject({ last_name: 'Ben-Ami Levi', user_note: [{ note_text: 'Not lost' }] });
});

test('another note in the place of the one that was meant is not removed', async () => {
  const { testStation, window, patron } = await at('patronNote');
  const input = { intent: randomUUID(), userId: patron.userId, at: 0, text: 'Another', date: '' };
  expect(await window.failure('notes.remove', input)).toMatchObject({ kind: 'conflict' });
  expect(await notesAt(testStation, code('patronNote'))).toHaveLength(1);
});

test('a patron who is not at the desk any more gets no note', async () => {
  const { testStation, window, patron } = await at('patronNote');
  await window.scanned(code('patronGood'));
  expect(await window.failure('notes.add', draft(patron, 'Too late'))).toMatchObject({
    field: 'patron',
    reason: 'noPatron',
  });
  expect(await notesAt(testStation, code('patronNote'))).toHaveLength(1);
});

test('what is no note is refused before anything is sent', async () => {
  const { testStation, window, patron } = await at('patronGood');
  const wrong = [
    [{ text: '  ' }, 'note', 'required'],
    [{ type: ' ' }, 'type', 'required'],
    [{ text: 'x'.repeat(2001) }, 'note', 'tooLong'],
  ] as const;
  for (const [change, field, reason] of wrong)
    expect(await window.failure('notes.add', { ...draft(patron, 'text'), ...change })).toMatchObject({
      field,
      reason,
    });
  expect(await notesAt(testStation, code('patronGood'))).toEqual([]);
});
