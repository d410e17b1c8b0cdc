import Papa from 'papaparse';

/**
 * What makes a formula: a sign, also a full-width one, behind blanks and quotation marks or none. A negative amount is
 * none.
 */
const sign = String.raw`(?:[^\S\t\r\n]|")*(?:[=+@＝＋－＠]|-(?!\d+(?:\.\d+)?(?:[;\t\r\n]|$)))`;
/**
 * Where a cell begins for whoever opens the file. A spreadsheet that takes `;` or tabs for separators sees cells within
 * ours, and lines too: there our quotation marks are none.
 */
const start = String.raw`(?<=^|[;\t\r\n])`;

const unescaped = new RegExp(String.raw`${start}(?='*${sign})|^(?='*[\t\r\n])`, 'g');
const escaped = new RegExp(String.raw`${start}'(?='*${sign})|^'(?='*[\t\r\n])`, 'g');
const formula = new RegExp(String.raw`^(?:${sign}|[\t\r\n])`);

/**
 * A table for spreadsheets: with a mark that says it is UTF-8, and no cell that would be reckoned, whoever wrote it: a
 * vendor’s name can be one. Each has an apostrophe before it, as spreadsheets know it; one that has apostrophes already
 * gets one more, so that `fromCell` gives every text back as it was.
 */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${Papa.unparse(
    rows.map((row) => row.map((text) => text.replace(unescaped, "'"))),
    { newline: '\r\n' },
  )}\r\n`;

/** Whether a spreadsheet would reckon the cell. */
export const isFormula = (cell: string): boolean => formula.test(cell);

/** The text of a cell that is read again. */
export const fromCell = (cell: string): string => cell.replace(escaped, '');
