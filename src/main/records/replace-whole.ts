import type { Failure } from '../../contract/failure.ts';
import type { Lanes } from '../commands/lanes.ts';
import { Failed } from '../failure.ts';

/** What differs between a record as somebody saw it and as it is. */
export type Difference = Extract<Failure, { kind: 'conflict' }>['differences'][number];

/** A record that the service can only replace as a whole, and what is to be done with it. */
export interface Whole<R, A> {
  /** The lane of its commands: one at a time. */
  readonly lane: string;
  readonly read: () => Promise<R>;
  /** What is not any more as it was when it was seen. */
  readonly differences: (fresh: R) => readonly Difference[];
  readonly write: (fresh: R) => Promise<A>;
}

/**
 * Replaces a record as a whole: it is read anew, once the command has ended that may still be under way there, and
 * nothing is sent where it has changed since it was seen: that is a `conflict`, with what differs. From the read to the
 * write nobody else of this station is let in, since two updates that began with the same read would each undo the
 * other. Source: design, rules of the house, 5.
 */
export function replaceWhole<R, A>(
  lanes: Lanes,
  { lane, read, differences, write }: Whole<R, A>,
): Promise<A> {
  return lanes.turn(`task:${lane}`, async () => {
    const fresh = await lanes.turn(lane, read);
    const found = differences(fresh);
    if (found.length > 0) throw new Failed({ kind: 'conflict', differences: found });
    return write(fresh);
  });
}
