import type { Clock, Journal, Log } from '../ports.ts';
import { lookEveryMs } from './certainty.ts';
import { Listeners } from './listeners.ts';

type Settlement = Parameters<Journal['settle']>;

/**
 * Writes down what came of commands. A journal that cannot be written at this moment makes no failure of what the
 * service has said: it is written again later, and should the program end before, the next run finds out anew.
 */
export class Settlements {
  /** Something that had to wait for it is written now. */
  readonly written = new Listeners<null>();
  readonly #journal: Journal;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #closing: AbortSignal;
  readonly #unwritten = new Map<string, () => void>();
  #waiting = false;

  constructor(parts: {
    readonly journal: Journal;
    readonly log: Log;
    readonly clock: Clock;
    readonly closing: AbortSignal;
  }) {
    this.#journal = parts.journal;
    this.#log = parts.log;
    this.#clock = parts.clock;
    this.#closing = parts.closing;
  }

  settle(...settlement: Settlement): void {
    this.write(settlement[0], () => this.#journal.settle(...settlement));
  }

  /** Writes something else, before whatever is settled after it; the last of a name counts. */
  write(name: string, write: () => void): void {
    // At its new place, behind what is to be written before it.
    this.#unwritten.delete(name);
    const waited = this.#unwritten.size;
    this.#unwritten.set(name, write);
    this.#write();
    if (waited > 0 && this.#unwritten.size <= waited) this.written.tell(null);
    if (this.#unwritten.size > 0 && !this.#waiting) void this.#writeLater();
  }

  /** Writes what is to be written, in its order, as far as that goes. */
  #write(): void {
    try {
      for (const [name, write] of this.#unwritten) {
        write();
        this.#unwritten.delete(name);
      }
    } catch (error) {
      this.#log.defect(error);
    }
  }

  async #writeLater(): Promise<void> {
    this.#waiting = true;
    while (this.#unwritten.size > 0) {
      try {
        await this.#clock.sleep(lookEveryMs, this.#closing);
      } catch {
        break; // the program ends
      }
      const { size } = this.#unwritten;
      this.#write();
      if (this.#unwritten.size < size) this.written.tell(null);
    }
    this.#waiting = false;
  }
}
