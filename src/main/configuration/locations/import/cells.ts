/**
 * What a spreadsheet takes for a formula. In a file that we save it has an apostrophe before it, as spreadsheets know it.
 */
const formula = /^'*([=+@\t\r]|-(?!\d+(\.\d+)?$))/;

/**
 * A text as it goes into a cell: one that begins with apostrophes before a formula gets one more, so that `fromCell`
 * gives it back as it was. `csvOf` puts the apostrophe before a formula itself.
 */
export const toCell = (text: string): string =>
  text.startsWith("'") && formula.test(text) ? `'${text}` : text;

/** The text of a cell. */
export const fromCell = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

/** Whether a spreadsheet would reckon the cell. */
export const isFormula = (cell: string): boolean => !cell.startsWith("'") && formula.test(cell);
