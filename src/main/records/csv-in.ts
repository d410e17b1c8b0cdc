import Papa from 'papaparse';
import { type CsvForm, separators } from '../../contract/invoice-import.ts';

/** A row of a CSV file. */
export interface CsvRow {
  /** The line of the file it begins in, from 1. */
  readonly line: number;
  readonly values: readonly string[];
}

/** A CSV file as it was read. */
export interface CsvRows {
  /** The rows that have anything in them. */
  readonly rows: readonly CsvRow[];
  /** Where quotation marks are not closed, or close in the middle of a value; null where they are right. */
  readonly broken: { readonly line: number; readonly value: string } | null;
}

const lineEnds = /\r\n|\r|\n/g;

/** So many rows are looked at to find the separator. */
const sampleRows = 50;
const sampleSize = 64 * 1024;

/**
 * The separator of a file: the one that makes the most names of columns that are known; else the one in which most rows
 * have as many values as the first.
 *
 * @param knownIn how many of these names of columns are known
 */
export function separatorOf(
  text: string,
  knownIn: (names: readonly string[]) => number,
): CsvForm['separator'] {
  const scores = separators.map((separator) => {
    const { data } = Papa.parse<string[]>(text.slice(0, sampleSize), {
      delimiter: separator,
      preview: sampleRows,
    });
    const [first = []] = data;
    const alike = first.length > 1 ? data.filter(({ length }) => length === first.length).length : 0;
    return { separator, score: [knownIn(first), alike, first.length] };
  });
  const [best] = scores.toSorted((one, other) => compared(other.score, one.score));
  return best?.separator ?? ',';
}

/** Compares by the first of the numbers that is not the same. */
const compared = (one: readonly number[], other: readonly number[]): number =>
  one.map((number, at) => number - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

/**
 * The rows of a CSV file that have anything in them. A value in quotation marks may have separators and lines in it. A
 * value that begins as a formula is a text like any other.
 *
 * @param most reading ends after so many rows; empty ones between them do not count, or rows would be missed unseen
 */
export function readRows(text: string, separator: CsvForm['separator'], most: number): CsvRows {
  const rows: CsvRow[] = [];
  let broken: CsvRows['broken'] = null;
  let line = 1;
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: lineEndOf(text),
    step({ data, errors }, parser) {
      const values = withoutReturn(data);
      if (errors.some(({ type }) => type === 'Quotes')) broken ??= { line, value: values.at(-1) ?? '' };
      if (values.some((value) => value.trim() !== '')) rows.push({ line, values });
      line += 1 + values.reduce((ends, value) => ends + (value.match(lineEnds)?.length ?? 0), 0);
      if (rows.length >= most) parser.abort();
    },
  });
  return { rows, broken };
}

/**
 * What ends a row. A line feed does with and without a carriage return before it: in a file that was put together from
 * two, a row would else swallow those that end in the other way.
 */
function lineEndOf(text: string): '\n' | '\r' {
  const returns = text.match(/\r(?!\n)/g)?.length ?? 0;
  const feeds = text.match(/\n/g)?.length ?? 0;
  return returns > feeds ? '\r' : '\n';
}

/** The values of a row without the carriage return of its end. */
const withoutReturn = (values: readonly string[]): readonly string[] =>
  values.map((value, at) => (at === values.length - 1 ? value.replace(/\r$/, '') : value));
