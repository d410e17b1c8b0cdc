import type { UnclearView } from '../../contract/desk.ts';

/**
 * The rules for when the outcome of a command is known. All times are milliseconds of the monotonic clock.
 *
 * A command *happened* when the service says so, or when a read finds its effect. It *did not happen* when the service
 * itself refused it, or when reads still do not find its effect long after its request was sent. Otherwise it is
 * unclear, and a command with the same effect is refused here until the outcome is known. Source: design, "The journal
 * and the queue".
 */

/**
 * A read that does not find the effect counts only this long after the request was sent. For a command of an earlier
 * run, the time starts with this run.
 */
export const graceMs = 120_000;

/** Two reads must fail to find the effect, at least this far apart. */
export const confirmAfterMs = 5000;

/** The pauses before the first lookups, for which the user waits; later lookups run in the background. */
export const firstLookupPauses: readonly number[] = [0, 1000, 3000];

/**
 * The pause between lookups in the background. While the service cannot be reached, the pauses grow to the longest one.
 */
export const lookupEveryMs = 30_000;
export const longestPauseMs = 600_000;

/** A command that two reads did not find is looked up once more after this time. */
export const recheckAfterMs = 600_000;

/** The times and reads of an unclear command that decide about its outcome. */
export interface LookupTiming {
  /** When its request was sent; for a command of an earlier run, when this run began. */
  readonly sentAt: number;
  /** The command is still in progress in this run: its own answer will come. */
  readonly ownAnswerComes: boolean;
  readonly seen: UnclearView['seen'];
  /** When the first read that counts did not find the effect. */
  readonly absentAt: number | null;
}

/** The longest time until the outcome is known; null where no lookup will decide it. */
export function knownInMs({ sentAt, ownAnswerComes }: LookupTiming, now: number): number | null {
  const remaining = sentAt + graceMs + confirmAfterMs - now;
  return ownAnswerComes || remaining <= 0 ? null : remaining;
}

/** Whether a read that started at this time counts if it does not find the effect. */
export const doesCount = ({ sentAt, ownAnswerComes }: LookupTiming, startedAt: number): boolean =>
  !ownAnswerComes && startedAt - sentAt >= graceMs;

/** Whether a read that started at this time confirms that the effect is not there. */
export const isConfirmed = ({ absentAt }: LookupTiming, startedAt: number): boolean =>
  absentAt !== null && startedAt - absentAt >= confirmAfterMs;

/**
 * Whether only a person can decide: long after the request was sent, something is there that may be another command's
 * effect.
 */
export const isForPerson = ({ seen, sentAt }: LookupTiming, now: number): boolean =>
  seen === 'cannotTell' && now - sentAt >= graceMs;

/** The pause before the next lookup. `failures`: how often in a row the service could not be reached. */
export function pauseMs({ sentAt, absentAt }: LookupTiming, failures: number, now: number): number {
  if (absentAt !== null) return confirmAfterMs;
  if (failures > 1) return Math.min(lookupEveryMs * 2 ** (failures - 2), longestPauseMs);
  const untilReadsCount = sentAt + graceMs - now;
  return untilReadsCount > 0 ? Math.min(untilReadsCount, lookupEveryMs) : lookupEveryMs;
}
