import type { CsvForm, ImportField } from '../../../contract/invoice-import.ts';
import { fieldsOfNames } from './csv-names.ts';
import type { CsvRow } from './csv.ts';
import { readDay } from './values.ts';

/** So many rows are looked at to guess. */
const sampleSize = 200;

/** How a CSV file is read, as far as it can be found out: everything but its separator. */
export function formOf(rows: readonly CsvRow[], separator: CsvForm['separator']): CsvForm {
  const [first] = rows;
  const named = fieldsOfNames(first?.values ?? []);
  const header = first !== undefined && isHeader(first.values, named);
  const columns = header ? named : named.map((): '' => '');
  const sample = rows.slice(header ? 1 : 0, sampleSize);
  const valuesOf = (fields: readonly ImportField[]): string[] =>
    columns.flatMap((field, column) =>
      field !== '' && fields.includes(field) ? sample.map(({ values }) => values[column]?.trim() ?? '') : [],
    );
  return {
    separator,
    header,
    columns,
    decimal: decimalOf(valuesOf(['amount', 'price', 'total', 'vat'])),
    days: dayOrderOf(valuesOf(['date', 'due', 'from', 'to'])),
  };
}

/** A row of names: one of them is known, or all are words. */
function isHeader(values: readonly string[], named: readonly string[]): boolean {
  if (named.some((field) => field !== '')) return true;
  return values.every((value) => value.trim() !== '' && !/\d/.test(value));
}

/** The sign of decimals: what the last sign in an amount is, in most of them. */
function decimalOf(values: readonly string[]): CsvForm['decimal'] {
  const ends = (sign: RegExp): number => values.filter((value) => sign.test(value)).length;
  return ends(/,\d{1,2}\D*$/) > ends(/\.\d{1,2}\D*$/) ? 'comma' : 'point';
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
  const width = Math.max(0, ...rows.slice(0, sampleSize).map(({ values }) => values.length));
  const names = header ? (rows[0]?.values ?? []) : [];
  return Array.from({ length: width }, (_, column) => names[column]?.trim() ?? '');
}
