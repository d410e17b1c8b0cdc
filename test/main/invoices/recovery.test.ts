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
import { openTestStation, type TestStation } from '../support/test-station.ts';
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
function afterLoss(testStation: TestStation) {
  testStation.restart(() => {
    const db = new DatabaseSync(testStation.journalFile);
    db.exec('DELETE FROM entries');
    noteDoubt(db);
    db.close();
  });
  return programRunOf(testStation);
}

const sent = (testStation: TestStation): string[] =>
  [...testStation.intended.values()].map(({ operation }) => operation);

async function linesOf(testStation: TestStation, invoiceId: string): Promise<number> {
  const { total } = await testStation.client.call('acq.invoices.lines.list', {
    path: { invoice_id: invoiceId },
  });
  return total;
}

/** Goes on with it; what may have left before this run has come to its effect by then. */
async function finished(testStation: TestStation, working: ReturnType<typeof programRunOf>, intent: string) {
  const [outcome] = await Promise.all([finishInvoice(working, intent), testStation.clock.pass(graceMs)]);
  return outcome;
}

describe('an invoice of which the journal has lost rows', () => {
  test('and that is there with all that was planned gets nothing a second time', async () => {
    const testStation = await openTestStation(folder);
    const input = plan();
    const { invoiceId } = await invoiceWithLines(programRunOf(testStation), input);
    const before = sent(testStation);
    // That all of it was done is lost as well.
    programRunOf(testStation).plans.add(input, 'here');
    const outcome = await finished(testStation, afterLoss(testStation), input.intent);
    expect(outcome).toEqual({
      ...{ invoiceId, total: '25.20', lines: [{ ok: true }, { ok: true }, { ok: true }] },
      ...{ processed: { state: 'done' }, paid: { state: 'done' } },
    });
    expect(sent(testStation)).toEqual(before);
    expect(await linesOf(testStation, invoiceId)).toBe(3);
    expect(programRunOf(testStation).plans.list()).toEqual([]);
  });

  test('and that is not there is created', async () => {
    const testStation = await openTestStation(folder);
    const input = plan('nothing');
    programRunOf(testStation).plans.add(input, 'here');
    const { invoiceId, lines } = await finished(testStation, afterLoss(testStation), input.intent);
    expect(lines.every(({ ok }) => ok === true)).toBe(true);
    expect(await linesOf(testStation, invoiceId)).toBe(3);
  });

  test.each([
    ['the first of two that are alike', 0],
    ['the second of them', 2],
  ])('gets the line that is not there: %s', async (_which, missing) => {
    const testStation = await openTestStation(folder);
    const input = plan();
    const refused = { fault: 'status', status: 400, count: 1, after: missing };
    await testStation.faults({ operation: 'acq.invoices.lines.create', ...refused });
    const outcome = await invoiceWithLines(programRunOf(testStation), input);
    expect(outcome.lines[missing]).toMatchObject({ ok: false });
    expect(await linesOf(testStation, outcome.invoiceId)).toBe(2);
    const again = await finished(testStation, afterLoss(testStation), input.intent);
    expect(again).toMatchObject({ invoiceId: outcome.invoiceId, paid: { state: 'done' } });
    expect(await linesOf(testStation, outcome.invoiceId)).toBe(3);
  });

  test('waits first for what may have left before this run', async () => {
    const testStation = await openTestStation(folder);
    const input = plan('nothing');
    programRunOf(testStation).plans.add(input, 'here');
    const working = afterLoss(testStation);
    const going = finishInvoice(working, input.intent);
    await testStation.clock.pass(graceMs - 1);
    expect(sent(testStation)).toEqual([]);
    await testStation.clock.pass(1);
    await going;
    expect(sent(testStation)).toHaveLength(4);
  });

  test('is for a person where one of its number is there that says something else', async () => {
    const testStation = await openTestStation(folder);
    const input = plan('nothing');
    await invoiceWithLines(programRunOf(testStation), { ...input, intent: randomUUID(), date: '2026-11-19' });
    const before = sent(testStation);
    programRunOf(testStation).plans.add(input, 'here');
    const going = failureOf(finished(testStation, afterLoss(testStation), input.intent));
    expect(await going).toMatchObject({ kind: 'unknown-outcome', operation: 'acq.invoices.create' });
    expect(sent(testStation)).toEqual(before);
  });

  test('and of which nobody can tell whether it is there is not created', async () => {
    const testStation = await openTestStation(folder);
    const input = plan();
    programRunOf(testStation).plans.add(input, 'here');
    await testStation.faults(
      { operation: 'acq.invoices.search', fault: 'status', status: 400 },
      { operation: 'acq.invoices.list', fault: 'status', status: 400 },
    );
    const going = failureOf(finished(testStation, afterLoss(testStation), input.intent));
    expect(await going).toMatchObject({ kind: 'unknown-outcome', operation: 'acq.invoices.create' });
    expect(sent(testStation)).toEqual([]);
    expect(programRunOf(testStation).plans.list()).toMatchObject([{ failure: { kind: 'unknown-outcome' } }]);
  });
});
