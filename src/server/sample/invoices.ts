import { amountOf, codeOf, textOf } from '../../service/read.ts';
import type { Invoice, InvoiceLine } from '../../service/shapes/invoice.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { sum } from '../../shared/money.ts';
import { daysLater, serviceDate } from '../rules/calendar.ts';
import {
  counted,
  type InvoiceState,
  newInvoice,
  paid,
  processed,
  rejected,
  type WholeInvoice,
} from '../rules/invoice.ts';
import { newLine } from '../rules/invoice-line.ts';
import { firstNumbers } from '../store/counters.ts';
import type { RowsOfAll } from './rows.ts';
import { vendors } from './vendors.ts';

const INVOICES = 24;

const numberOf = {
  invoice: firstNumbers('invoice'),
  line: firstNumbers('invoiceLine'),
  voucher: firstNumbers('voucher'),
};

/** How the statuses follow each other in the list: the first ten have every one of them. */
const statuses: readonly InvoiceState[] = [
  'ACTIVE',
  'READY_TO_BE_PAID',
  'IN_REVIEW',
  'CLOSED',
  'WAITING_FOR_INVOICE',
  'WAITING_TO_BE_SENT',
];

/**
 * Makes invoices in every status, by the rules by which any other becomes one. The first is for the order lines of the
 * vendor of the first order line, and open: it can be tried out from the first line to the payment.
 */
export function sampleInvoices(rows: RowsOfAll, pols: readonly Pol[], now: Date) {
  const first = vendors.findIndex(({ value }) => value === codeOf(pols[0]?.vendor));
  const made = { invoice: 0, invoiceLine: 0, voucher: 0 };
  const newLines = (ordered: readonly Pol[]): InvoiceLine[] =>
    ordered.map((pol, index) => {
      made.invoiceLine += 1;
      const id = numberOf.line(made.invoiceLine);
      const sent = { price: amountOf(pol.price?.sum), po_line: textOf(pol.number), note: '' };
      return newLine(sent, { id, number: index + 1, pol, isFund: () => true });
    });

  for (let index = 0; index < INVOICES; index += 1) {
    const vendor = vendors[(first + index) % vendors.length] ?? vendors[0];
    const status = statuses[index % statuses.length] ?? 'ACTIVE';
    const theirs = pols.filter((pol) => codeOf(pol.vendor) === vendor.value);
    const from = Math.floor(index / vendors.length);
    made.invoice += 1;
    const lines = newLines(theirs.slice(from, from + 1 + (index % 3 === 0 ? 2 : index % 2)));
    const at = daysLater(now, index - 40);
    const sent = {
      number: `${vendor.value.slice(0, 2)}-${String(at.getUTCFullYear())}-${String(1001 + index)}`,
      invoice_date: serviceDate(at),
      invoice_due_date: serviceDate(daysLater(at, 30)),
      vendor_account: 'MAIN',
      total_amount: sum(lines.map((line) => line.total_price)),
      currency: { value: 'ILS', desc: 'New Israeli Shekel' },
      owner: { value: index % 5 === 4 ? 'LAW' : 'MAIN' },
      reference_number: '',
      payment_method: { value: 'ACCOUNTINGDEPARTMENT', desc: 'Accounting Department' },
      payment: { prepaid: status === 'WAITING_FOR_INVOICE', internal_copy: false },
      note: [],
      ...(status === 'WAITING_TO_BE_SENT' && { invoice_status: { value: status } }),
    };
    const id = numberOf.invoice(made.invoice);
    const invoice: Invoice = newInvoice(sent, { id, now: at, vendor, currency: 'ILS' });
    const voucher = () => {
      made.voucher += 1;
      return `V-${numberOf.voucher(made.voucher)}`;
    };
    const whole = brought({ invoice, lines }, status, daysLater(at, 2), voucher);
    rows.invoice(counted(whole), whole.lines);
  }
  return made;
}

/** The invoice in this status, by the way that leads there. */
function brought(whole: WholeInvoice, to: InvoiceState, at: Date, voucher: () => string): WholeInvoice {
  switch (to) {
    case 'READY_TO_BE_PAID':
      return processed(whole, at);
    case 'IN_REVIEW':
      return rejected(processed(whole, at));
    case 'CLOSED':
      return paid(processed(whole, at), at, voucher());
    case 'ACTIVE':
    case 'WAITING_FOR_INVOICE':
    case 'WAITING_TO_BE_SENT':
      return whole;
  }
}
