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
import { payInvoice } from '../../../src/main/invoices/pay.ts';
import { differing, page, refusal } from '../support/deployed.ts';
import { openHouse, until, type House } from '../support/house.ts';
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

const read = (house: House, invoiceId: string) =>
  house.client.call('acq.invoices.get', { path: { invoice_id: invoiceId } });
const countOf = async (house: House) => (await house.client.call('acq.invoices.list', {})).total;
const pricesOf = async (house: House, invoiceId: string) => {
  const page = await house.client.call('acq.invoices.lines.list', { path: { invoice_id: invoiceId } });
  return page.items.map(({ price }) => price);
};

/** How many lines the service has in the invoice of this number. */
async function linesOf(house: House, number: string): Promise<number> {
  const query = { q: `invoice_number~${number}` };
  const [invoice] = (await house.client.call('acq.invoices.search', { query })).items;
  return invoice ? (await pricesOf(house, String(invoice.id))).length : 0;
}

/** An invoice that is ready to be paid. */
async function readyInvoice(house: House): Promise<string> {
  const outcome = await invoiceWithLines(programRunOf(house), plan({ then: 'process' }));
  return outcome.invoiceId;
}

describe('an invoice with lines', () => {
  test('is created for their sum, gets each in order from its fund, and is processed and paid', async () => {
    const house = await openHouse(folder);
    const working = programRunOf(house);
    const outcome = await invoiceWithLines(working, plan({ fields: { owner: { value: 'MAIN' } } }));
    expect(outcome).toMatchObject({
      total: '15.30',
      lines: [{ ok: true }, { ok: true }, { ok: true }],
      processed: { state: 'done' },
      paid: { state: 'done' },
    });
    const invoice = await read(house, outcome.invoiceId);
    expect(invoice).toMatchObject({
      total_amount: '15.30',
      total_invoice_lines_amount: '15.30',
      owner: { value: 'MAIN' },
      payment: { payment_status: { value: 'PAID' } },
      alert: [],
    });
    const page = await house.client.call('acq.invoices.lines.list', {
      path: { invoice_id: outcome.invoiceId },
    });
    expect(page.items.map(({ po_line: pol }) => pol)).toEqual(['POL-1001', 'POL-1002', 'POL-1003']);
    expect(page.items[1]).toMatchObject({ quantity: 2, note: 'with maps' });
    const pol = await house.client.call('acq.pol.get', { path: { pol_id: 'POL-1002' } });
    expect(page.items[1]?.fund_distribution).toMatchObject([{ fund_code: { value: primaryFundOf(pol) } }]);
    expect(working.plans.list()).toEqual([]);
    expect(house.journal.unsettled()).toEqual([]);
  });

  test('is left as it is where that is asked', async () => {
    const house = await openHouse(folder);
    const outcome = await invoiceWithLines(programRunOf(house), plan({ then: 'nothing' }));
    expect(outcome).toMatchObject({ processed: { state: 'notAsked' }, paid: { state: 'notAsked' } });
    expect(await read(house, outcome.invoiceId)).toMatchObject({ invoice_status: { value: 'ACTIVE' } });
  });

  test('writes the older names for a service that has them', async () => {
    const house = await openHouse(folder);
    const given = plan({
      then: 'nothing',
      lines: [{ amount: '1', pol: 'POL-1001', note: 'n', vatAmount: '0.10' }],
    });
    const { invoiceId } = await invoiceWithLines({ ...programRunOf(house), lineNames: 'older' }, given);
    const page = await house.client.call('acq.invoices.lines.list', { path: { invoice_id: invoiceId } });
    expect(page.items[0]).toMatchObject({
      invoice_line_type: { value: 'REGULAR' },
      notes: 'n',
      vat: { vat_amount: '0.10' },
    });
  });

  test('keeps a line that fails, goes on with the others, and is then neither processed nor paid', async () => {
    const house = await openHouse(folder);
    const lines = [
      { amount: '1.00', pol: 'POL-1001' },
      { amount: '2.00', pol: 'POL-9999' },
      { amount: '3.00', pol: 'POL-1002', funds: [{ code: 'OLD-GIFTS', percent: '100' }] },
      { amount: '4.00', pol: 'POL-1003' },
    ];
    const working = programRunOf(house);
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
    expect(await pricesOf(house, outcome.invoiceId)).toEqual(['1.00', '4.00']);
  });

  test('says of a line that it does not get to this time what came of it before', async () => {
    const house = await openHouse(folder);
    const working = programRunOf(house);
    const given = plan({
      lines: ['POL-NONE', 'POL-1001', 'POL-1003'].map((pol) => ({ amount: '5', pol })),
      then: 'nothing',
    });
    const { lines } = await invoiceWithLines(working, given);
    expect(lines.map(({ ok }) => ok)).toEqual([false, true, true]);
    await house.faults({ operation: 'acq.pol.get', fault: 'drop-before' });
    const again = await finishInvoice(working, given.intent);
    expect(again.lines).toMatchObject([
      { ok: false, failure: { kind: 'unreachable' } },
      { ok: true },
      { ok: true },
    ]);
  });

  test('stays listed while a line of it is refused, until somebody has read that', async () => {
    const house = await openHouse(folder);
    const lines = [
      { amount: '1.00', pol: 'POL-1001' },
      { amount: '2.00', pol: 'POL-9999' },
    ];
    const given = plan({ lines });
    const working = programRunOf(house);
    // The window that it was entered in is closed before the answer comes: nobody hears it.
    await invoiceWithLines(working, given);
    working.end();
    house.restart();
    const again = programRunOf(house);
    const missing = { kind: 'refused', code: codes.polNotFound };
    expect(again.plans.list()).toMatchObject([{ plan: { number: given.number }, failure: missing }]);
    const outcome = await finishInvoice(again, given.intent);
    expect(outcome.lines).toMatchObject([{ ok: true }, { ok: false, failure: missing }]);
    expect(await pricesOf(house, outcome.invoiceId)).toEqual(['1.00']);
    again.plans.dismiss(given.intent);
    expect(again.plans.list()).toEqual([]);
  });

  test.each([
    [{ lines: [] }, 'lines', 'required'],
    [{ number: ' ' }, 'number', 'required'],
    [{ date: '2026-02-31' }, 'date', 'notADate'],
    [{ lines: [{ amount: '1,50', pol: 'POL-1001' }] }, 'lines.0.amount', 'notAnAmount'],
    [{ lines: [{ amount: '1.505', pol: 'POL-1001' }] }, 'lines.0.amount', 'tooManyDecimals'],
  ])('%j is refused before anything is sent', async (wrong, field, reason) => {
    const house = await openHouse(folder);
    const before = await countOf(house);
    expect(await failureOf(invoiceWithLines(programRunOf(house), plan(wrong)))).toMatchObject({
      kind: 'invalid',
      field,
      reason,
    });
    expect(await countOf(house)).toBe(before);
  });

  test('that the service refuses stays listed with its reason, until somebody has read that', async () => {
    const house = await openHouse(folder);
    const before = await countOf(house);
    const working = programRunOf(house);
    const given = plan({ vendor: 'NOBODY' });
    const refused = { kind: 'refused', code: codes.invoiceNotCreated };
    expect(await failureOf(invoiceWithLines(working, given))).toMatchObject(refused);
    expect(await failureOf(invoiceWithLines(working, given))).toMatchObject(refused);
    expect(working.plans.list()).toMatchObject([{ plan: { vendor: 'NOBODY' }, failure: refused }]);
    working.plans.dismiss(given.intent);
    expect(working.plans.list()).toEqual([]);
    expect(await countOf(house)).toBe(before);
  });

  test.each([
    'acq.invoices.create',
    'acq.invoices.lines.create',
    'acq.invoices.process',
    'acq.invoices.paid',
  ] as const)(
    'an answer of %s that does not come is looked up, and nothing is done twice',
    async (operation) => {
      const house = await openHouse(folder);
      const before = await countOf(house);
      await house.faults({ operation, fault: 'drop-after', count: 1 });
      const outcome = await invoiceWithLines(programRunOf(house), plan());
      expect(outcome).toMatchObject({ processed: { state: 'done' }, paid: { state: 'done' } });
      expect(await pricesOf(house, outcome.invoiceId)).toEqual(['10.10', '0.20', '5.00']);
      expect(await countOf(house)).toBe(before + 1);
    },
  );

  test('that stopped at a line of which nobody knows goes on behind it, once that is known', async () => {
    const house = await openHouse(folder);
    const working = programRunOf(house);
    const given = plan();
    await house.faults(
      { operation: 'acq.invoices.lines.create', fault: 'drop-after', after: 1, count: 1 },
      { operation: 'acq.invoices.lines.list', fault: 'status', status: 500, after: 2 },
    );
    const outcome = await invoiceWithLines(working, given);
    expect(outcome).toMatchObject({
      lines: [{ ok: true }, { ok: false, failure: { kind: 'unknown-outcome' } }, { ok: null }],
      processed: { state: 'notTried' },
    });
    expect(working.plans.list()).toMatchObject([{ failure: { kind: 'unknown-outcome' } }]);
    expect((await invoiceWithLines(working, given)).lines[1]).toMatchObject({ ok: false });
    await house.faults();
    const [left] = working.unclear.list();
    expect(await working.unclear.lookAgain(left?.id ?? '')).toBe('happened');
    expect(await finishInvoice(working, given.intent)).toMatchObject({
      lines: [{ ok: true }, { ok: true }, { ok: true }],
      paid: { state: 'done' },
    });
    expect(await pricesOf(house, outcome.invoiceId)).toEqual(['10.10', '0.20', '5.00']);
    expect(working.plans.list()).toEqual([]);
    expect(await failureOf(finishInvoice(working, given.intent))).toMatchObject({ reason: 'noIds' });
  });

  test.each([
    ['blind', 'acq.invoices.search'],
    ['blind', 'acq.invoices.search', 'acq.invoices.list'],
    ['refused', 'acq.invoices.search'],
  ] as const)('finds its invoice again where a read is %s: %s', async (how, ...operations) => {
    const house = await openHouse(folder);
    const working = programRunOf(house);
    const given = plan();
    await house.faults({ operation: 'acq.invoices.lines.create', fault: 'status', status: 429 });
    expect(await invoiceWithLines(working, given)).toMatchObject({ processed: { state: 'notTried' } });
    await house.faults();
    // The service does not know the field, or has not indexed it yet; or somebody has corrected the number.
    const client = differing(house.client, ({ operation }) => {
      if (!operations.some((one) => one === operation)) return null;
      return how === 'blind' ? page([]) : refusal(operation);
    });
    const service = { client, library: house.library, currency: 'ILS', decimals: 2 };
    const connection = { ...working.deps.connection, service: () => Promise.resolve(service) };
    const less = { ...working, deps: { ...working.deps, connection } };
    if (operations.length === 2) {
      expect(await failureOf(finishInvoice(less, given.intent))).toMatchObject({ reason: 'noIds' });
      expect(working.plans.list()).toMatchObject([{ failure: { kind: 'invalid', reason: 'noIds' } }]);
      expect(await finishInvoice(working, given.intent)).toMatchObject({ paid: { state: 'done' } });
    } else expect(await finishInvoice(less, given.intent)).toMatchObject({ paid: { state: 'done' } });
  });

  test('is created where the service refuses the search, without looking through every invoice', async () => {
    const house = await openHouse(folder);
    const working = programRunOf(house);
    const asked: string[] = [];
    const client = differing(house.client, ({ operation }) => {
      asked.push(operation);
      return operation === 'acq.invoices.search' ? refusal(operation) : null;
    });
    const service = { client, library: house.library, currency: 'ILS', decimals: 2 };
    const connection = { ...working.deps.connection, service: () => Promise.resolve(service) };
    const less = { ...working, deps: { ...working.deps, connection } };
    expect(await invoiceWithLines(less, plan())).toMatchObject({ paid: { state: 'done' } });
    expect(asked).not.toContain('acq.invoices.list');
  });

  test('survives a kill in the middle, in the journal, and is finished without doing anything twice', async () => {
    const house = await openHouse(folder);
    const working = programRunOf(house);
    const given = plan();
    const before = await countOf(house);
    await house.faults({ operation: 'acq.invoices.lines.create', fault: 'delay', ms: 400, after: 1 });
    void invoiceWithLines(working, given).catch(() => undefined);
    await until(() =>
      house.journal.unsettled().some(({ about, state }) => about.startsWith('POL-1002') && state === 'sent'),
    );
    working.end();
    house.restart();
    await house.faults();
    const again = programRunOf(house);
    expect(again.plans.list()).toMatchObject([{ plan: { number: given.number }, failure: null }]);
    // The line that had left before the kill is still carried out by the service.
    await expect.poll(() => linesOf(house, given.number)).toBe(2);
    again.unclear.recover();
    await until(() => again.unclear.list().length === 0);
    const outcome = await finishInvoice(again, given.intent);
    expect(outcome).toMatchObject({ paid: { state: 'done' } });
    expect(await pricesOf(house, outcome.invoiceId)).toEqual(['10.10', '0.20', '5.00']);
    expect(await countOf(house)).toBe(before + 1);
  });
});

describe('paying an invoice', () => {
  test('is refused by us where it is paid; forced, the service has the last word', async () => {
    const house = await openHouse(folder);
    const working = programRunOf(house);
    const invoiceId = await readyInvoice(house);
    const pay = (force = false) => payInvoice(working.deps, { invoiceId, intent: randomUUID(), force });
    const paid = await pay();
    expect(paid.payment).toMatchObject({ payment_status: { value: 'PAID' } });
    expect(await failureOf(pay())).toEqual({
      kind: 'invalid',
      field: 'invoice',
      reason: 'alreadyPaid',
      detail: paid.payment?.voucher_number,
    });
    expect(await failureOf(pay(true))).toMatchObject({ kind: 'refused', code: ours.invoicePaid });
  });

  test('twice at once from one station leaves the service alone the second time', async () => {
    const house = await openHouse(folder);
    const working = programRunOf(house);
    const invoiceId = await readyInvoice(house);
    const pay = () => payInvoice(working.deps, { invoiceId, intent: randomUUID() });
    const outcomes = await Promise.allSettled([pay(), pay()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(outcomes[1]).toMatchObject({ reason: { failure: { reason: 'alreadyPaid' } } });
  });

  test('with the same intent twice is done once', async () => {
    const house = await openHouse(folder);
    const step = { invoiceId: await readyInvoice(house), intent: randomUUID() };
    await payInvoice(programRunOf(house).deps, step);
    expect(await failureOf(payInvoice(programRunOf(house).deps, { ...step, force: true }))).toMatchObject({
      reason: 'alreadySent',
    });
  });
});

describe('what is done to an invoice', () => {
  /** Runs with the answer dropped: before the effect it it is known in the end not to have happened, after it to have. */
  async function bothWays<K extends Command>(
    house: House,
    order: () => Promise<Omit<OrderOf<K>, 'service' | 'queue' | 'about'>>,
  ) {
    const { deps, unclear } = programRunOf(house);
    const service = await deps.connection.service();
    const run = async () =>
      deps.commands.run({ ...(await order()), service, queue: 'test', about: 'a test' });
    const { operation } = await order();
    await lostBefore(house, operation, run, () => unclear.list());
    await house.faults({ operation, fault: 'drop-after', count: 1 });
    return (await run()).answer;
  }

  test.each([
    ['acq.invoices.process', 'nothing', { invoice_status: { value: 'READY_TO_BE_PAID' } }],
    ['acq.invoices.paid', 'process', { payment: { payment_status: { value: 'PAID' } } }],
    ['acq.invoices.markInErp', 'process', { in_erp: true }],
    ['acq.invoices.reject', 'process', { invoice_status: { value: 'IN_REVIEW' } }],
  ] as const)('%s is looked up when its answer does not come', async (operation, then, after) => {
    const house = await openHouse(folder);
    const { invoiceId } = await invoiceWithLines(programRunOf(house), plan({ then }));
    const args = { path: { invoice_id: invoiceId } };
    const answer = await bothWays(house, async () => ({
      operation,
      args,
      before: statusesOf(await read(house, invoiceId)),
    }));
    expect(answer).toMatchObject(after);
  });

  test('a new one, and a new line of it', async () => {
    const house = await openHouse(folder);
    const body = {
      number: 'N "1" AND 2',
      invoice_date: '2026-01-01',
      vendor: 'LEXPRESS',
      total_amount: '1.00',
    };
    const invoice = await bothWays(house, () =>
      Promise.resolve({ operation: 'acq.invoices.create', args: { body }, before: { invoiceIds: [] } }),
    );
    expect(invoice.number).toBe(body.number);
    const args = { path: { invoice_id: String(invoice.id) }, body: { price: '1', po_line: 'POL-1001' } };
    const line = await bothWays(house, () =>
      Promise.resolve({ operation: 'acq.invoices.lines.create', args, before: { lineIds: [] } }),
    );
    expect(line.price).toBe('1.00');
  });
});
