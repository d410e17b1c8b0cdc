import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTestStation, until } from '../support/test-station.ts';
import { book as form } from './forms.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-lending-late-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('an answer that comes after its window stopped waiting is kept, with the number of the request', async () => {
  const station = await openTestStation(folder);
  const window = station.window();
  await station.faults({
    ...{ operation: 'partners.lendingRequests.create', fault: 'delay', ms: 400, count: 1 },
  });
  const stop = new AbortController();
  const intent = randomUUID();
  const failing = window.failure('lending.create', { intent, form }, { signal: stop.signal });
  await until(() => station.journal.unsettled().some(({ state }) => state === 'sent'));
  stop.abort();
  expect(await failing).toMatchObject({ kind: 'unknown-outcome', journalId: intent });
  await until(() => station.journal.unsettled().length === 0);
  const { rows } = await window.ask('lending.list', {});
  expect(rows).toMatchObject([{ id: intent, standing: 'made', request: { externalId: intent } }]);
  expect(rows[0]?.request.requestId).toMatch(/^\d+$/);
  expect(rows[0]?.readAt).not.toBe('');
});

test('an answer without a number takes none from a request that has one', async () => {
  const station = await openTestStation(folder);
  const { request, id } = await station.window().done('lending.create', { intent: randomUUID(), form });
  station.odd['partners.lendingRequests.get'] = () => ({ external_id: id, title: 'Ficciones' });
  station.restart();
  const window = station.window();
  const wanted = { partner: 'PARTNER', requestId: request.requestId };
  expect(await window.ask('lending.find', wanted)).toMatchObject({ row: null });
  const { rows } = await window.ask('lending.list', {});
  expect(rows).toMatchObject([{ id, standing: 'made', request: { requestId: request.requestId } }]);
});
