import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { graceMs } from '../../../src/main/commands/certainty.ts';
import { noteDoubt } from '../../../src/main/journal/meta.ts';
import { textOf } from '../../../src/service/read.ts';
import { unknown } from '../support/lost.ts';
import { here, openTestStation, type TestStation, type Window } from '../support/test-station.ts';
import { countOf, create, draft, jobsOf, pricesOf } from './asking.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-invoice-choose-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function open() {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
}

/** Beside each invoice that is found, another desk has entered one that looks the same. */
function doubling(testStation: TestStation): void {
  testStation.odd = {
    'acq.invoices.search': (answer) => {
      const found = answer as { readonly items: readonly object[] };
      return { ...found, items: found.items.flatMap((one) => [one, { ...one, id: '999' }]) };
    },
  };
}

/** The next run of the program, whose journal has lost all rows of commands, and says so. */
function loseRows(testStation: TestStation): Window {
  testStation.restart(() => {
    const db = new DatabaseSync(testStation.journalFile);
    db.exec('DELETE FROM entries');
    noteDoubt(db);
    db.close();
  });
  return testStation.window();
}

const idsOf = async (window: Window, id: string): Promise<unknown> =>
  (await window.ask('invoices.candidates', { id }))?.map(({ invoiceId }) => invoiceId);

const creations = ({ intended }: TestStation): number =>
  [...intended.values()].filter(({ operation }) => operation === 'acq.invoices.create').length;

/** Goes on with a job; what may have left before this run has come to its effect by then. */
async function resume({ clock }: TestStation, window: Window, id: string) {
  const [job] = await Promise.all([
    window.ask('invoices.resume', { id, despiteTotal: false }),
    clock.pass(graceMs),
  ]);
  return job;
}

describe('after rows of the journal were lost', () => {
  test('of two invoices of the number a person says which one is the job’s, and none is created', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'acq.invoices.lines.create', fault: 'status', status: 429 });
    const { id } = await window.ask('invoices.create', create());
    await testStation.faults();
    const { plans } = testStation.domain.invoicing;
    const { invoiceId = '', ...planned } = plans.at(here.id, id);
    plans.update(planned);
    const [before, created] = [await countOf(testStation), creations(testStation)];
    doubling(testStation);
    const later = loseRows(testStation);
    const torn = await resume(testStation, later, id);
    const several = { kind: 'invalid', field: 'invoice', reason: 'several' };
    expect(torn).toMatchObject({ failure: several, invoiceId: '' });
    expect(torn.steps.create).toMatchObject({ state: 'failed', failure: several });
    expect(await idsOf(later, id)).toEqual([invoiceId, '999']);
    expect(await later.ask('invoices.chooseInvoice', { id, invoiceId })).toMatchObject({
      ...{ complete: true, invoiceId },
    });
    expect(await pricesOf(testStation, invoiceId)).toEqual(['10.10', '5.00']);
    expect([await countOf(testStation), creations(testStation)]).toEqual([before, created]);
  });

  test('one that says something else can be said to be the job’s as well, and is kept across a restart', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'acq.invoices.create', fault: 'status', status: 429 });
    const input = create();
    const { id, number } = await window.ask('invoices.create', input);
    await testStation.faults();
    const other = await testStation.client.call('acq.invoices.create', {
      body: { number, invoice_date: '2026-11-01', vendor: { value: 'NORTHBOOKS' }, total_amount: '7.00' },
    });
    const later = loseRows(testStation);
    expect((await resume(testStation, later, id)).steps.create).toMatchObject({
      failure: { kind: 'unknown-outcome' },
    });
    const invoiceId = textOf(other.id);
    expect(await idsOf(later, id)).toEqual([invoiceId]);
    const created = creations(testStation);
    await testStation.faults({ operation: 'acq.invoices.lines.create', fault: 'status', status: 429 });
    expect(await later.ask('invoices.chooseInvoice', { id, invoiceId })).toMatchObject({ invoiceId });
    await testStation.faults();
    testStation.restart();
    const again = testStation.window();
    expect(await jobsOf(again)).toMatchObject([{ id, invoiceId }]);
    await resume(testStation, again, id);
    expect(await pricesOf(testStation, invoiceId)).toEqual(['10.10', '5.00']);
    expect(creations(testStation)).toBe(created);
  });
});

describe('after an answer that did not come', () => {
  /** The answer to the creation is lost, and its invoice cannot be told from another one. */
  async function torn() {
    const { testStation, window } = await open();
    const before = await countOf(testStation);
    await testStation.faults({ operation: 'acq.invoices.create', fault: 'drop-after', count: 1 });
    doubling(testStation);
    const job = await window.ask('invoices.create', create());
    const journalId = unknown(job.failure, 'acq.invoices.create');
    const [made] = (
      await testStation.client.call('acq.invoices.search', { query: { q: `invoice_number~${job.number}` } })
    ).items;
    return { testStation, window, before, id: job.id, journalId, invoiceId: textOf(made?.id) };
  }

  test('a person says which one was made: that settles the creation, and none is made again', async () => {
    const { testStation, window, before, id, journalId, invoiceId } = await torn();
    expect(await idsOf(window, id)).toEqual([invoiceId, '999']);
    const done = await window.ask('invoices.chooseInvoice', { id, invoiceId });
    expect(done).toMatchObject({ complete: true, invoiceId, steps: { create: { state: 'done' } } });
    expect(testStation.journal.entry(journalId)).toMatchObject({ state: 'accepted', settledBy: 'person' });
    expect(await window.unclear()).toEqual([]);
    expect(await pricesOf(testStation, invoiceId)).toEqual(['10.10', '5.00']);
    expect([await countOf(testStation), creations(testStation)]).toEqual([before + 1, 1]);
    expect(await window.failure('invoices.candidates', { id })).toMatchObject({ reason: 'gone' });
  });

  test('the program can end before the creation is settled: its invoice is known, and none is made', async () => {
    const { testStation, before, id, invoiceId } = await torn();
    const { plans } = testStation.domain.invoicing;
    plans.update({ ...plans.at(here.id, id), invoiceId });
    testStation.restart();
    const later = testStation.window();
    expect(await later.ask('invoices.resume', { id, despiteTotal: false })).toMatchObject({
      ...{ complete: true, invoiceId },
    });
    expect([await countOf(testStation), creations(testStation)]).toEqual([before + 1, 1]);
  });

  test('there is nothing to choose while it is only looked for, and what was there before is not offered', async () => {
    const { testStation, window } = await open();
    const number = draft().number;
    const old = { id: 'OLD-1', number, vendor: { value: 'NORTHBOOKS' }, total_amount: '15.10' };
    testStation.odd = {
      'acq.invoices.search': (answer) => ({ ...(answer as object), items: [old] }),
    };
    await testStation.faults({ operation: 'acq.invoices.create', fault: 'drop-before', count: 1 });
    const input = create({ draft: draft({ number }), despiteNumber: true });
    const { id, failure } = await window.ask('invoices.create', input);
    unknown(failure, 'acq.invoices.create');
    expect(await window.ask('invoices.candidates', { id })).toEqual([]);
    testStation.odd['acq.invoices.get'] = (answer) => ({ ...(answer as object), ...old });
    const [some] = (await testStation.client.call('acq.invoices.list', {})).items;
    const choose = { id, invoiceId: textOf(some?.id) };
    expect(await window.failure('invoices.chooseInvoice', choose)).toMatchObject({ reason: 'notNow' });
    const { plans } = testStation.domain.invoicing;
    expect(plans.at(here.id, id).invoiceId).toBeUndefined();
  });

  test('an invoice that another job of this workstation has completed is refused', async () => {
    const { testStation, window } = await open();
    const entered = draft();
    const done = await window.ask('invoices.create', create({ draft: entered }));
    expect(done.complete).toBe(true);
    await testStation.faults({ operation: 'acq.invoices.create', fault: 'status', status: 429 });
    const { id } = await window.ask('invoices.create', create({ draft: entered, despiteNumber: true }));
    await testStation.faults();
    expect(await idsOf(window, id)).toEqual([]);
    const { invoiceId } = done;
    expect(await window.failure('invoices.chooseInvoice', { id, invoiceId })).toMatchObject({
      ...{ kind: 'invalid', field: 'invoice', reason: 'otherJob' },
    });
    expect(await pricesOf(testStation, invoiceId)).toEqual(['10.10', '5.00']);
  });

  test('an invoice that was there before is refused', async () => {
    const { testStation, window } = await open();
    const [some] = (await testStation.client.call('acq.invoices.list', {})).items;
    const { number } = draft();
    const old = { ...some, number, vendor: { value: 'NORTHBOOKS' }, total_amount: '15.10' };
    const twin = { ...old, id: '998' };
    testStation.odd = {
      'acq.invoices.search': (answer) => ({
        ...(answer as object),
        items: creations(testStation) > 0 ? [old, twin, { ...twin, id: '999' }] : [old],
      }),
      'acq.invoices.get': (answer) => ({ ...(answer as object), ...old }),
    };
    await testStation.faults({ operation: 'acq.invoices.create', fault: 'drop-before', count: 1 });
    const input = create({ draft: draft({ number }), despiteNumber: true });
    const { id } = await window.ask('invoices.create', input);
    expect(await idsOf(window, id)).toEqual(['998', '999']);
    const choose = { id, invoiceId: textOf(some?.id) };
    expect(await window.failure('invoices.chooseInvoice', choose)).toMatchObject({
      ...{ field: 'invoice', reason: 'malformed', detail: 'existedBefore' },
    });
  });
});
