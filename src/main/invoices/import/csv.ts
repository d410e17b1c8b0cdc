import Papa from 'papaparse';
import { type CsvForm, separators } from '../../../contract/invoice-import.ts';
import { mostLines, type Problems } from './parsed.ts';

/** A row of a CSV file. */
export interface CsvRow {
  /** The line of the file it begins in, from 1. */
  readonly line: number;
  readonly values: readonly string[];
}

const lineEnds = /\r\n|\r|\n/g;

/** So many rows are looked at to find the separator. */
const sampleRows = 50;

/** The separator of a file; a comma where every row has one value. */
export function separatorOf(text: string): CsvForm['separator'] {
  const { meta } = Papa.parse<string[]>(text, { preview: sampleRows, delimitersToGuess: [...separators] });
  return separators.find((one) => one === meta.delimiter) ?? ',';
}

/**
 * The rows of a CSV file that have anything in them. A value in quotation marks may have separators and lines in it.
 * A value that begins as a formula is a text like any other.
 */
export function readRows(text: string, separator: CsvForm['separator'], problems: Problems): CsvRow[] {
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter: separator,
    // One more than is taken, and the row of names, to see that there are too many.
    preview: mostLines + 2,
  });
  const broken = errors.find(({ type }) => type === 'Quotes');
  const rows: CsvRow[] = [];
  let line = 1;
  for (const [index, values] of data.entries()) {
    if (broken?.row === index) {
      problems.add('quotes', { place: { line, segment: '' }, detail: values.at(-1) ?? '' });
    }
    if (values.some((value) => value.trim() !== '')) rows.push({ line, values });
    line += 1 + values.reduce((ends, value) => ends + (value.match(lineEnds)?.length ?? 0), 0);
  }
  return rows;
}
