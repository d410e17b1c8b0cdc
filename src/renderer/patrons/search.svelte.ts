import type { PatronHit, PatronOrder } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import { call } from '../api.ts';

const pause = 180;
/** As many as the list shows without scrolling. */
const limit = 10;

/** The orders of what is found, in which one key goes round. */
const orders: readonly PatronOrder[] = ['last_name', 'first_name', 'primary_id'];

/** Which hit is current on a new page: none, or the one next to the page before. */
type Landing = 'none' | 'first' | 'last';

/**
 * A search for patrons, as it is typed: one question at a time, and an older answer never over a newer one. Or the
 * patrons who were here last: the same list, without a question.
 */
export class PatronSearch {
  text = $state('');
  hits = $state.raw<readonly PatronHit[]>([]);
  total = $state(0);
  /** How many come before the first that is shown. */
  offset = $state(0);
  order = $state<PatronOrder>('last_name');
  searching = $state(false);
  failure = $state.raw<Failure | null>(null);
  /** What was found belongs to this text. */
  answered = $state('');
  /** The index of the current hit; -1 for none. */
  at = $state(-1);
  /** There is no search text: the hits are the patrons of the last sessions. */
  recent = $state(false);
  readonly open = $derived(this.text !== '' || this.recent);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | null = null;

  /** The text changed: asks once the typing pauses. Nothing under two characters. */
  type(text: string): void {
    this.#stop();
    if (text.trim().length < 2) {
      this.clear();
      return;
    }
    this.recent = false;
    this.text = text.trim();
    this.searching = true;
    this.#timer = setTimeout(() => void this.ask(), pause);
  }

  /** Asks at once; also for a single character, which may be a whole name. */
  async ask(text = this.text): Promise<void> {
    await this.#ask(text, 0, 'none');
  }

  /** A page on or back; nothing where there is none. */
  async page(by: 1 | -1, landing: Landing = 'first'): Promise<void> {
    const offset = this.offset + by * limit;
    if (this.recent || offset < 0 || (by > 0 && offset >= this.total)) return;
    await this.#ask(this.text, offset, landing);
  }

  /** What is found, in the next order, from its beginning. */
  async reorder(): Promise<void> {
    if (this.recent) return;
    this.order = orders[(orders.indexOf(this.order) + 1) % orders.length] ?? 'last_name';
    await this.#ask(this.text, 0, 'none');
  }

  /** The arrows: through the page and, at its edge, on to the next one. */
  move(by: 1 | -1): void {
    if (this.hits.length === 0) return;
    const next = this.at + by;
    if (next >= this.hits.length && this.offset + this.hits.length < this.total) void this.page(1, 'first');
    else if (next < 0 && this.at === 0 && this.offset > 0) void this.page(-1, 'last');
    else this.at = (next + this.hits.length + (this.at < 0 && by < 0 ? 1 : 0)) % this.hits.length;
  }

  /** Shows who was here last; the one before stands first, and Enter opens them. */
  showRecent(patrons: readonly PatronHit[]): void {
    this.clear();
    this.recent = true;
    this.hits = patrons;
    this.total = patrons.length;
    this.at = patrons.length > 0 ? 0 : -1;
  }

  /** Closes it. */
  clear(): void {
    this.#stop();
    this.recent = false;
    this.text = '';
    this.answered = '';
    this.hits = [];
    this.total = 0;
    this.offset = 0;
    this.at = -1;
    this.searching = false;
    this.failure = null;
  }

  async #ask(text: string, offset: number, landing: Landing): Promise<void> {
    this.#stop();
    const running = new AbortController();
    this.#running = running;
    this.recent = false;
    this.text = text;
    this.searching = true;
    const { order } = this;
    const reply = await call('desk.search', { text, order, limit, offset }, { signal: running.signal });
    if (running.signal.aborted) return;
    this.searching = false;
    this.answered = text;
    this.failure = reply.ok ? null : reply.failure;
    this.hits = reply.ok ? reply.value.patrons : [];
    this.total = reply.ok ? reply.value.total : 0;
    this.offset = reply.ok ? offset : 0;
    this.at = { none: -1, first: 0, last: this.hits.length - 1 }[landing];
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#running = null;
  }
}
