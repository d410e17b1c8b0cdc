import * as z from 'zod';
import { TypedAmount } from './common.ts';

/** What is typed into an invoice. */
export const Text = z.string().max(2000);

/** A fund's share of a line: a percentage or a sum, as typed; the other is `''`. One fund alone may have neither. */
const FundDraft = z.object({ fund: Text, percent: TypedAmount, amount: TypedAmount });
export type FundDraft = z.output<typeof FundDraft>;

/** A line of an invoice as typed. Source: Acquisitions objects. */
export const InvoiceLineDraft = z.object({
  /** The number of the order line; `''` for a line that is for none. */
  pol: Text,
  /** The price of the whole line, however many pieces it is for. */
  price: TypedAmount,
  /** `''`: 1. */
  quantity: TypedAmount,
  /** `''`: REGULAR. */
  type: Text,
  /** None: the first fund of the order line. Percentages come to 100, sums to the price; not both in one line. */
  funds: z.array(FundDraft).max(100),
  /** The first and the last day of a subscription, `YYYY-MM-DD`: both or none. */
  from: Text,
  to: Text,
  /** The sum of the VAT in the price; `''` for none. */
  vat: TypedAmount,
  note: Text,
});
export type InvoiceLineDraft = z.output<typeof InvoiceLineDraft>;

/**
 * An invoice as typed, or as read from a file. Nothing in it has been validated. An invalid field of a line is named
 * with its place, from 0: `lines.3.price`, `lines.3.funds.0.fund`.
 */
export const InvoiceDraft = z.object({
  number: Text,
  /** `YYYY-MM-DD`, with or without a zone letter; so is `dueDate`, which may be `''`. */
  date: Text,
  dueDate: Text,
  /** The vendor's code. */
  vendor: Text,
  /** The vendor's account, `''` for none. */
  account: Text,
  /** ISO 4217; `''`: the institution's. */
  currency: Text,
  /**
   * The total on the paper, `''` where nobody has read it. It is only compared with the lines: the invoice is created
   * for the sum of its lines. Source: Acquisitions, 6.
   */
  total: TypedAmount,
  /** The library that pays; `''`: not said. */
  owner: Text,
  reference: Text,
  paymentMethod: Text,
  note: Text,
  lines: z.array(InvoiceLineDraft).max(5000),
});
export type InvoiceDraft = z.output<typeof InvoiceDraft>;
