import type { KeyObject } from 'node:crypto';
import type { UpdatesView, UpdateTrouble, UpdateWaitsFor } from '../../contract/updates.ts';
import { Emitter } from '../emitter.ts';
import type { Clock, Log } from '../ports.ts';
import { type Machine, releaseFor } from './choice.ts';
import { isFileOf } from './downloaded.ts';
import { FeedRefused, readFeed, type Release } from './feed.ts';
import { isInWindow, type MaintenanceWindow } from './maintenance.ts';
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

/** An error of the network or the disk, translated. */
export class UpdateFailed extends Error {
  override readonly name = 'UpdateFailed';
  readonly trouble: UpdateTrouble;

  constructor(trouble: UpdateTrouble, cause?: unknown) {
    super(trouble, { cause });
    this.trouble = trouble;
  }
}

/** Where feeds come from. Rejects with an `UpdateFailed`. */
export interface FeedSource {
  read(signal: AbortSignal): Promise<string>;
}

/** What downloads a release, and replaces this program by it. Rejects with an `UpdateFailed`. */
export interface Installer {
  /** Resolves to the path of the file. */
  download(release: Release, report: (progress: number) => void, signal: AbortSignal): Promise<string>;
  /** Ends the program and installs what was downloaded. */
  install(): void;
}

/** Whether the desk is in use, and how long nobody has touched it. */
export interface DeskInUse {
  /** Null where an update may be installed. */
  inUse(): Extract<UpdateWaitsFor, 'desk' | 'idle' | 'clarity'> | null;
}

export interface UpdatesOptions {
  readonly by: UpdatesView['by'];
  readonly machine: Machine;
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

/** The feed is asked this long after the start, and then each so often, in milliseconds. */
const firstCheckMs = 120_000;
const checkEveryMs = 6 * 60 * 60 * 1000;
/** Whether an update may be installed now is looked at each so often. */
const lookEveryMs = 30_000;

/** An installation that did not happen so often is not begun again by itself. */
const mostAttempts = 2;

const aDay = 24 * 60 * 60 * 1000;

/**
 * Updates of this program: finds them in the signed feed, downloads and checks them, and installs them while nobody
 * works here. Nothing is ever installed while the desk is in use, whoever asks for it and however long it waits.
 */
export class Updates {
  readonly changes = new Emitter<UpdatesView>();
  readonly #options: UpdatesOptions;
  #state: UpdatesView['state'] = 'idle';
  #trouble: UpdateTrouble | null = null;
  #progress = 0;
  #release: Release | null = null;
  /** A feed was read in this run. */
  #isChecked = false;
  /** A person has said that it may be installed. */
  #isAsked = false;
  #waitsFor: UpdateWaitsFor | null = null;
  /** The check or download under way: a second one joins it. */
  #running: Promise<void> | null = null;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    this.#noteInstallation();
  }

  view(): UpdatesView {
    const { by, machine, memory, clock, settings } = this.#options;
    const { mode, overdueAfterDays } = settings();
    const { newer, checkedAt, log } = memory.now;
    const overdue = newer && clock.now().getTime() - Date.parse(newer.since) > overdueAfterDays * aDay;
    return {
      ...{ by, mode, checkedAt, log, version: machine.version },
      newer: newer && { ...newer, isOverdue: overdue === true },
      state: this.#state,
      progress: this.#progress,
      trouble: this.#trouble,
      waitsFor: this.#waitsFor,
    };
  }

  /** Looks after updates until the program ends. */
  async start(): Promise<void> {
    const { by, clock, closing } = this.#options;
    if (by === 'nobody') return;
    let nextCheck = clock.monotonic() + firstCheckMs;
    const passed = (): Promise<boolean> =>
      clock.sleep(lookEveryMs, closing).then(
        () => true,
        () => false,
      );
    while (await passed()) {
      if (clock.monotonic() >= nextCheck && this.#options.settings().mode !== 'off') {
        nextCheck = clock.monotonic() + checkEveryMs;
        await this.check();
      }
      await this.#installIfPossible();
    }
  }

  /** Asks the feed, and downloads what it has where that is wanted without a question. */
  async check(): Promise<UpdatesView> {
    if (this.#options.by !== 'nobody') await this.#alone(() => this.#check());
    if (this.#state === 'available' && this.#options.settings().mode === 'automatic') await this.download();
    return this.view();
  }

  /** Downloads the newer version, where this program installs it. */
  async download(): Promise<UpdatesView> {
    if (this.#options.by === 'itself' && this.#state === 'available')
      await this.#alone(() => this.#download());
    return this.view();
  }

  /** A person says that it may be installed, as soon as the desk is not in use. */
  async install(): Promise<UpdatesView> {
    this.#isAsked = this.#state === 'ready';
    await this.#installIfPossible();
    return this.view();
  }

  async #alone(work: () => Promise<void>): Promise<void> {
    this.#running ??= work()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => (this.#running = null));
    await this.#running;
  }

  #set(state: UpdatesView['state'], trouble: UpdateTrouble | null = null): void {
    this.#state = state;
    this.#trouble = trouble;
    if (state !== 'ready') this.#waitsFor = null;
    this.changes.emit(this.view());
  }

  /** Nothing is under way: the state follows from what is known of the newer version. */
  #settle(trouble: UpdateTrouble | null = null): void {
    const { ready } = this.#options.memory.now;
    if (this.#release === null) this.#set(this.#isChecked ? 'newest' : 'idle', trouble);
    else this.#set(ready?.sha512 === this.#release.sha512 ? 'ready' : 'available', trouble);
  }

  #failed(error: unknown): void {
    if (this.#options.closing.aborted) return;
    const { log } = this.#options;
    const trouble =
      error instanceof FeedRefused || error instanceof UpdateFailed ? error.trouble : 'notDownloaded';
    if (!(error instanceof FeedRefused || error instanceof UpdateFailed)) log.defect(error);
    log.line('updates.trouble', { trouble });
    if (error instanceof FeedRefused || trouble === 'otherFile') this.#note('refused', '', trouble);
    this.#settle(trouble);
  }

  #note(
    event: UpdatesView['log'][number]['event'],
    version: string,
    trouble: UpdateTrouble | null = null,
  ): void {
    const { memory, clock } = this.#options;
    memory.note({ at: clock.now().toISOString(), event, version, trouble });
  }

  async #check(): Promise<void> {
    const { source, keys, memory, clock, machine, settings, closing } = this.#options;
    if (this.#state === 'installing') return;
    this.#set('checking');
    const text = await source.read(closing);
    const now = clock.now();
    const { feed, seen } = readFeed(text, { keys, seen: memory.now.seen, now });
    const { ring, pinned } = settings();
    const release = releaseFor(feed, { ...machine, number: ring ?? machine.number }, pinned);
    this.#release = release;
    const { newer: before, ready } = memory.now;
    const since = before?.version === release?.version ? before?.since : undefined;
    const newer = release && { version: release.version, since: since ?? now.toISOString() };
    // What was downloaded for another release is not installed any more: it may have been withdrawn.
    const isStillReady = release !== null && ready?.sha512 === release.sha512;
    memory.change({ seen, checkedAt: now.toISOString(), newer, ready: isStillReady ? ready : null });
    if (release && since === undefined) this.#note('found', release.version);
    this.#isChecked = true;
    this.#settle();
  }

  async #download(): Promise<void> {
    const { installer, memory, closing } = this.#options;
    const release = this.#release;
    if (!release) return;
    this.#progress = 0;
    this.#set('downloading');
    const report = (progress: number): void => {
      this.#progress = progress;
      this.changes.emit(this.view());
    };
    const file = await installer.download(release, report, closing);
    if (!(await isFileOf(file, release))) throw new UpdateFailed('otherFile');
    const { version, sha512, journal } = release;
    memory.change({ ready: { version, file, sha512, journal } });
    this.#note('downloaded', version);
    this.#settle();
  }

  /** What an update that is ready waits for; null where it may be installed now. */
  #obstacle(): UpdateWaitsFor | null {
    const { settings, clock, desk, memory } = this.#options;
    const { mode, window } = settings();
    const { begun, ready } = memory.now;
    const hasFailed = begun !== null && begun.version === ready?.version && begun.times >= mostAttempts;
    if (!this.#isAsked && (mode !== 'automatic' || hasFailed)) return 'person';
    if (!this.#isAsked && !isInWindow(window, clock.now())) return 'window';
    return desk.inUse();
  }

  async #installIfPossible(): Promise<void> {
    if (this.#state !== 'ready') return;
    const obstacle = this.#obstacle();
    if (obstacle !== this.#waitsFor) {
      this.#waitsFor = obstacle;
      this.changes.emit(this.view());
    }
    if (obstacle === null) await this.#alone(() => this.#install());
  }

  async #install(): Promise<void> {
    const { installer, memory, machine, keepFormer } = this.#options;
    const { ready, begun } = memory.now;
    // The file has lain on the disk for a while.
    if (!ready || !(await isFileOf(ready.file, ready))) {
      memory.change({ ready: null });
      this.#isAsked = false;
      throw new UpdateFailed('otherFile');
    }
    await keepFormer();
    // A patron may have come while the file was read.
    const obstacle = this.#obstacle();
    if (obstacle !== null) {
      this.#waitsFor = obstacle;
      return;
    }
    const times = begun?.version === ready.version ? begun.times + 1 : 1;
    memory.change({ begun: { version: ready.version, from: machine.version, times } });
    this.#note('installing', ready.version);
    this.#set('installing');
    installer.install();
  }

  /** What became of the installation that the last run began. */
  #noteInstallation(): void {
    const { memory, machine, log } = this.#options;
    const { begun } = memory.now;
    if (!begun) return;
    if (begun.version === machine.version) {
      this.#note('installed', begun.version);
      memory.change({ begun: null, ready: null, newer: null });
      return;
    }
    log.line('updates.notInstalled', { version: begun.version, times: begun.times });
    this.#note('refused', begun.version, 'notInstalled');
    this.#trouble = 'notInstalled';
  }
}
