import { tryBarcode, type BarcodeRules } from '../../shared/barcodes.ts';
import { commandIn } from '../../shared/command-barcodes.ts';

/**
 * Whether a typed text is a code (a card, an item, an order line) and not words to search for: one with blanks inside is
 * where the rules know it without them. Main decides which kind of code it is; this only decides between a scan and a
 * search.
 */
export function looksLikeCode(text: string, rules?: BarcodeRules): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.includes('@')) return false;
  if (/\s/.test(trimmed)) return rules !== undefined && isSpaced(trimmed, rules);
  return /\p{Nd}/u.test(trimmed) || /^POL-/i.test(trimmed) || commandIn(trimmed, rules?.affixes) !== null;
}

function isSpaced(text: string, rules: BarcodeRules): boolean {
  const { why, code } = tryBarcode(text, rules);
  return (why === 'rule' || why === 'form') && /\d/.test(code) && !/\s/.test(code);
}
