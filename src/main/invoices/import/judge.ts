import { type ImportedInvoice, type InvoiceField, invoiceFields } from '../../../contract/invoice-import.ts';
import { decimalsOf } from '../../../service/currency.ts';
import { amount, parseAmount, toAmount } from '../../../shared/money.ts';
import { judgedLine, say } from './judge-line.ts';
import type { FileInvoice, FileValue, Problems } from './parsed.ts';
import { readField } from './read-field.ts';
import { totalProblem, vatPlace } from './total.ts';
import type { Notation } from './values.ts';

/** How the values of a file are read, and where it is said of which that they cannot be. */
export interface Judging {
  readonly notation: Notation;
  /** The library's code of the vendor, as a person says; `''` where nobody does. */
  readonly vendor: string;
  /** The vendor that is remembered for such a file, for an invoice that names none; `''` where none is. */
  readonly knownVendor: string;
  /** The institution's currency, for an invoice that names none. */
  readonly currency: string;
  readonly problems: Problems;
}

/** Of an invoice, what cannot be missing. */
const needed: readonly InvoiceField[] = ['number', 'date', 'vendor'];

/**
 * Reads the values of an invoice, and names each that cannot be taken as it is.
 *
 * @param nth which of the file's invoices it is, from 0
 */
export function judgedInvoice(file: FileInvoice, nth: number, judging: Judging): ImportedInvoice {
  const { problems, notation } = judging;
  const decimals = decimalsFor(file.fields.currency, judging);
  const fields = {} as Record<InvoiceField, string>;
  for (const field of invoiceFields) {
    const value = file.fields[field];
    fields[field] = '';
    for (const each of [...(value ? [value] : []), ...file.charges.filter((one) => one.field === field)]) {
      const read = readField(field, each.text, { ...notation, decimals });
      say(problems, { field, value: each, read, invoice: nth });
      fields[field] = added(fields[field], read.text, decimals);
    }
  }
  fields.vendor = judging.vendor || fields.vendor || judging.knownVendor;
  for (const field of needed) {
    if (fields[field] === '') problems.add('required', { place: file.place, field, invoice: nth });
  }
  if (file.lines.length === 0) problems.add('noLines', { place: file.place, invoice: nth });
  const lines = file.lines.map((line) => judgedLine(line, { ...notation, decimals, problems, invoice: nth }));
  const sum = sumOf(lines, decimals);
  const barred = problems.barring(nth);
  const invoice = { ...fields, place: file.place, sender: file.sender, lines, sum, barred };
  judgeTotal(invoice, { nth, decimals, problems, place: file.fields.total?.place ?? file.place });
  return invoice;
}

function decimalsFor(value: FileValue | undefined, { currency, notation }: Judging): number {
  const read = value && readField('currency', value.text, { ...notation, decimals: 2 });
  return decimalsOf(read?.reason === null ? read.text : currency);
}

/** Several charges of a kind are one sum. What is no amount stays as it is. */
function added(sum: string, text: string, decimals: number): string {
  const [one, other] = [parseAmount(sum), parseAmount(text)];
  return one && other ? toAmount(one.plus(other), decimals) : sum || text;
}

function sumOf(lines: readonly { readonly amount: string }[], decimals: number): string {
  if (lines.some((line) => parseAmount(line.amount) === null)) return '';
  const all = lines.reduce((sum, line) => sum.plus(amount(line.amount)), amount('0'));
  return toAmount(all, decimals);
}

function judgeTotal(
  invoice: ImportedInvoice,
  {
    nth,
    decimals,
    problems,
    place,
  }: {
    readonly nth: number;
    readonly decimals: number;
    readonly problems: Problems;
    readonly place: ImportedInvoice['place'];
  },
): void {
  const about = { place, invoice: nth };
  const comesTo = totalProblem(invoice, decimals);
  if (comesTo !== null) problems.add('totalDiffers', { ...about, field: 'total', detail: comesTo });
  if (vatPlace(invoice) === 'apart') {
    problems.add('apart', { ...about, field: 'vatTotal', detail: invoice.vatTotal });
  }
  if (parseAmount(invoice.discount)?.eq(0) === false) {
    problems.add('apart', { ...about, field: 'discount', detail: invoice.discount });
  }
}
