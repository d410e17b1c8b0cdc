import type { UnclearView } from '../../contract/desk.ts';

/**
 * When it is known what came of a command. All times are milliseconds of a clock that never jumps.
 *
 * A command *happened* when the service says so, or when a read finds its effect. It *did not happen* when the service
 * itself refused it, or when reads still do not find its effect long after its request left. Everything else is
 * unclear, and the same effect is refused here until it is known. Source: design, "The journal and the queue".
 */

/** So long after its request left, a read that does not find its effect starts to count. Of an earlier run's: after its end. */
export const restMs = 120_000;

/** Two reads must not find it, and be apart by at least this much. */
export const agreeAfterMs = 5000;

/** The person who asked for the command waits for these looks, each after a pause; later looks run in the background. */
export const firstLooks: readonly number[] = [0, 1000, 3000];

/** How often the service is asked in the background. While it cannot be asked, the pauses grow to the longest. */
export const lookEveryMs = 30_000;
export const longestPauseMs = 600_000;

/** A command that two reads did not find is read once more after this time. */
export const recheckAfterMs = 600_000;

/** An unclear command, as far as time decides about it. */
export interface Timed {
  /** When its request left; of an earlier run's, when this run began. */
  readonly leftAt: number;
  /** It is under way in this run: its own answer is still to come. */
  readonly ownAnswerComes: boolean;
  readonly seen: UnclearView['seen'];
  /** When the first read that counts did not find it. */
  readonly absentAt: number | null;
}

/** How long it takes at most until it is known; null where nobody can say, because nothing more will be read. */
export function knownInMs({ leftAt, ownAnswerComes }: Timed, now: number): number | null {
  const left = leftAt + restMs + agreeAfterMs - now;
  return ownAnswerComes || left <= 0 ? null : left;
}

/** Whether a read that began then and does not find the command counts. */
export const doesCount = ({ leftAt, ownAnswerComes }: Timed, began: number): boolean =>
  !ownAnswerComes && began - leftAt >= restMs;

/** Whether a read that began then confirms that the command is not there. */
export const isConfirmed = ({ absentAt }: Timed, began: number): boolean =>
  absentAt !== null && began - absentAt >= agreeAfterMs;

/** Whether no further read can tell: long after it left, something is there that may be another command's effect. */
export const isForPerson = ({ seen, leftAt }: Timed, now: number): boolean =>
  seen === 'cannotTell' && now - leftAt >= restMs;

/** How long to wait before the next look. `failures`: how often in a row the service could not be asked. */
export function pauseMs({ leftAt, absentAt }: Timed, failures: number, now: number): number {
  if (absentAt !== null) return agreeAfterMs;
  if (failures > 1) return Math.min(lookEveryMs * 2 ** (failures - 2), longestPauseMs);
  const toRest = leftAt + restMs - now;
  return toRest > 0 ? Math.min(toRest, lookEveryMs) : lookEveryMs;
}
