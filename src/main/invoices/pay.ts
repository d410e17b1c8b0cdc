import { isPaid } from '../../service/invoice.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import { freshRead, invoiceQueue, runTask } from '../commands/queues.ts';
import { invalid } from '../failure.ts';
import type { Service } from '../ports.ts';
import { statusesOf } from './record.ts';
import type { Deps } from '../deps.ts';
import { readInvoice } from './find.ts';

/** What processing or paying an invoice needs. */
export interface InvoiceStep {
  readonly invoiceId: string;
  readonly intent: string;
  /** The service of the invoice; the connected one by default. */
  readonly service?: Service;
  readonly signal?: AbortSignal;
}

/**
 * Marks an invoice as paid. It is read first: a paid one is not paid again, unless `force` skips this check. The
 * service's answer is final. Source: Acquisitions, 2.
 */
export async function payInvoice(
  deps: Deps,
  { force = false, ...step }: InvoiceStep & { readonly force?: boolean },
): Promise<Invoice> {
  return onInvoice(deps, 'acq.invoices.paid', step, (invoice) => {
    if (!force && isPaid(invoice)) {
      throw invalid('invoice', 'alreadyPaid', textOf(invoice.payment?.voucher_number));
    }
  });
}

/** Processes an invoice: after its lines are added, and before it can be paid. Source: Invoices (states). */
export const processInvoice = (deps: Deps, step: InvoiceStep): Promise<Invoice> =>
  onInvoice(deps, 'acq.invoices.process', step);

async function onInvoice(
  deps: Deps,
  operation: 'acq.invoices.paid' | 'acq.invoices.process',
  { invoiceId, intent, signal, ...step }: InvoiceStep,
  judge: (invoice: Invoice) => void = () => undefined,
): Promise<Invoice> {
  deps.commands.mustBeNew(intent, step.service?.library.id);
  const queue = invoiceQueue(invoiceId);
  // Taken now: while this waits, the station may be connected to another library.
  const service = step.service ?? (await deps.connection.service());
  return runTask(deps.queues, queue, async () => {
    const invoice = await freshRead(deps.queues, queue, () => readInvoice(service, invoiceId, signal));
    judge(invoice);
    const { answer } = await deps.commands.run({
      operation,
      args: { path: { invoice_id: invoiceId }, body: {} },
      id: intent,
      queue,
      about: `${textOf(invoice.number)}: ${textOf(invoice.total_amount)} ${codeOf(invoice.currency)}`,
      before: statusesOf(invoice),
      service,
      ...(signal && { signal }),
    });
    return answer;
  });
}
