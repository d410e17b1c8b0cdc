import type { KeyObject } from 'node:crypto';
import type { UpdatesView, UpdateWaitsFor } from '../../contract/updates.ts';
import type { MaintenanceWindow } from '../policy/values.ts';
import type { Clock, Log } from '../ports.ts';
import type { Machine } from './choice.ts';
import type { Release } from './feed.ts';
import type { UpdateMemory } from './memory.ts';

/** How updates are wanted here: by policy, or by the user. */
export interface UpdateSettings {
  readonly mode: UpdatesView['mode'];
  /** The machine's number from 0 to 99, where a fleet says it. */
  readonly ring: number | null;
  readonly pinned: string | null;
  readonly window: MaintenanceWindow | null;
  /** After so many days the words are stronger. */
  readonly overdueAfterDays: number;
}

/** Where feeds come from. Rejects with an `UpdateFailed`. */
export interface FeedSource {
  read(signal: AbortSignal): Promise<string>;
}

/** What downloads a release, and replaces this program by it. Rejects with an `UpdateFailed`. */
export interface Installer {
  /** Resolves to the path of the file. */
  download(release: Release, report: (progress: number) => void, signal: AbortSignal): Promise<string>;
  /** Makes ready what was downloaded, perhaps in an earlier run, so that `install` needs no time. */
  prepare(release: Release, signal: AbortSignal): Promise<void>;
  /**
   * Starts what installs it, and ends the program once that runs. Rejects with an `UpdateFailed` where it cannot be
   * started: then the program goes on.
   */
  install(): Promise<void>;
}

/** Whether the desk is in use, and how long nobody has touched it. */
export interface DeskInUse {
  /** Asks the windows, so that `inUse` is true of this moment. */
  look(): Promise<void>;
  /** Null where an update may be installed. */
  inUse(): Extract<UpdateWaitsFor, 'desk' | 'idle' | 'clarity'> | null;
}

export interface UpdatesOptions {
  readonly by: UpdatesView['by'];
  readonly machine: Omit<Machine, 'number'>;
  /** 0 to 99. */
  readonly machineNumber: () => Promise<number>;
  readonly keys: readonly KeyObject[];
  readonly settings: () => UpdateSettings;
  readonly source: FeedSource;
  readonly installer: Installer;
  readonly desk: DeskInUse;
  readonly memory: UpdateMemory;
  /** Keeps the present version, so that there is a way back. Where that fails, nothing is installed. */
  readonly keepFormer: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  readonly closing: AbortSignal;
}
