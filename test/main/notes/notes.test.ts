import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { notesOf } from '../../../src/service/notes.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import type { NewUser, User } from '../../../src/service/shapes/user.ts';
import { editNotes, type NoteEdit } from '../../../src/main/notes/edit.ts';
import { openTestStation, type TestStation } from '../support/test-station.ts';
import { failureOf, lostBefore } from '../support/lost.ts';
import { programRunOf } from '../support/program-run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-notes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (testStation: TestStation, query = {}): Promise<User> =>
  testStation.client.call('users.get', { path: { user_id: code('patronNote') }, query });
const write = (testStation: TestStation, user: User) =>
  testStation.client.call('users.update', { path: { user_id: code('patronNote') }, body: user as NewUser });

async function edit(
  testStation: TestStation,
  change: Omit<NoteEdit, 'intent'>,
  intent = randomUUID(),
): Promise<User> {
  const { record } = await editNotes(
    programRunOf(testStation).deps,
    { ...change, intent },
    new AbortController().signal,
  );
  if (!record) throw new Error('the record could not be read');
  return record;
}

test('a note is added, and everything else stays as it came', async () => {
  const testStation = await openTestStation(folder);
  await write(testStation, { ...(await read(testStation)), of_another: { nested: [null, 1, '2'] } });
  const seen = await read(testStation);
  await edit(testStation, { seen, add: [{ text: ' Ask for the card.\nTwice. ', popUp: true }] });
  const { user_note: notes, ...rest } = await read(testStation);
  const { user_note: before, ...same } = seen;
  expect(rest).toEqual(same);
  expect(notes).toMatchObject([
    ...(before as object[]),
    {
      note_type: { value: 'CIRCULATION' },
      note_text: 'Ask for the card.\nTwice.',
      user_viewable: false,
      popup_note: true,
    },
  ]);
});

test('a note is removed, one of two that are the same, and changed by doing both at once', async () => {
  const testStation = await openTestStation(folder);
  const twice = { text: 'Twice', type: 'GENERAL', visibleToPatron: true };
  const both = await edit(testStation, { seen: await read(testStation), add: [twice, twice] });
  const last = notesOf(both).at(-1);
  if (!last) throw new Error('no note');
  const one = await edit(testStation, { seen: both, remove: [last], add: [{ text: 'Once' }] });
  expect(notesOf(one).map((note) => note.note_text)).toEqual([notesOf(both)[0]?.note_text, 'Twice', 'Once']);
  const none = await edit(testStation, { seen: one, remove: [...notesOf(one)] });
  expect(notesOf(none)).toEqual([]);
});

test('counts that come with a user are no change', async () => {
  const testStation = await openTestStation(folder);
  const seen = await read(testStation, { expand: 'loans,requests,fees' });
  expect(seen.fees).toMatchObject({ value: 0 });
  expect(notesOf(await edit(testStation, { seen, add: [{ text: 'Counted' }] })).at(-1)?.note_text).toBe(
    'Counted',
  );
});

test('nothing is written where the user changed meanwhile, and what changed is named', async () => {
  const testStation = await openTestStation(folder);
  const seen = await read(testStation);
  await write(testStation, { ...seen, last_name: 'Elsewhere' });
  expect(await failureOf(edit(testStation, { seen, add: [{ text: 'Lost' }] }))).toEqual({
    kind: 'conflict',
    differences: [{ field: 'last_name', was: seen.last_name, is: 'Elsewhere' }],
  });
  expect(JSON.stringify(await read(testStation))).not.toContain('Lost');
});

test('two notes from one station at once: the second is told, and undoes nothing', async () => {
  const testStation = await openTestStation(folder);
  const working = programRunOf(testStation);
  const seen = await read(testStation);
  const add = (text: string) =>
    editNotes(working.deps, { seen, add: [{ text }], intent: randomUUID() }, new AbortController().signal);
  const outcomes = await Promise.allSettled([add('First'), add('Second')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(outcomes[1]).toMatchObject({ reason: { failure: { kind: 'conflict' } } });
  expect(notesOf(await read(testStation)).at(-1)?.note_text).toBe('First');
});

test('is looked up when its answer does not come, and never sent twice', async () => {
  const testStation = await openTestStation(folder);
  const working = programRunOf(testStation);
  const seen = await read(testStation);
  await lostBefore(
    testStation,
    'users.update',
    () =>
      editNotes(
        working.deps,
        { seen, add: [{ text: 'Kept' }], intent: randomUUID() },
        new AbortController().signal,
      ),
    () => working.unclear.list(),
  );
  await testStation.faults({ operation: 'users.update', fault: 'drop-after', count: 1 });
  const intent = randomUUID();
  expect(notesOf(await edit(testStation, { seen, add: [{ text: 'Kept' }] }, intent)).at(-1)?.note_text).toBe(
    'Kept',
  );
  expect(await failureOf(edit(testStation, { seen, add: [{ text: 'Kept' }] }, intent))).toMatchObject({
    reason: 'alreadySent',
  });
  expect(notesOf(await read(testStation)).filter((note) => note.note_text === 'Kept')).toHaveLength(1);
});

test.each([
  [{ add: [] }, 'required'],
  [{ add: [{ text: ' ' }] }, 'required'],
  [{ add: [{ text: 'x'.repeat(2001) }] }, 'tooLong'],
  [{ add: [{ text: 'a\u0000b' }] }, 'controlCharacters'],
])('%j is refused before anything is sent', async (change, reason) => {
  const testStation = await openTestStation(folder);
  expect(await failureOf(edit(testStation, { seen: await read(testStation), ...change }))).toMatchObject({
    kind: 'invalid',
    field: 'note',
    reason,
  });
});

test('a note that is not among those seen is not removed', async () => {
  const testStation = await openTestStation(folder);
  const seen = await read(testStation);
  expect(await failureOf(edit(testStation, { seen, remove: [{ note_text: 'never there' }] }))).toMatchObject({
    kind: 'conflict',
    differences: [{ field: 'user_note' }],
  });
});
