import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { codes } from '../../../src/service/codes.ts';
import type { Pol } from '../../../src/service/shapes/pol.ts';
import { openTestStation, type TestStation } from '../support/test-station.ts';
import { create, draft, line, pricesOf } from './asking.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-invoice-odd-orders-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function open() {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
}

/** Changes an order line on record. */
async function change({ client }: TestStation, pol_id: string, more: Partial<Pol>): Promise<void> {
  const body = await client.call('acq.pol.get', { path: { pol_id } });
  await client.call('acq.pol.update', { path: { pol_id }, body: { ...body, ...more } });
}

const oneLine = (more: Parameters<typeof line>[0] = {}) => draft({ lines: [line(more)] });

test.each(['CANCELLED', 'CLOSED'])('an order line that is %s says so, and can be invoiced', async (value) => {
  const { testStation, window } = await open();
  await change(testStation, 'POL-1001', { status: { value, desc: 'Over' } });
  const found = await window.ask('invoices.orderLine', { code: 'POL-1001' });
  expect(found.status).toEqual({ code: value, label: 'Over' });
  const job = await window.ask('invoices.create', create({ draft: oneLine() }));
  expect(job.complete).toBe(true);
});

test('an order line without funds is invoiced from a fund that is chosen; without one the line says so', async () => {
  const { testStation, window } = await open();
  await change(testStation, 'POL-1001', { fund_distribution: [] });
  expect((await window.ask('invoices.orderLine', { code: 'POL-1001' })).funds).toEqual([]);
  const job = await window.ask('invoices.create', create({ draft: oneLine() }));
  expect(job.draftLines[0]?.step).toMatchObject({
    ...{ state: 'failed', failure: { kind: 'refused', code: codes.invoiceLineShares } },
  });
  const funded = line({ funds: [{ fund: 'GIFTS', percent: '', amount: '' }] });
  const done = await window.ask('invoices.correctLine', { id: job.id, line: 0, draft: funded });
  expect(done.complete).toBe(true);
  expect(await pricesOf(testStation, job.invoiceId)).toEqual(['10.10']);
});

test('an order line without locations is invoiced, and says no quantity', async () => {
  const { testStation, window } = await open();
  testStation.odd = { 'acq.pol.get': (answer) => ({ ...(answer as object), location: undefined }) };
  const found = await window.ask('invoices.orderLine', { code: 'POL-1001' });
  expect(found).toMatchObject({ pol: 'POL-1001', quantity: null });
  expect(found.funds).not.toEqual([]);
  const job = await window.ask('invoices.create', create({ draft: oneLine() }));
  expect(job.complete).toBe(true);
});
