import * as z from 'zod';
import { Nothing } from './common.ts';
import { asks, type Call } from './define.ts';

/** What of a station's settings another station can take over, in the order of its file. */
export const settingsGroups = [
  'service',
  'place',
  'network',
  'appearance',
  'privacy',
  'slips',
  'labels',
  'barcodes',
  'scanner',
  'banknotes',
  'updates',
] as const;
export type SettingsGroup = (typeof settingsGroups)[number];

/** Something that is wrong with a file of settings, in words: where in it, and what. */
export interface SettingsFileProblem {
  readonly text: string;
  /** Nothing of the file can be used. Otherwise only what is named is left out. */
  readonly isFatal: boolean;
}

/** A setting that is otherwise in the file. Values are for people. */
export interface SettingDifference {
  readonly group: SettingsGroup;
  readonly title: string;
  readonly now: string;
  readonly next: string;
  /** Why it stays as it is, whatever is chosen: a policy, or a library system that is not connected; `''` if it does not. */
  readonly stays: string;
  /** What has to be known before it is taken over, such as a printer that is not here; `''` for nothing. */
  readonly note: string;
}

/** A file of settings beside those of this station. Nothing was changed. */
export interface SettingsFileView {
  readonly name: string;
  /** The version of the program that wrote it; `''` where it does not say. */
  readonly version: string;
  readonly problems: readonly SettingsFileProblem[];
  readonly differences: readonly SettingDifference[];
  /** How many settings of the file are as they are here. */
  readonly same: number;
  /** The library system of the file, where this station is not at it: only a person connects it, with its key. */
  readonly otherService: { readonly address: string; readonly root: string } | null;
  /** What was taken over last can be put back. */
  readonly canUndo: boolean;
}

/**
 * The settings of a station for other stations, as a file. A key, a login, and what was done here are never in it. A
 * window has one file at a time.
 */
export const settingsTransfer = {
  /** Saves them where the user chooses; null if they cancel. */
  'settingsTransfer.export': asks(Nothing).answers<{ readonly savedAs: string } | null>(),
  /** Lets the user choose a file, and compares it; null if they cancel. */
  'settingsTransfer.open': asks(Nothing).answers<SettingsFileView | null>(),
  /** Compares the file of this window again; null where it has none. */
  'settingsTransfer.compare': asks(Nothing).answers<SettingsFileView | null>(),
  /** Takes over what is otherwise in these groups. Fails with `gone` of `file` where the window has none. */
  'settingsTransfer.apply': asks(
    z.object({ groups: z.array(z.enum(settingsGroups)).max(settingsGroups.length) }),
  ).answers<SettingsFileView>(),
  /** Puts back what `apply` has changed, and what is not otherwise since. */
  'settingsTransfer.undo': asks(Nothing).answers<SettingsFileView>(),
  /** The window is done with its file. */
  'settingsTransfer.forget': asks(Nothing).answers<null>(),
} satisfies Record<string, Call>;
