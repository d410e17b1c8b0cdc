import type { Clock, Log } from '../ports.ts';
import type { Journal } from '../journal/port.ts';
import { lookEveryMs } from './certainty.ts';
import { Emitter } from '../emitter.ts';

type Settlement = Parameters<Journal['settle']>;

/**
 * Writes into the journal what came of commands. Where the journal cannot be written at the moment, the command does
 * not fail for that: the writing is tried again later. If the program ends before, the next run finds out anew.
 */
export class Settlements {
  /** Tells that something has been written that had to wait. */
  readonly written = new Emitter<null>();
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

  /** Writes something else, before everything that is settled after it. Of several with one name the last counts. */
  write(name: string, write: () => void): void {
    // It moves to the end, behind everything that is to be written before it.
    this.#unwritten.delete(name);
    const waited = this.#unwritten.size;
    this.#unwritten.set(name, write);
    this.#write();
    if (waited > 0 && this.#unwritten.size <= waited) this.written.emit(null);
    if (this.#unwritten.size > 0 && !this.#waiting) void this.#writeLater();
  }

  /** Writes all that waits, in its order, until one cannot be written. */
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
      if (this.#unwritten.size < size) this.written.emit(null);
    }
    this.#waiting = false;
  }
}
