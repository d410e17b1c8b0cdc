import { codeOf, labelOf, textOf } from '../../service/read.ts';
import type { Invoice, InvoiceLine } from '../../service/shapes/invoice.ts';
import { wordsKept } from './fold.ts';

/** The fields a search for invoices can name; `ALL` looks in every one. Source: Acquisitions; the set of fields is ours. */
export const invoiceFields = [
  'id',
  'number',
  'vendor_code',
  'vendor_name',
  'owner',
  'reference_number',
  'voucher_number',
  'pol_number',
] as const;

export type InvoiceField = (typeof invoiceFields)[number];

/** The words by which an invoice is found, per field. */
export function invoiceWords(
  invoice: Invoice,
  lines: readonly InvoiceLine[],
): { field: InvoiceField; word: string }[] {
  const texts: Record<InvoiceField, string[]> = {
    id: [textOf(invoice.id)],
    number: [textOf(invoice.number)],
    vendor_code: [codeOf(invoice.vendor)],
    vendor_name: [labelOf(invoice.vendor)],
    owner: [codeOf(invoice.owner)],
    reference_number: [textOf(invoice.reference_number)],
    voucher_number: [textOf(invoice.payment?.voucher_number)],
    pol_number: lines.map((line) => textOf(line.po_line)),
  };
  return invoiceFields.flatMap((field) => {
    const words = new Set(texts[field].flatMap((text) => [...wordsKept(text)]));
    return Array.from(words, (word) => ({ field, word }));
  });
}
