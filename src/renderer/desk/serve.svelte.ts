import { untrack } from 'svelte';
import type { Action } from '../app/actions.svelte.ts';
import { runByKey } from '../app/keys.ts';
import { getShell } from '../app/shell.svelte.ts';
import type { ActionTab, TabActionOf, TabRequest } from './tab-actions.ts';
import type { Listing } from '../ui/list/listing.svelte.ts';

interface Serving<T extends ActionTab> {
  /** What the actions are upon: they wait until it was read. */
  readonly list: () => Listing<unknown>;
  /** Those that need nothing of the list. */
  readonly atOnce?: readonly TabActionOf<T>[];
  readonly actions: Readonly<Record<TabActionOf<T>, Action>>;
}

/**
 * Does what this tab was asked for from elsewhere, once what it is upon was read; where it could not be read, the list
 * says so. Called while the tab's component is made, after it began to read.
 */
export function serve<T extends ActionTab>(tab: T, { list, atOnce = [], actions }: Serving<T>): void {
  const { desk } = getShell();
  $effect(() => {
    const { wanted } = desk;
    if (!isFor(wanted, tab)) return;
    const now = atOnce.includes(wanted.act);
    if (!now && list().loading) return;
    untrack(() => {
      desk.wanted = null;
      if (now || list().value !== null) runByKey(actions[wanted.act]);
    });
  });
}

function isFor<T extends ActionTab>(
  wanted: TabRequest | null,
  tab: T,
): wanted is TabRequest & { readonly tab: T; readonly act: TabActionOf<T> } {
  return wanted?.tab === tab;
}
