import { m } from '../../../messages/compiled/messages.js';

/** How the lines of a text end: with which signs, or not all in the same way. `none`: it is one line. */
export type LineEnds = 'none' | 'lf' | 'crlf' | 'cr' | 'mixed';

export function lineEndsOf(text: string): LineEnds {
  const ends = new Set(text.match(/\r\n|\r|\n/g));
  if (ends.size > 1) return 'mixed';
  const [end] = ends;
  if (end === undefined) return 'none';
  return end === '\r\n' ? 'crlf' : end === '\r' ? 'cr' : 'lf';
}

/** A difference of line ends, which no comparison line by line shows. */
export interface LineEndDifference {
  readonly before: LineEnds;
  readonly after: LineEnds;
  /** Nothing else differs. */
  readonly isAll: boolean;
}

const inOneForm = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** How the line ends of two texts differ; null where they do not, or where one of them has a single line. */
export function lineEndDifference(before: string, after: string): LineEndDifference | null {
  if (before === after) return null;
  const isAll = inOneForm(before) === inOneForm(after);
  const ends = { before: lineEndsOf(before), after: lineEndsOf(after), isAll };
  if (isAll) return ends;
  return ends.before === ends.after || ends.before === 'none' || ends.after === 'none' ? null : ends;
}

const names: Readonly<Record<LineEnds, () => string>> = {
  none: m.letters_line_ends_none,
  lf: m.letters_line_ends_lf,
  crlf: m.letters_line_ends_crlf,
  cr: m.letters_line_ends_cr,
  mixed: m.letters_line_ends_mixed,
};

/** A difference of line ends in words. */
export function lineEndWords({ before, after, isAll }: LineEndDifference): string {
  if (before === after) return m.letters_line_ends_some();
  const ends = { before: names[before](), after: names[after]() };
  return isAll ? m.letters_line_ends_only(ends) : m.letters_line_ends_too(ends);
}
