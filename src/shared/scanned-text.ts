/** The longest code that is looked at: no barcode, card or order line comes near it. */
export const longestCode = 200;

/** Marks that say in which direction to write. They come along when a code is copied from a right-to-left text. */
const directional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
// Control characters are what these two look for.
// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f]/;
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

/** The name of a symbology in front of a code (AIM), and the asterisks that some readers of Code 39 pass on. */
const symbology = /^\][A-Za-z][0-9A-Za-z](?=.)/;
const code39 = /^\*([^*]+)\*$/;

/** A code as it can be sent, or why it cannot. */
export type Cleaned =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'required' | 'controlCharacters' | 'tooLong' | 'malformed' };

/** A text without the spaces and the line end around it, and without directional marks. */
export const trimmed = (raw: string): string => raw.replace(directional, '').trim();

/**
 * A code without what came along with it. Everything else stays as it is: emoji, slashes and the service's query
 * operators are characters like any other.
 */
export function cleaned(raw: string, longest = longestCode): Cleaned {
  const text = trimmed(raw);
  if (text === '') return { ok: false, reason: 'required' };
  if (control.test(text)) return { ok: false, reason: 'controlCharacters' };
  if (text.length > longest) return { ok: false, reason: 'tooLong' };
  if (!text.isWellFormed()) return { ok: false, reason: 'malformed' };
  return { ok: true, text };
}

/** A code as it can be shown: control characters as their symbols, at most 200 characters, always well formed. */
export function shown(raw: string): string {
  return trimmed(raw.slice(0, 2 * longestCode))
    .replace(controls, symbolOf)
    .slice(0, longestCode)
    .toWellFormed();
}

function symbolOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code === 0x7f) return '\u2421';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}

/** What a scanner may send around a code, and which of it was found. */
export type Frame = 'aim' | 'code39';

/** A code without the frame that a scanner sent around it. `remove`: which frames are no part of a code. */
export function unframed(
  text: string,
  remove: Readonly<Record<Frame, boolean>>,
): { readonly code: string; readonly stripped: readonly Frame[] } {
  const stripped: Frame[] = [];
  let code = text;
  if (remove.aim && symbology.test(code)) {
    code = code.replace(symbology, '');
    stripped.push('aim');
  }
  const within = remove.code39 ? code39.exec(code)?.[1] : undefined;
  if (within !== undefined) {
    code = within;
    stripped.push('code39');
  }
  return { code, stripped };
}
