import { cleaned, longestCode } from '../../shared/scanned-text.ts';
import { invalid } from '../failure.ts';

/** One line of a form that may be left empty, as it can be sent. Throws an invalid `field`. */
export function entered(field: string, text: string, longest = longestCode): string {
  const clean = cleaned(text, longest);
  if (clean.ok) return clean.text;
  if (clean.reason === 'required') return '';
  throw invalid(field, clean.reason);
}

/** A text of several lines that may be left empty: its line ends stay. Throws an invalid `field`. */
export function enteredLines(field: string, text: string, longest: number): string {
  const lines = text.split(/\r?\n/).map((line) => entered(field, line, longest));
  const whole = lines.join('\n').trim();
  if (whole.length > longest) throw invalid(field, 'tooLong');
  return whole;
}
