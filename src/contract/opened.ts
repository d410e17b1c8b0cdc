import * as z from 'zod';
import { Nothing } from './common.ts';
import { asks, type Call } from './define.ts';
import type { PolicyId, PolicyProblem } from './policy.ts';
import type { BookSettings } from './trolley.ts';

/** A setting that an opened policy would set, were it put where policies are. */
export interface DraftSetting {
  readonly id: PolicyId;
  readonly title: string;
  /** For people; may have several lines. */
  readonly value: string;
  /** Users could not change it. */
  readonly held: boolean;
}

/** Why a list of a trolley is not opened. */
export type WhyNotList =
  | 'missing'
  /** A folder, or something else that is no file. */
  | 'notAFile'
  | 'tooLarge'
  /** The system did not give it: its code is the detail. */
  | 'notRead'
  /** It is no list of a trolley, or one with something in it that none has. */
  | 'notAList'
  /** It is the list of another library than the connected one. */
  | 'otherLibrary';

/** A file that somebody opened outside the program. Nothing of it is in force, and nothing of it was done. */
export type OpenedView = {
  readonly id: string;
  /** With its folder. */
  readonly file: string;
  /** Its name alone. */
  readonly name: string;
} & (
  | {
      readonly kind: 'policy';
      readonly problems: readonly PolicyProblem[];
      /** Empty where there are problems: such a file is not used in part. */
      readonly settings: readonly DraftSetting[];
    }
  | { readonly kind: 'list'; readonly settings: BookSettings; readonly codes: readonly string[] }
  | { readonly kind: 'noList'; readonly why: WhyNotList; readonly detail: string }
);

export const opened = {
  /** Runs until it is aborted; reports the file that this window is to show, or null; first as it is now. */
  'opened.watch': asks(Nothing).answers<null, OpenedView | null>(),
  /** The file was looked at, or a person does not want it. */
  'opened.done': asks(z.object({ id: z.uuid() })).answers<null>(),
} satisfies Record<string, Call>;
