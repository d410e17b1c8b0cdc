import { randomUUID } from 'node:crypto';
import type { Clock } from '../ports.ts';
import type { Journal } from '../journal/port.ts';

/** The till of one window: its report counts the money taken there. */
export interface Till {
  readonly id: string;
  /** When the window first used it; null for a till that was taken over. */
  readonly openedAt: string | null;
}

/**
 * The tills, one per window. A till with unreported money, from a closed window or an earlier run, is taken over by
 * the next window: no money is ever missing from the reports.
 */
export class Tills {
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #ofWindow = new Map<number, Till>();
  readonly #unclaimed: string[];

  constructor({ journal, clock }: { journal: Journal; clock: Clock }) {
    this.#journal = journal;
    this.#clock = clock;
    this.#unclaimed = [...journal.openTills()];
  }

  of(window: number): Till {
    const current = this.#ofWindow.get(window);
    if (current) return current;
    const unclaimed = this.#unclaimed.shift();
    const till =
      unclaimed === undefined
        ? { id: randomUUID(), openedAt: this.#clock.now().toISOString() }
        : { id: unclaimed, openedAt: null };
    this.#ofWindow.set(window, till);
    return till;
  }

  /** Which window has this till: the one that asks, another, or none any more. */
  windowOf(till: string, asking: number): 'this' | 'other' | 'closed' {
    for (const [window, { id }] of this.#ofWindow)
      if (id === till) return window === asking ? 'this' : 'other';
    return 'closed';
  }

  closed(window: number): void {
    const till = this.#ofWindow.get(window);
    this.#ofWindow.delete(window);
    if (till && this.#journal.openTills().includes(till.id)) this.#unclaimed.push(till.id);
  }
}
