import type { KeyObject } from 'node:crypto';
import type { UpdatesView, UpdateTrouble, UpdateWaitsFor } from '../../contract/updates.ts';
import { Emitter } from '../emitter.ts';
import type { Clock, Log } from '../ports.ts';
import { type Machine, releaseFor } from './choice.ts';
import { isFileOf } from './downloaded.ts';
import { FeedRefused, readFeed, type Release } from './feed.ts';
import type { MaintenanceWindow } from '../policy/values.ts';
import { isInWindow } from './maintenance.ts';
import { mostAttempts, type UpdateMemory } from './memory.ts';

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
  /** Makes ready what was downloaded, perhaps in an earlier run, so that `install` needs no time. */
  prepare(release: Release, signal: AbortSignal): Promise<void>;
  /** Ends the program and installs what was prepared. Throws an `UpdateFailed`. */
  install(): void;
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

/** The feed is asked this long after the start, and then each so often, in milliseconds. */
const firstCheckMs = 120_000;
const checkEveryMs = 6 * 60 * 60 * 1000;
/** Whether an update may be installed now is looked at each so often. */
const lookEveryMs = 30_000;

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
  /** An installation has failed: on the monotonic clock, until when it is not tried again by itself. */
  #restsUntil = 0;
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

  /** The settings are others: what an update that is ready waits for may be something else. */
  settingsChanged(): void {
    if (this.#state === 'ready') this.#waitsFor = this.#obstacle();
    this.changes.emit(this.view());
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
    this.#waitsFor = state === 'ready' ? this.#obstacle() : null;
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
    const { source, keys, memory, clock, machine, machineNumber, settings, closing } = this.#options;
    if (this.#state === 'installing') return;
    const ownNumber = await machineNumber();
    this.#set('checking');
    const text = await source.read(closing);
    const now = clock.now();
    const { feed, seen } = readFeed(text, { keys, seen: memory.now.seen, now });
    const { ring, pinned } = settings();
    const release = releaseFor(feed, { ...machine, number: ring ?? ownNumber }, pinned);
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
    const rests = clock.monotonic() < this.#restsUntil;
    if (!this.#isAsked && (mode !== 'automatic' || hasFailed || rests)) return 'person';
    if (!this.#isAsked && !isInWindow(window, clock.now())) return 'window';
    const use = desk.inUse();
    // Whoever asks for it has just touched the program, and knows.
    return this.#isAsked && use === 'idle' ? null : use;
  }

  /** Asks the windows what of them is in use. False where the program ends meanwhile. */
  async #look(): Promise<boolean> {
    const { desk, closing } = this.#options;
    try {
      await desk.look();
    } catch (error) {
      if (!closing.aborted) throw error;
    }
    return !closing.aborted;
  }

  async #installIfPossible(): Promise<void> {
    if (this.#state !== 'ready' || !(await this.#look())) return;
    const obstacle = this.#obstacle();
    if (obstacle !== this.#waitsFor) {
      this.#waitsFor = obstacle;
      this.changes.emit(this.view());
    }
    if (obstacle !== null) return;
    await this.#alone(() =>
      this.#install().catch((error: unknown) => {
        // What has just failed is not tried again at once, unless a person wants it.
        this.#isAsked = false;
        this.#restsUntil = this.#options.clock.monotonic() + checkEveryMs;
        throw error;
      }),
    );
  }

  async #install(): Promise<void> {
    const { installer, memory, machine, keepFormer, closing } = this.#options;
    const { ready, begun } = memory.now;
    // The file has lain on the disk for a while.
    if (!ready || !(await isFileOf(ready.file, ready))) {
      memory.change({ ready: null });
      throw new UpdateFailed('otherFile');
    }
    const release = this.#release;
    if (!release) return;
    await keepFormer();
    await installer.prepare(release, closing);
    // A patron may have come while the file was read.
    if (!(await this.#look())) return;
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
    const { begun, ready, log: done } = memory.now;
    if (!begun) return;
    if (begun.version === machine.version) {
      this.#note('installed', begun.version);
      // The file that installed it is kept: where it does not start, it can be installed once more.
      const installed = ready?.version === machine.version ? ready : null;
      memory.change({ begun: null, ready: null, newer: null, installed });
      return;
    }
    // It was installed, and the user has gone back from it.
    if (done[0]?.event === 'wentBack' && done[0].version === begun.version) return;
    log.line('updates.notInstalled', { version: begun.version, times: begun.times });
    this.#note('refused', begun.version, 'notInstalled');
    this.#trouble = 'notInstalled';
  }
}
