import { cleaned } from '../../shared/scanned-text.ts';
import { invalid } from '../failure.ts';

/** A code that somebody filled in, as it can be sent. Throws an invalid `field`. */
export function codeIn(field: string, text: string): string {
  const clean = cleaned(text);
  if (!clean.ok) throw invalid(field, clean.reason);
  return clean.text;
}

/** A code of a table that somebody had to choose. Throws `required`. */
export function chosen(field: string, code: string): string {
  const text = code.trim();
  if (text === '') throw invalid(field, 'required');
  return text;
}
