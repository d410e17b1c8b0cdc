import { createSubscriber } from 'svelte/reactivity';
import type { RefusalText, Refusals, UndoneTexts } from './refusal.ts';
import { scanRefusals, scanUndone } from '../loans/refusals.ts';

let known: { readonly refusals: Refusals; readonly undone: UndoneTexts } = {
  refusals: scanRefusals,
  undone: scanUndone,
};

let changed = (): void => undefined;
/** Updates what is on screen when the words are loaded. */
const watched = createSubscriber((update) => {
  changed = update;
});

/** The plain words of a refusal; undefined for one that has none. */
export function refusalOf(operation: string, code: string): RefusalText | undefined {
  watched();
  return known.refusals[operation]?.[code];
}

/** What a refused operation leaves undone, where that has words of its own. */
export function undoneBy(operation: string): string | undefined {
  watched();
  return known.undone[operation]?.();
}

/**
 * Loads the words that are not needed to scan the first card: most of them. A refusal that comes before they are there
 * is shown in the service's own words, and then in ours.
 */
export async function loadRefusals(): Promise<void> {
  known = await import('./all-refusals.ts');
  changed();
}
