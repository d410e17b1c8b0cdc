import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestStation, type TestStation } from '../support/test-station.ts';
import { create, draft, jobsOf, line, pricesOf } from './asking.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-invoice-alerts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const mismatch = { value: 'LINES_TOTAL_MISMATCH', desc: 'The total is not that of the lines' };
const closedFund = { value: 'FUND_CLOSED', desc: 'A fund is closed' };
const overspent = 'OVERSPENT';

async function open() {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
}

/** From now on the service has these alerts on every invoice, and says nothing of what the lines come to. */
function alerting(testStation: TestStation, ...alert: readonly (string | object)[]): void {
  testStation.odd = {
    'acq.invoices.get': (answer) => ({
      ...(answer as object),
      ...{ alert, total_invoice_lines_amount: undefined },
    }),
  };
}

const resume = (id: string, despiteAlerts: string[] = []) => ({ id, despiteTotal: false, despiteAlerts });

const sent = (testStation: TestStation): string[] =>
  [...testStation.intended.values()].map(({ operation }) => operation);

describe('a new invoice on which the service has alerts', () => {
  test('stops with all its lines in, before it is processed, and names them', async () => {
    const { testStation, window } = await open();
    alerting(testStation, mismatch, overspent);
    const job = await window.ask('invoices.create', create({ then: 'pay' }));
    const failure = {
      ...{ kind: 'invalid', field: 'alerts.LINES_TOTAL_MISMATCH', reason: 'hasAlert', detail: mismatch.desc },
      others: [{ field: 'alerts.OVERSPENT', reason: 'hasAlert', detail: overspent }],
    };
    expect(job).toMatchObject({
      ...{ complete: false, failure, totalTooHigh: false, totalTooLow: false },
      steps: { process: { state: 'failed', failure }, pay: { state: 'toDo' } },
      alerts: [
        { code: 'LINES_TOTAL_MISMATCH', label: mismatch.desc },
        { code: overspent, label: overspent },
      ],
    });
    expect(await pricesOf(testStation, job.invoiceId)).toEqual(['10.10', '5.00']);
    // Going on without saying anything is not a conscious act.
    expect(await window.ask('invoices.resume', resume(job.id))).toMatchObject({ complete: false });
    expect(sent(testStation)).not.toContain('acq.invoices.process');
  });

  test('is processed once they are accepted, which the journal keeps; another one asks again', async () => {
    const { testStation, window } = await open();
    alerting(testStation, closedFund);
    const { id, invoiceId } = await window.ask('invoices.create', create());
    alerting(testStation, closedFund, overspent);
    const again = await window.ask('invoices.resume', resume(id, ['FUND_CLOSED']));
    expect(again).toMatchObject({ complete: false, alerts: [{ code: overspent }] });
    expect(sent(testStation)).not.toContain('acq.invoices.process');
    const done = await window.ask('invoices.resume', resume(id, [overspent]));
    expect(done).toMatchObject({ complete: true, alerts: [], steps: { process: { state: 'done' } } });
    const { deeds } = await window.ask('invoices.read', { invoiceId });
    expect(deeds[0]).toMatchObject({ deed: 'process', reason: 'A fund is closed; OVERSPENT' });
  });

  test('says so again after a restart, and what was accepted before one still is', async () => {
    const { testStation, window } = await open();
    alerting(testStation, closedFund);
    const { id } = await window.ask('invoices.create', create());
    testStation.restart();
    const later = testStation.window();
    expect(await jobsOf(later)).toMatchObject([{ id, failure: { reason: 'hasAlert' } }]);
    expect(await later.ask('invoices.job', { id })).toMatchObject({
      ...{ alerts: [{ code: 'FUND_CLOSED' }], steps: { process: { state: 'failed' } } },
    });
    // The service takes it only after the next restart.
    await testStation.faults({ operation: 'acq.invoices.process', fault: 'status', status: 429 });
    expect(await later.ask('invoices.resume', resume(id, ['FUND_CLOSED']))).toMatchObject({
      ...{ complete: false, alerts: [] },
    });
    testStation.restart();
    await testStation.faults();
    expect(await testStation.window().ask('invoices.resume', resume(id))).toMatchObject({ complete: true });
  });

  test('is asked about again where a line was corrected or left out since', async () => {
    const { testStation, window } = await open();
    const lines = [line({ price: '10' }), line({ pol: 'POL-9999', price: '5' })];
    const { id } = await window.ask('invoices.create', create({ draft: draft({ lines }) }));
    alerting(testStation, closedFund);
    await window.ask('invoices.resume', resume(id, ['FUND_CLOSED']));
    const fixed = line({ pol: 'POL-1002', price: '5' });
    const stopped = await window.ask('invoices.correctLine', { id, line: 1, draft: fixed });
    expect(stopped).toMatchObject({ complete: false, alerts: [{ code: 'FUND_CLOSED' }] });
    expect(await window.ask('invoices.resume', resume(id, ['FUND_CLOSED']))).toMatchObject({
      complete: true,
    });
  });

  test('is asked only once where an alert says what was agreed to of the total', async () => {
    const { testStation, window } = await open();
    const lines = [line({ price: '10' }), line({ pol: 'POL-9999', price: '5' })];
    const { id } = await window.ask('invoices.create', create({ draft: draft({ lines }) }));
    alerting(testStation, mismatch);
    const left = await window.ask('invoices.leaveOut', { id, line: 1, reason: 'Not delivered' });
    expect(left).toMatchObject({ complete: false, failure: { reason: 'doesNotAddUp' }, alerts: [] });
    const done = await window.ask('invoices.resume', { id, despiteTotal: true });
    expect(done).toMatchObject({ complete: true });
  });

  test('is not stopped where it is only to be saved', async () => {
    const { testStation, window } = await open();
    alerting(testStation, mismatch);
    expect(await window.ask('invoices.create', create({ then: 'nothing' }))).toMatchObject({
      complete: true,
    });
  });

  test('costs no further call: the read before the processing has the alerts', async () => {
    const { testStation, window } = await open();
    const reads: string[] = [];
    testStation.odd = {
      'acq.invoices.get': (answer) => {
        reads.push('acq.invoices.get');
        return answer;
      },
    };
    expect(await window.ask('invoices.create', create())).toMatchObject({ complete: true });
    expect(reads).toHaveLength(1);
  });
});
