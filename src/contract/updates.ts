import * as z from 'zod';
import { Nothing } from './common.ts';
import { asks, type Call } from './define.ts';

/**
 * Why there is no update, or not yet. Of the feed: there was no answer, a proxy wants a login, the service refused, it
 * is no feed, it is of another product, it is signed by nobody known, it was altered, it cannot be read, it is too old,
 * the machine's clock is wrong, an older one came, or another with the same number. Of the file: it is another than the
 * feed says, there is no room for it, or it did not come. Of the installation: the present version could not be kept, so that there would be no way back; or it
 * did not happen.
 */
export type UpdateTrouble =
  | 'noAnswer'
  | 'proxyLogin'
  | 'feedRefused'
  | 'notAFeed'
  | 'otherProduct'
  | 'unknownKey'
  | 'altered'
  | 'malformed'
  | 'expired'
  | 'tooEarly'
  | 'older'
  | 'sameNumber'
  | 'otherFile'
  | 'diskFull'
  | 'notDownloaded'
  | 'notKept'
  | 'notInstalled';

/** What an update that is ready waits for: the maintenance window, a person's word, or a desk that is not in use. */
export type UpdateWaitsFor = 'window' | 'person' | 'desk' | 'idle' | 'clarity';

/** A version that is newer than this one. */
export interface NewerVersion {
  readonly version: string;
  /** Since when it is known here. */
  readonly since: string;
  /** It has been waiting longer than it should: the words are stronger, and nothing else. */
  readonly isOverdue: boolean;
}

/** Whether a newer version is installed without a question, after one, or not even looked for. */
export const updateModes = ['automatic', 'ask', 'off'] as const;

/** Updates of this program, as a window shows them. */
export interface UpdatesView {
  /**
   * Who installs a newer version: the program itself; whoever installed it for the machine, so that it only says that
   * there is one; or nobody, where the program is not installed or no feed is known.
   */
  readonly by: 'itself' | 'machine' | 'nobody';
  readonly version: string;
  readonly mode: (typeof updateModes)[number];
  readonly state: 'idle' | 'checking' | 'newest' | 'available' | 'downloading' | 'ready' | 'installing';
  readonly newer: NewerVersion | null;
  /** 0 to 1. */
  readonly progress: number;
  readonly trouble: UpdateTrouble | null;
  readonly waitsFor: UpdateWaitsFor | null;
  readonly checkedAt: string | null;
  /** What happened, the newest first. */
  readonly log: readonly UpdateLogLine[];
}

export interface UpdateLogLine {
  readonly at: string;
  readonly event: 'found' | 'downloaded' | 'installing' | 'installed' | 'refused' | 'wentBack';
  readonly version: string;
  readonly trouble: UpdateTrouble | null;
}

export const updates = {
  /** Runs until it is aborted; reports first what is, then each change. */
  'updates.watch': asks(Nothing).answers<null, UpdatesView>(),
  /** How updates are wanted here. Fails (`locked`) where a policy holds it. */
  'updates.mode': asks(z.object({ mode: z.enum(updateModes) })).answers<UpdatesView>(),
  /** Asks the feed now. */
  'updates.check': asks(Nothing).answers<UpdatesView>(),
  /** Downloads the newer version. */
  'updates.download': asks(Nothing).answers<UpdatesView>(),
  /** A person says that it may be installed: as soon as the desk is not in use, and never before. */
  'updates.install': asks(Nothing).answers<UpdatesView>(),
} satisfies Record<string, Call>;
