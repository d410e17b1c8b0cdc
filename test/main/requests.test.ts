import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { codes } from '../../src/service/codes.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { openHouse } from './house.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-requests-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronNothing');
const common = { userId, pickupLibrary: 'MAIN', comment: '' };

async function open() {
  const house = await openHouse(folder);
  return { house, window: house.window() };
}

test('a hold is placed on an item and on a title, listed and cancelled', async () => {
  const { window } = await open();
  const barcode = code('itemForHold');
  const item = await window.ask('requests.item', { barcode });
  expect(item).toMatchObject({ barcode, title: 'The Master of Go', available: true });
  const onItem = await window.ask('requests.place', {
    ...common,
    intent: randomUUID(),
    on: { kind: 'item', barcode: code('itemOnLoan') },
  });
  const onTitle = await window.ask('requests.place', {
    ...common,
    intent: randomUUID(),
    on: { kind: 'title', mmsId: item.mmsId },
  });
  expect(onTitle).toMatchObject({ title: 'The Master of Go', type: { code: 'HOLD' }, placeInQueue: 1 });
  const { requests, total } = await window.ask('requests.list', { userId });
  expect(total).toBe(2);
  expect(requests.map(({ requestId }) => requestId)).toEqual(
    expect.arrayContaining([onItem.requestId, onTitle.requestId]),
  );
  const reasons = await window.ask('requests.reasons', {});
  expect(reasons.map(({ code }) => code)).toContain('PatronNotInterested');
  const cancel = { userId, requestId: onItem.requestId, note: '' };
  expect(
    await window.failure('requests.cancel', { ...cancel, intent: randomUUID(), reason: '' }),
  ).toMatchObject({
    field: 'reason',
    reason: 'required',
  });
  await window.ask('requests.cancel', { ...cancel, intent: randomUUID(), reason: 'PatronNotInterested' });
  expect((await window.ask('requests.list', { userId })).total).toBe(1);
  expect(
    await window.failure('requests.cancel', {
      ...cancel,
      intent: randomUUID(),
      reason: 'PatronNotInterested',
    }),
  ).toMatchObject({ kind: 'refused' });
});

test('both are looked up when their answer does not come', async () => {
  const { house, window } = await open();
  const place = () =>
    window.ask('requests.place', {
      ...common,
      intent: randomUUID(),
      on: { kind: 'item', barcode: code('itemForHold') },
    });
  await house.faults({ operation: 'users.requests.create', fault: 'drop-before', count: 1 });
  await expect(place()).rejects.toMatchObject({ failure: { kind: 'unreachable', why: 'didNotHappen' } });
  await house.faults({ operation: 'users.requests.create', fault: 'drop-after', count: 1 });
  const { requestId, title } = await place();
  expect(title).toBe('The Master of Go');
  const cancel = () =>
    window.ask('requests.cancel', {
      intent: randomUUID(),
      userId,
      requestId,
      reason: 'PatronNotInterested',
      note: '',
    });
  await house.faults({ operation: 'users.requests.cancel', fault: 'drop-before', count: 1 });
  await expect(cancel()).rejects.toMatchObject({ failure: { kind: 'unreachable', why: 'didNotHappen' } });
  await house.faults({ operation: 'users.requests.cancel', fault: 'drop-after', count: 1 });
  expect(await cancel()).toBeNull();
  expect((await window.ask('requests.list', { userId })).total).toBe(0);
});

test.each([
  [{ kind: 'item', barcode: ' ' }, 'barcode', 'required'],
  [{ kind: 'item', barcode: 'a\u0000' }, 'barcode', 'controlCharacters'],
  [{ kind: 'title', mmsId: '' }, 'mmsId', 'required'],
  [{ kind: 'title', mmsId: 'x'.repeat(1000) }, 'mmsId', 'tooLong'],
] as const)('%j is refused, naming the field', async (on, field, reason) => {
  const { window } = await open();
  expect(await window.failure('requests.place', { ...common, intent: randomUUID(), on })).toMatchObject({
    kind: 'invalid',
    field,
    reason,
  });
});

test('an item that is not there is refused with the service’s words', async () => {
  const { window } = await open();
  expect(await window.failure('requests.item', { barcode: 'none~/😀' })).toMatchObject({
    kind: 'refused',
    code: codes.noItemForBarcode,
  });
});
