import type { ClosedTill, OpenTill, Takings } from '../../contract/takings.ts';
import { call } from '../api.ts';
import { Submission } from '../ui/list/submission.svelte.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import { Comparing } from './comparing.svelte.ts';
import { DrawerCount, type TillDraft } from './count.svelte.ts';
import { codesOf, type PlaceCodes } from './place.ts';

/** The takings of this window, as main's journal has them, and the tills of all windows while they are closed. */
export class TakingsReport {
  since = $state<'report' | 'opened'>('report');
  readonly read = new Listing<Takings>((signal) => call('takings.read', { since: this.since }, { signal }));
  readonly till = new Listing<OpenTill>((signal) => call('takings.till', { place: this.#place }, { signal }));
  readonly closing = new Submission<ClosedTill>();
  /** The drawer while it is counted. */
  count = $state.raw<DrawerCount | null>(null);
  /** Something was taken while the drawer was counted. */
  changed = $state(false);
  /** The comparison of the tills while they are counted. */
  readonly comparing = new Comparing(null);
  /** The report that was made: it stays on screen, to be printed, copied and compared. */
  made = $state.raw<ClosedTill | null>(null);

  /** The desk whose till is counted; null for where the station is. */
  #place: PlaceCodes | null = null;

  /** The takings of this window, and the tills where the station is. */
  async load(): Promise<void> {
    this.#place = null;
    await Promise.all([this.read.load(), this.till.load()]);
  }

  async show(since: 'report' | 'opened'): Promise<void> {
    this.since = since;
    await this.read.load();
  }

  /** Begins to count the drawer of a desk, by default where the station is, with the tills as they are now. */
  async begin(
    banknotes: Readonly<Record<string, readonly string[]>>,
    draft?: TillDraft,
    place: PlaceCodes | null = null,
  ): Promise<void> {
    this.#place = place;
    await this.till.load();
    const { value, failure } = this.till;
    if (!value || failure) return;
    // Named from now on: the station may be moved while its drawer is counted.
    this.#place = codesOf(value.place);
    this.comparing.stop();
    this.comparing.list.value = null;
    this.comparing.place = this.#place;
    this.count = new DrawerCount(value, banknotes, draft?.at(this.#place));
  }

  /** Back to the takings: what was counted stays for the next time, and nothing was closed. */
  async back(): Promise<void> {
    this.comparing.stop();
    this.count = null;
    this.changed = false;
    await this.load();
  }

  /** Closes the tills as they were counted. Where something was taken since, they are read again, and it is said. */
  async close(): Promise<void> {
    const { count } = this;
    if (!count?.ready || this.made) return;
    this.changed = false;
    this.comparing.stop();
    const made = await this.closing.run((intent, signal) =>
      call(
        'takings.close',
        { intent, place: codesOf(count.till.place), seen: count.till.mark, count: count.input },
        { signal },
      ),
    );
    if (made) {
      this.made = made;
      count.draft.closed();
    } else if (this.closing.failure?.kind === 'conflict') await this.#readAgain(count);
  }

  async #readAgain(count: DrawerCount): Promise<void> {
    await this.till.load();
    if (!this.till.value || this.till.failure) return;
    count.till = this.till.value;
    this.closing.failure = null;
    this.changed = true;
  }
}
