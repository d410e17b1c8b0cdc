import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Nothing } from './common.ts';

/** A journal that could not be used, and what was saved of it. */
export interface JournalLoss {
  /** The name of the file that it is kept as, in the program's own folder. */
  readonly keptAs: string;
  readonly at: string;
  readonly cause: 'empty' | 'foreign' | 'damaged';
  /** How many rows were saved. */
  readonly saved: number;
  /** How many were not, at most; null if that is unknown. */
  readonly lost: number | null;
}

/** The state of the journal. Desk, receiving and service are closed unless it is `open`. */
export type JournalView =
  | {
      readonly state: 'open';
      /** Whether the keys that its rows are sealed with are here; if not, why. */
      readonly keys: 'all' | 'locked' | 'absent' | 'wrong';
      /** How many rows cannot be read. They are kept. */
      readonly unreadable: number;
      /** The machine's clock is before what was written last (at `newest`), or very long after it. */
      readonly clock: { readonly is: 'behind' | 'ahead'; readonly newest: string } | null;
    }
  /** A newer version wrote it: which, where it says so. It is left as it is. */
  | { readonly state: 'newer'; readonly writtenBy: string | null }
  /** It was damaged, and what was lost is not acknowledged yet. */
  | { readonly state: 'salvaged'; readonly losses: readonly JournalLoss[] }
  /** The keychain asks its user whether this program may have the keys that rows are sealed with. */
  | { readonly state: 'waiting' }
  /** Another program has it. */
  | { readonly state: 'inUse' }
  /** It cannot be opened or written: its folder takes nothing, the disk is full, or something else. */
  | { readonly state: 'notOpened'; readonly why: 'readOnly' | 'full' | 'other' };

export const journal = {
  /** Runs until it is aborted; reports first what is, then each change. */
  'journal.watch': asks(Nothing).answers<null, JournalView>(),
  /** The user has read what was lost; `keptAs` names the files they were shown. */
  'journal.acknowledge': asks(z.object({ keptAs: z.array(z.string().max(300)).max(100) })).answers<null>(),
  /** Opens it once more, where it could not be. */
  'journal.tryAgain': asks(Nothing).answers<null>(),
  /** The keychain is not waited for any more: what is sealed with its keys cannot be read until they are back. */
  'journal.goOnWithout': asks(Nothing).answers<null>(),
} satisfies Record<string, Call>;
