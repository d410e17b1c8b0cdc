import { m } from '../../messages/compiled/messages.js';
import { moneyText } from '../ui/format.ts';
import { isOtherPrice, type FormLine } from './invoice-form.ts';
import { nameOf } from './invoice-words.ts';

/** What the new invoice says that its lines are held against. */
interface Header {
  readonly vendor: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** An order line that is over. It can be invoiced all the same: a book may come before its order is cancelled. */
const over: Readonly<Record<string, () => string>> = {
  CANCELLED: m.invoices_line_order_cancelled,
  CLOSED: m.invoices_line_order_closed,
};

/** Whether a person has to choose the fund: none is chosen, and there is no order line, or none with a fund. */
export const needsFund = ({ funds, pol, order }: Pick<FormLine, 'funds' | 'pol' | 'order'>): boolean =>
  funds.length === 0 && (order === null ? pol.trim() === '' : order.funds.length === 0);

/** What is odd about a line beside its order line, in words. None of it keeps the invoice from being saved. */
export function oddWords(line: FormLine, { vendor, currency }: Header): string[] {
  const { order } = line;
  if (!order) return [];
  const isOther = order.vendor.code !== '' && vendor.trim() !== order.vendor.code;
  const isForeign = order.price.currency !== '' && order.price.currency !== currency;
  const status = over[order.status.code.toUpperCase()];
  return [
    ...(status ? [status()] : []),
    ...(needsFund(line) ? [m.invoices_line_no_fund()] : []),
    ...(isOther ? [m.invoices_line_other_vendor({ vendor: nameOf(order.vendor) })] : []),
    ...(isForeign || isOtherPrice(line)
      ? [m.invoices_line_other_price({ price: moneyText(order.price) })]
      : []),
  ];
}
