import * as z from 'zod';
import { invoiceStatusOf, isPaid } from '../../service/invoice.ts';
import { codeOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';

/** The statuses of an invoice, as far as what is done to it changes them. */
export const InvoiceStatuses = z.object({
  status: z.string(),
  approval: z.string(),
  paid: z.boolean(),
  /** Whether the finance system has it; null where the service does not say. */
  inErp: z.boolean().nullable(),
});
export type InvoiceStatuses = z.output<typeof InvoiceStatuses>;

export function statusesOf(invoice: Invoice): InvoiceStatuses {
  const { in_erp: inErp } = invoice;
  return {
    status: invoiceStatusOf(invoice),
    approval: codeOf(invoice.invoice_approval_status).toUpperCase(),
    paid: isPaid(invoice),
    inErp: typeof inErp === 'boolean' ? inErp : null,
  };
}

/** Whether the service gives any status of the invoice. Where it gives none, two reads that agree say nothing. */
export const hasStatus = ({ status, approval }: InvoiceStatuses): boolean => status !== '' || approval !== '';

/** Whether the service says that the invoice is not paid, and does not merely leave it open. */
export const isUnpaid = ({ payment }: Invoice): boolean =>
  lettersOf(codeOf(payment?.payment_status)) === 'NOTPAID';

export const isInReview = ({ status }: InvoiceStatuses): boolean => lettersOf(status) === 'INREVIEW';

/** Deployed services write a status as one word or two, or without the underscore. */
const lettersOf = (status: string): string => status.replace(/[^A-Za-z]/g, '').toUpperCase();
