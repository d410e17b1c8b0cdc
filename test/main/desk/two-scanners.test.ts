import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { openTestStation } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-two-scanners-'));
afterAll(() => rmSync(folder, { recursive: true }));

const mixed = { state: 'refused', failure: { kind: 'invalid', reason: 'malformed', detail: 'mixed' } };

/** Two codes as two scanners type them at once, key by key. */
const together = (one: string, other: string): string =>
  Array.from(one, (key, index) => key + (other[index] ?? '')).join('');

test('two scans that ran into each other are said to have, and nothing is lent until a card is read', async () => {
  const testStation = await openTestStation(folder);
  const window = testStation.window();
  await window.scanned(code('patronGood'));
  expect(await window.scanned(together(code('itemFree1'), code('patronNothing')))).toMatchObject(mixed);
  const book = await window.scan(code('itemFree2'));
  expect(book).toMatchObject({ state: 'held' });
  await window.scanned(code('patronNothing'));
  expect(await window.settled(book)).toMatchObject({ failure: { detail: 'notKnownWhose' } });
  expect(await window.scanned(code('itemFree2'))).toMatchObject({ result: { kind: 'lent' } });
});

test('the rest of one is never looked up, though it be the code of something', async () => {
  const testStation = await openTestStation(folder);
  const window = testStation.window();
  await window.scanned(code('patronGood'));
  const [first, second] = [code('itemFree1'), code('patronNothing')];
  const pending = first.slice(0, 8) + together(first.slice(8), second.slice(0, 6));
  await testStation.faults({ fault: 'delay', ms: 200, operation: 'users.get' });
  const scans = [await window.scan(pending), await window.scan(second.slice(6), { behind: [pending] })];
  for (const scan of scans) expect(await window.settled(scan)).toMatchObject(mixed);
  expect(await window.scan(code('itemFree2'))).toMatchObject({ state: 'held' });
});

test('with nobody at the desk, when books are returned, and in the receiving room, it is said as well', async () => {
  const window = (await openTestStation(folder)).window();
  const both = together(code('itemFree1'), code('itemFree2'));
  expect(await window.scanned(both)).toMatchObject(mixed);
  expect(await window.scanned(both, { mode: 'return' })).toMatchObject(mixed);
  const scan = await window.scan(both, { room: 'receiving' });
  expect(await window.settled(scan)).toMatchObject(mixed);
});
