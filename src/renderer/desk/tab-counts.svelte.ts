import { createContext, untrack } from 'svelte';
import type { PatronTabId } from './tabs.ts';

type Counts = Partial<Record<PatronTabId, number>>;

/** How many there are behind the tabs that tell only once they were read; of one patron, and forgotten with them. */
export class TabCounts {
  #of = $state.raw<{ readonly userId: string; readonly counts: Counts }>({ userId: '', counts: {} });

  of(userId: string): Counts {
    return this.#of.userId === userId ? this.#of.counts : {};
  }

  tell(userId: string, tab: PatronTabId, count: number): void {
    this.#of = { userId, counts: { ...this.of(userId), [tab]: count } };
  }
}

const [getTabCounts, setTabCounts] = createContext<TabCounts>();
export { setTabCounts };

/**
 * Says on the tab how many there are, once that is known: for a tab whose count the patron's record does not tell.
 * Called while the tab's component is made.
 */
export function tellCount(
  tab: PatronTabId,
  userId: () => string,
  count: () => number | null | undefined,
): void {
  const counts = getTabCounts();
  $effect(() => {
    const known = count();
    const of = userId();
    if (typeof known === 'number') untrack(() => counts.tell(of, tab, known));
  });
}
