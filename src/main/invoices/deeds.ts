import * as z from 'zod';
import type { InvoiceDeed } from '../../contract/invoices.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import { invoiceQueue, newInvoiceQueue } from '../commands/queues.ts';
import type { JournalEntry } from '../journal/port.ts';
import type { Deps } from '../deps.ts';
import type { Service } from '../ports.ts';

/** What is done to an invoice that is there, by its operation: what usually comes last is first. */
const onInvoice = {
  'acq.invoices.paid': 'pay',
  'acq.invoices.markInErp': 'markInErp',
  'acq.invoices.reject': 'reject',
  'acq.invoices.process': 'process',
  'acq.invoices.lines.create': 'line',
} as const;

/** What is kept of the state before a command that is settled. */
const Before = z.object({ reason: z.string() });

/**
 * What this workstation did to an invoice, or may have, by its journal: the newest first. Lines that were added in a
 * row are one entry.
 */
export function deedsOf({ journal }: Deps, { library }: Service, invoice: Invoice): InvoiceDeed[] {
  const made = (queue: string, operation: keyof typeof onInvoice | 'acq.invoices.create') =>
    journal.doneIn(queue, operation).filter((entry) => entry.library === library.id);
  const queue = invoiceQueue(textOf(invoice.id));
  const numbered = newInvoiceQueue(codeOf(invoice.vendor), textOf(invoice.number));
  const deeds = [
    ...Object.entries(onInvoice).flatMap(([operation, deed]) =>
      made(queue, operation as keyof typeof onInvoice).map((entry) => deedOf(entry, deed)),
    ),
    ...made(numbered, 'acq.invoices.create').map((entry) => deedOf(entry, 'create')),
  ];
  return grouped(deeds.toSorted((one, other) => other.at.localeCompare(one.at)));
}

const deedOf = ({ at, state, before }: JournalEntry, deed: InvoiceDeed['deed']): InvoiceDeed => ({
  deed,
  at,
  unclear: state === 'unknown',
  count: 1,
  reason: Before.safeParse(before).data?.reason ?? '',
});

/** Lines in a row as one entry, with the time of the newest. */
function grouped(deeds: readonly InvoiceDeed[]): InvoiceDeed[] {
  const groups: InvoiceDeed[] = [];
  for (const deed of deeds) {
    const last = groups.at(-1);
    const isSame = deed.deed === 'line' && last?.deed === 'line' && last.unclear === deed.unclear;
    if (isSame) groups.splice(-1, 1, { ...last, count: last.count + 1 });
    else groups.push(deed);
  }
  return groups;
}
