import type { Act } from './actions.svelte.ts';

/** Text as it is compared: without marks over letters, and whatever its case. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

/**
 * The acts that are meant by what was typed: each of its words begins a word of the act's name, its group or its key.
 * Those whose name begins with the text come first, the others stay in their order.
 *
 * @param groupOf what the act's group is called
 */
export function findActs(acts: readonly Act[], text: string, groupOf: (act: Act) => string): readonly Act[] {
  const wanted = folded(text).split(/\s+/).filter(Boolean);
  const found = acts.filter((act) => {
    const words = folded(`${act.name()} ${groupOf(act)} ${act.key ?? ''}`).split(/[^\p{L}\p{N}+⇧]+/u);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  });
  const begins = (act: Act): number => Number(!folded(act.name()).startsWith(folded(text.trim())));
  return wanted.length === 0 ? found : found.toSorted((one, other) => begins(one) - begins(other));
}
