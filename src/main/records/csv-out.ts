import Papa from 'papaparse';

/**
 * What a spreadsheet takes for a formula, whoever wrote it: a vendor’s name can be one. A negative amount is none.
 */
const formula = /^[=+@\t\r]|^-(?!\d+(\.\d+)?$)/;

/** A table for spreadsheets: with a mark that says it is UTF-8, and no cell that would be reckoned. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${Papa.unparse(
    rows.map((row) => [...row]),
    { escapeFormulae: formula, newline: '\r\n' },
  )}\r\n`;
