import { isPaid } from '../../service/invoice.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import { freshRead, invoiceQueue, runTask } from '../commands/queues.ts';
import { invalid } from '../failure.ts';
import type { Service } from '../ports.ts';
import { statusesOf } from './statuses.ts';
import type { Deps } from '../deps.ts';

/** An invoice as the service has it now. */
export const readInvoice = (service: Service, invoiceId: string, signal?: AbortSignal): Promise<Invoice> =>
  service.client.call(
    'acq.invoices.get',
    { path: { invoice_id: invoiceId }, query: { view: 'brief' } },
    signal ? { signal } : {},
  );

/** What is done to an invoice as it stands. */
export interface InvoiceStep {
  readonly invoiceId: string;
  readonly intent: string;
  /** Of the library whose invoice it is, for a task that began there; otherwise it is that of now. */
  readonly service?: Service;
  readonly signal?: AbortSignal;
}

/**
 * Marks an invoice as paid. It is read first: one that is paid is not paid again, unless `force` says so. That skips
 * this look of ours and nothing else: what the service answers is final. Source: Acquisitions, 2.
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

/** Has an invoice processed: after its lines are there, and before it can be paid. Source: Invoices (states). */
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
  // While it waits for its turn, somebody may connect the station to another library.
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
