import type { Coded, Money } from '../../contract/common.ts';
import type {
  InvoiceDeed,
  InvoiceLineView,
  InvoiceOrderLine,
  InvoiceRow,
  InvoiceView,
} from '../../contract/invoices.ts';
import { isPaid, linesTotals, noteOf, typeOf, vatOf } from '../../service/invoice.ts';
import { arrayOf, codeOf, countOf, dateOf, flagOf, labelOf, textOf } from '../../service/read.ts';
import type { Amount, Code } from '../../service/shapes/common.ts';
import type { FundShare, Invoice, InvoiceLine } from '../../service/shapes/invoice.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { decimalsOf } from '../../service/currency.ts';
import { copiesOf, polNumberOf, polTitleOf } from '../orders/record.ts';
import { codedOf, displayMoney } from '../records/values.ts';
import { alertsOf } from './alerts.ts';
import { decimalsIn, isInReview, statusesOf } from './record.ts';

/** What the service says in its own currency. */
interface Station {
  readonly currency: string;
}

/** An invoice in a list. Any field of the record can be missing. */
export function invoiceRow(invoice: Invoice, station: Station): InvoiceRow {
  const decimals = decimalsIn(invoice, station);
  return {
    invoiceId: textOf(invoice.id),
    number: textOf(invoice.number),
    vendor: codedOf(invoice.vendor),
    date: dateOf(invoice.invoice_date),
    dueDate: dateOf(invoice.invoice_due_date),
    total: moneyIn(invoice.total_amount, invoice.currency, station, decimals),
    status: statusIn(invoice),
    payment: codedOf(invoice.payment?.payment_status),
    paid: isPaid(invoice),
    lines: linesIn(invoice),
    alerts: alertsOf(invoice),
  };
}

/** An invoice in full, with what this workstation did to it. */
export function invoiceView(invoice: Invoice, station: Station, deeds: readonly InvoiceDeed[]): InvoiceView {
  const decimals = decimalsIn(invoice, station);
  const money = (value: Amount): string => displayMoney(value, decimals);
  const totals = linesTotals(invoice, decimals);
  const statuses = statusesOf(invoice);
  const { additional_charges: charges, payment } = invoice;
  return {
    ...invoiceRow(invoice, station),
    account: labelOf(invoice.vendor_account),
    owner: codedOf(invoice.owner),
    reference: textOf(invoice.reference_number),
    paymentMethod: codedOf(invoice.payment_method),
    approval: codedOf(invoice.invoice_approval_status),
    approvedBy: textOf(invoice.approved_by),
    approvalDate: dateOf(invoice.approval_date),
    approved: statuses.approval === 'APPROVED',
    inReview: isInReview(statuses),
    inErp: statuses.inErp,
    linesTotal: totals.are,
    linesExpected: totals.should,
    totalDiffers: totals.differs,
    vat: vatIn(invoice.invoice_vat, money),
    charges: {
      shipment: money(charges?.shipment),
      overhead: money(charges?.overhead),
      insurance: money(charges?.insurance),
      discount: money(charges?.discount),
    },
    voucher: textOf(payment?.voucher_number)
      ? {
          number: textOf(payment?.voucher_number),
          date: dateOf(payment?.voucher_date),
          amount: moneyIn(
            payment?.voucher_amount,
            payment?.voucher_currency ?? invoice.currency,
            station,
            decimals,
          ),
        }
      : null,
    prepaid: flagOf(payment?.prepaid),
    notes: notesIn(invoice),
    deeds,
  };
}

/** A line of an invoice; its amounts have the decimals of the invoice's currency. */
export function lineView(line: InvoiceLine, decimals: number): InvoiceLineView {
  const money = (value: Amount): string => displayMoney(value, decimals);
  return {
    lineId: textOf(line.id),
    number: textOf(line.number),
    type: { code: typeOf(line), label: labelOf(line.type) || labelOf(line.invoice_line_type) },
    status: codedOf(line.status),
    pol: textOf(line.po_line),
    price: money(line.price),
    quantity: textOf(line.quantity),
    total: money(line.total_price),
    funds: arrayOf(line.fund_distribution).map((share) => fundView(share, money)),
    from: dateOf(line.subscription_from_date),
    to: dateOf(line.subscription_to_date),
    vat: vatIn(vatOf(line), money)?.amount ?? '',
    note: noteOf(line),
  };
}

/** What a line of an invoice needs of an order line. */
export function orderLineView(pol: Pol, { currency: usual }: Station): InvoiceOrderLine {
  const currency = codeOf(pol.price?.currency) || usual;
  const money = (value: Amount): string => displayMoney(value, decimalsOf(currency));
  const quantities = arrayOf(pol.location).map(({ quantity }) => countOf(quantity));
  const isSaid = quantities.length > 0 && quantities.every((one) => one !== null);
  const copies = copiesOf(pol).length;
  return {
    pol: polNumberOf(pol),
    title: polTitleOf(pol),
    vendor: codedOf(pol.vendor),
    account: textOf(pol.vendor_account),
    status: codedOf(pol.status),
    price: { amount: money(pol.price?.sum), currency },
    quantity: isSaid ? quantities.reduce<number>((all, one) => all + one, 0) : copies || null,
    funds: arrayOf(pol.fund_distribution).map((share) => fundView(share, money)),
  };
}

const fundView = (
  { fund_code: fund, percent, amount }: FundShare,
  money: (value: Amount) => string,
): { fund: Coded; percent: string; amount: string } => ({
  fund: codedOf(fund),
  percent: textOf(percent),
  amount: money(typeof amount === 'object' ? amount?.sum : amount),
});

const moneyIn = (value: Amount, currency: Code, station: Station, decimals: number): Money => ({
  amount: displayMoney(value, decimals),
  currency: codeOf(currency) || station.currency,
});

/** The step of the workflow where the service has one beside the status. */
const statusIn = ({ invoice_workflow_status: step, invoice_status: status }: Invoice): Coded =>
  codedOf(codeOf(step) === '' ? status : step);

function linesIn({ number_of_lines: lines, invoice_lines: inside }: Invoice): number | null {
  return countOf(typeof lines === 'object' ? lines?.value : lines) ?? countOf(inside?.total_record_count);
}

function vatIn(vat: Invoice['invoice_vat'], money: (value: Amount) => string): InvoiceView['vat'] {
  if (vat === null || vat === undefined) return null;
  if (typeof vat !== 'object') return { amount: money(vat), percent: '', type: { code: '', label: '' } };
  return { amount: money(vat.vat_amount), percent: textOf(vat.percentage), type: codedOf(vat.type) };
}

const notesIn = ({ note }: Invoice): string[] =>
  arrayOf(note)
    .map((one) => (typeof one === 'object' ? textOf(one.content) || textOf(one.note_text) : textOf(one)))
    .filter((text) => text !== '');
