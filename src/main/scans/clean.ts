import type { Invalid } from '../../contract/failure.ts';

/** The longest code that is looked at: no barcode, card or order line comes near it. */
export const longestCode = 200;

/** Marks that say in which direction to write. They come along when a code is copied from a right-to-left text. */
const directional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
// Control characters are what these two look for.
// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f]/;
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

/** A code as it can be sent, or why it cannot. */
export type Cleaned =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: Invalid };

/**
 * A code without what came along with it: spaces around it, the scanner's line end, directional marks. Anything
 * else stays as it is: emoji, slashes and the service's query operators are characters like any other.
 */
export function cleaned(raw: string, longest = longestCode): Cleaned {
  const text = raw.replace(directional, '').trim();
  if (text === '') return { ok: false, reason: 'required' };
  if (control.test(text)) return { ok: false, reason: 'controlCharacters' };
  if (text.length > longest) return { ok: false, reason: 'tooLong' };
  if (!text.isWellFormed()) return { ok: false, reason: 'malformed' };
  return { ok: true, text };
}

/** A code as it can be shown: control characters as their symbols, cut at 200 characters, always well formed. */
export function shown(raw: string): string {
  return raw
    .slice(0, 2 * longestCode)
    .replace(directional, '')
    .trim()
    .replace(controls, symbolOf)
    .slice(0, longestCode)
    .toWellFormed();
}

function symbolOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code === 0x7f) return '\u2421';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}
