import type { RowState } from '../../../contract/configuration-locations.ts';
import type { Failure } from '../../../contract/failure.ts';

/** The state of a row, and why. */
export interface RowOutcome {
  readonly state: RowState;
  readonly failure: Failure | null;
}

/** An outcome as it was looked up. `mayChange`: what is looked up later may say something else, though nobody runs it. */
export interface LookedUp extends RowOutcome {
  readonly mayChange: boolean;
}

const open: ReadonlySet<RowState> = new Set<RowState>(['toDo', 'failed', 'unclear']);

/** Whether a row has its outcome. */
export const isSettled = ({ state }: RowOutcome): boolean => !open.has(state);

/** How many rows have come to what. */
export interface OutcomeCounts {
  /** Done, or found as they were to be. */
  readonly written: number;
  readonly settled: number;
  readonly unclear: number;
}

/**
 * What is known of the rows of a job. Each is looked up once, and counted as it changes: after a row of a long file
 * only the few that may have changed by themselves are looked up again.
 */
export class JobOutcomes {
  readonly #known: RowOutcome[] = [];
  readonly #counts = new Map<RowState, number>();
  /** Rows to look up before anything is said of them. */
  readonly #mayChange = new Set<number>();
  readonly #lookUp: (nth: number) => LookedUp;
  readonly #total: number;

  constructor(total: number, lookUp: (nth: number) => LookedUp) {
    this.#total = total;
    this.#lookUp = lookUp;
    for (let nth = 0; nth < total; nth += 1) this.lookUp(nth);
  }

  of(nth: number): RowOutcome {
    if (this.#mayChange.has(nth)) this.lookUp(nth);
    const known = this.#known[nth];
    if (!known) throw new RangeError('no such row');
    return known;
  }

  note(nth: number, outcome: RowOutcome): void {
    this.#mayChange.delete(nth);
    const before = this.#known[nth]?.state;
    if (before) this.#counts.set(before, (this.#counts.get(before) ?? 0) - 1);
    this.#counts.set(outcome.state, (this.#counts.get(outcome.state) ?? 0) + 1);
    this.#known[nth] = outcome;
  }

  lookUp(nth: number): void {
    const { state, failure, mayChange } = this.#lookUp(nth);
    this.note(nth, { state, failure });
    if (mayChange) this.#mayChange.add(nth);
  }

  /** Looks up the rows in this state, or every one that is open but for those that have failed in this run. */
  lookUpAll(state?: RowState): void {
    for (const [nth, known] of this.#known.entries())
      if (state ? known.state === state : !isSettled(known) && known.state !== 'failed') this.lookUp(nth);
  }

  counts(): OutcomeCounts {
    for (const nth of [...this.#mayChange]) this.lookUp(nth);
    const count = (...states: readonly RowState[]): number =>
      states.reduce((sum, state) => sum + (this.#counts.get(state) ?? 0), 0);
    return {
      written: count('done', 'alreadySo'),
      settled: this.#total - count('toDo', 'failed', 'unclear'),
      unclear: count('unclear'),
    };
  }
}
