/** The longest code that is looked at: no barcode, card or order line comes near it. */
export const longestCode = 200;

/** Marks that say in which direction to write. They come along when a code is copied from a right-to-left text. */
const directional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
// Control characters are what these two look for.
// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f]/;
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

/** The identifier of a symbology in front of a code (AIM), and the asterisks that some readers of Code 39 pass on. */
const symbology = /^\][A-Za-z][0-9A-Za-z](?=.)/;
const asterisks = /^\*([^*]+)\*$/;

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

/** Characters that are seen by nobody and in no code: soft hyphens, joiners, marks of direction. */
const invisible = /[\p{Cf}\p{DI}]/gu;
const otherDigit = /(?![0-9])\p{Nd}/gu;
/** Blanks, line ends, and what some scanners send before and after a code: STX, ETX, GS. */
const framing = /[\s\p{Cc}]/u;

/** What is no part of a code, wherever it stands; or what is read away where the rest is a code. */
export type Part =
  'around' | 'invisible' | 'digits' | 'width' | 'prefix' | 'suffix' | 'aim' | 'code39' | 'codabar' | 'blanks';

/** A code, and what was taken away for it. */
export interface Reading {
  readonly code: string;
  readonly stripped: readonly Part[];
}

/** What a scanner was set to send before and after each code. */
export interface Affixes {
  readonly prefix: string;
  readonly suffix: string;
}

export const noAffixes: Affixes = { prefix: '', suffix: '' };

/** How long a prefix or a suffix can be, in characters. */
export const longestAffix = 20;

/** What scanners send with a code here. `aim` and `code39`: whether that is no part of a code. */
export interface Scanners {
  readonly aim: boolean;
  readonly code39: boolean;
  readonly affixes?: Affixes;
}

/**
 * A code without what is never part of one: invisible characters, and what frames it at its ends. Its digits are those
 * of ASCII. A control character inside it stays a reason to refuse it.
 */
export function bareCode(raw: string): Cleaned & { readonly stripped: readonly Part[] } {
  const seen = raw.replace(invisible, '');
  const ascii = seen.replace(otherDigit, asciiDigit);
  const text = withoutFraming(ascii);
  const stripped: Part[] = [];
  if (seen !== raw) stripped.push('invisible');
  if (ascii !== seen) stripped.push('digits');
  if (text !== ascii) stripped.push('around');
  return { ...cleaned(text), stripped };
}

/** Digits of a script follow each other in Unicode, from 0 to 9. */
function asciiDigit(digit: string): string {
  let value = 0;
  for (let at = (digit.codePointAt(0) ?? 0) - 1; /\p{Nd}/u.test(String.fromCodePoint(at)); at -= 1)
    value += 1;
  return String(value % 10);
}

function withoutFraming(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && framing.test(text.charAt(from))) from += 1;
  while (to > from && framing.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** A code as the settings of the library have it: without AIM identifier and asterisks, where they are no part of it. */
export function unframed(text: string, { aim, code39 }: Scanners): Reading {
  const stripped: Part[] = [];
  let code = text;
  if (aim && symbology.test(code)) {
    code = code.replace(symbology, '');
    stripped.push('aim');
  }
  const within = code39 ? asterisks.exec(code)?.[1] : undefined;
  if (within !== undefined) {
    code = within;
    stripped.push('code39');
  }
  return { code, stripped };
}

/** A code that a scanner set to do so sent between its prefix and its suffix; null where one of them is missing. */
export function withoutAffixes(text: string, { prefix, suffix }: Affixes): Reading | null {
  if (prefix + suffix === '' || text.length <= prefix.length + suffix.length) return null;
  if (!text.startsWith(prefix) || !text.endsWith(suffix)) return null;
  const stripped = [
    ...(prefix === '' ? [] : ['prefix' as const]),
    ...(suffix === '' ? [] : ['suffix' as const]),
  ];
  return { code: text.slice(prefix.length, text.length - suffix.length).trim(), stripped };
}

/** The signs at which a code in Codabar starts and stops, in both sets, around characters that Codabar has. */
const codabar = /^[abcdtne*]?([-\d$:/.+\s]+)[abcdtne*]?$/i;

/** Every way to read a bare code, the least changed first: each thing that a scanner or a keyboard adds is taken away, or stays. */
export function readingsOf(text: string, scanners: Scanners): readonly Reading[] {
  const { prefix, suffix } = scanners.affixes ?? noAffixes;
  const only =
    (part: Part, strip: (code: string) => string) =>
    (code: string): Reading => ({
      code: strip(code).trim(),
      stripped: [part],
    });
  const byTheLibrary = (code: string): Reading => unframed(code, scanners);
  const steps: readonly ((code: string) => Reading)[] = [
    only('width', (code) => code.normalize('NFKC')),
    byTheLibrary,
    only('prefix', (code) => (code.startsWith(prefix) ? code.slice(prefix.length) : code)),
    only('suffix', (code) => (code.endsWith(suffix) ? code.slice(0, code.length - suffix.length) : code)),
    byTheLibrary,
    // Asterisks at both ends are those of Code 39, which the library's setting is about.
    only('codabar', (code) => (asterisks.test(code) ? code : (codabar.exec(code)?.[1] ?? code))),
    only('blanks', (code) => (/\d/.test(code) ? code.replaceAll(/\s/g, '') : code)),
  ];
  let readings: readonly Reading[] = [{ code: text, stripped: [] }];
  for (const step of steps)
    readings = readings.flatMap((one) => {
      const { code, stripped } = step(one.code);
      return code === '' || code === one.code
        ? [one]
        : [one, { code, stripped: [...one.stripped, ...stripped] }];
    });
  return readings.toSorted(
    (one, other) => changes(one) - changes(other) || other.code.length - one.code.length,
  );
}

const changes = ({ stripped }: Reading): number => stripped.length;
