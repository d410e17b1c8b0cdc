import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { InvoiceJob, JobProgress } from '../../../src/contract/invoices.ts';
import { codes } from '../../../src/service/codes.ts';
import { codeOf } from '../../../src/service/read.ts';
import { Failed } from '../../../src/main/failure.ts';
import { rest } from '../support/lost.ts';
import { elsewhere, here, openTestStation, until, type TestStation } from '../support/test-station.ts';
import { countOf, create, draft, jobsOf, line, on, pricesOf } from './asking.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-invoice-jobs-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function open() {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
}

const read = ({ client }: TestStation, invoiceId: string) =>
  client.call('acq.invoices.get', { path: { invoice_id: invoiceId } });

const statesOf = ({ draftLines }: InvoiceJob): string[] => draftLines.map(({ step }) => step.state);

/** Three lines, of which the second names an order line that does not exist: 30.00 in all. */
const withWrongLine = () =>
  draft({
    lines: [
      line({ price: '10' }),
      line({ pol: 'POL-9999', price: '15' }),
      line({ pol: 'POL-1003', price: '5' }),
    ],
  });

/** A job of which the second line was refused. */
async function refusedLine(then: 'nothing' | 'process' | 'pay' = 'process') {
  const { testStation, window } = await open();
  const job = await window.ask('invoices.create', create({ draft: withWrongLine(), then }));
  expect(statesOf(job)).toEqual(['done', 'failed', 'done']);
  return { testStation, window, job };
}

describe('a new invoice', () => {
  test('is one job that tells how far it is, and is in no list when it is done', async () => {
    const { testStation, window } = await open();
    const told: JobProgress[] = [];
    const input = create({ then: 'pay', draft: draft({ account: 'MAIN', owner: 'MAIN', note: 'By post' }) });
    const job = await window.ask('invoices.create', input, { report: (progress) => told.push(progress) });
    expect(told.map(({ step, line: nth, of }) => `${step} ${String(nth)}/${String(of)}`)).toEqual([
      'create 0/2',
      'line 1/2',
      'line 2/2',
      'process 0/2',
      'pay 0/2',
    ]);
    expect(job).toMatchObject({
      complete: true,
      failure: null,
      total: '15.10',
      linesTotal: '15.10',
      totalTooHigh: false,
      steps: { create: { state: 'done' }, process: { state: 'done' }, pay: { state: 'done' } },
    });
    expect(await read(testStation, job.invoiceId)).toMatchObject({
      total_amount: '15.10',
      vendor_account: 'MAIN',
      owner: { value: 'MAIN' },
      note: [{ content: 'By post' }],
      payment: { payment_status: { value: 'PAID' } },
    });
    expect(await pricesOf(testStation, job.invoiceId)).toEqual(['10.10', '5.00']);
    expect(await jobsOf(window)).toEqual([]);
    expect(testStation.domain.pendingCounts()).toEqual({ unclear: 0, unfinished: 0 });
  });

  test('is listed while it runs, with what it does, and can neither be dismissed nor asked for again', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'acq.invoices.lines.create', fault: 'delay', ms: 600, count: 1 });
    const input = create();
    const making = window.ask('invoices.create', input);
    await until(() => testStation.journal.unsettled().some(({ operation }) => operation.includes('lines')));
    const [job, ...others] = await jobsOf(window);
    expect(others).toEqual([]);
    expect(job).toMatchObject({
      id: input.intent,
      failure: null,
      progress: { step: 'line', line: 1, of: 2 },
    });
    expect(await window.failure('invoices.dismiss', { id: input.intent })).toMatchObject({
      reason: 'notNow',
    });
    // From the first moment, before the number is looked for: a second click is not told of its own invoice.
    expect(await window.failure('invoices.create', input)).toMatchObject({
      field: 'intent',
      reason: 'alreadySent',
    });
    expect((await making).complete).toBe(true);
    expect(await window.failure('invoices.dismiss', { id: input.intent })).toMatchObject({ reason: 'gone' });
  });

  test('with a number that the vendor has used is pointed out before anything is made', async () => {
    const { testStation, window } = await open();
    const first = await window.ask('invoices.create', create());
    const before = await countOf(testStation);
    const again = draft({ number: ` ${first.number.toLowerCase()} ` });
    expect(await window.failure('invoices.create', create({ draft: again }))).toEqual({
      kind: 'invalid',
      field: 'number',
      reason: 'twice',
      detail: first.invoiceId,
    });
    expect(await countOf(testStation)).toBe(before);
    expect(await jobsOf(window)).toEqual([]);
    // Asked for all the same, the service has the last word.
    const job = await window.ask('invoices.create', create({ draft: again, despiteNumber: true }));
    expect(job).toMatchObject({
      complete: false,
      failure: { kind: 'refused', code: codes.invoiceNotCreated },
      steps: { create: { state: 'failed' } },
    });
    expect(await window.failure('invoices.leaveOut', { id: job.id, line: 0, reason: 'x' })).toMatchObject({
      reason: 'notNow',
    });
  });

  test('of which nothing was made is replaced by its correction', async () => {
    const { testStation, window } = await open();
    const wrong = await window.ask('invoices.create', create({ draft: draft({ vendor: 'NOBODY' }) }));
    expect(await jobsOf(window)).toMatchObject([{ id: wrong.id, failure: { kind: 'refused' } }]);
    const { draftLines } = await window.ask('invoices.job', { id: wrong.id });
    const lines = draftLines.map((one) => one.draft);
    const right = { ...wrong.draft, vendor: 'NORTHBOOKS', lines };
    const job = await window.ask('invoices.create', create({ draft: right, replaces: wrong.id }));
    expect(job.complete).toBe(true);
    expect(await pricesOf(testStation, job.invoiceId)).toEqual(['10.10', '5.00']);
    expect(await jobsOf(window)).toEqual([]);
    expect(await window.failure('invoices.create', create({ replaces: wrong.id }))).toMatchObject({
      reason: 'gone',
    });
  });

  test('is stopped before its next step, and goes on exactly there', async () => {
    const { testStation, window } = await open();
    const stop = new AbortController();
    const input = create({ then: 'pay' });
    const report = ({ line: nth }: JobProgress) => {
      if (nth === 1) stop.abort();
    };
    const job = await window.ask('invoices.create', input, { signal: stop.signal, report });
    expect(job).toMatchObject({ complete: false, failure: { kind: 'cancelled' } });
    expect(statesOf(job)).toEqual(['done', 'toDo']);
    expect(await pricesOf(testStation, job.invoiceId)).toEqual(['10.10']);
    expect(testStation.domain.pendingCounts()).toEqual({ unclear: 0, unfinished: 1 });
    const done = await window.ask('invoices.resume', { id: job.id, despiteTotal: false });
    expect(done).toMatchObject({ complete: true, invoiceId: job.invoiceId });
    expect(await pricesOf(testStation, job.invoiceId)).toEqual(['10.10', '5.00']);
  });
});

describe('a refused line', () => {
  test('stays with its reason while the others are in, and the invoice is not processed', async () => {
    const { testStation, window, job } = await refusedLine();
    expect(job).toMatchObject({
      complete: false,
      failure: { kind: 'refused', code: codes.polNotFound },
      total: '30.00',
      linesTotal: '30.00',
      totalTooHigh: false,
      steps: { process: { state: 'toDo' } },
    });
    expect(job.draftLines[1]?.step).toMatchObject({ failure: { code: codes.polNotFound } });
    expect(await jobsOf(window)).toMatchObject([{ id: job.id, invoiceId: job.invoiceId, lines: 3 }]);
    expect(await read(testStation, job.invoiceId)).toMatchObject({ invoice_status: { value: 'ACTIVE' } });
  });

  test('is corrected and sent alone; with it the invoice is processed', async () => {
    const { testStation, window, job } = await refusedLine();
    const sentBefore = testStation.intended.size;
    const fixed = line({ pol: 'POL-1002', price: '15', note: 'misread' });
    const done = await window.ask('invoices.correctLine', { id: job.id, line: 1, draft: fixed });
    expect(done).toMatchObject({ complete: true, steps: { process: { state: 'done' } } });
    expect(await pricesOf(testStation, job.invoiceId)).toEqual(['10.00', '5.00', '15.00']);
    const sent = [...testStation.intended.values()].slice(sentBefore).map(({ operation }) => operation);
    expect(sent).toEqual(['acq.invoices.lines.create', 'acq.invoices.process']);
  });

  test('that the service refuses again is corrected again, whatever happens in between', async () => {
    const { testStation, window, job } = await refusedLine();
    const fund = (code: string) => [{ fund: code, percent: '', amount: '' }];
    const correct = (code: string, of = window) =>
      of.ask('invoices.correctLine', {
        ...{ id: job.id, line: 1 },
        draft: line({ pol: 'POL-1002', price: '15', funds: fund(code) }),
      });
    for (const wrong of ['NO-SUCH-FUND', 'OLD-GIFTS']) {
      expect((await correct(wrong)).draftLines[1]).toMatchObject({
        draft: { funds: [{ fund: wrong, percent: '100' }] },
        step: { state: 'failed', failure: { kind: 'refused', code: codes.invoiceLineFund } },
      });
    }
    testStation.restart();
    const later = testStation.window();
    const left = await later.ask('invoices.job', { id: job.id });
    expect(left.draftLines[1]?.step).toMatchObject({ failure: { code: codes.invoiceLineFund } });
    expect((await correct('GIFTS', later)).complete).toBe(true);
    expect(await pricesOf(testStation, job.invoiceId)).toEqual(['10.00', '5.00', '15.00']);
  });

  test('is validated before it is sent, each field by its own name', async () => {
    const { window, job } = await refusedLine();
    const wrong = line({ price: '12,50', quantity: '1.5' });
    expect(await window.failure('invoices.correctLine', { id: job.id, line: 1, draft: wrong })).toMatchObject(
      {
        ...{ field: 'price', reason: 'notAnAmount' },
        others: [{ field: 'quantity', reason: 'notWhole' }],
      },
    );
    expect(
      await window.failure('invoices.correctLine', { id: job.id, line: 0, draft: line() }),
    ).toMatchObject({ field: 'line', reason: 'alreadySent' });
    expect(
      await window.failure('invoices.correctLine', { id: job.id, line: 9, draft: line() }),
    ).toMatchObject({ field: 'line', reason: 'gone' });
  });

  test('left out leaves the total too high: it is said, and processing it all the same is asked for', async () => {
    const { testStation, window, job } = await refusedLine();
    expect(await window.failure('invoices.leaveOut', { id: job.id, line: 1, reason: ' ' })).toMatchObject({
      field: 'reason',
      reason: 'required',
    });
    const left = await window.ask('invoices.leaveOut', { id: job.id, line: 1, reason: 'Not delivered' });
    expect(left).toMatchObject({
      complete: false,
      failure: { kind: 'invalid', field: 'total', reason: 'doesNotAddUp', detail: '15.00' },
      total: '30.00',
      linesTotal: '15.00',
      totalTooHigh: true,
      totalTooLow: false,
      steps: { process: { state: 'toDo' } },
    });
    expect(left.draftLines[1]?.step).toEqual({ state: 'leftOut', reason: 'Not delivered' });
    const still = await window.ask('invoices.resume', { id: job.id, despiteTotal: false });
    expect(still.complete).toBe(false);
    expect(await read(testStation, job.invoiceId)).toMatchObject({ invoice_status: { value: 'ACTIVE' } });
    const done = await window.ask('invoices.resume', { id: job.id, despiteTotal: true });
    expect(done).toMatchObject({ complete: true, totalTooHigh: true, steps: { process: { state: 'done' } } });
    const view = await window.ask('invoices.read', { invoiceId: job.invoiceId });
    expect(view).toMatchObject({
      totalDiffers: true,
      linesTotal: '15.00',
      linesExpected: '30.00',
      alerts: [{ code: 'LINES_TOTAL_MISMATCH' }],
    });
    expect(view.deeds[0]).toMatchObject({ deed: 'process', reason: 'POL-9999: Not delivered' });
  });

  test('left out where nothing was to follow is the end of the job, and the invoice can be rejected', async () => {
    const { window, job } = await refusedLine('nothing');
    const left = await window.ask('invoices.leaveOut', { id: job.id, line: 1, reason: 'Not delivered' });
    expect(left).toMatchObject({ complete: true, totalTooHigh: true });
    expect(await window.done('invoices.reject', on(job.invoiceId))).toMatchObject({ inReview: true });
  });

  test('left out by mistake is put back by correcting it', async () => {
    const { testStation, window, job } = await refusedLine();
    await window.ask('invoices.leaveOut', { id: job.id, line: 1, reason: 'Not delivered' });
    const fixed = line({ pol: 'POL-1002', price: '15' });
    const done = await window.ask('invoices.correctLine', { id: job.id, line: 1, draft: fixed });
    expect(done).toMatchObject({ complete: true, totalTooHigh: false });
    expect(await pricesOf(testStation, job.invoiceId)).toEqual(['10.00', '5.00', '15.00']);
  });

  test('corrected to another price makes the total wrong, and that is said', async () => {
    const { window, job } = await refusedLine();
    const fixed = line({ pol: 'POL-1002', price: '16' });
    const done = await window.ask('invoices.correctLine', { id: job.id, line: 1, draft: fixed });
    expect(done).toMatchObject({ complete: false, total: '30.00', linesTotal: '31.00', totalTooLow: true });
  });

  test('of which nobody knows is neither corrected nor left out', async () => {
    const { testStation, window } = await open();
    await testStation.faults(
      { operation: 'acq.invoices.lines.create', fault: 'drop-before', count: 1 },
      { operation: 'acq.invoices.lines.list', fault: 'status', status: 500, after: 1 },
    );
    const job = await window.ask('invoices.create', create());
    await testStation.faults();
    expect(statesOf(job)).toEqual(['failed', 'toDo']);
    const input = { id: job.id, line: 0 };
    const unclear = { kind: 'unknown-outcome', operation: 'acq.invoices.lines.create' };
    expect(await window.failure('invoices.leaveOut', { ...input, reason: 'x' })).toMatchObject(unclear);
    expect(await window.failure('invoices.correctLine', { ...input, draft: line() })).toMatchObject(unclear);
    // It was never tried: it can be.
    const fixed = line({ pol: 'POL-1003', price: '5' });
    const next = await window.ask('invoices.correctLine', { id: job.id, line: 1, draft: fixed });
    expect(statesOf(next)[1]).toBe('done');
  });
});

describe('a job that somebody else works on', () => {
  test('is dismissed by one: the other is told that it is gone, and it does not come back', async () => {
    const { testStation, window, job } = await refusedLine();
    const other = testStation.window();
    const resuming = other
      .ask('invoices.resume', { id: job.id, despiteTotal: false })
      .catch((error: unknown) => (error instanceof Failed ? error.failure : error));
    // Nothing runs yet: the other one has only asked.
    await window.ask('invoices.dismiss', { id: job.id });
    expect(await resuming).toMatchObject({ kind: 'invalid', field: 'id', reason: 'gone' });
    expect(await jobsOf(window)).toEqual([]);
    testStation.restart();
    expect(await jobsOf(testStation.window())).toEqual([]);
  });

  test('is gone on with by two at once: the second finds it complete', async () => {
    const { testStation, window } = await open();
    const stop = new AbortController();
    const asking = { signal: stop.signal, report: () => stop.abort() };
    const { id } = await window.ask('invoices.create', create(), asking);
    const resume = () => testStation.window().ask('invoices.resume', { id, despiteTotal: false });
    const [first, second] = await Promise.allSettled([resume(), resume()]);
    expect(first).toMatchObject({ value: { complete: true } });
    expect(second).toMatchObject({ reason: { failure: { field: 'id', reason: 'gone' } } });
  });

  test('of another library is listed, and not worked on here', async () => {
    const { testStation, window, job } = await refusedLine();
    testStation.library = elsewhere;
    testStation.domain.serviceChanged();
    expect(await jobsOf(window)).toMatchObject([
      { id: job.id, elsewhere: { mode: expect.any(String) as string } },
    ]);
    expect(testStation.domain.pendingCounts()).toMatchObject({ unfinished: 0 });
    const again = { id: job.id, despiteTotal: false };
    expect(await window.failure('invoices.resume', again)).toMatchObject({ reason: 'gone' });
    expect(await window.failure('invoices.job', { id: job.id })).toMatchObject({ reason: 'gone' });
    testStation.library = here;
    expect((await window.ask('invoices.job', { id: job.id })).elsewhere).toBeNull();
  });
});

/** How far the invoice of this number has come: 1 with itself, 2 and 3 with its lines, 4 processed, 5 paid. */
async function reached(testStation: TestStation, number: string): Promise<number> {
  const query = { q: `invoice_number~${number}` };
  const [invoice] = (await testStation.client.call('acq.invoices.search', { query })).items;
  if (!invoice) return 0;
  const status = codeOf(invoice.invoice_status);
  const further = { READY_TO_BE_PAID: 1, CLOSED: 2 }[status] ?? 0;
  return 1 + (await pricesOf(testStation, String(invoice.id))).length + further;
}

const effects = {
  'acq.invoices.create': 1,
  'acq.invoices.lines.create': 2,
  'acq.invoices.process': 4,
  'acq.invoices.paid': 5,
};

describe('after a crash', () => {
  test.each([
    ['acq.invoices.create', 0],
    ['acq.invoices.lines.create', 0],
    ['acq.invoices.lines.create', 1],
    ['acq.invoices.process', 0],
    ['acq.invoices.paid', 0],
  ] as const)('at %s (%i before it) it goes on there, and makes nothing twice', async (operation, after) => {
    const { testStation, window } = await open();
    const before = await countOf(testStation);
    await testStation.faults({ operation, fault: 'delay', ms: 300, after, count: 1 });
    const input = create({ then: 'pay' });
    void window.ask('invoices.create', input).catch(() => undefined);
    const sent = () =>
      [...testStation.intended.values()].filter((entry) => entry.operation === operation).length;
    await until(
      () => sent() === after + 1 && testStation.journal.unsettled().some(({ state }) => state === 'sent'),
    );
    testStation.restart();
    const later = testStation.window();
    expect(await jobsOf(later)).toMatchObject([{ id: input.intent, failure: null, progress: null }]);
    // What had left before the crash is still carried out by the service, and found by the lookups after it.
    await expect
      .poll(() => reached(testStation, input.draft.number), { timeout: 15_000 })
      .toBe(effects[operation] + after);
    await rest(testStation);
    expect(await later.unclear()).toEqual([]);
    const done = await later.ask('invoices.resume', { id: input.intent, despiteTotal: false });
    expect(done).toMatchObject({ complete: true, steps: { pay: { state: 'done' } } });
    expect(await pricesOf(testStation, done.invoiceId)).toEqual(['10.10', '5.00']);
    expect(await countOf(testStation)).toBe(before + 1);
  });

  test('with two invoices of its number a person says which one is its own', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'acq.invoices.lines.create', fault: 'status', status: 429 });
    const input = create();
    const begun = await window.ask('invoices.create', input);
    await testStation.faults();
    const { plans } = testStation.domain.invoicing;
    // The program ended before it was noted which invoice it is, and meanwhile somebody has entered another one.
    const { invoiceId, ...planned } = plans.at(here.id, input.intent);
    plans.update(planned);
    testStation.odd = {
      'acq.invoices.search': (answer) => {
        const found = answer as { readonly items: readonly object[] };
        return { ...found, items: found.items.flatMap((one) => [one, { ...one, id: '999' }]) };
      },
    };
    const torn = await window.ask('invoices.resume', { id: input.intent, despiteTotal: false });
    expect(torn).toMatchObject({
      failure: { kind: 'invalid', field: 'invoice', reason: 'several' },
      invoiceId: '',
    });
    const { vendor, number } = begun;
    const candidates = await window.ask('invoices.duplicates', { vendor, number });
    expect(candidates?.map((one) => one.invoiceId)).toEqual([invoiceId, '999']);
    const choose = (chosen: unknown) => ({ id: input.intent, invoiceId: String(chosen) });
    const [listed] = (await testStation.client.call('acq.invoices.list', {})).items;
    expect(await window.failure('invoices.chooseInvoice', choose(listed?.id))).toMatchObject({
      ...{ field: 'invoice', reason: 'malformed' },
    });
    // The lines of another job go into it.
    const other = randomUUID();
    plans.add({ ...planned, intent: other, ...(invoiceId !== undefined && { invoiceId }) }, here.id);
    expect(await window.failure('invoices.chooseInvoice', choose(invoiceId))).toMatchObject({
      ...{ field: 'invoice', reason: 'otherJob' },
    });
    plans.dismiss(other);
    expect(await window.ask('invoices.chooseInvoice', choose(invoiceId))).toMatchObject({
      complete: true,
      invoiceId,
    });
    expect(await pricesOf(testStation, String(invoiceId))).toEqual(['10.10', '5.00']);
  });
});
