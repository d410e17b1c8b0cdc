import type Big from 'big.js';
import { paginate } from '../../client/paginate.ts';
import type {
  InvoiceCharges,
  FundCharge,
  Months,
  SpendingInvoice,
  SpendingRead,
} from '../../contract/spending.ts';
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

/** So many are read between two reports: a page of the list. */
const pageSize = 100;

interface Run {
  readonly signal: AbortSignal;
  readonly report: (soFar: SpendingRead) => void;
}

/**
 * The invoices of a time, and those of any date that are not paid, from the list of all: no filter by date is described.
 * What was reported is not answered again. Source: Acquisitions (list).
 */
export async function invoicesOf(deps: Deps, months: Months, { signal, report }: Run): Promise<SpendingRead> {
  const service = await deps.connection.service();
  let invoices: SpendingInvoice[] = [];
  let read = 0;
  let total = 0;
  for await (const invoice of paginate(service.client, 'acq.invoices.list', {}, { signal })) {
    if (read >= maxRead) return { invoices, read, total: Math.max(total, read + 1) };
    read += 1;
    const seen = spendingInvoice(invoice, service.currency, months);
    if ((seen.inPeriod || !seen.paid) && !isRejected(invoice)) invoices.push(seen);
    if (read % pageSize !== 0) continue;
    if (total === 0) {
      ({ total } = await service.client.call('acq.invoices.list', { query: { limit: 1 } }, { signal }));
    }
    report({ invoices, read, total: Math.max(total, read) });
    invoices = [];
  }
  return { invoices, read, total: read };
}

function spendingInvoice(invoice: Invoice, usualCurrency: string, { from, to }: Months): SpendingInvoice {
  const month = dateOf(invoice.invoice_date).slice(0, 7);
  const currency = codeOf(invoice.currency) || usualCurrency;
  return {
    invoiceId: textOf(invoice.id),
    vendor: codedOf(invoice.vendor),
    month,
    total: { amount: displayMoney(invoice.total_amount, decimalsOf(currency)), currency },
    paid: isPaid(invoice),
    inPeriod: month >= from && month <= to,
  };
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
