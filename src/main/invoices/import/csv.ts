import type { CsvForm } from '../../../contract/invoice-import.ts';
import * as csv from '../../records/csv-in.ts';
import { fieldsOfNames } from './csv-names.ts';
import { mostLines, type Problems } from './parsed.ts';

export type { CsvRow } from '../../records/csv-in.ts';

/** The separator of a file of invoices. */
export const separatorOf = (text: string): CsvForm['separator'] =>
  csv.separatorOf(text, (names) => fieldsOfNames(names).filter((field) => field !== '').length);

/** The rows of a CSV file that have anything in them. */
export function readRows(
  text: string,
  separator: CsvForm['separator'],
  problems: Problems,
): readonly csv.CsvRow[] {
  // One more than is taken, and the row of names, to see that there are too many.
  const { rows, broken } = csv.readRows(text, separator, mostLines + 2);
  if (broken) problems.add('quotes', { place: { line: broken.line, segment: '' }, detail: broken.value });
  return rows;
}
