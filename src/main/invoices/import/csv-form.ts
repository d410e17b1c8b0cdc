import {
  type CsvForm,
  type ImportField,
  mostColumns,
  type SaidForm,
} from '../../../contract/invoice-import.ts';
import { fieldsOfNames } from './csv-names.ts';
import type { CsvRow } from './csv.ts';
import type { FileValue } from './parsed.ts';
import { readDay, signShownBy } from './values.ts';

/** So many rows are looked at to guess. */
const sampleSize = 200;

/** How a CSV file is read, as far as it can be found out. */
interface GuessedForm {
  readonly form: CsvForm;
  /** An amount in which the sign can be for decimals or for thousands, as all of them; null where one shows which. */
  readonly anySign: FileValue | null;
}

/**
 * Finds out how a CSV file is read: everything but its separator.
 *
 * @param said what a person has said: the sign of decimals is looked for in the columns they name
 */
export function formOf(
  rows: readonly CsvRow[],
  separator: CsvForm['separator'],
  said: SaidForm | null = null,
): GuessedForm {
  const names = rows[0]?.values.slice(0, mostColumns) ?? [];
  const named = fieldsOfNames(names);
  const header = said?.header ?? (rows.length > 0 && isHeader(names, named));
  const found = header ? named : named.map((): '' => '');
  const columns = said && said.columns.length > 0 ? said.columns : found;
  const sample = rows.slice(header ? 1 : 0, sampleSize);
  const valuesOf = (fields: readonly ImportField[]): FileValue[] =>
    columns.flatMap((field, column) =>
      field !== '' && fields.includes(field)
        ? sample.map(({ line, values }) => ({
            text: values[column]?.trim() ?? '',
            place: { line, segment: '' },
          }))
        : [],
    );
  const { decimal, anySign } = signIn(valuesOf(['amount', 'price', 'total', 'vat']));
  const days = dayOrderOf(valuesOf(['date', 'due', 'from', 'to']).map(({ text }) => text));
  return { form: { separator, header, columns, decimal, days }, anySign };
}

/** A row of names: one of them is known, or all are words. */
function isHeader(values: readonly string[], named: readonly string[]): boolean {
  if (named.some((field) => field !== '')) return true;
  return values.every((value) => value.trim() !== '' && !/\d/.test(value));
}

/** The sign of decimals: what most amounts show. */
function signIn(values: readonly FileValue[]): Pick<GuessedForm, 'anySign'> & Pick<CsvForm, 'decimal'> {
  const shown = values.map(({ text }) => signShownBy(text));
  const countOf = (decimal: CsvForm['decimal']): number => shown.filter((one) => one === decimal).length;
  const [comma, point] = [countOf('comma'), countOf('point')];
  const open = comma + point > 0 ? undefined : values.find(({ text }) => /[.,]/.test(text));
  return { decimal: comma > point ? 'comma' : 'point', anySign: open ?? null };
}

/** The order in which every day can be read. Where several can, day and month are as most of the world writes them. */
function dayOrderOf(values: readonly string[]): CsvForm['days'] {
  const days = values.filter((value) => value !== '');
  const fits = (order: CsvForm['days']): boolean =>
    days.every((value) => readDay(value, { decimal: 'point', days: order }).reason === null);
  return (['dmy', 'mdy', 'ymd'] as const).find(fits) ?? 'dmy';
}

/** The names of the columns, and how many there are. */
export function columnsOf(rows: readonly CsvRow[], { header }: Pick<CsvForm, 'header'>): string[] {
  const widest = Math.max(0, ...rows.slice(0, sampleSize).map(({ values }) => values.length));
  const width = Math.min(widest, mostColumns);
  const names = header ? (rows[0]?.values ?? []) : [];
  return Array.from({ length: width }, (_, column) => shortText(names[column] ?? ''));
}

/** So much of the name of a column, or of a value in it, is shown. */
const longestShown = 200;

export const shortText = (text: string): string => text.trim().slice(0, longestShown).toWellFormed();
