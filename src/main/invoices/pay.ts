import { isPaid } from '../../service/invoice.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import { freshRead, invoiceLane, taskTurn } from '../commands/lanes.ts';
import { invalid } from '../failure.ts';
import type { Service } from '../ports.ts';
import { standingOf } from './standing.ts';
import type { Parts } from '../deps.ts';

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
  parts: Parts,
  { force = false, ...step }: InvoiceStep & { readonly force?: boolean },
): Promise<Invoice> {
  return onInvoice(parts, 'acq.invoices.paid', step, (invoice) => {
    if (!force && isPaid(invoice)) {
      throw invalid('invoice', 'alreadyPaid', textOf(invoice.payment?.voucher_number));
    }
  });
}

/** Has an invoice processed: after its lines are there, and before it can be paid. Source: Invoices (states). */
export const processInvoice = (parts: Parts, step: InvoiceStep): Promise<Invoice> =>
  onInvoice(parts, 'acq.invoices.process', step);

async function onInvoice(
  parts: Parts,
  operation: 'acq.invoices.paid' | 'acq.invoices.process',
  { invoiceId, intent, signal, ...step }: InvoiceStep,
  judge: (invoice: Invoice) => void = () => undefined,
): Promise<Invoice> {
  parts.commands.mustBeNew(intent, step.service?.library.id);
  const lane = invoiceLane(invoiceId);
  // While it waits for its turn, somebody may connect the station to another library.
  const service = step.service ?? (await parts.standing.service());
  return taskTurn(parts.lanes, lane, async () => {
    const invoice = await freshRead(parts.lanes, lane, () => readInvoice(service, invoiceId, signal));
    judge(invoice);
    const { answer } = await parts.commands.run({
      operation,
      args: { path: { invoice_id: invoiceId }, body: {} },
      id: intent,
      lane,
      about: `${textOf(invoice.number)}: ${textOf(invoice.total_amount)} ${codeOf(invoice.currency)}`,
      before: standingOf(invoice),
      service,
      ...(signal && { signal }),
    });
    return answer;
  });
}
