import type { PatronHit } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import { call } from '../api.ts';

const pause = 180;
const limit = 20;

/** A search for patrons, as it is typed: one question at a time, and an older answer never over a newer one. */
export class PatronSearch {
  text = $state('');
  hits = $state.raw<readonly PatronHit[]>([]);
  total = $state(0);
  searching = $state(false);
  failure = $state.raw<Failure | null>(null);
  /** What was found belongs to this text. */
  answered = $state('');
  /** The hit the arrow keys stand on; -1 for none. */
  at = $state(-1);
  readonly open = $derived(this.text !== '');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | null = null;

  /** The text changed: asks once the typing pauses. Nothing under two characters. */
  type(text: string): void {
    this.#stop();
    if (text.trim().length < 2) {
      this.clear();
      return;
    }
    this.text = text.trim();
    this.searching = true;
    this.#timer = setTimeout(() => void this.ask(), pause);
  }

  /** Asks at once; also for a single character, which may be a whole name. */
  async ask(text = this.text): Promise<void> {
    this.#stop();
    const running = new AbortController();
    this.#running = running;
    this.text = text;
    this.searching = true;
    const reply = await call('desk.search', { text, limit, offset: 0 }, { signal: running.signal });
    if (running.signal.aborted) return;
    this.searching = false;
    this.answered = text;
    this.at = -1;
    this.failure = reply.ok ? null : reply.failure;
    this.hits = reply.ok ? reply.value.patrons : [];
    this.total = reply.ok ? reply.value.total : 0;
  }

  move(by: number): void {
    if (this.hits.length === 0) return;
    this.at = (this.at + by + this.hits.length + (this.at < 0 && by < 0 ? 1 : 0)) % this.hits.length;
  }

  /** Closes it. */
  clear(): void {
    this.#stop();
    this.text = '';
    this.answered = '';
    this.hits = [];
    this.total = 0;
    this.at = -1;
    this.searching = false;
    this.failure = null;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#running = null;
  }
}
