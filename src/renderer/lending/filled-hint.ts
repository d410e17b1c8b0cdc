import { m } from '../../messages/compiled/messages.js';

/** What is said below a field that a citation filled in: also what it said before; `''` where none did. */
export function filledHint(filled: { readonly was: string } | null): string {
  if (filled === null) return '';
  return filled.was.trim() === '' ? m.lending_filled() : m.lending_filled_was({ was: filled.was });
}
