import type { Reply } from '../../../contract/define.ts';
import type { Failure } from '../../../contract/failure.ts';
import { untilNoScan } from '../../scan/until-no-scan.ts';
import { slowAfter } from '../slow-after.ts';

/** What a read says while it runs: how much of a long list is there. */
export interface ReadSoFar {
  readonly read: number;
  readonly total: number;
}

/**
 * Something read from the service and read again after each change. What was there stays on screen meanwhile, and
 * when reading fails; only the answer to the newest question counts.
 */
export class Listing<T> {
  value = $state.raw<T | null>(null);
  failure = $state.raw<Failure | null>(null);
  loading = $state(false);
  /** It has been waited for long enough to say so. */
  slow = $state(false);
  soFar = $state.raw<ReadSoFar | null>(null);
  readonly #read: (signal: AbortSignal, onProgress: (soFar: ReadSoFar) => void) => Promise<Reply<T>>;
  #running: AbortController | null = null;

  constructor(read: (signal: AbortSignal, onProgress: (soFar: ReadSoFar) => void) => Promise<Reply<T>>) {
    this.#read = read;
  }

  async load(): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.loading = true;
    const timer = setTimeout(() => (this.slow = this.#running === running), slowAfter);
    const reply = await this.#read(running.signal, (soFar) => {
      if (this.#running === running) this.soFar = soFar;
    });
    clearTimeout(timer);
    await untilNoScan(); // a list takes as long to draw as a scan
    if (this.#running !== running) return;
    this.#settle();
    this.failure = reply.ok || reply.failure.kind === 'cancelled' ? null : reply.failure;
    if (reply.ok) this.value = reply.value;
  }

  /** Reads as if nothing had been read before: what was there is not shown meanwhile. */
  async anew(): Promise<void> {
    this.value = null;
    await this.load();
  }

  /** Reads only where nothing was read yet. */
  async need(): Promise<void> {
    if (this.value === null && !this.loading) await this.load();
  }

  /** Stops reading: what was there stays. */
  stop(): void {
    this.#running?.abort();
    this.#settle();
  }

  #settle(): void {
    this.#running = null;
    this.loading = false;
    this.slow = false;
    this.soFar = null;
  }
}
