import * as z from 'zod';
import { Amount, Code, Flag, many, Moment, Text } from './common.ts';

const Whole = z.union([z.number(), z.string()]).nullish();

/** The share of a fund: a percentage of the line, or an amount, plain or as `{sum, currency}`. */
export const FundShare = z.looseObject({
  fund_code: Code,
  percent: Amount,
  amount: z.union([z.number(), z.string(), z.looseObject({ sum: Amount, currency: Code })]).nullish(),
});
export type FundShare = z.output<typeof FundShare>;

const InvoiceNote = z.union([z.string(), z.looseObject({ content: Text, note_text: Text })]);

const Vat = z
  .union([z.number(), z.string(), z.looseObject({ vat_amount: Amount, percentage: Amount, type: Code })])
  .nullish();

/**
 * A line of an invoice, raw. `price` is the amount of the whole line, however many pieces `quantity` says it is for.
 * Some clients write `invoice_line_type`, `vat` and `notes` where recorded answers have `type`, `invoice_line_vat`
 * and `note`: both are known. Source: Acquisitions objects; the names are those of recorded answers.
 */
export const InvoiceLine = z.looseObject({
  id: Text,
  type: Code,
  invoice_line_type: Code,
  number: Text,
  status: Code,
  price: Amount,
  quantity: Whole,
  total_price: Amount,
  po_line: Text,
  fund_distribution: many(FundShare),
  subscription_from_date: Moment,
  subscription_to_date: Moment,
  note: many(InvoiceNote),
  notes: many(InvoiceNote),
  invoice_line_vat: Vat,
  vat: Vat,
  fully_invoiced: Flag,
  release_remaining_encumbrance: Flag,
});
export type InvoiceLine = z.output<typeof InvoiceLine>;

/** What a line must have: its amount. The rest depends on what kind of line it is, which the service judges. */
export const NewInvoiceLine = InvoiceLine.extend({ price: Amount.unwrap().unwrap() });
export type NewInvoiceLine = z.output<typeof NewInvoiceLine>;

const Payment = z.looseObject({
  prepaid: Flag,
  internal_copy: Flag,
  payment_status: Code,
  voucher_date: Moment,
  voucher_number: Text,
  voucher_amount: Amount,
  voucher_currency: Code,
});

const Charges = z.looseObject({
  shipment: Amount,
  overhead: Amount,
  insurance: Amount,
  discount: Amount,
  use_pro_rata: Flag,
});

/** An invoice, raw. Its lines come with the full view only. Source: Acquisitions objects. */
export const Invoice = z.looseObject({
  id: Text,
  number: Text,
  invoice_date: Moment,
  invoice_due_date: Moment,
  vendor: Code,
  vendor_account: Code,
  total_amount: Amount,
  total_invoice_lines_amount: Amount,
  currency: Code,
  owner: Code,
  payment: Payment.nullish(),
  payment_method: Code,
  reference_number: Text,
  creation_form: Code,
  invoice_status: Code,
  invoice_workflow_status: Code,
  invoice_approval_status: Code,
  approved_by: Text,
  approval_date: Moment,
  additional_charges: Charges.nullish(),
  invoice_vat: Vat,
  alert: many(z.union([z.string(), z.looseObject({ value: Text, desc: Text })])),
  note: many(InvoiceNote),
  number_of_lines: z.union([z.number(), z.string(), z.looseObject({ value: Whole })]).nullish(),
  invoice_lines: z.looseObject({ invoice_line: many(InvoiceLine), total_record_count: Whole }).nullish(),
});
export type Invoice = z.output<typeof Invoice>;

const InvoiceDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}[A-Z]?$/, 'expected a date such as 2026-12-15, with or without a zone letter');

/** What an invoice must have. Without a currency it is in that of the institution. Source: Acquisitions objects. */
export const NewInvoice = Invoice.extend({
  number: z.string().trim().min(1),
  invoice_date: InvoiceDate,
  vendor: Code.unwrap().unwrap(),
  total_amount: Amount.unwrap().unwrap(),
});
export type NewInvoice = z.output<typeof NewInvoice>;
