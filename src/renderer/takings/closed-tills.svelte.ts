import type { ClosedTill, ClosedTills } from '../../contract/takings.ts';
import type { Reply } from '../../contract/define.ts';
import { call } from '../api.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import { Comparing } from './comparing.svelte.ts';

/** The kept reports of closed tills, and the one that is open. */
export class ClosedTillsState {
  readonly list = new Listing<ClosedTills>((signal) => this.#read(signal));
  /** How many pages of it are shown: the newest, until older ones are asked for. */
  #pages = 1;
  /** The id of the report that is open; null for the list. */
  openId = $state<string | null>(null);
  /** The current row of the list. */
  at = $state('');
  /** The comparison of the report that is open. */
  comparing = $state.raw<Comparing | null>(null);

  /** No `$derived`: one of a section that made it would end with that section, and this state outlives it. */
  get opened(): ClosedTill | null {
    return this.list.value?.tills.find(({ id }) => id === this.openId) ?? null;
  }

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

  /** Shows one more page, of older ones. */
  async showOlder(): Promise<void> {
    if (this.list.loading || (this.list.value?.next ?? null) === null) return;
    this.#pages += 1;
    await this.list.load();
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
    this.#pages = 1;
    this.list.stop();
    this.list.value = null;
    this.list.failure = null;
  }

  /** As many pages as are shown, one after the other; the reply of the first that cannot be read. */
  async #read(signal: AbortSignal): Promise<Reply<ClosedTills>> {
    let so: ClosedTills = { tills: [], unreadable: 0, next: null };
    for (let page = 0; page < this.#pages && (page === 0 || so.next !== null); page += 1) {
      const reply = await call('takings.closed', { before: so.next }, { signal });
      if (!reply.ok) return reply;
      const { tills, unreadable, next } = reply.value;
      so = { tills: [...so.tills, ...tills], unreadable: so.unreadable + unreadable, next };
    }
    return { ok: true, value: so };
  }
}
