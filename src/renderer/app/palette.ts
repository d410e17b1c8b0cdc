import { groups, type Action } from './actions.svelte.ts';
import { printed } from './keys.ts';

/** What an action is called in the palette. */
export const nameOf = ({ palette, label }: Action): string => (palette ?? label)();

/** Its key as the palette prints it; `''` if it has none, or one that means something else outside the scan box. */
export const keyOf = (action: Action): string => (action.where === 'scanBox' ? '' : printed(action));

/** Text as it is compared: without marks over letters, and whatever its case. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

/**
 * The actions that are meant by what was typed: each of its words begins a word of the action's name, its group or its
 * key. Those whose name begins with the text come first, the others stay in their order.
 */
export function findActions(actions: readonly Action[], text: string): readonly Action[] {
  const wanted = folded(text).split(/\s+/).filter(Boolean);
  const found = actions.filter((action) => {
    if (action.palette === null) return false;
    const words = folded(`${nameOf(action)} ${groups[action.group]()} ${keyOf(action)}`).split(
      /[^\p{L}\p{N}+⇧]+/u,
    );
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  });
  const begins = (action: Action): number => Number(!folded(nameOf(action)).startsWith(folded(text.trim())));
  return wanted.length === 0 ? found : found.toSorted((one, other) => begins(one) - begins(other));
}
