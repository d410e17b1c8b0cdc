import { randomUUID } from 'node:crypto';
import type { Input } from '../../../src/contract/index.ts';
import type { InvoiceDraft, InvoiceLineDraft } from '../../../src/contract/invoice-draft.ts';
import type { InvoiceJobRow } from '../../../src/contract/invoices.ts';
import type { TestStation, Window } from '../support/test-station.ts';

/** A line as somebody types it: for an order line, with its price. */
export const line = (more: Partial<InvoiceLineDraft> = {}): InvoiceLineDraft => ({
  ...{
    pol: 'POL-1001',
    price: '10.10',
    quantity: '',
    type: '',
    funds: [],
    from: '',
    to: '',
    vat: '',
    note: '',
  },
  ...more,
});

let made = 0;

/** An invoice as somebody types it, with a number that was not used before: two lines, 15.10 in all. */
export function draft(more: Partial<InvoiceDraft> = {}): InvoiceDraft {
  made += 1;
  return {
    ...{ number: `NEW-${String(made)}`, date: '2026-11-20', dueDate: '', vendor: 'NORTHBOOKS', account: '' },
    ...{ currency: '', total: '', owner: '', reference: '', paymentMethod: '', note: '' },
    lines: [line(), line({ pol: 'POL-1002', price: '5' })],
    ...more,
  };
}

/** What a window sends to have it made. */
export const create = (more: Partial<Input<'invoices.create'>> = {}): Input<'invoices.create'> => ({
  ...{ intent: randomUUID(), draft: draft(), then: 'process', despiteNumber: false, despiteTotal: false },
  ...{ replaces: null },
  ...more,
});

/** Operations on an invoice, each with an intent of its own. */
export const on = (invoiceId: string) => ({ intent: randomUUID(), invoiceId });

/** The jobs that a window is told of. */
export async function jobsOf(window: Window): Promise<readonly InvoiceJobRow[]> {
  const controller = new AbortController();
  const reports: (readonly InvoiceJobRow[])[] = [];
  const watching = window.ask(
    'invoices.watchJobs',
    {},
    { signal: controller.signal, report: (jobs) => reports.push(jobs) },
  );
  controller.abort();
  await watching;
  return reports[0] ?? [];
}

/** The prices of an invoice's lines at the service. */
export async function pricesOf({ client }: TestStation, invoiceId: string): Promise<unknown[]> {
  const { items } = await client.call('acq.invoices.lines.list', { path: { invoice_id: invoiceId } });
  return items.map(({ price }) => price);
}

/** How many invoices the service has. */
export const countOf = async ({ client }: TestStation): Promise<number> =>
  (await client.call('acq.invoices.list', {})).total;
