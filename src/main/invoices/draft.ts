import type { InvoiceDraft, InvoiceLineDraft } from '../../contract/invoice-draft.ts';
import type { InvoiceThen } from '../../contract/invoices.ts';
import { decimalsOf, isCurrency } from '../../service/currency.ts';
import { arrayOf, codeOf, dateOf, textOf } from '../../service/read.ts';
import { Invoice } from '../../service/shapes/invoice.ts';
import { amount, sum, toAmount } from '../../shared/money.ts';
import { invalid } from '../failure.ts';
import {
  codeIn,
  dayText,
  FormValidation,
  typedAmount,
  typedDay,
  typedLines,
  typedText,
} from '../forms/fields.ts';
import type { Service } from '../ports.ts';
import { plannedLine } from './line-draft.ts';
import type { InvoicePlan } from './plans.ts';

/** What is asked for with a new invoice, beside the draft. */
export interface Wanted {
  readonly intent: string;
  readonly then: InvoiceThen;
  /** It is made although the vendor has an invoice with this number. */
  readonly despiteNumber: boolean;
  /** It is made although the total on the paper is not the sum of its lines. */
  readonly despiteTotal: boolean;
}

/** The longest note. */
const longestNote = 2000;

/** The plan of a draft, validated as a whole. Throws all its invalid fields; a field of a line is `lines.3.price`. */
export function planOf(draft: InvoiceDraft, wanted: Wanted, service: Service): InvoicePlan {
  const form = new FormValidation();
  const currency = form.check(() => currencyIn(draft.currency, service.currency), service.currency);
  const decimals = decimalsOf(currency);
  const text = (field: 'account' | 'owner' | 'reference' | 'paymentMethod'): string =>
    form.check(() => typedText(field, draft[field]), '');
  const number = form.check(() => codeIn('number', draft.number), '');
  const date = form.check(() => serviceDay('date', draft.date), '');
  const dueDate = form.check(
    () => (draft.dueDate.trim() === '' ? '' : serviceDay('dueDate', draft.dueDate)),
    '',
  );
  const vendor = form.check(() => codeIn('vendor', draft.vendor), '');
  const [account, owner, reference, method] = [
    text('account'),
    text('owner'),
    text('reference'),
    text('paymentMethod'),
  ];
  const note = form.check(() => typedLines('note', draft.note, longestNote), '');
  form.check(() => {
    if (draft.lines.length === 0) throw invalid('lines', 'required');
  }, undefined);
  const lines = draft.lines.map((line, nth) => plannedLine(form, line, decimals, `lines.${String(nth)}.`));
  const paper = form.check(
    () => (draft.total.trim() === '' ? null : typedAmount('total', draft.total, decimals)),
    null,
  );
  form.throwIfInvalid();
  const total = sum(
    lines.map((line) => line.amount),
    decimals,
  );
  if (paper && !wanted.despiteTotal && !paper.eq(amount(total)))
    throw invalid('total', 'doesNotAddUp', total);
  return {
    ...{ intent: wanted.intent, number, date, vendor, currency, lines, then: wanted.then, total },
    ...(paper && { paperTotal: toAmount(paper, decimals) }),
    ...(wanted.despiteNumber ? {} : { mustBeOnly: true as const }),
    fields: {
      ...(dueDate !== '' && { invoice_due_date: dueDate }),
      ...(account !== '' && { vendor_account: account }),
      ...(owner !== '' && { owner: { value: owner } }),
      ...(reference !== '' && { reference_number: reference }),
      ...(method !== '' && { payment_method: { value: method } }),
      ...(note !== '' && { note: [{ content: note }] }),
    },
  };
}

/** A day as typed, with its zone letter where it has one: the service takes both. Throws an invalid `field`. */
function serviceDay(field: string, typed: string): string {
  const [, day = typed, zone = ''] = /^(.*\d)([A-Z])$/.exec(typed.trim()) ?? [];
  return dayText(typedDay(field, day)) + zone;
}

/** The currency of an invoice, by default the institution's. `XXX` is none. Throws an invalid `currency`. */
function currencyIn(typed: string, usual: string): string {
  const code = typed.trim().toUpperCase();
  const currency = code === '' ? usual : code;
  if (isCurrency(currency)) return currency;
  throw code === '' ? invalid('currency', 'required') : invalid('currency', 'notACurrency', code);
}

/** The draft of a plan, without its lines: to enter it once more. */
export function headerOf(plan: InvoicePlan): Omit<InvoiceDraft, 'lines'> {
  const fields = Invoice.safeParse(plan.fields ?? {}).data;
  return {
    number: plan.number,
    date: plan.date,
    dueDate: dateOf(fields?.invoice_due_date),
    vendor: plan.vendor,
    account: codeOf(fields?.vendor_account),
    currency: plan.currency ?? '',
    total: plan.paperTotal ?? '',
    owner: codeOf(fields?.owner),
    reference: textOf(fields?.reference_number),
    paymentMethod: codeOf(fields?.payment_method),
    note: arrayOf(fields?.note)
      .map((note) => (typeof note === 'object' ? textOf(note.content) : textOf(note)))
      .join('\n'),
  };
}

/** A corrected line, validated alone: its fields have no place in front. Throws all its invalid fields. */
export function correctedLine(draft: InvoiceLineDraft, decimals: number) {
  const form = new FormValidation();
  const line = plannedLine(form, draft, decimals, '');
  form.throwIfInvalid();
  return line;
}
