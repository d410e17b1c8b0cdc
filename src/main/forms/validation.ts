import type { FieldProblem } from '../../contract/failure.ts';
import { Failed } from '../failure.ts';

/**
 * Judges a form as a whole: whoever filled in twenty fields is told at once of all that cannot be accepted, and not of
 * one after the other.
 */
export class Judged {
  readonly #problems: FieldProblem[] = [];

  /** What the judge answers, or `otherwise` where it throws an invalid field, which is kept for the end. */
  of<T>(judge: () => T, otherwise: T): T {
    try {
      return judge();
    } catch (error) {
      if (!(error instanceof Failed) || error.failure.kind !== 'invalid') throw error;
      const { field, reason, detail } = error.failure;
      this.#problems.push({ field, reason, detail });
      return otherwise;
    }
  }

  /** Throws where anything was wrong, naming all of it. */
  end(): void {
    const [first, ...others] = this.#problems;
    if (first) throw new Failed({ kind: 'invalid', ...first, ...(others.length > 0 ? { others } : {}) });
  }
}
