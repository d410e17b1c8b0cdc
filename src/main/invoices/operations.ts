import { isPaid, linesTotals } from '../../service/invoice.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import { freshRead, invoiceQueue, runTask } from '../commands/queues.ts';
import { invalid } from '../failure.ts';
import { typedText } from '../forms/fields.ts';
import type { Service } from '../ports.ts';
import { alertsOf, totalAlert, unacceptedAlerts } from './alerts.ts';
import { decimalsIn, type JudgedStatuses, statusesOf } from './record.ts';
import type { Deps } from '../deps.ts';
import { readInvoice } from './find.ts';

/** What an operation on an invoice needs. */
export interface InvoiceStep {
  readonly invoiceId: string;
  readonly intent: string;
  /** The service of the invoice; the connected one by default. */
  readonly service?: Service;
  readonly signal?: AbortSignal;
}

/** A check of ours that the user may skip, for a reason that is kept in the journal. */
interface Skippable {
  readonly reason?: string | undefined;
}

type Operation =
  'acq.invoices.process' | 'acq.invoices.paid' | 'acq.invoices.markInErp' | 'acq.invoices.reject';

/**
 * Marks an invoice as paid. It is read first: a paid one is not paid again, unless a `reason` skips this check. The
 * service's answer is final. Source: Acquisitions, 2.
 */
export const payInvoice = (deps: Deps, { reason, ...step }: InvoiceStep & Skippable): Promise<Invoice> =>
  onInvoice(deps, 'acq.invoices.paid', step, (invoice) => {
    const why = reasonIn('force', reason);
    if (why === '' && isPaid(invoice)) {
      throw invalid('invoice', 'alreadyPaid', textOf(invoice.payment?.voucher_number));
    }
    return { ...statusesOf(invoice), ...(why !== '' && { reason: why }) };
  });

/** The alerts that a person has accepted, by their codes. */
interface Accepting {
  /** Without it no alert stops anything: whoever asks has seen them. */
  readonly accepted?: readonly string[];
}

/**
 * Processes an invoice: after its lines are added, and before it can be paid. One whose lines do not come to its total
 * is not processed, unless a `reason` skips this check; nor one with other alerts than the `accepted` ones. Source:
 * Invoices (states).
 */
export const processInvoice = (
  deps: Deps,
  { reason, accepted, ...step }: InvoiceStep & Skippable & Accepting,
): Promise<Invoice> =>
  onInvoice(deps, 'acq.invoices.process', step, (invoice, service) => {
    const why = reasonIn('despiteTotal', reason);
    const totals = linesTotals(invoice, decimalsIn(invoice, service));
    if (why === '' && totals.differs) throw invalid('total', 'doesNotAddUp', totals.are);
    // Whoever agrees to the total agrees to the alert that says the same.
    const alerts = alertsOf(invoice).filter(({ code }) => !(why !== '' && code === totalAlert));
    const open = alerts.filter(({ code }) => accepted?.includes(code) === false);
    if (open.length > 0) throw unacceptedAlerts(open);
    const reasons = [why, ...(accepted ? alerts.map(({ label }) => label) : [])].filter(Boolean).join('; ');
    return { ...statusesOf(invoice), ...(reasons !== '' && { reason: reasons.slice(0, 500) }) };
  });

/** Notes that the finance system has an invoice. Source: Invoices (states). */
export const markInvoiceInErp = (deps: Deps, step: InvoiceStep): Promise<Invoice> =>
  onInvoice(deps, 'acq.invoices.markInErp', step, statusesOf);

/** Gives an invoice back to a person. Source: Invoices (states). */
export const rejectInvoice = (deps: Deps, step: InvoiceStep): Promise<Invoice> =>
  onInvoice(deps, 'acq.invoices.reject', step, statusesOf);

/** `before` judges the invoice as it was just read, and returns the state before for the journal. */
async function onInvoice(
  deps: Deps,
  operation: Operation,
  { invoiceId, intent, signal, ...step }: InvoiceStep,
  before: (invoice: Invoice, service: Service) => JudgedStatuses,
): Promise<Invoice> {
  deps.commands.mustBeNew(intent, step.service?.library.id);
  const queue = invoiceQueue(invoiceId);
  // Taken now: while this waits, the station may be connected to another library.
  const service = step.service ?? (await deps.connection.service());
  return runTask(deps.queues, queue, async () => {
    const invoice = await freshRead(deps.queues, queue, () => readInvoice(service, invoiceId, signal));
    const { answer } = await deps.commands.run({
      operation,
      args: { path: { invoice_id: invoiceId }, body: {} },
      id: intent,
      queue,
      about: `${textOf(invoice.number)}: ${textOf(invoice.total_amount)} ${codeOf(invoice.currency)}`,
      before: before(invoice, service),
      service,
      ...(signal && { signal }),
    });
    return answer;
  });
}

/** Why a check is skipped; `''` where it is not. Throws `required` where it is, and nothing is said. */
function reasonIn(field: string, reason: string | undefined): string {
  if (reason === undefined) return '';
  const text = typedText(field, reason, 500);
  if (text === '') throw invalid(field, 'required');
  return text;
}
