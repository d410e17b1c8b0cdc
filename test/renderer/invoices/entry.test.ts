import { beforeEach, describe, expect, test } from 'vitest';
import type { InvoiceJob, InvoiceOrderLine } from '../../../src/contract/invoices.ts';
import { InvoiceEntry } from '../../../src/renderer/invoices/entry.svelte.ts';
import type { ScanText } from '../../../src/renderer/scan/scan-text.ts';
import { main, settled } from '../support/main.ts';
import { jobOf } from './jobs.ts';

const order = (pol: string): InvoiceOrderLine => ({
  ...{ pol, title: 'Atlas', account: '', quantity: 1, funds: [] },
  vendor: { code: 'NORTHBOOKS', label: 'North Books' },
  status: { code: 'SENT', label: 'Sent' },
  price: { amount: '10.00', currency: 'ILS' },
});

let told: ScanText[];
let entry: InvoiceEntry;
beforeEach(() => {
  told = [];
  entry = new InvoiceEntry({ currency: () => 'ILS', onComplete: (text) => told.push(text) });
  entry.forget();
});

async function withLine(pol: string): Promise<void> {
  void entry.add(pol);
  await main.open('invoices.orderLine').answer(order(pol));
}

const done = (more: Partial<InvoiceJob> = {}): InvoiceJob => jobOf({ complete: true, ...more });

describe('what a person agrees to', () => {
  test('is asked again where the invoice, or what is to be done with it, was changed since', async () => {
    await withLine('POL-1001');
    entry.then = 'pay';
    await entry.save();
    expect(entry.question).toBe('pay');
    void entry.agree('pay');
    await settled();
    // The total on the paper differs: that is another question, for the same invoice.
    const differs = { kind: 'invalid', field: 'total', reason: 'doesNotAddUp', detail: '10.00' } as const;
    await main.open('invoices.create').fail(differs);
    expect(entry.question).toBe('total');
    void entry.agree('total');
    await settled();
    expect(main.open('invoices.create').input).toMatchObject({ then: 'pay', despiteTotal: true });
    await main.open('invoices.create').fail({ kind: 'unreachable', why: 'timeout', detail: '' });
    await withLine('POL-1002');
    await entry.save();
    expect(entry.question).toBe('pay');
    void entry.agree('pay');
    await settled();
    expect(main.open('invoices.create').input).toMatchObject({ despiteTotal: false });
  });
});

describe('an invoice that is saved while order lines are read', () => {
  test('waits for all of them, shows that, and is sent as it then is', async () => {
    void entry.add('POL-1001');
    const saving = entry.save();
    expect(entry.waiting).toBe(true);
    void entry.add('POL-1002');
    entry.then = 'nothing';
    for (const request of main.all('invoices.orderLine')) await request.answer(order(request.input.code));
    expect(entry.waiting).toBe(false);
    const { input } = main.open('invoices.create');
    expect(input).toMatchObject({ then: 'nothing' });
    expect(input.draft.lines.map(({ pol }) => pol)).toEqual(['POL-1001', 'POL-1002']);
    await main.open('invoices.create').answer(done());
    await saving;
  });
});

describe('the answer for an invoice', () => {
  test('leaves another one alone that is in the form meanwhile', async () => {
    entry.then = 'nothing';
    await withLine('POL-1001');
    void entry.save();
    await settled();
    const sent = main.open('invoices.create');
    await sent.report({ step: 'create', line: 0, of: 1 });
    entry.startOver();
    await withLine('POL-1002');
    await sent.report({ step: 'line', line: 1, of: 1 });
    expect(entry.progress).toBeNull();
    await sent.answer(done({ number: 'N-1' }));
    expect(told.map(({ what }) => what)).toEqual(['N-1 · NORTHBOOKS']);
    expect(entry.form.lines.map(({ pol }) => pol)).toEqual(['POL-1002']);
    expect(entry.job).toBeNull();
  });

  test('that is not complete does not take the place of another one', async () => {
    entry.then = 'nothing';
    await withLine('POL-1001');
    void entry.save();
    await settled();
    const sent = main.open('invoices.create');
    entry.startOver();
    await sent.answer(jobOf());
    expect([entry.job, told]).toEqual([null, []]);
  });
});
