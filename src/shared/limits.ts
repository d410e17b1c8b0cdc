// What main takes at most: the contract refuses more, and the window keeps to it or says so at the field.

/** The narrowest and the widest roll of paper, in millimetres. */
export const rollWidths = { least: 20, most: 216 } as const;

/** The most items of one question whether other patrons request them: as many as main looks through. */
export const mostAskedFor = 200;

/** A fault in the window's code, as it is logged: characters of its name and code, lines of its stack, characters of a line. */
export const defectLimits = { name: 100, lines: 30, line: 400 } as const;

/**
 * The most characters in a text of a letter, such as its template: somewhat less than main takes in one call, so that it
 * fits with what goes with it.
 */
export const mostLetterText = 4_500_000;

/** The most levels of elements in it: as many as the processor of the preview takes. */
export const mostLetterDepth = 256;

/** The longest text in which citations are looked for, in characters: some hundred references. */
export const longestCitations = 200_000;
