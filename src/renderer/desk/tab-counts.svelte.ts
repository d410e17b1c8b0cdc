import { createContext, untrack } from 'svelte';
import type { PatronTabId } from './tabs.ts';

type Counts = Partial<Record<PatronTabId, number | undefined>>;

/** The counts of the lists of one patron that were read; forgotten with the next patron. */
export class TabCounts {
  #current = $state.raw<{ readonly userId: string; readonly counts: Counts }>({ userId: '', counts: {} });

  of(userId: string): Counts {
    return this.#current.userId === userId ? this.#current.counts : {};
  }

  set(userId: string, tab: PatronTabId, count: number | undefined): void {
    if (count === undefined && this.#current.userId !== userId) return;
    this.#current = { userId, counts: { ...this.of(userId), [tab]: count } };
  }
}

const [getTabCounts, setTabCounts] = createContext<TabCounts>();
export { setTabCounts };

/**
 * Shows the count of a tab's list on the tab, as soon as the list was read. Called while the tab's component is made.
 *
 * @param forget once another tab is open: the patron's record has a count as well, and follows what is done meanwhile
 */
export function showTabCount(
  tab: PatronTabId,
  userId: () => string,
  count: () => number | null | undefined,
  { forget = false } = {},
): void {
  const counts = getTabCounts();
  $effect(() => {
    const value = count();
    const id = userId();
    if (typeof value === 'number') untrack(() => counts.set(id, tab, value));
    return forget ? () => untrack(() => counts.set(id, tab, undefined)) : undefined;
  });
}
