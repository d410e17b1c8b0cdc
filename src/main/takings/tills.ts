import { randomUUID } from 'node:crypto';
import type { TillPlace } from '../../contract/takings.ts';
import type { Clock, Connection } from '../ports.ts';
import type { Journal } from '../journal/port.ts';
import { isSamePlace, placeNow, placeOfTill, tillIdOf } from './till-place.ts';

/** The till of one window at one desk: its report counts the money taken there. */
export interface Till {
  readonly id: string;
  /** When the window first used it; null for a till that was taken over. */
  readonly openedAt: string | null;
}

/**
 * The tills, one per window and desk: where the station is moved to another desk, its money stays at the one before. A
 * till with unreported money, from a closed window or an earlier run, is taken over by the next window at that desk: no
 * money is ever missing from the reports.
 */
export class Tills {
  readonly #ports: {
    readonly journal: Journal;
    readonly clock: Clock;
    readonly connection: Pick<Connection, 'view'>;
  };
  readonly #ofWindow = new Map<number, Till[]>();
  readonly #unclaimed: string[];

  constructor(ports: { journal: Journal; clock: Clock; connection: Pick<Connection, 'view'> }) {
    this.#ports = ports;
    this.#unclaimed = [...ports.journal.openTills()];
  }

  /** The till of a window where the station is now. */
  of(window: number): Till {
    const here = placeNow(this.#ports);
    const own = this.#ofWindow.get(window) ?? [];
    const current = own.find(({ id }) => isOf(id, here));
    if (current) return current;
    const place = this.#unclaimed.findIndex((id) => isOf(id, here));
    const [unclaimed] = place === -1 ? [] : this.#unclaimed.splice(place, 1);
    const till =
      unclaimed === undefined
        ? { id: tillIdOf(randomUUID(), here), openedAt: this.#ports.clock.now().toISOString() }
        : { id: unclaimed, openedAt: null };
    this.#ofWindow.set(window, [...own, till]);
    return till;
  }

  /** Which window has this till: the one that asks, another, or none any more. */
  windowOf(till: string, asking: number): 'this' | 'other' | 'closed' {
    for (const [window, tills] of this.#ofWindow)
      if (tills.some(({ id }) => id === till)) return window === asking ? 'this' : 'other';
    return 'closed';
  }

  closed(window: number): void {
    const tills = this.#ofWindow.get(window) ?? [];
    this.#ofWindow.delete(window);
    const open = this.#ports.journal.openTills();
    this.#unclaimed.push(...tills.map(({ id }) => id).filter((id) => open.includes(id)));
  }
}

const isOf = (till: string, here: TillPlace): boolean => {
  const place = placeOfTill(till);
  return place !== null && isSamePlace(place, here);
};
