/** The most lines of one table that is saved: more, no office program shows well. */
export const mostLines = 200_000;

/** So many lines are handed over at once: an input has a limit. */
export const linesAtOnce = 2000;

/** The most lines that are printed as a PDF, on some 150 pages. More is for a spreadsheet. */
export const mostPrinted = 5000;
