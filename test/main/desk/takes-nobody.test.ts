import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { openTestStation } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-nobody-'));
afterAll(() => rmSync(folder, { recursive: true }));

const lent = { result: { kind: 'lent' } };
const refused = { state: 'refused', failure: { kind: 'invalid', field: 'patron', reason: 'draining' } };

test('a new card is refused and holds the visit of the patron before, who can be finished', async () => {
  const station = await openTestStation(folder);
  const window = station.window();
  await window.scanned(code('patronNothing'));
  station.takesNobody = true;
  expect(await window.scanned(code('itemFree1'))).toMatchObject(lent);
  const still = async (): Promise<void> => {
    const event = window.deskEvents.findLast(({ type }) => type === 'patron');
    expect(event).toMatchObject({ patron: { name: 'Grace Okafor' }, unread: { code: code('patronGood') } });
    await window.ask('desk.still', { id: (event?.type === 'patron' && event.unread?.id) || '' });
  };
  expect(await window.scanned(code('patronGood'))).toMatchObject(refused);
  // The book is of the patron who was refused, as far as anybody can tell: it is not lent to the one before.
  const book = await window.scan(code('itemFree2'));
  expect(book).toMatchObject({ state: 'held' });
  await still();
  expect(await window.settled(book)).toMatchObject(lent);
  expect(await window.failure('desk.open', { userId: code('patronGood') })).toMatchObject(refused.failure);
  await still();
  expect(await window.scanned(code('patronNothing'))).toMatchObject({ state: 'done' });
  expect(await window.scanned(code('itemFree3'))).toMatchObject(lent);
});

test('nobody is opened by a search either; returns go on; after it all is as before', async () => {
  const station = await openTestStation(folder);
  const window = station.window();
  station.takesNobody = true;
  const card = await window.scanned(code('patronGood'));
  expect(card).toMatchObject(refused);
  expect(await window.failure('desk.open', { userId: code('patronGood') })).toMatchObject(refused.failure);
  expect(await window.scanned(code('itemFree1'), { mode: 'return' })).toMatchObject({ state: 'done' });
  station.takesNobody = false;
  expect(await window.scanned(code('patronGood'))).toMatchObject({ state: 'done' });
  expect(window.patron()).toMatchObject({ name: 'Rivka Ben-Ami' });
});
