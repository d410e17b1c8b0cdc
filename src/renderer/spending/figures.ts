import type { Coded } from '../../contract/common.ts';
import type { InvoiceCharges, SpendingInvoice } from '../../contract/spending.ts';
import { amount, parseAmount } from '../../shared/money.ts';

/** What is looked at: spending of a time by fund or by month, or what is not paid yet by vendor, of any date. */
export const spendingViews = ['fund', 'month', 'vendor'] as const;
export type SpendingView = (typeof spendingViews)[number];

/** A bar: whom or what it is for, and how much. */
export interface Figure {
  /** A code, or a month `YYYY-MM`; `''` where the invoices name none. */
  readonly id: string;
  readonly label: string;
  /** A decimal text in the currency of all figures. */
  readonly amount: string;
  /** How many invoices it is made of. */
  readonly invoices: number;
}

/** The figures of a view, and how many amounts are in none because they cannot be read. */
export interface Figures {
  readonly rows: readonly Figure[];
  readonly total: string;
  readonly unread: number;
}

/** What each invoice that was read takes from funds. */
export type ChargesById = Readonly<Record<string, InvoiceCharges>>;

interface Part {
  readonly invoiceId: string;
  readonly of: Coded;
  /** `''` where it cannot be read. */
  readonly amount: string;
}

/** The invoices that a view is made of. */
export const invoicesFor = (
  view: SpendingView,
  invoices: readonly SpendingInvoice[],
): readonly SpendingInvoice[] =>
  invoices.filter(({ paid, inPeriod }) => (view === 'vendor' ? !paid : inPeriod));

/** The currencies of the invoices, the one with most invoices first: sums of two currencies are no sum. */
export function currenciesOf(invoices: readonly SpendingInvoice[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { total } of invoices) counts.set(total.currency, (counts.get(total.currency) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1]).map(([currency]) => currency);
}

/**
 * What the invoices of one currency come to.
 *
 * @param charges by invoice; an invoice that is not read yet is in no fund’s figure
 */
export function figuresOf(
  view: SpendingView,
  invoices: readonly SpendingInvoice[],
  charges: ChargesById,
  currency: string,
): Figures {
  const inCurrency = invoicesFor(view, invoices).filter(({ total }) => total.currency === currency);
  const parts = inCurrency.flatMap((invoice): Part[] => partsOf(view, invoice, charges));
  const figures = sumsOf(parts);
  // Months in their order, all else by its weight.
  const rows =
    view === 'month'
      ? figures.rows.toSorted((one, other) => one.id.localeCompare(other.id))
      : figures.rows.toSorted((one, other) => amount(other.amount).cmp(amount(one.amount)));
  return { ...figures, rows };
}

function partsOf(
  view: SpendingView,
  { invoiceId, vendor, month, total }: SpendingInvoice,
  charges: ChargesById,
): Part[] {
  switch (view) {
    case 'fund':
      return (charges[invoiceId]?.charges ?? []).map((charge) => ({
        invoiceId,
        of: charge.fund,
        amount: charge.amount,
      }));
    case 'month':
      return [{ invoiceId, of: { code: month, label: month }, amount: total.amount }];
    case 'vendor':
      return [{ invoiceId, of: vendor, amount: total.amount }];
  }
}

function sumsOf(parts: readonly Part[]): Figures {
  const sums = new Map<string, { label: string; amount: ReturnType<typeof amount>; invoices: Set<string> }>();
  let total = amount(0);
  let decimals = 0;
  let unread = 0;
  for (const { of, amount: text, invoiceId } of parts) {
    const value = parseAmount(text);
    if (!value) {
      unread += 1;
      continue;
    }
    decimals = Math.max(decimals, text.split('.')[1]?.length ?? 0);
    total = total.plus(value);
    const sum = sums.get(of.code) ?? { label: of.label || of.code, amount: amount(0), invoices: new Set() };
    sums.set(of.code, { ...sum, amount: sum.amount.plus(value), invoices: sum.invoices.add(invoiceId) });
  }
  const rows = [...sums].map(([id, sum]) => ({
    ...{ id, label: sum.label, amount: sum.amount.toFixed(decimals) },
    invoices: sum.invoices.size,
  }));
  return { rows, total: total.toFixed(decimals), unread };
}
