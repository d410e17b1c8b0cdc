import { groups, type Action } from './actions.svelte.ts';
import { keyLabel } from './keys.ts';

/** What an action is called in the palette. */
export const nameOf = ({ palette, label }: Action): string => (palette ?? label)();

/** Its key as the palette shows it; `''` if it has none, or a key of the scan box only. */
export const keyOf = (action: Action): string => (action.where === 'scanBox' ? '' : keyLabel(action));

/** What is between two words, of a name and of what is typed. */
const between = /[^\p{L}\p{N}+⇧]+/u;

/** Text for comparing: without accents, in lower case. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

/**
 * The actions that match a typed text: each typed word begins a word of the action's name, its group or its key. Actions
 * whose name begins with the text come first, the others stay in their order.
 */
export function findActions(actions: readonly Action[], text: string): readonly Action[] {
  const typedWords = folded(text).split(between).filter(Boolean);
  const found = actions.filter((action) => {
    if (action.palette === null) return false;
    const words = folded(`${nameOf(action)} ${groups[action.group]()} ${keyOf(action)}`).split(between);
    return typedWords.every((part) => words.some((word) => word.startsWith(part)));
  });
  const begins = (action: Action): number => Number(!folded(nameOf(action)).startsWith(folded(text.trim())));
  return typedWords.length === 0 ? found : found.toSorted((one, other) => begins(one) - begins(other));
}
