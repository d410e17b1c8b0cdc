import { tick } from 'svelte';

/** Each forgets what belongs to any other patron than this one. */
const keepers: ((but: string) => void)[] = [];

/** What belongs to one patron, by their primary id. */
export interface PerPatron<T> {
  (userId: string): T;
  /** What exists already; it makes nothing. */
  readonly known: (userId: string) => T | null;
}

/**
 * Keeps what belongs to one patron while the person looks at another tab: a renewal goes on, and its outcomes are
 * there when they come back. The next patron gets their own. It is made in its own `$effect.root`, because it outlives
 * the component that asks for it first.
 */
export function keepLast<T>(make: (userId: string) => T): PerPatron<T> {
  let last: { readonly userId: string; readonly value: T; readonly end: () => void } | null = null;
  const forget = (but: string): void => {
    if (last === null || last.userId === but) return;
    last.end();
    last = null;
  };
  keepers.push(forget);
  const known = (userId: string): T | null => (last?.userId === userId ? last.value : null);
  const valueOf = (userId: string): T => {
    if (last?.userId === userId) return last.value;
    forget(userId);
    const created: T[] = [];
    const end = $effect.root(() => {
      created.push(make(userId));
    });
    const [value] = created as [T];
    last = { userId, value, end };
    return value;
  };
  return Object.assign(valueOf, { known });
}

/** Forgets what belongs to every other patron, once it has left the screen. */
export async function forgetAllBut(userId: string): Promise<void> {
  await tick();
  for (const forget of keepers) forget(userId);
}
