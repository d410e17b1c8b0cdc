import { commandIn } from '../../shared/command-barcodes.ts';

/**
 * Whether what was typed reads as a code (a card, an item, an order line) and not as words to search for. Main judges
 * what kind of code it is; this only decides between a scan and a search.
 */
export function looksLikeCode(text: string): boolean {
  const bare = text.trim();
  if (bare === '' || /\s/.test(bare) || bare.includes('@')) return false;
  return /\d/.test(bare) || /^POL-/i.test(bare) || commandIn(bare) !== null;
}
