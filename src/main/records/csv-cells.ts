import Papa from 'papaparse';

/**
 * What a spreadsheet takes for a formula, whoever wrote it: a vendor’s name can be one. A negative amount is none. In a
 * file that we save it has an apostrophe before it, as spreadsheets know it.
 */
const formula = /^[=+@\t\r]|^-(?!\d+(\.\d+)?$)/;

/** A table for spreadsheets: with a mark that says it is UTF-8, and no cell that would be reckoned. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${Papa.unparse(
    rows.map((row) => [...row]),
    { escapeFormulae: formula, newline: '\r\n' },
  )}\r\n`;

/** Whether a spreadsheet would reckon the cell. */
export const isFormula = (cell: string): boolean => formula.test(cell);

const isKeptFormula = (cell: string): boolean => cell.startsWith("'") && isFormula(cell.replace(/^'+/, ''));

/**
 * A text as it goes into a cell that is read again: one that begins with apostrophes before a formula gets one more, so
 * that `fromCell` gives it back as it was. `csvOf` puts the apostrophe before a formula itself.
 */
export const toCell = (text: string): string => (isKeptFormula(text) ? `'${text}` : text);

/** The text of a cell. */
export const fromCell = (cell: string): string => (isKeptFormula(cell) ? cell.slice(1) : cell);
