import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { PurchaseForm } from '../../../src/contract/purchases.ts';
import { codes } from '../../../src/service/codes.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { openTestStation, type Window } from '../support/test-station.ts';
import { lostBefore } from '../support/lost.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-purchases-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronNothing');

async function open() {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
}

const wish: PurchaseForm = {
  title: ' Ex Libris ',
  author: 'Fadiman',
  isbn: '9780374527228',
  issn: '',
  publisher: 'Farrar',
  publication_year: '1998',
  mms_id: '',
  citation_type: 'BOOK',
  format: 'PHYSICAL',
  owner: 'MAIN',
};

const ask = (window: Window, form: PurchaseForm = wish) =>
  window.done('purchases.create', { intent: randomUUID(), userId, form });

test('a purchase is asked for, listed and cancelled', async () => {
  const { testStation, window } = await open();
  const choices = await window.ask('purchases.choices', {});
  expect(choices.owners.map((library) => library.code)).toEqual(['MAIN', 'SCI', 'LAW']);
  expect(choices.formats.map((format) => format.code)).toContain('ELECTRONIC');
  expect(choices).toMatchObject({ here: 'MAIN' });
  const first = await ask(window);
  expect(first).toMatchObject({ title: 'Ex Libris', year: '1998', status: { code: 'INREVIEW' } });
  const item = await window.ask('requests.item', { barcode: code('itemForHold') });
  const second = await ask(window, { ...wish, title: '', mms_id: item.mmsId, owner: 'SCI' });
  const { requests, total } = await window.ask('purchases.list', { userId });
  expect(total).toBe(2);
  expect(requests).toEqual([second, first]);
  const stored = await testStation.client.call('users.purchaseRequests.get', {
    path: { user_id: userId, purchase_request_id: second.requestId },
  });
  expect(stored).toMatchObject({
    owner: { value: 'SCI' },
    resource_metadata: { mms_id: { value: item.mmsId } },
  });
  expect(stored.resource_metadata).not.toHaveProperty('title');
  const cancel = () => ({ intent: randomUUID(), userId, requestId: first.requestId });
  expect(await window.ask('purchases.cancel', cancel())).toBeNull();
  expect(await window.failure('purchases.cancel', cancel())).toMatchObject({
    kind: 'refused',
    code: codes.purchaseNotCancelled,
  });
  expect((await window.ask('purchases.list', { userId })).requests.map(({ status }) => status.code)).toEqual([
    'INREVIEW',
    'CANCELLED',
  ]);
});

test('what is missing is told all at once, and what the service does not know in its words', async () => {
  const { window } = await open();
  const fail = (form: Partial<PurchaseForm>) =>
    window.failure('purchases.create', { intent: randomUUID(), userId, form: { ...wish, ...form } });
  expect(await fail({ title: '', citation_type: '', format: '', owner: '' })).toMatchObject({
    kind: 'invalid',
    field: 'title',
    detail: 'orCatalogue',
    others: [{ field: 'citation_type' }, { field: 'format' }, { field: 'owner' }],
  });
  expect(await fail({ author: 'a\u0007' })).toMatchObject({ field: 'author', reason: 'controlCharacters' });
  expect(await fail({ mms_id: '99999' })).toMatchObject({
    kind: 'refused',
    code: codes.purchaseMmsIdInvalid,
  });
  expect((await window.ask('purchases.list', { userId })).total).toBe(0);
});

test('both are looked up when their answer does not come', async () => {
  const { testStation, window } = await open();
  await lostBefore(testStation, 'users.purchaseRequests.create', () => ask(window));
  await testStation.faults({ operation: 'users.purchaseRequests.create', fault: 'drop-after', count: 1 });
  const { requestId } = await ask(window);
  const cancel = () => window.ask('purchases.cancel', { intent: randomUUID(), userId, requestId });
  await lostBefore(testStation, 'users.purchaseRequests.cancel', cancel);
  await testStation.faults({ operation: 'users.purchaseRequests.cancel', fault: 'drop-after', count: 1 });
  expect(await cancel()).toBeNull();
  expect((await window.ask('purchases.list', { userId })).requests).toMatchObject([
    { status: { code: 'CANCELLED' } },
  ]);
});
