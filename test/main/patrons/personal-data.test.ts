import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { invalid } from '../../../src/main/failure.ts';
import { localDay } from '../../../src/shared/days.ts';
import { codes } from '../../../src/service/codes.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { openTestStation } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-personal-data-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronNothing');
const place = '/home/me/Documents/grace.json';

const open = async () => {
  const testStation = await openTestStation(folder);
  testStation.files.place = place;
  return { testStation, window: testStation.window() };
};

test('all that the service holds is in the file, as the service said it', async () => {
  const { testStation, window } = await open();
  expect(await window.ask('patrons.export', { userId })).toEqual({
    outcome: 'saved',
    savedAs: 'grace.json',
  });
  expect(testStation.files.requests).toEqual([`personal-data-${userId}-${localDay(new Date())}.json`]);
  const held = await testStation.client.call('users.personalData', { path: { user_id: userId } });
  expect(held).toMatchObject({ user: { primary_id: 'grace.okafor' }, loans: [], fees: [] });
  expect(JSON.parse(String(testStation.files.written.get(place)))).toEqual(held);
});

test('nothing is written where they thought better of it, or stopped waiting in the dialog', async () => {
  const { testStation, window } = await open();
  testStation.files.place = null;
  expect(await window.ask('patrons.export', { userId })).toBeNull();
  const stop = new AbortController();
  testStation.files.placeFor = () => {
    stop.abort();
    return Promise.resolve(place);
  };
  expect(await window.failure('patrons.export', { userId }, { signal: stop.signal })).toEqual({
    kind: 'cancelled',
  });
  expect(testStation.files.written.size).toBe(0);
});

test('a place that cannot be written to is said as one', async () => {
  const { testStation, window } = await open();
  testStation.files.write = () => Promise.reject(invalid('file', 'fileNotWritten', 'ENOSPC'));
  expect(await window.failure('patrons.export', { userId })).toMatchObject({
    field: 'file',
    reason: 'fileNotWritten',
    detail: 'ENOSPC',
  });
});

test('a patron who is not there is told from one of whom nothing is held', async () => {
  const { testStation, window } = await open();
  const bare = { operation: 'users.personalData', fault: 'status', status: 404 } as const;
  await testStation.faults(bare);
  expect(await window.ask('patrons.export', { userId })).toEqual({ outcome: 'nothingHeld' });
  await testStation.faults();
  await testStation.client.call('users.delete', { path: { user_id: userId } });
  expect(await window.failure('patrons.export', { userId })).toMatchObject({
    kind: 'refused',
    operation: 'users.personalData',
    code: codes.userOfTypeNotFound,
  });
  // A service that does not say which: the record does.
  await testStation.faults(bare);
  expect(await window.failure('patrons.export', { userId })).toMatchObject({
    kind: 'refused',
    operation: 'users.get',
    code: codes.userNotFound,
  });
  expect(testStation.files.requests).toEqual([]);
  expect(testStation.files.written.size).toBe(0);
});

test('what the service cannot say at this moment is no “does not exist”', async () => {
  const { testStation, window } = await open();
  await testStation.faults({ operation: 'users.personalData', fault: 'status', status: 500 });
  expect(await window.failure('patrons.export', { userId })).toMatchObject({ kind: 'refused', status: 500 });
});
