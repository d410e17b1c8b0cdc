import { tryBarcode, type BarcodeRules } from './barcodes.ts';
import { isbnOf } from './isbn.ts';
import { issnOf, issnOfBarcode } from './issn.ts';
import { trimmed } from './scanned-text.ts';

/** Whether a scan that opened nobody was a card: by the library's rules, perhaps, or clearly not. */
export type CardGuess = 'card' | 'maybe' | 'no';

const webAddress = /^(?:[a-z][a-z\d+.-]*:\/\/|www\.)/i;

/**
 * Whether a scan was a card, of which nothing is known but its text. Of several readings (`texts`, the one that was taken
 * first) the first one that tells decides. What tells nothing may be a card: cards also carry numbers that no rule names.
 */
export function mayBeCard(texts: readonly string[], rules: BarcodeRules): CardGuess {
  return texts.map((text) => guessOf(text, rules)).find((guess) => guess !== 'maybe') ?? 'maybe';
}

function guessOf(text: string, rules: BarcodeRules): CardGuess {
  const { kind, code, why } = tryBarcode(text, rules);
  if (why === 'unusable') return beginsAsBook(text, rules) ? 'no' : 'maybe';
  if (kind === 'patron') return 'card';
  return kind !== 'unknown' || isPublication(code) || webAddress.test(code) ? 'no' : 'maybe';
}

/** An ISBN or ISSN. Eight or ten bare digits are more likely a card whose last digit happens to fit. */
const isPublication = (code: string): boolean =>
  issnOfBarcode(code) !== null || (!/^\d+$/.test(code) && issnOf(code) !== null) || isBookNumber(code);

const isBookNumber = (code: string): boolean => !/^\d{10}$/.test(code) && isbnOf(code) !== null;

/** Whether an unreadable text begins as the books do by these rules, and as no card does. */
function beginsAsBook(text: string, { rules }: BarcodeRules): boolean {
  const begin = trimmed(text).toUpperCase();
  const kinds = rules.flatMap(({ kind, prefix }) =>
    prefix !== '' && begin.startsWith(prefix.toUpperCase()) ? [kind] : [],
  );
  return kinds.includes('item') && !kinds.includes('patron');
}
