import type { InvoiceDraft, InvoiceLineDraft } from '../../contract/invoice-draft.ts';
import type { InvoiceOrderLine } from '../../contract/invoices.ts';
import type { Failure } from '../../contract/failure.ts';
import { localDay } from '../../shared/days.ts';
import { isSameAmount, readAmount, sum } from '../../shared/money.ts';

/** A line of the form: what is typed, and what its order line says. */
export interface FormLine extends InvoiceLineDraft {
  /** What tells it from the other lines. */
  readonly key: string;
  /** The order line; null until it is read, and where it cannot be. */
  order: InvoiceOrderLine | null;
  reading: boolean;
  /** Why the order line could not be read. */
  failure: Failure | null;
  /** Its further fields are shown. */
  open: boolean;
}

/** A new invoice as it is typed. */
type InvoiceForm = Omit<InvoiceDraft, 'lines'> & { lines: FormLine[] };

export function emptyLine(): InvoiceLineDraft {
  return { pol: '', price: '', quantity: '', type: '', funds: [], from: '', to: '', vat: '', note: '' };
}

export const formLine = (draft: InvoiceLineDraft): FormLine => ({
  ...draft,
  funds: draft.funds.map((fund) => ({ ...fund })),
  key: crypto.randomUUID(),
  order: null,
  reading: false,
  failure: null,
  open: false,
});

export function emptyInvoice(): InvoiceForm {
  return {
    ...{ number: '', date: localDay(), dueDate: '', vendor: '', account: '', currency: '', total: '' },
    ...{ owner: '', reference: '', paymentMethod: '', note: '', lines: [] },
  };
}

/** What the person has put into the form. The day is only supposed. */
export function typedInto({ lines, ...header }: InvoiceForm): string {
  const typed = Object.values({ ...header, date: '' });
  return [...typed, ...lines.map(({ pol, price }) => pol + price)].join('');
}

/** A line without what only the form knows. */
export const lineDraft = ({ pol, price, quantity, type, funds, from, to, vat, note }: FormLine) => ({
  ...{ pol, price, quantity, type, from, to, vat, note },
  funds: funds.map((fund) => ({ ...fund })),
});

export const invoiceDraft = ({ lines, ...header }: InvoiceForm): InvoiceDraft => ({
  ...header,
  lines: lines.map(lineDraft),
});

export const invoiceForm = ({ lines, ...header }: InvoiceDraft): InvoiceForm => ({
  ...header,
  lines: lines.map(formLine),
});

const decimalsOf = (text: string): number => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;

/** What amounts come to that are being typed: those that are none yet do not count. Exact, in as many decimals as typed. */
export function sumTyped(texts: readonly string[]): string {
  const amounts = texts.map((text) => text.trim()).filter((text) => readAmount(text) !== null);
  return sum(amounts, Math.max(0, ...amounts.map(decimalsOf)));
}

/** By how much one amount is more than another, as a decimal text; `''` where one of them is none. */
export function differenceOf(one: string, other: string): string {
  const [left, right] = [readAmount(one), readAmount(other)];
  return left && right ? left.minus(right).toFixed() : '';
}

/** Whether the price of a line is another than that of its order. Without a price on either side nothing differs. */
export function isOtherPrice({ price, order }: Pick<FormLine, 'price' | 'order'>): boolean {
  const ordered = order?.price.amount ?? '';
  return ordered !== '' && readAmount(price) !== null && !isSameAmount(price, ordered);
}
