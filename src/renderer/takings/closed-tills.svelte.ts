import type { ClosedTill, ClosedTills } from '../../contract/takings.ts';
import { call } from '../api.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import { Comparing } from './comparing.svelte.ts';

/** The kept reports of closed tills, and the one that is open. */
export class ClosedTillsState {
  readonly list = new Listing<ClosedTills>((signal) => call('takings.closed', {}, { signal }));
  /** The id of the report that is open; null for the list. */
  openId = $state<string | null>(null);
  /** The current row of the list. */
  at = $state('');
  readonly opened = $derived<ClosedTill | null>(
    this.list.value?.tills.find(({ id }) => id === this.openId) ?? null,
  );
  /** The comparison of the report that is open. */
  comparing = $state.raw<Comparing | null>(null);

  open({ id, comparison }: ClosedTill): void {
    this.comparing?.stop();
    this.comparing = new Comparing(id, comparison);
    this.openId = id;
  }

  /** Back to the list; answers whether a report was open. */
  close(): boolean {
    if (this.openId === null) return false;
    this.comparing?.stop();
    this.comparing = null;
    this.openId = null;
    // A comparison that was made meanwhile is in the list too.
    void this.list.load();
    return true;
  }

  /** A till was closed: the list is read again where it was read. */
  stale(): void {
    if (this.list.value) void this.list.load();
  }

  /** Another library has other tills. */
  forget(): void {
    this.comparing?.stop();
    this.comparing = null;
    this.openId = null;
    this.at = '';
    this.list.stop();
    this.list.value = null;
    this.list.failure = null;
  }
}
