import { amount, NotAnAmount, sum, toAmount } from '../shared/money.ts';
import { arrayOf, codeOf, textOf } from './read.ts';
import type { Invoice, InvoiceLine } from './shapes/invoice.ts';
import type { Pol } from './shapes/pol.ts';

/** Which names a service has for a line's kind, its VAT and its note. Recorded answers have the first. */
export type LineNames = 'recorded' | 'older';

/** The state of an invoice: the step of the workflow where the service has one beside the status. */
export function invoiceStatusOf(invoice: Invoice): string {
  return codeOf(invoice.invoice_workflow_status) || codeOf(invoice.invoice_status);
}

/** Whether an invoice is paid. Source: Acquisitions, 2. */
export function isPaid(invoice: Invoice): boolean {
  return codeOf(invoice.payment?.payment_status).toUpperCase() === 'PAID';
}

/**
 * What the lines of an invoice should come to: its total without the charges and the VAT that stand beside them. Throws
 * `NotAnAmount` where one of these cannot be read.
 */
export function totalForLines(invoice: Invoice, decimals: number): string {
  const { shipment, overhead, insurance, discount } = invoice.additional_charges ?? {};
  const beside = amount(sum([shipment, overhead, insurance], decimals)).minus(sum([discount], decimals));
  const { invoice_vat: vat } = invoice;
  const isOnTop = typeof vat === 'object' && codeOf(vat?.type) === 'EXCLUSIVE';
  const onTop = isOnTop ? sum([vat?.vat_amount], decimals) : '0';
  return toAmount(amount(invoice.total_amount).minus(beside).minus(onTop), decimals);
}

/** What the lines of an invoice come to, and should come to; `''` where that cannot be read. */
export interface LinesTotals {
  readonly are: string;
  readonly should: string;
  /** Both can be read, and they are not the same. */
  readonly differs: boolean;
}

/** The sums of an invoice. A service that says nothing of its lines' sum has no difference. */
export function linesTotals(invoice: Invoice, decimals: number): LinesTotals {
  const are = orUnread(() => toAmount(amount(invoice.total_invoice_lines_amount), decimals));
  const should = orUnread(() => totalForLines(invoice, decimals));
  return { are, should, differs: are !== '' && should !== '' && !amount(are).eq(should) };
}

function orUnread(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotAnAmount) return '';
    throw error;
  }
}

/** The kind of a line, whichever of its two names it has. */
export function typeOf(line: InvoiceLine): string {
  return codeOf(line.type) || codeOf(line.invoice_line_type);
}

/** The VAT of a line as it came, whichever of its two names it has. */
export function vatOf(line: InvoiceLine): InvoiceLine['vat'] {
  return line.invoice_line_vat ?? line.vat ?? undefined;
}

/** The note of a line; several of them, as some clients send, one to a line of text. */
export function noteOf(line: InvoiceLine): string {
  return arrayOf(line.note ?? line.notes)
    .map((note) => (typeof note === 'object' ? textOf(note.content) || textOf(note.note_text) : textOf(note)))
    .filter((text) => text !== '')
    .join('\n');
}

/** The fund an order line is paid from first. Source: Acquisitions, 7. */
export function primaryFundOf(pol: Pol): string {
  return codeOf(arrayOf(pol.fund_distribution)[0]?.fund_code);
}

/** What a person says of a line that is to be created. Amounts are decimal texts. */
export interface LineDraft {
  /** The amount of the whole line. */
  readonly amount: string;
  /** `''` for a line that is for no order line. */
  readonly pol: string;
  readonly quantity?: number | undefined;
  /** Percentages come to 100, sums to the amount of the line. */
  readonly funds?:
    | readonly {
        readonly code: string;
        readonly percent?: string | undefined;
        readonly amount?: string | undefined;
      }[]
    | undefined;
  readonly type?: string | undefined;
  readonly note?: string | undefined;
  /** The first and the last day of a subscription. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly vatAmount?: string | undefined;
}

/** A line as it is written, in the names the service has. Source: Acquisitions objects. */
export function lineToWrite(line: LineDraft, names: LineNames = 'recorded') {
  const type = { value: line.type ?? 'REGULAR' };
  const vat = line.vatAmount === undefined ? undefined : { vat_amount: line.vatAmount };
  const { note } = line;
  const named =
    names === 'recorded'
      ? { type, ...(note !== undefined && { note }), ...(vat && { invoice_line_vat: vat }) }
      : { invoice_line_type: type, ...(note !== undefined && { notes: note }), ...(vat && { vat }) };
  return {
    ...named,
    price: line.amount,
    quantity: line.quantity ?? 1,
    ...(line.pol !== '' && { po_line: line.pol }),
    ...(line.funds && {
      fund_distribution: line.funds.map(({ code, percent, amount: share }) => ({
        fund_code: { value: code },
        ...(percent !== undefined && { percent }),
        ...(share !== undefined && { amount: share }),
      })),
    }),
    ...(line.from !== undefined && { subscription_from_date: line.from }),
    ...(line.to !== undefined && { subscription_to_date: line.to }),
  };
}
