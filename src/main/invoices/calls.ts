import { listenUntil } from '../emitter.ts';
import type { HandlersOf } from '../router.ts';
import { chooseInvoice, invoiceCandidates } from './choose.ts';
import { invoiceDuplicates, invoiceInFull, invoiceLines, invoiceOrderLine, withInvoice } from './invoices.ts';
import { jobRows, jobView } from './job-view.ts';
import { correctLine, createJob, leaveOutLine, resumeJob } from './jobs.ts';
import { listInvoices } from './list.ts';
import { markInvoiceInErp, payInvoice, processInvoice, rejectInvoice } from './operations.ts';
import type { InvoiceDeps } from './run.ts';

/** The calls of this subject but those of importing files, which stand apart. */
type InvoiceHandlers = Omit<HandlersOf<'invoices'>, `invoices.import.${string}`>;

/** Invoices, and the jobs that enter them. */
export function invoiceHandlers(invoicing: InvoiceDeps): InvoiceHandlers {
  const { deps, plans } = invoicing;
  return {
    'invoices.list': (input, { signal }) => listInvoices(deps, input, signal),
    'invoices.read': ({ invoiceId }, { signal }) => invoiceInFull(deps, invoiceId, signal),
    'invoices.lines': (input, { signal }) => invoiceLines(deps, input, signal),
    'invoices.duplicates': (input, { signal }) => invoiceDuplicates(deps, input, signal),
    'invoices.orderLine': ({ code }, { signal }) => invoiceOrderLine(deps, code, signal),
    'invoices.process': ({ despiteTotal: reason, ...step }, { signal }) =>
      withInvoice(deps, { ...step, signal }, (_, one) => processInvoice(deps, { ...one, reason })),
    'invoices.pay': ({ force: reason, ...step }, { signal }) =>
      withInvoice(deps, { ...step, signal }, (_, one) => payInvoice(deps, { ...one, reason })),
    'invoices.markInErp': (step, { signal }) => withInvoice(deps, { ...step, signal }, markInvoiceInErp),
    'invoices.reject': (step, { signal }) => withInvoice(deps, { ...step, signal }, rejectInvoice),
    'invoices.create': (input, { signal, report }) => createJob(invoicing, input, { signal, report }),
    'invoices.watchJobs': (_, { signal, report }) => {
      report(jobRows(invoicing));
      return listenUntil(plans.changes, signal, () => report(jobRows(invoicing)));
    },
    'invoices.job': async ({ id }) => {
      const service = await deps.connection.service();
      return jobView(invoicing, plans.at(service.library.id, id), service);
    },
    'invoices.resume': (input, { signal, report }) => resumeJob(invoicing, input, { signal, report }),
    'invoices.correctLine': (input, { signal, report }) => correctLine(invoicing, input, { signal, report }),
    'invoices.leaveOut': (input, { signal }) => leaveOutLine(invoicing, input, { signal }),
    'invoices.candidates': ({ id }, { signal }) => invoiceCandidates(invoicing, id, signal),
    'invoices.chooseInvoice': (input, { signal, report }) =>
      chooseInvoice(invoicing, input, { signal, report }),
    'invoices.dismiss': ({ id }) => {
      plans.dismiss(id);
      return Promise.resolve(null);
    },
  };
}
