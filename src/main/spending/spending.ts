import type Big from 'big.js';
import { paginate } from '../../client/paginate.ts';
import type { InvoiceCharges, FundCharge, SpendingInvoice } from '../../contract/spending.ts';
import { decimalsOf } from '../../service/currency.ts';
import { isPaid } from '../../service/invoice.ts';
import { arrayOf, codeOf, dateOf, textOf } from '../../service/read.ts';
import type { FundShare, Invoice, InvoiceLine } from '../../service/shapes/invoice.ts';
import { amount, NotAnAmount, toAmount } from '../../shared/money.ts';
import type { Deps } from '../deps.ts';
import { linesOfInvoice, readInvoice } from '../invoices/find.ts';
import { decimalsIn, statusesOf } from '../invoices/record.ts';
import { codedOf, displayMoney } from '../records/values.ts';

/** The most invoices that are looked through: a hundred calls. */
const maxRead = 10_000;

interface Run {
  readonly signal: AbortSignal;
  readonly report: (soFar: { readonly read: number; readonly total: number }) => void;
}

/**
 * The invoices of a time, from the list of all: no filter by date is described. Source: Acquisitions (list).
 */
export async function invoicesOf(
  deps: Deps,
  { from, to }: { readonly from: string; readonly to: string },
  { signal, report }: Run,
): Promise<{ invoices: SpendingInvoice[]; isWhole: boolean }> {
  const service = await deps.connection.service();
  const invoices: SpendingInvoice[] = [];
  let read = 0;
  for await (const invoice of paginate(service.client, 'acq.invoices.list', {}, { signal })) {
    if (read >= maxRead) return { invoices, isWhole: false };
    read += 1;
    if (read % 100 === 0) report({ read, total: 0 });
    const month = dateOf(invoice.invoice_date).slice(0, 7);
    if (month < from || month > to || isRejected(invoice)) continue;
    const currency = codeOf(invoice.currency) || service.currency;
    invoices.push({
      invoiceId: textOf(invoice.id),
      vendor: codedOf(invoice.vendor),
      month,
      total: { amount: displayMoney(invoice.total_amount, decimalsOf(currency)), currency },
      paid: isPaid(invoice),
    });
  }
  return { invoices, isWhole: true };
}

const isRejected = (invoice: Invoice): boolean => {
  const { status, approval } = statusesOf(invoice);
  return [status, approval].some((one) => /REJECTED|CANCEL/i.test(one));
};

/** What these invoices take from funds, one after the other. */
export async function chargesOf(
  deps: Deps,
  invoiceIds: readonly string[],
  signal: AbortSignal,
): Promise<InvoiceCharges[]> {
  const service = await deps.connection.service();
  const read: InvoiceCharges[] = [];
  for (const invoiceId of invoiceIds) {
    const invoice = await readInvoice(service, invoiceId, signal);
    const lines = await linesOfInvoice(service.client, invoiceId, { signal });
    const decimals = decimalsIn(invoice, service);
    read.push({ invoiceId, charges: lines.flatMap((line) => chargesIn(line, decimals)) });
  }
  return read;
}

/** What a line takes from each fund; what the shares do not come to is charged to none. */
function chargesIn(line: InvoiceLine, decimals: number): FundCharge[] {
  const none = { code: '', label: '' };
  try {
    const whole = amount(textOf(line.total_price) || line.price);
    const shares = arrayOf(line.fund_distribution);
    let left = whole;
    const charges = shares.map((share): FundCharge => {
      const part = partOf(share, whole, shares.length === 1).round(decimals);
      left = left.minus(part);
      return { fund: codedOf(share.fund_code), amount: toAmount(part, decimals) };
    });
    return left.eq(0) ? charges : [...charges, { fund: none, amount: toAmount(left, decimals) }];
  } catch (error) {
    if (error instanceof NotAnAmount) return [{ fund: none, amount: '' }];
    throw error;
  }
}

/** A share is a sum or a percentage; a fund that is alone may have neither, and takes the whole line. */
function partOf(share: FundShare, whole: Big, isAlone: boolean): Big {
  const { amount: named, percent } = share;
  const sum = textOf(typeof named === 'object' ? named?.sum : named);
  if (sum !== '') return amount(sum);
  if (textOf(percent) === '') return isAlone ? whole : amount(0);
  return whole.times(amount(percent)).div(100);
}
