import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { here, openTestStation, type TestStation } from '../support/test-station.ts';
import { countOf, create, draft, line, on, pricesOf } from './asking.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-invoice-jobs-again-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function open() {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
}

const read = ({ client }: TestStation, invoiceId: string) =>
  client.call('acq.invoices.get', { path: { invoice_id: invoiceId } });

const resume = (id: string, despiteTotal = false) => ({ id, despiteTotal });

/** Two lines for order lines that do not exist, and one that is in: 30.00 in all. */
const withWrongLines = () =>
  draft({
    lines: [
      line({ price: '10' }),
      line({ pol: 'POL-9998', price: '15' }),
      line({ pol: 'POL-9999', price: '5' }),
    ],
  });

describe('what a person agrees to of a total', () => {
  test('is taken back by a line that is left out, or corrected, afterwards', async () => {
    const { testStation, window } = await open();
    const input = create({ draft: withWrongLines(), then: 'pay' });
    const { id, invoiceId } = await window.ask('invoices.create', input);
    await window.ask('invoices.leaveOut', { id, line: 1, reason: 'Not delivered' });
    // The second refused line is still open: nothing is processed yet, and the total that was agreed to was this one.
    expect(await window.ask('invoices.resume', resume(id, true))).toMatchObject({
      complete: false,
      linesTotal: '15.00',
    });
    const left = await window.ask('invoices.leaveOut', { id, line: 2, reason: 'Damaged' });
    expect(left).toMatchObject({
      complete: false,
      failure: { kind: 'invalid', reason: 'doesNotAddUp', detail: '10.00' },
      steps: { process: { state: 'toDo' }, pay: { state: 'toDo' } },
    });
    const fixed = line({ pol: 'POL-1002', price: '2' });
    const corrected = await window.ask('invoices.correctLine', { id, line: 2, draft: fixed });
    expect(corrected).toMatchObject({ complete: false, linesTotal: '12.00' });
    expect(await read(testStation, invoiceId)).toMatchObject({ invoice_status: { value: 'ACTIVE' } });
    expect(await window.ask('invoices.resume', resume(id, true))).toMatchObject({ complete: true });
  });

  test('is asked for as well where the invoice itself has other lines, and then said to the journal', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'acq.invoices.process', fault: 'status', status: 429 });
    const { id, invoiceId } = await window.ask('invoices.create', create());
    await testStation.faults();
    // Somebody has added a line in the library system.
    await testStation.client.call('acq.invoices.lines.create', {
      path: { invoice_id: invoiceId },
      body: { type: { value: 'REGULAR' }, po_line: 'POL-1003', price: '7', quantity: 1 },
    });
    const stopped = await window.ask('invoices.resume', resume(id));
    expect(stopped).toMatchObject({
      complete: false,
      totalTooHigh: false,
      totalTooLow: false,
      steps: { process: { state: 'failed', failure: { reason: 'doesNotAddUp', detail: '22.10' } } },
    });
    expect(await window.ask('invoices.resume', resume(id, true))).toMatchObject({ complete: true });
    const view = await window.ask('invoices.read', { invoiceId });
    expect(view.deeds[0]).toMatchObject({ deed: 'process', reason: '15.10 / 15.10' });
  });
});

describe('a job that was refused at its end', () => {
  test.each(['process', 'pay'] as const)('is gone on with: %s is tried again', async (step) => {
    const { testStation, window } = await open();
    const operation = step === 'process' ? 'acq.invoices.process' : 'acq.invoices.paid';
    await testStation.faults({
      ...{ operation, fault: 'status', status: 400, count: 1 },
    });
    const job = await window.ask('invoices.create', create({ then: 'pay' }));
    expect(job).toMatchObject({
      complete: false,
      steps: { [step]: { state: 'failed', failure: { kind: 'refused' } } },
    });
    const done = await window.ask('invoices.resume', resume(job.id));
    expect(done).toMatchObject({ complete: true, failure: null, steps: { [step]: { state: 'done' } } });
    expect(await read(testStation, job.invoiceId)).toMatchObject({
      payment: { payment_status: { value: 'PAID' } },
    });
  });

  test('stays refused while it is refused, with the newest reason', async () => {
    const { testStation, window } = await open();
    const refuse = (status: number) =>
      testStation.faults({ operation: 'acq.invoices.process', fault: 'status', status });
    await refuse(400);
    const { id } = await window.ask('invoices.create', create());
    await refuse(409);
    const still = await window.ask('invoices.resume', resume(id));
    expect(still.steps.process).toMatchObject({ state: 'failed', failure: { status: 409 } });
    testStation.restart();
    const later = await testStation.window().ask('invoices.job', { id });
    expect(later.steps.process).toMatchObject({ state: 'failed', failure: { status: 409 } });
  });

  test('is done where somebody has processed and paid the invoice meanwhile', async () => {
    const { testStation, window } = await open();
    await testStation.faults({
      ...{ operation: 'acq.invoices.process', fault: 'status', status: 400, count: 1 },
    });
    const { id, invoiceId } = await window.ask('invoices.create', create({ then: 'pay' }));
    await window.ask('invoices.process', on(invoiceId));
    await window.ask('invoices.pay', on(invoiceId));
    const done = await window.ask('invoices.resume', resume(id));
    expect(done).toMatchObject({
      complete: true,
      steps: { process: { state: 'done' }, pay: { state: 'done' } },
    });
    const paid = [...testStation.intended.values()].filter(
      (entry) => entry.operation === 'acq.invoices.paid',
    );
    expect(paid).toHaveLength(1);
  });
});

test('a job that two windows go on with tells each how its own run failed', async () => {
  const { testStation, window } = await open();
  await testStation.faults({ operation: 'acq.invoices.create', fault: 'drop-before' });
  const { id } = await window.ask('invoices.create', create());
  const jobs = await Promise.all(
    [window, testStation.window()].map((one) => one.ask('invoices.resume', resume(id))),
  );
  for (const { failure, steps } of jobs) {
    expect(failure).not.toBeNull();
    expect(steps.create).toMatchObject({ state: 'failed' });
  }
});

describe('a number that the vendor has', () => {
  test('twice at once is made once: the second job stops, with nothing made', async () => {
    const { testStation, window } = await open();
    const before = await countOf(testStation);
    const twin = draft();
    await testStation.faults({ operation: 'acq.invoices.create', fault: 'delay', ms: 200, count: 1 });
    const jobs = await Promise.all(
      [twin, twin].map((one) => testStation.window().ask('invoices.create', create({ draft: one }))),
    );
    expect(jobs.map(({ complete }) => complete)).toEqual([true, false]);
    expect(await countOf(testStation)).toBe(before + 1);
    const [made, stopped] = jobs;
    // It says why, so that a person can change it.
    expect(stopped?.steps.create).toMatchObject({
      state: 'failed',
      failure: { kind: 'invalid', field: 'number', reason: 'twice', detail: made?.invoiceId },
    });
    expect(await window.ask('invoices.job', { id: stopped?.id ?? '' })).toMatchObject({
      steps: { create: { state: 'failed' } },
    });
  });

  test('already is not taken for the one that was made', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'acq.invoices.lines.create', fault: 'status', status: 429 });
    const input = create({ despiteNumber: true });
    // The search finds it before the creation, and after.
    const old = { id: 'OLD-1', number: input.draft.number, vendor: { value: input.draft.vendor } };
    testStation.odd = {
      'acq.invoices.search': (answer) => {
        const found = answer as { readonly items: readonly object[] };
        return { ...found, items: [old, ...found.items] };
      },
    };
    await window.ask('invoices.create', input);
    await testStation.faults();
    const { plans } = testStation.domain.invoicing;
    const { invoiceId, ...planned } = plans.at(here.id, input.intent);
    plans.update(planned);
    const done = await window.ask('invoices.resume', resume(input.intent));
    expect(done).toMatchObject({ complete: true, invoiceId });
    expect(await pricesOf(testStation, String(invoiceId))).toEqual(['10.10', '5.00']);
  });

  test('whose invoice is not found again says so, and changes nothing', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'acq.invoices.lines.create', fault: 'status', status: 429 });
    const input = create();
    await window.ask('invoices.create', input);
    await testStation.faults();
    const { plans } = testStation.domain.invoicing;
    const { invoiceId, ...planned } = plans.at(here.id, input.intent);
    plans.update(planned);
    const empty = (answer: unknown) => ({ ...(answer as object), items: [] });
    testStation.odd = { 'acq.invoices.search': empty, 'acq.invoices.list': empty };
    const lost = await window.ask('invoices.resume', resume(input.intent));
    expect(lost.steps.create).toMatchObject({
      state: 'failed',
      failure: { field: 'number', reason: 'noIds' },
    });
    testStation.restart();
    const later = testStation.window();
    expect((await later.ask('invoices.job', { id: input.intent })).steps.create).toMatchObject({
      failure: { reason: 'noIds' },
    });
    testStation.odd = {};
    expect(await later.ask('invoices.resume', resume(input.intent))).toMatchObject({
      complete: true,
      invoiceId,
    });
  });
});
