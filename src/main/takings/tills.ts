import { randomUUID } from 'node:crypto';
import type { Clock } from '../ports.ts';
import type { Journal } from '../journal/port.ts';

/** Where the money of one window goes, and whose report it is counted in. */
export interface Till {
  readonly id: string;
  /** When the window asked first; null for a till that was taken over. */
  readonly openedAt: string | null;
}

/**
 * The tills, one per window. One that was left with something in no report yet, by a window that was closed or by an
 * earlier run, is taken over by the next window: no money that was taken is ever without a report.
 */
export class Tills {
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #ofWindow = new Map<number, Till>();
  readonly #left: string[];

  constructor({ journal, clock }: { journal: Journal; clock: Clock }) {
    this.#journal = journal;
    this.#clock = clock;
    this.#left = [...journal.openTills()];
  }

  of(window: number): Till {
    const known = this.#ofWindow.get(window);
    if (known) return known;
    const left = this.#left.shift();
    const till =
      left === undefined
        ? { id: randomUUID(), openedAt: this.#clock.now().toISOString() }
        : { id: left, openedAt: null };
    this.#ofWindow.set(window, till);
    return till;
  }

  closed(window: number): void {
    const till = this.#ofWindow.get(window);
    this.#ofWindow.delete(window);
    if (till && this.#journal.openTills().includes(till.id)) this.#left.push(till.id);
  }
}
