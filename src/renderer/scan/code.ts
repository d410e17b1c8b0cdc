import { commandIn } from '../../shared/command-barcodes.ts';

/**
 * Whether a typed text is a code (a card, an item, an order line) and not words to search for. Main decides which kind of
 * code it is; this only decides between a scan and a search.
 */
export function looksLikeCode(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || /\s/.test(trimmed) || trimmed.includes('@')) return false;
  return /\d/.test(trimmed) || /^POL-/i.test(trimmed) || commandIn(trimmed) !== null;
}
