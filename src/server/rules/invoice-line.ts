import type Big from 'big.js';
import { codes } from '../../service/codes.ts';
import { amount, sum, toAmount } from '../../shared/money.ts';
import { arrayOf, codeOf, countOf, dateOf, textOf } from '../../service/read.ts';
import type { FundShare, InvoiceLine } from '../../service/shapes/invoice.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { noteOf, primaryFundOf, typeOf, vatOf } from '../../service/invoice.ts';
import { readDay } from './calendar.ts';
import { newLineState } from './invoice.ts';
import { DECIMALS, decimalIn, splitBy } from './invoice-amounts.ts';
import { type Refusal, refused } from './refusal.ts';

/** The kinds of lines. A REGULAR one is for what an order line ordered. Source: Acquisitions objects; the rest is ours. */
const types: readonly string[] = ['REGULAR', 'SHIPMENT', 'OVERHEAD', 'INSURANCE', 'DISCOUNT', 'OTHER'];

/** What a line's own fields refer to, as far as it is there. */
export interface Referred {
  readonly id: string;
  readonly number: number;
  readonly pol: Pol | undefined;
  /** Whether there is such a fund, and it can be spent from. */
  readonly isFund: (code: string) => boolean;
}

/**
 * A new line, in the names of recorded answers: `price` is the amount of the whole line, `quantity` 1 unless said, and
 * a line without a fund is paid from the first fund of its order line. Source: Acquisitions, 7.
 */
export function newLine(sent: InvoiceLine, { id, number, pol, isFund }: Referred): InvoiceLine {
  const type = typeOf(sent) || 'REGULAR';
  if (!types.includes(type)) {
    throw refused(
      codes.invoiceLineType,
      `Invoice line type not valid: ${type.slice(0, 40)} is not one of ${types.join(', ')}.`,
    );
  }
  const poLine = textOf(sent.po_line);
  if (pol === undefined && (poLine !== '' || type === 'REGULAR')) {
    throw refused(codes.invoiceLinePol, `Invoice line's PO Line not found: po_line ${poLine.slice(0, 40)}.`);
  }
  mustHaveDays(sent);
  const vat = vatOf(sent);
  if (typeof vat === 'object' && vat !== null) decimalIn(vat.vat_amount ?? 0, 'vat_amount', lineNotCreated);
  const price = decimalIn(sent.price, 'price', lineNotCreated);
  return {
    ...sent,
    id,
    number: String(number),
    type: { value: type, desc: type },
    status: newLineState(),
    price: toAmount(price, DECIMALS),
    quantity: quantityOf(sent),
    total_price: toAmount(price, DECIMALS),
    fund_distribution: sharesOf(sent, price, pol, isFund),
    note: noteOf(sent),
    invoice_line_vat: vat ?? sent.invoice_line_vat,
  };
}

function quantityOf(sent: InvoiceLine): number {
  const quantity = countOf(sent.quantity ?? 1);
  if (quantity !== null && quantity >= 1 && quantity <= 1_000_000) return quantity;
  throw lineNotCreated('quantity is not a whole number above 0');
}

/** A subscription's first and last day: both or none, and in order. */
function mustHaveDays(sent: InvoiceLine): void {
  const texts = [dateOf(sent.subscription_from_date), dateOf(sent.subscription_to_date)];
  if (texts.every((text) => text === '')) return;
  const [from, to] = texts.map(readDay);
  if (from === undefined || to === undefined || to < from) {
    throw refused(
      codes.invoiceLineDates,
      'Invoice line subscription from/to dates not found: subscription_from_date and subscription_to_date.',
    );
  }
}

/** The funds a line is paid from, each with its amount. Percentages come to 100, amounts to the line's price. */
function sharesOf(
  sent: InvoiceLine,
  price: Big,
  pol: Pol | undefined,
  isFund: (code: string) => boolean,
): FundShare[] {
  const input = arrayOf(sent.fund_distribution);
  const shares = input.length > 0 ? input : primaryShare(pol);
  for (const { fund_code: fund } of shares) {
    const code = codeOf(fund);
    if (!isFund(code)) throw refused(codes.invoiceLineFund, `Fund code not valid: ${code.slice(0, 40)}.`);
  }
  const byPercent = shares.every(({ percent }) => isGiven(percent));
  const byAmount = shares.every((share) => isGiven(amountIn(share)));
  if (byPercent && !shares.some((share) => isGiven(amountIn(share)))) return inPercents(shares, price);
  if (byAmount) return inAmounts(shares, price);
  if (shares.length === 1) return inPercents([{ ...shares[0], percent: '100' }], price);
  throw refused(codes.invoiceLineShares, 'Fund percent or amount is required, for each fund the same.');
}

function primaryShare(pol: Pol | undefined): FundShare[] {
  const code = pol === undefined ? '' : primaryFundOf(pol);
  if (code === '') {
    throw refused(
      codes.invoiceLineShares,
      'Fund percent or amount is required: fund_distribution is missing.',
    );
  }
  return [{ fund_code: { value: code } }];
}

function inPercents(shares: readonly FundShare[], price: Big): FundShare[] {
  const percents = shares.map(({ percent }) => decimalIn(percent, 'percent', lineNotCreated));
  const total = sum(percents.map(String), DECIMALS);
  if (!amount(total).eq(100)) throw lineNotCreated(`the percents of its funds come to ${total}, not to 100`);
  const amounts = splitBy(price, percents);
  return shares.map((share, index) => ({
    ...share,
    percent: String(percents[index]),
    amount: amounts[index],
  }));
}

function inAmounts(shares: readonly FundShare[], price: Big): FundShare[] {
  const amounts = shares.map((share) => decimalIn(amountIn(share), 'amount', lineNotCreated));
  const total = sum(amounts.map(String), DECIMALS);
  if (!amount(total).eq(price)) {
    throw lineNotCreated(`the amounts of its funds come to ${total}, not to ${toAmount(price, DECIMALS)}`);
  }
  return shares.map((share, index) => ({ ...share, amount: toAmount(amounts[index] ?? price, DECIMALS) }));
}

function amountIn({ amount: input }: FundShare) {
  return typeof input === 'object' && input !== null ? input.sum : input;
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

function lineNotCreated(why: string): Refusal {
  return refused(codes.invoiceLineNotCreated, `Invoice line not created: ${why}.`);
}
