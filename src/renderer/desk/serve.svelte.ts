import { untrack } from 'svelte';
import type { Action } from '../app/actions.svelte.ts';
import { runByKey } from '../app/keys.ts';
import { getShell } from '../app/shell.svelte.ts';
import type { ActionTab, TabActionOf, TabRequest } from './tab-actions.ts';
import type { Listing } from '../ui/list/listing.svelte.ts';

interface ServeOptions<T extends ActionTab> {
  /** The list that the actions change: they wait until it was read. */
  readonly list: () => Listing<unknown>;
  /** Actions that do not need the list. */
  readonly atOnce?: readonly TabActionOf<T>[];
  readonly actions: Readonly<Record<TabActionOf<T>, Action>>;
}

/**
 * Runs an action that a key of the desk or the palette asked of this tab, once its list was read. If the list could not
 * be read, the list shows that. Called while the tab's component is made, after it began to read.
 */
export function serve<T extends ActionTab>(tab: T, { list, atOnce = [], actions }: ServeOptions<T>): void {
  const { desk } = getShell();
  $effect(() => {
    const { pending } = desk.tabRequests;
    if (!isFor(pending, tab)) return;
    const needsNoList = atOnce.includes(pending.act);
    if (!needsNoList && list().loading) return;
    untrack(() => {
      desk.tabRequests.pending = null;
      if (needsNoList || list().value !== null) runByKey(actions[pending.act]);
    });
  });
}

function isFor<T extends ActionTab>(
  request: TabRequest | null,
  tab: T,
): request is TabRequest & { readonly tab: T; readonly act: TabActionOf<T> } {
  return request?.tab === tab;
}
