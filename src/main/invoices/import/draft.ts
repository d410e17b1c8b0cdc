import type { ImportedInvoice, ImportedLine } from '../../../contract/invoice-import.ts';
import type { InvoiceDraft, InvoiceLineDraft } from '../../../contract/invoice-draft.ts';
import { amount, parseAmount, toAmount } from '../../../shared/money.ts';
import { vatPlace } from './total.ts';

/** The charges of an invoice, each a line of its own type. A discount is in no line: the prices have to take it in. */
const chargeTypes = { shipment: 'SHIPMENT', overhead: 'OVERHEAD', insurance: 'INSURANCE' } as const;

/**
 * An invoice of a file as a person goes on with it. What could not be read is as in the file, so that New invoice names
 * it again.
 *
 * @param pols the order lines a person has chosen, by the line, from 0
 * @param decimals how many the currency has
 */
export function draftOf(
  invoice: ImportedInvoice,
  pols: Readonly<Record<string, string>>,
  decimals: number,
): InvoiceDraft {
  const addsVat = vatPlace(invoice) === 'beside';
  return {
    number: invoice.number,
    date: invoice.date,
    dueDate: invoice.due,
    vendor: invoice.vendor,
    account: invoice.account,
    currency: invoice.currency,
    total: invoice.total,
    owner: '',
    reference: '',
    paymentMethod: '',
    note: '',
    lines: [
      ...invoice.lines.map((line, nth) => ({
        ...lineDraft({ ...line, pol: pols[String(nth)] ?? line.pol }),
        price: addsVat ? withVat(line, decimals) : line.amount,
      })),
      ...(Object.keys(chargeTypes) as (keyof typeof chargeTypes)[]).flatMap((field) =>
        parseAmount(invoice[field])?.gt(0)
          ? [{ ...noLine, price: invoice[field], type: chargeTypes[field] }]
          : [],
      ),
    ],
  };
}

const noLine: InvoiceLineDraft = {
  ...{ pol: '', price: '', quantity: '', type: '', funds: [], from: '', to: '', vat: '', note: '' },
};

const lineDraft = ({
  pol,
  amount: price,
  quantity,
  fund,
  from,
  to,
  vat,
  note,
}: ImportedLine): InvoiceLineDraft => ({
  ...noLine,
  ...{ pol, price, quantity, from, to, vat, note },
  funds: fund === '' ? [] : [{ fund, percent: '', amount: '' }],
});

const withVat = (line: ImportedLine, decimals: number): string =>
  toAmount(amount(line.amount).plus(parseAmount(line.vat) ?? 0), decimals);
