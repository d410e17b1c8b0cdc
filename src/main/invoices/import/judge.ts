import Big from 'big.js';
import {
  type FilePlace,
  type ImportedInvoice,
  type ImportedLine,
  type ImportField,
  type InvoiceField,
  invoiceFields,
  lineFields,
} from '../../../contract/invoice-import.ts';
import { decimalsOf } from '../../../service/currency.ts';
import { amount, parseAmount, toAmount } from '../../../shared/money.ts';
import type { FileInvoice, FileLine, FileValue, Problems } from './parsed.ts';
import { totalProblem } from './total.ts';
import {
  isFormula,
  type Notation,
  readAmount,
  readCode,
  readCurrency,
  readDay,
  readIsbn,
  readQuantity,
  type ReadValue,
  readWords,
} from './values.ts';

/** How the values of a file are read, and what is said of those that cannot be. */
export interface Judging {
  readonly notation: Notation;
  /** The library's code of the vendor, where the file does not name one; `''` where it is not known. */
  readonly vendor: string;
  /** The institution's currency, which an invoice has that names none. */
  readonly currency: string;
  readonly problems: Problems;
}

/** Prices may have more decimals than amounts. */
const priceDecimals = 6;

/** Of an invoice, what cannot be missing. */
const needed: readonly InvoiceField[] = ['number', 'date', 'vendor'];

/** Reads the values of an invoice, and names each that cannot be taken as it is. */
export function judgedInvoice(file: FileInvoice, nth: number, judging: Judging): ImportedInvoice {
  const { problems, vendor, notation } = judging;
  const currency = readValue('currency', file.fields.currency, { notation, decimals: 2 });
  const decimals = decimalsOf(currency.reason === null && currency.text !== '' ? currency.text : judging.currency);
  const reading = { notation, decimals };
  const invoice = Object.fromEntries(
    invoiceFields.map((field) => {
      const value = file.fields[field];
      const charges = file.charges.filter((charge) => charge.field === field);
      const text = [...(value ? [value] : []), ...charges].reduce((sum, each) => {
        const read = readValue(field, each, reading);
        say(problems, { field, value: each, read, invoice: nth });
        return added(sum, read.text, decimals);
      }, '');
      return [field, text];
    }),
  ) as Record<InvoiceField, string>;
  if (invoice.vendor === '') invoice.vendor = vendor;
  for (const field of needed) {
    if (invoice[field] === '') problems.add('required', { place: file.place, field, invoice: nth });
  }
  if (file.lines.length === 0) problems.add('noLines', { place: file.place, invoice: nth });
  const lines = file.lines.map((line) => judgedLine(line, nth, { ...judging, decimals }));
  const sum = sumOf(lines, decimals);
  const different = totalProblem({ ...invoice, sum }, decimals);
  if (different !== null) {
    const place = file.fields.total?.place ?? file.place;
    problems.add('totalDiffers', { place, field: 'total', detail: different, invoice: nth });
  }
  return { ...invoice, place: file.place, sender: file.sender, lines, sum };
}

/** Several charges of a kind are one sum. What is no amount stays as it is. */
function added(sum: string, text: string, decimals: number): string {
  const [one, other] = [parseAmount(sum), parseAmount(text)];
  return one && other ? toAmount(one.plus(other), decimals) : sum || text;
}

function judgedLine(
  file: FileLine,
  invoice: number,
  { problems, notation, decimals }: Judging & { readonly decimals: number },
): ImportedLine {
  const line = { place: file.place } as Record<(typeof lineFields)[number], string> & { place: FilePlace };
  for (const field of lineFields) {
    const value = file.fields[field];
    const read = readValue(field, value, { notation, decimals });
    line[field] = read.text;
    if (value) say(problems, { field, value, read, invoice });
  }
  // A line that names no number of copies is for one.
  if (line.quantity === '') line.quantity = '1';
  const computed = timesQuantity(line, decimals);
  if (line.amount === '' && computed !== null) line.amount = computed;
  const about = (field: ImportField) => ({ place: file.fields[field as 'amount']?.place ?? file.place, field, invoice });
  const value = parseAmount(line.amount);
  if (line.amount === '') problems.add('required', about('amount'));
  else if (value?.lte(0) === true) problems.add('notPositive', { ...about('amount'), detail: line.amount });
  else if (value && computed !== null && file.fields.amount && !value.eq(computed)) {
    problems.add('amountDiffers', { ...about('amount'), detail: computed });
  }
  if (line.pol === '' && line.isbn === '') problems.add('noOrderLine', about('pol'));
  return line;
}

/** Price times quantity; null where one of them could not be read. */
function timesQuantity({ price, quantity }: Pick<ImportedLine, 'price' | 'quantity'>, decimals: number): string | null {
  const [one, copies] = [parseAmount(price), /^\d+$/.test(quantity) ? new Big(quantity) : null];
  return one && copies ? toAmount(one.times(copies), decimals) : null;
}

function sumOf(lines: readonly ImportedLine[], decimals: number): string {
  let sum = new Big(0);
  for (const line of lines) {
    if (parseAmount(line.amount) === null) return '';
    sum = sum.plus(amount(line.amount));
  }
  return toAmount(sum, decimals);
}

/** Names a value that cannot be taken as it is, or that a spreadsheet would run. */
function say(
  problems: Problems,
  about: {
    readonly field: ImportField;
    readonly value: FileValue;
    readonly read: ReadValue;
    readonly invoice: number;
  },
): void {
  const { field, value, read, invoice } = about;
  const where = { place: value.place, field, detail: value.text, invoice };
  if (read.reason !== null) problems.add(read.reason, where);
  else if (isFormula(value.text)) problems.add('formula', where);
}

function readValue(
  field: ImportField,
  value: FileValue | undefined,
  { notation, decimals }: { readonly notation: Notation; readonly decimals: number },
): ReadValue {
  if (!value || value.text === '') return { text: '', reason: null };
  const { text } = value;
  switch (field) {
    case 'date':
    case 'due':
    case 'from':
    case 'to':
      return readDay(text, notation);
    case 'quantity':
      return readQuantity(text, notation);
    case 'price':
      return readAmount(text, notation, priceDecimals);
    case 'amount':
    case 'vat':
    case 'total':
    case 'vatTotal':
    case 'shipment':
    case 'overhead':
    case 'insurance':
    case 'discount':
      return readAmount(text, notation, decimals);
    case 'currency':
      return readCurrency(text);
    case 'isbn':
      return readIsbn(text);
    case 'title':
    case 'note':
      return readWords(text);
    case 'number':
    case 'vendor':
    case 'account':
    case 'pol':
    case 'reference':
    case 'fund':
      return readCode(text);
  }
}
