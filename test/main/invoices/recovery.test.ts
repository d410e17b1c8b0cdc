import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { graceMs } from '../../../src/main/commands/certainty.ts';
import { noteDoubt } from '../../../src/main/journal/meta.ts';
import { finishInvoice, invoiceWithLines } from '../../../src/main/invoices/with-lines.ts';
import type { InvoicePlan } from '../../../src/main/invoices/plans.ts';
import { openHouse, type House } from '../support/house.ts';
import { failureOf } from '../support/lost.ts';
import { programRunOf } from '../support/program-run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-invoice-doubts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Two of its lines are alike. */
const plan = (then: InvoicePlan['then'] = 'pay'): InvoicePlan => ({
  ...{ intent: randomUUID(), number: 'DOUBT-1', date: '2026-11-20', vendor: 'NORTHBOOKS', then },
  lines: [
    { amount: '10.10', pol: 'POL-1001' },
    { amount: '5', pol: 'POL-1003' },
    { amount: '10.10', pol: 'POL-1001' },
  ],
});

/** The next run of the program, whose journal has lost all rows of commands, and says that it has lost some. */
function afterLoss(house: House) {
  house.restart(() => {
    const db = new DatabaseSync(house.journalFile);
    db.exec('DELETE FROM entries');
    noteDoubt(db);
    db.close();
  });
  return programRunOf(house);
}

const sent = (house: House): string[] => [...house.intended.values()].map(({ operation }) => operation);

async function linesOf(house: House, invoiceId: string): Promise<number> {
  const { total } = await house.client.call('acq.invoices.lines.list', { path: { invoice_id: invoiceId } });
  return total;
}

/** Goes on with it; what may have left before this run has come to its effect by then. */
async function finished(house: House, working: ReturnType<typeof programRunOf>, intent: string) {
  const [outcome] = await Promise.all([finishInvoice(working, intent), house.clock.pass(graceMs)]);
  return outcome;
}

describe('an invoice of which the journal has lost rows', () => {
  test('and that is there with all that was planned gets nothing a second time', async () => {
    const house = await openHouse(folder);
    const given = plan();
    const { invoiceId } = await invoiceWithLines(programRunOf(house), given);
    const before = sent(house);
    // That all of it was done is lost as well.
    programRunOf(house).plans.add(given, 'here');
    const outcome = await finished(house, afterLoss(house), given.intent);
    expect(outcome).toEqual({
      ...{ invoiceId, total: '25.20', lines: [{ ok: true }, { ok: true }, { ok: true }] },
      ...{ processed: { state: 'done' }, paid: { state: 'done' } },
    });
    expect(sent(house)).toEqual(before);
    expect(await linesOf(house, invoiceId)).toBe(3);
    expect(programRunOf(house).plans.list()).toEqual([]);
  });

  test('and that is not there is created', async () => {
    const house = await openHouse(folder);
    const given = plan('nothing');
    programRunOf(house).plans.add(given, 'here');
    const { invoiceId, lines } = await finished(house, afterLoss(house), given.intent);
    expect(lines.every(({ ok }) => ok === true)).toBe(true);
    expect(await linesOf(house, invoiceId)).toBe(3);
  });

  test.each([
    ['the first of two that are alike', 0],
    ['the second of them', 2],
  ])('gets the line that is not there: %s', async (_which, missing) => {
    const house = await openHouse(folder);
    const given = plan();
    const refused = { fault: 'status', status: 400, count: 1, after: missing };
    await house.faults({ operation: 'acq.invoices.lines.create', ...refused });
    const outcome = await invoiceWithLines(programRunOf(house), given);
    expect(outcome.lines[missing]).toMatchObject({ ok: false });
    expect(await linesOf(house, outcome.invoiceId)).toBe(2);
    const again = await finished(house, afterLoss(house), given.intent);
    expect(again).toMatchObject({ invoiceId: outcome.invoiceId, paid: { state: 'done' } });
    expect(await linesOf(house, outcome.invoiceId)).toBe(3);
  });

  test('waits first for what may have left before this run', async () => {
    const house = await openHouse(folder);
    const given = plan('nothing');
    programRunOf(house).plans.add(given, 'here');
    const working = afterLoss(house);
    const going = finishInvoice(working, given.intent);
    await house.clock.pass(graceMs - 1);
    expect(sent(house)).toEqual([]);
    await house.clock.pass(1);
    await going;
    expect(sent(house)).toHaveLength(4);
  });

  test('is for a person where one of its number is there that says something else', async () => {
    const house = await openHouse(folder);
    const given = plan('nothing');
    await invoiceWithLines(programRunOf(house), { ...given, intent: randomUUID(), date: '2026-11-19' });
    const before = sent(house);
    programRunOf(house).plans.add(given, 'here');
    const going = failureOf(finished(house, afterLoss(house), given.intent));
    expect(await going).toMatchObject({ kind: 'unknown-outcome', operation: 'acq.invoices.create' });
    expect(sent(house)).toEqual(before);
  });

  test('and of which nobody can tell whether it is there is not created', async () => {
    const house = await openHouse(folder);
    const given = plan();
    programRunOf(house).plans.add(given, 'here');
    await house.faults(
      { operation: 'acq.invoices.search', fault: 'status', status: 400 },
      { operation: 'acq.invoices.list', fault: 'status', status: 400 },
    );
    const going = failureOf(finished(house, afterLoss(house), given.intent));
    expect(await going).toMatchObject({ kind: 'unknown-outcome', operation: 'acq.invoices.create' });
    expect(sent(house)).toEqual([]);
    expect(programRunOf(house).plans.list()).toMatchObject([{ failure: { kind: 'unknown-outcome' } }]);
  });
});
