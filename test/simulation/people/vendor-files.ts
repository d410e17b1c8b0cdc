import type { InvoicePlan } from '../../../src/main/invoices/plans.ts';
import { writeCsv, writeEdifact, type WrittenInvoice } from '../../../src/service/vendor-invoice.ts';

/** A vendor's file of invoices. */
export interface VendorFile {
  readonly name: string;
  readonly content: Buffer;
  readonly plans: readonly InvoicePlan[];
}

/** With a total of `''`: the invoice is for what its lines come to. */
const written = ({ number, date, vendor, lines }: InvoicePlan): WrittenInvoice => ({
  ...{ number, date, vendor, currency: 'ILS', total: '' },
  lines: lines.map(({ pol, amount, note = '' }) => ({
    ...{ pol, amount, note, isbn: '', title: '', quantity: '1' },
  })),
});

/** With a row for each line, which says of its invoice what the others say. */
export const csvFile = (plans: readonly InvoicePlan[]): VendorFile => ({
  ...{ name: 'invoices.csv', plans },
  content: Buffer.from(writeCsv(plans.map(written))),
});

/** An INVOIC interchange with a message for each invoice. */
export const edifactFile = (plans: readonly InvoicePlan[]): VendorFile => ({
  ...{ name: 'invoices.edi', plans },
  content: Buffer.from(writeEdifact(plans.map(written))),
});
