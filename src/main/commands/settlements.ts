import type { Clock, Log } from '../ports.ts';
import type { Journal } from '../journal/port.ts';
import { lookupEveryMs } from './certainty.ts';
import { Emitter } from '../emitter.ts';

type Settlement = Parameters<Journal['settle']>;

/**
 * Writes the outcome of commands into the journal. If the journal cannot be written now, the command does not fail: the
 * write is retried later. If the program ends before that, the next run looks the outcome up.
 */
export class Settlements {
  /** Emits when writes that had to wait were written. */
  readonly written = new Emitter<null>();
  readonly #journal: Journal;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #closing: AbortSignal;
  readonly #unwritten = new Map<string, { readonly write: () => void; readonly before: string | null }>();
  #waiting = false;

  constructor(deps: {
    readonly journal: Journal;
    readonly log: Log;
    readonly clock: Clock;
    readonly closing: AbortSignal;
  }) {
    this.#journal = deps.journal;
    this.#log = deps.log;
    this.#clock = deps.clock;
    this.#closing = deps.closing;
  }

  settle(...settlement: Settlement): void {
    this.#add(settlement[0], null, () => this.#journal.settle(...settlement));
  }

  /** Writes something else, before this command is settled. Of several writes with one name, only the last is kept. */
  writeBefore(id: string, name: string, write: () => void): void {
    this.#add(name, id, write);
  }

  #add(name: string, before: string | null, write: () => void): void {
    // Moves it to the end, behind everything that must be written before it.
    this.#unwritten.delete(name);
    const waitingBefore = this.#unwritten.size;
    this.#unwritten.set(name, { write, before });
    this.#write();
    if (waitingBefore > 0 && this.#unwritten.size <= waitingBefore) this.written.emit(null);
    if (this.#unwritten.size > 0 && !this.#waiting) void this.#writeLater();
  }

  /** Writes everything that waits, in order. What cannot be written keeps back only what must come after it. */
  #write(): void {
    const failures: unknown[] = [];
    const keptBack = new Set<string | null>();
    for (const [name, { write, before }] of this.#unwritten) {
      if (keptBack.has(name)) continue;
      try {
        write();
        this.#unwritten.delete(name);
      } catch (error) {
        failures.push(error);
        keptBack.add(before);
      }
    }
    // On a full disk all of them fail, for one reason.
    if (failures.length > 0) this.#log.defect(failures[0]);
  }

  async #writeLater(): Promise<void> {
    this.#waiting = true;
    while (this.#unwritten.size > 0) {
      try {
        await this.#clock.sleep(lookupEveryMs, this.#closing);
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
