import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Command } from '../../../src/service/endpoints.ts';
import { codes, ours } from '../../../src/service/codes.ts';
import { primaryFundOf } from '../../../src/service/invoice.ts';
import type { OrderOf } from '../../../src/main/deps.ts';
import type { InvoicePlan } from '../../../src/main/invoices/plans.ts';
import { finishInvoice, invoiceWithLines } from '../../../src/main/invoices/with-lines.ts';
import { payInvoice } from '../../../src/main/invoices/operations.ts';
import { differing, page, refusal } from '../support/deployed.ts';
import { openTestStation, until, type TestStation } from '../support/test-station.ts';
import { failureOf, lostBefore } from '../support/lost.ts';
import { programRunOf } from '../support/program-run.ts';
import { statusesOf } from '../../../src/main/invoices/record.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-invoices-'));
afterAll(() => rmSync(folder, { recursive: true }));

let made = 0;
const plan = (more: Partial<InvoicePlan> = {}): InvoicePlan => {
  made += 1;
  return {
    intent: randomUUID(),
    number: `PLAN-${String(made)}`,
    date: '2026-11-20',
    vendor: 'NORTHBOOKS',
    lines: [
      { amount: '10.10', pol: 'POL-1001' },
      { amount: '0.20', pol: 'POL-1002', quantity: 2, note: 'with maps' },
      { amount: '5', pol: 'POL-1003' },
    ],
    then: 'pay',
    ...more,
  };
};

const read = (testStation: TestStation, invoiceId: string) =>
  testStation.client.call('acq.invoices.get', { path: { invoice_id: invoiceId } });
const countOf = async (testStation: TestStation) =>
  (await testStation.client.call('acq.invoices.list', {})).total;
const pricesOf = async (testStation: TestStation, invoiceId: string) => {
  const page = await testStation.client.call('acq.invoices.lines.list', { path: { invoice_id: invoiceId } });
  return page.items.map(({ price }) => price);
};

/** How many lines the service has in the invoice of this number. */
async function linesOf(testStation: TestStation, number: string): Promise<number> {
  const query = { q: `invoice_number~${number}` };
  const [invoice] = (await testStation.client.call('acq.invoices.search', { query })).items;
  return invoice ? (await pricesOf(testStation, String(invoice.id))).length : 0;
}

/** As where the program ended after the invoice came about, and before it was noted which one it is. */
function forgetInvoice({ plans }: ReturnType<typeof programRunOf>, intent: string): void {
  const { invoiceId, ...planned } = plans.at('here', intent);
  expect(invoiceId).toMatch(/./);
  plans.update(planned);
}

/** An invoice that is ready to be paid. */
async function readyInvoice(testStation: TestStation): Promise<string> {
  const outcome = await invoiceWithLines(programRunOf(testStation), plan({ then: 'process' }));
  return outcome.invoiceId;
}

describe('an invoice with lines', () => {
  test('is created for their sum, gets each in order from its fund, and is processed and paid', async () => {
    const testStation = await openTestStation(folder);
    const working = programRunOf(testStation);
    const outcome = await invoiceWithLines(working, plan({ fields: { owner: { value: 'MAIN' } } }));
    expect(outcome).toMatchObject({
      total: '15.30',
      lines: [{ ok: true }, { ok: true }, { ok: true }],
      processed: { state: 'done' },
      paid: { state: 'done' },
    });
    const invoice = await read(testStation, outcome.invoiceId);
    expect(invoice).toMatchObject({
      total_amount: '15.30',
      total_invoice_lines_amount: '15.30',
      owner: { value: 'MAIN' },
      payment: { payment_status: { value: 'PAID' } },
      alert: [],
    });
    const page = await testStation.client.call('acq.invoices.lines.list', {
      path: { invoice_id: outcome.invoiceId },
    });
    expect(page.items.map(({ po_line: pol }) => pol)).toEqual(['POL-1001', 'POL-1002', 'POL-1003']);
    expect(page.items[1]).toMatchObject({ quantity: 2, note: 'with maps' });
    const pol = await testStation.client.call('acq.pol.get', { path: { pol_id: 'POL-1002' } });
    expect(page.items[1]?.fund_distribution).toMatchObject([{ fund_code: { value: primaryFundOf(pol) } }]);
    expect(working.plans.list()).toEqual([]);
    expect(testStation.journal.unsettled()).toEqual([]);
  });

  test('is left as it is where that is asked', async () => {
    const testStation = await openTestStation(folder);
    const outcome = await invoiceWithLines(programRunOf(testStation), plan({ then: 'nothing' }));
    expect(outcome).toMatchObject({ processed: { state: 'notAsked' }, paid: { state: 'notAsked' } });
    expect(await read(testStation, outcome.invoiceId)).toMatchObject({ invoice_status: { value: 'ACTIVE' } });
  });

  test('writes the older names for a service that has them', async () => {
    const testStation = await openTestStation(folder);
    const input = plan({
      then: 'nothing',
      lines: [{ amount: '1', pol: 'POL-1001', note: 'n', vatAmount: '0.10' }],
    });
    const { invoiceId } = await invoiceWithLines({ ...programRunOf(testStation), lineNames: 'older' }, input);
    const page = await testStation.client.call('acq.invoices.lines.list', {
      path: { invoice_id: invoiceId },
    });
    expect(page.items[0]).toMatchObject({
      invoice_line_type: { value: 'REGULAR' },
      notes: 'n',
      vat: { vat_amount: '0.10' },
    });
  });

  test('keeps a line that fails, goes on with the others, and is then neither processed nor paid', async () => {
    const testStation = await openTestStation(folder);
    const lines = [
      { amount: '1.00', pol: 'POL-1001' },
      { amount: '2.00', pol: 'POL-9999' },
      { amount: '3.00', pol: 'POL-1002', funds: [{ code: 'OLD-GIFTS', percent: '100' }] },
      { amount: '4.00', pol: 'POL-1003' },
    ];
    const working = programRunOf(testStation);
    const outcome = await invoiceWithLines(working, plan({ lines }));
    expect(outcome).toMatchObject({
      total: '10.00',
      lines: [
        { ok: true },
        { ok: false, failure: { kind: 'refused', code: codes.polNotFound } },
        { ok: false, failure: { kind: 'refused', code: codes.invoiceLineFund } },
        { ok: true },
      ],
      processed: { state: 'notTried' },
      paid: { state: 'notTried' },
    });
    expect(await pricesOf(testStation, outcome.invoiceId)).toEqual(['1.00', '4.00']);
  });

  test('says of a line that it does not get to this time what came of it before', async () => {
    const testStation = await openTestStation(folder);
    const working = programRunOf(testStation);
    const inputs = plan({
      lines: ['POL-NONE', 'POL-1001', 'POL-1003'].map((pol) => ({ amount: '5', pol })),
      then: 'nothing',
    });
    const { lines } = await invoiceWithLines(working, inputs);
    expect(lines.map(({ ok }) => ok)).toEqual([false, true, true]);
    await testStation.faults({ operation: 'acq.pol.get', fault: 'drop-before' });
    const again = await finishInvoice(working, inputs.intent);
    expect(again.lines).toMatchObject([
      { ok: false, failure: { kind: 'unreachable' } },
      { ok: true },
      { ok: true },
    ]);
  });

  test('stays listed while a line of it is refused, until somebody has read that', async () => {
    const testStation = await openTestStation(folder);
    const lines = [
      { amount: '1.00', pol: 'POL-1001' },
      { amount: '2.00', pol: 'POL-9999' },
    ];
    const input = plan({ lines });
    const working = programRunOf(testStation);
    // The window that it was entered in is closed before the answer comes: nobody hears it.
    await invoiceWithLines(working, input);
    working.end();
    testStation.restart();
    const again = programRunOf(testStation);
    const missing = { kind: 'refused', code: codes.polNotFound };
    expect(again.plans.list()).toMatchObject([{ plan: { number: input.number }, failure: missing }]);
    const outcome = await finishInvoice(again, input.intent);
    expect(outcome.lines).toMatchObject([{ ok: true }, { ok: false, failure: missing }]);
    expect(await pricesOf(testStation, outcome.invoiceId)).toEqual(['1.00']);
    again.plans.dismiss(input.intent);
    expect(again.plans.list()).toEqual([]);
  });

  test.each([
    [{ lines: [] }, 'lines', 'required'],
    [{ number: ' ' }, 'number', 'required'],
    [{ date: '2026-02-31' }, 'date', 'notADate'],
    [{ lines: [{ amount: '1,50', pol: 'POL-1001' }] }, 'lines.0.price', 'notAnAmount'],
    [{ lines: [{ amount: '1.505', pol: 'POL-1001' }] }, 'lines.0.price', 'tooManyDecimals'],
  ])('%j is refused before anything is sent', async (wrong, field, reason) => {
    const testStation = await openTestStation(folder);
    const before = await countOf(testStation);
    expect(await failureOf(invoiceWithLines(programRunOf(testStation), plan(wrong)))).toMatchObject({
      kind: 'invalid',
      field,
      reason,
    });
    expect(await countOf(testStation)).toBe(before);
  });

  test('that the service refuses stays listed with its reason, until somebody has read that', async () => {
    const testStation = await openTestStation(folder);
    const before = await countOf(testStation);
    const working = programRunOf(testStation);
    const input = plan({ vendor: 'NOBODY' });
    const refused = { kind: 'refused', code: codes.invoiceNotCreated };
    expect(await failureOf(invoiceWithLines(working, input))).toMatchObject(refused);
    expect(await failureOf(invoiceWithLines(working, input))).toMatchObject(refused);
    expect(working.plans.list()).toMatchObject([{ plan: { vendor: 'NOBODY' }, failure: refused }]);
    working.plans.dismiss(input.intent);
    expect(working.plans.list()).toEqual([]);
    expect(await countOf(testStation)).toBe(before);
  });

  test.each([
    'acq.invoices.create',
    'acq.invoices.lines.create',
    'acq.invoices.process',
    'acq.invoices.paid',
  ] as const)(
    'an answer of %s that does not come is looked up, and nothing is done twice',
    async (operation) => {
      const testStation = await openTestStation(folder);
      const before = await countOf(testStation);
      await testStation.faults({ operation, fault: 'drop-after', count: 1 });
      const outcome = await invoiceWithLines(programRunOf(testStation), plan());
      expect(outcome).toMatchObject({ processed: { state: 'done' }, paid: { state: 'done' } });
      expect(await pricesOf(testStation, outcome.invoiceId)).toEqual(['10.10', '0.20', '5.00']);
      expect(await countOf(testStation)).toBe(before + 1);
    },
  );

  test('that stopped at a line of which nobody knows goes on behind it, once that is known', async () => {
    const testStation = await openTestStation(folder);
    const working = programRunOf(testStation);
    const input = plan();
    await testStation.faults(
      { operation: 'acq.invoices.lines.create', fault: 'drop-after', after: 1, count: 1 },
      { operation: 'acq.invoices.lines.list', fault: 'status', status: 500, after: 1 },
    );
    const outcome = await invoiceWithLines(working, input);
    expect(outcome).toMatchObject({
      lines: [{ ok: true }, { ok: false, failure: { kind: 'unknown-outcome' } }, { ok: null }],
      processed: { state: 'notTried' },
    });
    expect(working.plans.list()).toMatchObject([{ failure: { kind: 'unknown-outcome' } }]);
    expect((await invoiceWithLines(working, input)).lines[1]).toMatchObject({ ok: false });
    await testStation.faults();
    const [remaining] = working.unclear.list();
    expect(await working.unclear.lookAgain(remaining?.id ?? '')).toBe('happened');
    expect(await finishInvoice(working, input.intent)).toMatchObject({
      lines: [{ ok: true }, { ok: true }, { ok: true }],
      paid: { state: 'done' },
    });
    expect(await pricesOf(testStation, outcome.invoiceId)).toEqual(['10.10', '0.20', '5.00']);
    expect(working.plans.list()).toEqual([]);
    expect(await failureOf(finishInvoice(working, input.intent))).toMatchObject({ reason: 'gone' });
  });

  test.each([
    ['blind', 'acq.invoices.search'],
    ['blind', 'acq.invoices.search', 'acq.invoices.list'],
    ['refused', 'acq.invoices.search'],
  ] as const)('finds its invoice again where a read is %s: %s', async (how, ...operations) => {
    const testStation = await openTestStation(folder);
    const working = programRunOf(testStation);
    const input = plan();
    await testStation.faults({ operation: 'acq.invoices.lines.create', fault: 'status', status: 429 });
    expect(await invoiceWithLines(working, input)).toMatchObject({ processed: { state: 'notTried' } });
    await testStation.faults();
    forgetInvoice(working, input.intent);
    // The service does not know the field, or has not indexed it yet; or somebody has corrected the number.
    const client = differing(testStation.client, ({ operation }) => {
      if (!operations.some((one) => one === operation)) return null;
      return how === 'blind' ? page([]) : refusal(operation);
    });
    const service = { client, library: testStation.library, currency: 'ILS', decimals: 2 };
    const connection = { ...working.deps.connection, service: () => Promise.resolve(service) };
    const less = { ...working, deps: { ...working.deps, connection } };
    if (operations.length === 2) {
      expect(await failureOf(finishInvoice(less, input.intent))).toMatchObject({ reason: 'noIds' });
      expect(working.plans.list()).toMatchObject([{ failure: { kind: 'invalid', reason: 'noIds' } }]);
      expect(await finishInvoice(working, input.intent)).toMatchObject({ paid: { state: 'done' } });
    } else expect(await finishInvoice(less, input.intent)).toMatchObject({ paid: { state: 'done' } });
  });

  test('is created where the service refuses the search, without looking through every invoice', async () => {
    const testStation = await openTestStation(folder);
    const working = programRunOf(testStation);
    const requests: string[] = [];
    const client = differing(testStation.client, ({ operation }) => {
      requests.push(operation);
      return operation === 'acq.invoices.search' ? refusal(operation) : null;
    });
    const service = { client, library: testStation.library, currency: 'ILS', decimals: 2 };
    const connection = { ...working.deps.connection, service: () => Promise.resolve(service) };
    const less = { ...working, deps: { ...working.deps, connection } };
    expect(await invoiceWithLines(less, plan())).toMatchObject({ paid: { state: 'done' } });
    expect(requests).not.toContain('acq.invoices.list');
  });

  test('survives a kill in the middle, in the journal, and is finished without doing anything twice', async () => {
    const testStation = await openTestStation(folder);
    const working = programRunOf(testStation);
    const input = plan();
    const before = await countOf(testStation);
    await testStation.faults({ operation: 'acq.invoices.lines.create', fault: 'delay', ms: 400, after: 1 });
    void invoiceWithLines(working, input).catch(() => undefined);
    await until(() =>
      testStation.journal
        .unsettled()
        .some(({ about, state }) => about.startsWith('POL-1002') && state === 'sent'),
    );
    working.end();
    testStation.restart();
    await testStation.faults();
    const again = programRunOf(testStation);
    expect(again.plans.list()).toMatchObject([{ plan: { number: input.number }, failure: null }]);
    // The line that had left before the kill is still carried out by the service.
    await expect.poll(() => linesOf(testStation, input.number)).toBe(2);
    again.unclear.recover();
    await until(() => again.unclear.list().length === 0);
    const outcome = await finishInvoice(again, input.intent);
    expect(outcome).toMatchObject({ paid: { state: 'done' } });
    expect(await pricesOf(testStation, outcome.invoiceId)).toEqual(['10.10', '0.20', '5.00']);
    expect(await countOf(testStation)).toBe(before + 1);
  });
});

describe('paying an invoice', () => {
  test('is refused by us where it is paid; forced, the service has the last word', async () => {
    const testStation = await openTestStation(folder);
    const working = programRunOf(testStation);
    const invoiceId = await readyInvoice(testStation);
    const pay = (reason?: string) => payInvoice(working.deps, { invoiceId, intent: randomUUID(), reason });
    const paid = await pay();
    expect(paid.payment).toMatchObject({ payment_status: { value: 'PAID' } });
    expect(await failureOf(pay())).toEqual({
      kind: 'invalid',
      field: 'invoice',
      reason: 'alreadyPaid',
      detail: paid.payment?.voucher_number,
    });
    expect(await failureOf(pay('The vendor lost it'))).toMatchObject({
      kind: 'refused',
      code: ours.invoicePaid,
    });
  });

  test('twice at once from one station leaves the service alone the second time', async () => {
    const testStation = await openTestStation(folder);
    const working = programRunOf(testStation);
    const invoiceId = await readyInvoice(testStation);
    const pay = () => payInvoice(working.deps, { invoiceId, intent: randomUUID() });
    const outcomes = await Promise.allSettled([pay(), pay()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(outcomes[1]).toMatchObject({ reason: { failure: { reason: 'alreadyPaid' } } });
  });

  test('with the same intent twice is done once', async () => {
    const testStation = await openTestStation(folder);
    const step = { invoiceId: await readyInvoice(testStation), intent: randomUUID() };
    await payInvoice(programRunOf(testStation).deps, step);
    expect(
      await failureOf(payInvoice(programRunOf(testStation).deps, { ...step, reason: 'asked again' })),
    ).toMatchObject({
      reason: 'alreadySent',
    });
  });
});

describe('what is done to an invoice', () => {
  /** Runs with the answer dropped: before the effect it it is known in the end not to have happened, after it to have. */
  async function bothWays<K extends Command>(
    testStation: TestStation,
    order: () => Promise<Omit<OrderOf<K>, 'service' | 'queue' | 'about'>>,
  ) {
    const { deps, unclear } = programRunOf(testStation);
    const service = await deps.connection.service();
    const run = async () =>
      deps.commands.run({ ...(await order()), service, queue: 'test', about: 'a test' });
    const { operation } = await order();
    await lostBefore(testStation, operation, run, () => unclear.list());
    await testStation.faults({ operation, fault: 'drop-after', count: 1 });
    return (await run()).answer;
  }

  test.each([
    ['acq.invoices.process', 'nothing', { invoice_status: { value: 'READY_TO_BE_PAID' } }],
    ['acq.invoices.paid', 'process', { payment: { payment_status: { value: 'PAID' } } }],
    ['acq.invoices.markInErp', 'process', { in_erp: true }],
    ['acq.invoices.reject', 'process', { invoice_status: { value: 'IN_REVIEW' } }],
  ] as const)('%s is looked up when its answer does not come', async (operation, then, after) => {
    const testStation = await openTestStation(folder);
    const { invoiceId } = await invoiceWithLines(programRunOf(testStation), plan({ then }));
    const args = { path: { invoice_id: invoiceId } };
    const answer = await bothWays(testStation, async () => ({
      operation,
      args,
      before: statusesOf(await read(testStation, invoiceId)),
    }));
    expect(answer).toMatchObject(after);
  });

  test('a new one, and a new line of it', async () => {
    const testStation = await openTestStation(folder);
    const body = {
      number: 'N "1" AND 2',
      invoice_date: '2026-01-01',
      vendor: 'LEXPRESS',
      total_amount: '1.00',
    };
    const invoice = await bothWays(testStation, () =>
      Promise.resolve({ operation: 'acq.invoices.create', args: { body }, before: { invoiceIds: [] } }),
    );
    expect(invoice.number).toBe(body.number);
    const args = { path: { invoice_id: String(invoice.id) }, body: { price: '1', po_line: 'POL-1001' } };
    const line = await bothWays(testStation, () =>
      Promise.resolve({ operation: 'acq.invoices.lines.create', args, before: { lineIds: [] } }),
    );
    expect(line.price).toBe('1.00');
  });
});
