import {
  type ImportedLine,
  type ImportField,
  type LineField,
  lineFields,
} from '../../../contract/invoice-import.ts';
import { parseAmount, toAmount } from '../../../shared/money.ts';
import type { FileLine, FileValue, Problems } from './parsed.ts';
import { readField } from './read-field.ts';
import { isFormula, type Notation, type ReadValue } from './values.ts';

/** How the lines of an invoice are read. */
interface LineJudging extends Notation {
  /** How many the currency has. */
  readonly decimals: number;
  readonly problems: Problems;
  /** Which of the file's invoices it is, from 0. */
  readonly invoice: number;
}

/** Reads the values of a line, and names each that cannot be taken as it is. */
export function judgedLine(file: FileLine, judging: LineJudging): ImportedLine {
  const { problems, invoice } = judging;
  const fields = {} as Record<LineField, string>;
  for (const field of lineFields) {
    const value = file.fields[field];
    const read: ReadValue = value ? readField(field, value.text, judging) : { text: '', reason: null };
    fields[field] = read.text;
    if (value) say(problems, { field, value, read, invoice });
  }
  // A line that does not say how many copies is for one.
  fields.quantity ||= '1';
  judgeAmount(fields, file, judging);
  if (fields.pol === '' && fields.isbn === '') {
    problems.add('noOrderLine', { place: file.place, field: 'pol', invoice });
  }
  return { ...fields, place: file.place };
}

/** What the line comes to: its amount, else the price of its copies. */
function judgeAmount(
  fields: Record<LineField, string>,
  file: FileLine,
  { decimals, problems, invoice }: LineJudging,
): void {
  const stated = fields.amount !== '';
  const computed = timesQuantity(fields, decimals);
  if (!stated && computed !== null) fields.amount = computed;
  const where = { place: (file.fields.amount ?? file).place, field: 'amount', invoice } as const;
  const value = parseAmount(fields.amount);
  if (fields.amount === '') problems.add('required', where);
  else if (value?.lte(0) === true) problems.add('notPositive', { ...where, detail: fields.amount });
  else if (stated && value && computed !== null && !value.eq(computed)) {
    problems.add('amountDiffers', { ...where, detail: computed });
  }
}

/** Price times quantity; null where one of them could not be read. */
function timesQuantity(
  { price, quantity }: Pick<ImportedLine, 'price' | 'quantity'>,
  decimals: number,
): string | null {
  const one = parseAmount(price);
  return one && /^\d+$/.test(quantity) ? toAmount(one.times(quantity), decimals) : null;
}

/** Names a value that cannot be taken as it is, or that a spreadsheet would run. */
export function say(
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
