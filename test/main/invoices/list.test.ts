import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Input } from '../../../src/contract/index.ts';
import { codes } from '../../../src/service/codes.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import type { Invoice } from '../../../src/service/shapes/invoice.ts';
import { openTestStation, type Window } from '../support/test-station.ts';
import { refusal } from '../support/deployed.ts';
import { create, draft } from './asking.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-invoice-list-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function open() {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
}

const list = (window: Window, more: Partial<Input<'invoices.list'>> = {}) =>
  window.ask('invoices.list', { status: '', vendor: '', q: '', page: 0, order: 'oldest', ...more });

describe('the list of invoices', () => {
  test('has what a row needs', async () => {
    const { window } = await open();
    const { invoices, total, pageSize } = await list(window);
    expect([invoices.length, total, pageSize]).toEqual([24, 24, 50]);
    expect(invoices[0]).toMatchObject({
      number: expect.stringMatching(/^LI-\d{4}-1001$/) as string,
      vendor: { code: 'LIBRAIRIE', label: 'Librairie du Port' },
      total: { amount: expect.stringMatching(/^\d+\.\d\d$/) as string, currency: 'ILS' },
      ...{ status: { code: 'ACTIVE' }, payment: { code: 'NOT_PAID' }, paid: false, lines: 3, alerts: [] },
    });
  });

  test('is narrowed by status and vendor, and searched', async () => {
    const { window } = await open();
    const closed = await list(window, { status: 'CLOSED' });
    expect(closed.total).toBe(4);
    expect(closed.invoices.every(({ status, paid }) => status.code === 'CLOSED' && paid)).toBe(true);
    const ready = await list(window, { status: 'READY_TO_BE_PAID', vendor: 'HAIFABOOKS' });
    expect(ready.invoices.length).toBeGreaterThan(0);
    expect(ready.invoices.every(({ vendor }) => vendor.code === 'HAIFABOOKS')).toBe(true);
    const [first] = (await list(window)).invoices;
    expect((await list(window, { q: first?.number ?? '' })).invoices).toEqual([first]);
    const byOrder = await list(window, { q: 'POL-1001', status: 'ACTIVE' });
    expect(byOrder.invoices.length).toBeGreaterThan(0);
    expect(await list(window, { q: 'nothing has this name' })).toMatchObject({ invoices: [], total: 0 });
    expect(await list(window, { q: 'a "quoted" AND odd~thing' })).toMatchObject({ total: 0 });
  });

  test('goes page by page from either end, each invoice once', async () => {
    const { testStation, window } = await open();
    for (let nth = 0; nth < 40; nth += 1) {
      const body = {
        number: `P-${String(nth)}`,
        invoice_date: '2026-11-20',
        vendor: 'LEXPRESS',
        total_amount: '1',
      };
      await testStation.client.call('acq.invoices.create', { body });
    }
    const numbers = async (order: 'newest' | 'oldest') => {
      const pages = [0, 1, 2].map((page) => list(window, { order, page }));
      const read = await Promise.all(pages);
      expect(read.map(({ total }) => total)).toEqual([64, 64, 64]);
      return read.map(({ invoices }) => invoices.map(({ number }) => number));
    };
    const [oldest, newest] = [await numbers('oldest'), await numbers('newest')];
    expect(oldest.map(({ length }) => length)).toEqual([50, 14, 0]);
    expect(newest.map(({ length }) => length)).toEqual([50, 14, 0]);
    expect(newest[0]?.[0]).toBe('P-39');
    expect(newest.flat().toReversed()).toEqual(oldest.flat());
  });

  test('asks a deployed service as that can be asked', async () => {
    const { testStation, window } = await open();
    const asked: string[] = [];
    testStation.odd = {
      // It passes over a filter that it does not know.
      'acq.invoices.list': (answer) => {
        asked.push('list');
        const found = answer as { readonly items: readonly Invoice[] };
        return { ...found, items: [{ ...found.items[0], vendor: { value: 'OTHER' } }] };
      },
      'acq.invoices.search': (answer) => {
        asked.push('search');
        return answer;
      },
    };
    // The practice library knows the field, too.
    const { invoices } = await list(window, { vendor: 'HAIFABOOKS' });
    expect(invoices.every(({ vendor }) => vendor.code === 'HAIFABOOKS')).toBe(true);
    expect(invoices.length).toBeGreaterThan(0);
    expect(asked).toEqual(['list', 'search']);
  });

  test('searches by number where the service has no search in all fields', async () => {
    const { testStation, window } = await open();
    let refusals = 0;
    testStation.odd = {
      'acq.invoices.search': (answer) => {
        refusals += 1;
        if (refusals === 1) throw refusal('acq.invoices.search');
        return answer;
      },
    };
    const found = await list(window, { q: '1001' });
    expect(found.invoices).toMatchObject([{ number: expect.stringMatching(/-1001$/) as string }]);
    expect(refusals).toBe(2);
  });

  test('that cannot be read says so', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'acq.invoices.list', fault: 'status', status: 503 });
    const input = { status: '', vendor: '', q: '', page: 0, order: 'newest' } as const;
    expect(await window.failure('invoices.list', input)).toMatchObject({ kind: 'refused', status: 503 });
  });
});

describe('the other invoices with a number', () => {
  test('are of the same vendor, whatever the letters', async () => {
    const { window } = await open();
    const { invoiceId, number } = await window.ask(
      'invoices.create',
      create({ draft: draft({ number: 'Dup-1/A' }) }),
    );
    const same = { vendor: 'NORTHBOOKS', number: ` ${number.toUpperCase()}` };
    expect(await window.ask('invoices.duplicates', same)).toMatchObject([{ invoiceId, number }]);
    expect(await window.ask('invoices.duplicates', { ...same, vendor: 'LEXPRESS' })).toEqual([]);
    expect(await window.ask('invoices.duplicates', { ...same, number: 'Dup-1' })).toEqual([]);
  });

  test('are not known where the service cannot be searched', async () => {
    const { testStation, window } = await open();
    const blind = () => {
      throw refusal('acq.invoices.search');
    };
    testStation.odd = { 'acq.invoices.search': blind, 'acq.invoices.list': blind };
    const input = { vendor: 'NORTHBOOKS', number: 'N-1' };
    expect(await window.ask('invoices.duplicates', input)).toBeNull();
  });
});

describe('what a line needs of its order line', () => {
  test.each([
    ['its number', code('polSeveral')],
    ['its number in small letters', code('polSeveral').toLowerCase()],
  ])('is found by %s', async (_how, typed) => {
    const { testStation, window } = await open();
    const pol = await testStation.client.call('acq.pol.get', { path: { pol_id: code('polSeveral') } });
    const found = await window.ask('invoices.orderLine', { code: typed });
    expect(found).toMatchObject({
      pol: pol.number,
      title: pol.resource_metadata?.title,
      account: 'MAIN',
      price: { amount: expect.stringMatching(/^\d+\.\d\d$/) as string, currency: 'ILS' },
    });
    expect(found.funds[0]?.fund.code).not.toBe('');
    expect(found.quantity).toBeGreaterThan(1);
  });

  test('is found by the barcode of one of its items', async () => {
    const { window } = await open();
    const found = await window.ask('invoices.orderLine', { code: code('itemOrdered') });
    expect(found.pol).toBe('POL-1001');
  });

  test('is not found by what is something else', async () => {
    const { window } = await open();
    const failure = (text: string) => window.failure('invoices.orderLine', { code: text });
    expect(await failure(code('patronGood'))).toMatchObject({ field: 'code', detail: 'patron' });
    expect(await failure('  ')).toMatchObject({ field: 'code', reason: 'required' });
    expect(await failure('POL-9999999')).toMatchObject({ kind: 'refused', code: codes.polNotFound });
    expect(await failure(code('itemFree1'))).toMatchObject({ field: 'poLine', reason: 'required' });
  });
});
