import type { Lanes } from './lanes.ts';
import type { Parts } from '../deps.ts';

/** What a task works with that reads a record, decides, and then changes it. */
export interface Working {
  readonly parts: Parts;
  /** Those of the commands. */
  readonly lanes: Lanes;
}

/**
 * Does one thing at a time to a record, from its fresh read to its last command. Two changes that began with the same
 * read would each undo the other. Source: design, rules of the house, 5.
 */
export const taskTurn = <T>(lanes: Lanes, lane: string, work: () => Promise<T>): Promise<T> =>
  lanes.turn(`task:${lane}`, work);

/** Reads a record once the command has ended that may still be under way there, given up by its window. */
export const freshRead = <T>(lanes: Lanes, lane: string, read: () => Promise<T>): Promise<T> =>
  lanes.turn(lane, read);
