import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Progress } from '../../../src/contract/index.ts';
import { sum } from '../../../src/shared/money.ts';
import { openTestStation } from '../support/test-station.ts';
import { create, draft, line } from '../invoices/asking.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-spending-'));
afterAll(() => rmSync(folder, { recursive: true }));

const always = { from: '1900-01', to: '2999-12' };

describe('what was spent', () => {
  test('comes from the invoices of the time, with what their lines charge to funds', async () => {
    const testStation = await openTestStation(folder);
    const window = testStation.window();
    const { invoices, read: listed, total } = await window.ask('spending.invoices', always);
    expect([invoices.length, listed, total]).toEqual([20, 24, 24]); // four of the sample’s 24 were rejected
    expect(invoices.every(({ inPeriod }) => inPeriod)).toBe(true);
    const some = invoices.slice(0, 10);
    const read = await window.ask('spending.charges', { invoiceIds: some.map(({ invoiceId }) => invoiceId) });
    expect(read.map(({ invoiceId }) => invoiceId)).toEqual(some.map(({ invoiceId }) => invoiceId));
    for (const [index, { charges }] of read.entries()) {
      expect(sum(charges.map(({ amount }) => amount))).toBe(some[index]?.total.amount);
      expect(charges.every(({ fund }) => fund.code !== '')).toBe(true);
    }
  });

  test('what is not paid is among it whatever its date, and not counted into the time', async () => {
    const testStation = await openTestStation(folder);
    const window = testStation.window();
    const unpaid = (await window.ask('spending.invoices', always)).invoices.filter(({ paid }) => !paid);
    expect(unpaid).toHaveLength(16);
    const { invoices } = await window.ask('spending.invoices', { from: '2999-01', to: '2999-12' });
    expect(invoices).toEqual(unpaid.map((invoice) => ({ ...invoice, inPeriod: false })));
  });

  test('comes page by page with how many there are, and what was reported is not answered again', async () => {
    const testStation = await openTestStation(folder);
    const { client } = testStation;
    const body = { invoice_date: '2020-05-05Z', total_amount: '10.00', vendor: { value: 'NORTHBOOKS' } };
    await Promise.all(
      Array.from({ length: 190 }, (_, index) =>
        client.call('acq.invoices.create', { body: { ...body, number: `OLD-${String(index)}` } }),
      ),
    );
    const reports: Progress<'spending.invoices'>[] = [];
    const window = testStation.window();
    const rest = await window.ask('spending.invoices', always, { report: (report) => reports.push(report) });
    expect(reports.map(({ read, total }) => [read, total])).toEqual([
      [100, 214],
      [200, 214],
    ]);
    expect([rest.read, rest.total]).toEqual([214, 214]);
    const ids = [...reports, rest].flatMap(({ invoices }) => invoices.map(({ invoiceId }) => invoiceId));
    expect([ids.length, new Set(ids).size]).toEqual([210, 210]);
  });

  test('percentages and sums are shared out to the last penny', async () => {
    const testStation = await openTestStation(folder);
    const window = testStation.window();
    const funds = [
      { fund: 'GIFTS', percent: '33.33', amount: '' },
      { fund: 'LAW-MONO', percent: '66.67', amount: '' },
    ];
    const job = await window.ask('invoices.create', create({ draft: draft({ lines: [line({ funds })] }) }));
    const [read] = await window.ask('spending.charges', { invoiceIds: [job.invoiceId] });
    expect(read?.charges).toEqual([
      { fund: expect.objectContaining({ code: 'GIFTS' }) as object, amount: '3.37' },
      { fund: expect.objectContaining({ code: 'LAW-MONO' }) as object, amount: '6.73' },
    ]);
  });
});
