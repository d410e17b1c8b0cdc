import * as z from 'zod';
import { decimalsOf } from '../../service/currency.ts';
import { invoiceStatusOf, isPaid } from '../../service/invoice.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Invoice, InvoiceLine } from '../../service/shapes/invoice.ts';
import { isSameAmount } from '../../shared/money.ts';
import type { Service } from '../ports.ts';

/** The statuses of an invoice that commands change. */
export const InvoiceStatuses = z.object({
  status: z.string(),
  approval: z.string(),
  paid: z.boolean(),
  /** Whether the finance system has it; null where the service does not say. */
  inErp: z.boolean().nullable(),
});
export type InvoiceStatuses = z.output<typeof InvoiceStatuses>;

/** The same, and why a check of this program was skipped. */
export const JudgedStatuses = InvoiceStatuses.extend({ reason: z.string().optional() });
export type JudgedStatuses = z.output<typeof JudgedStatuses>;

export function statusesOf(invoice: Invoice): InvoiceStatuses {
  const { in_erp: inErp } = invoice;
  return {
    status: invoiceStatusOf(invoice),
    approval: codeOf(invoice.invoice_approval_status).toUpperCase(),
    paid: isPaid(invoice),
    inErp: typeof inErp === 'boolean' ? inErp : null,
  };
}

/** How many decimals the amounts of an invoice have; where it names no currency, those of the institution's. */
export const decimalsIn = ({ currency }: Invoice, service: Pick<Service, 'currency'>): number =>
  decimalsOf(codeOf(currency) || service.currency);

/** Whether the record has any status. Without one, two equal reads prove nothing. */
export const hasStatus = ({ status, approval }: InvoiceStatuses): boolean => status !== '' || approval !== '';

/** Whether the record says that the invoice is not paid. A missing field does not say so. */
export const isUnpaid = ({ payment }: Invoice): boolean =>
  lettersOf(codeOf(payment?.payment_status)) === 'NOTPAID';

export const isInReview = ({ status }: InvoiceStatuses): boolean => lettersOf(status) === 'INREVIEW';

/** Deployed services write a status as one word or two, or without the underscore. */
const lettersOf = (status: string): string => status.replace(/[^A-Za-z]/g, '').toUpperCase();

export function isSameLine(line: InvoiceLine, sent: Pick<InvoiceLine, 'po_line' | 'price'>): boolean {
  return textOf(line.po_line) === textOf(sent.po_line) && isSameAmount(line.price, sent.price);
}
