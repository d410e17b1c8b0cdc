import { createContext, untrack } from 'svelte';
import type { PatronTabId } from './tabs.ts';

type Counts = Partial<Record<PatronTabId, number>>;

/** The counts of those tabs of one patron that must be read first; forgotten with the next patron. */
export class TabCounts {
  #current = $state.raw<{ readonly userId: string; readonly counts: Counts }>({ userId: '', counts: {} });

  of(userId: string): Counts {
    return this.#current.userId === userId ? this.#current.counts : {};
  }

  set(userId: string, tab: PatronTabId, count: number): void {
    this.#current = { userId, counts: { ...this.of(userId), [tab]: count } };
  }
}

const [getTabCounts, setTabCounts] = createContext<TabCounts>();
export { setTabCounts };

/**
 * Shows a count on the tab as soon as it is known: for a tab whose count is not in the patron's record. Called while the
 * tab's component is made.
 */
export function showTabCount(
  tab: PatronTabId,
  userId: () => string,
  count: () => number | null | undefined,
): void {
  const counts = getTabCounts();
  $effect(() => {
    const value = count();
    const id = userId();
    if (typeof value === 'number') untrack(() => counts.set(id, tab, value));
  });
}
