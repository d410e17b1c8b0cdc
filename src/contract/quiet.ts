import * as z from 'zod';
import { Nothing } from './common.ts';
import { asks, type Call } from './define.ts';

/** What a window says of itself: what of it is in use. */
export const windowReasons = ['patron', 'dialog', 'typed', 'underWay'] as const;

/**
 * Why a desk is in use: a patron is at it; a trolley or an order line is being worked on; a dialog is open; something is
 * typed or changed and not saved; work is under way; scans are not settled; something prints; commands are on their way;
 * the journal is being opened or repaired; a page does not answer.
 */
export const busyReasons = [
  ...windowReasons,
  'trolley',
  'scans',
  'printing',
  'commands',
  'journal',
  'noAnswer',
] as const;

export type WindowReason = (typeof windowReasons)[number];
export type BusyReason = (typeof busyReasons)[number];

/** Whether the desks of this computer are asked to take nobody new, and what is still open here. */
export interface DrainView {
  readonly isDraining: boolean;
  /** When they take patrons again by themselves, at the latest; null while an installer waits for a desk. */
  readonly until: string | null;
  readonly reasons: readonly BusyReason[];
}

export const quiet = {
  /** What of this window is in use, and how long nobody has touched it, in milliseconds. */
  'quiet.report': asks(
    z.object({
      reasons: z.array(z.enum(windowReasons)).max(windowReasons.length),
      idleMs: z.number().min(0),
    }),
  ).answers<null>(),
  /** Runs until it is aborted; reports first the state as it is now, then each change. */
  'quiet.watch': asks(Nothing).answers<null, DrainView>(),
} satisfies Record<string, Call>;
