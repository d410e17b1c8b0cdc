import type { UpdatesView, UpdateTrouble, UpdateWaitsFor } from '../../contract/updates.ts';
import { Emitter } from '../emitter.ts';
import { releaseFor } from './choice.ts';
import { isFileOf } from './downloaded.ts';
import { UpdateFailed } from './failed.ts';
import { FeedRefused, readFeed, type Release } from './feed.ts';
import { newerOf, noteBegun, noteInstallation, noteLine, rememberRelease } from './history.ts';
import { obstacleOf } from './obstacle.ts';
import type { UpdatesOptions } from './parts.ts';

/** The feed is asked this long after the start, and then each so often, in milliseconds. */
const firstCheckMs = 120_000;
const checkEveryMs = 6 * 60 * 60 * 1000;
/** Whether an update may be installed now is looked at each so often. */
const lookEveryMs = 30_000;

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
  /** The last moment of the feed that it is from. */
  #expires = 0;
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
    this.#trouble = noteInstallation(options);
  }

  view(): UpdatesView {
    const { by, machine, memory, settings } = this.#options;
    const { checkedAt, log } = memory.now;
    return {
      ...{ by, mode: settings().mode, checkedAt, log, version: machine.version },
      newer: newerOf(this.#options),
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
    const { by, clock, log, closing } = this.#options;
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
      // A window that does not answer is asked again the next time.
      await this.#installIfPossible().catch((error: unknown) => log.defect(error));
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
    if (error instanceof FeedRefused || trouble === 'otherFile')
      noteLine(this.#options, 'refused', '', trouble);
    this.#settle(trouble);
  }

  async #check(): Promise<void> {
    const { source, keys, memory, clock, machine, machineNumber, settings, closing } = this.#options;
    if (this.#state === 'installing') return;
    const ownNumber = await machineNumber();
    this.#set('checking');
    const text = await source.read(closing);
    const { feed, seen } = readFeed(text, { keys, seen: memory.now.seen, now: clock.now() });
    const { ring, pinned } = settings();
    const release = releaseFor(feed, { ...machine, number: ring ?? ownNumber }, pinned);
    // Whoever has said that one may be installed has not said so of another.
    if (release?.sha512 !== this.#release?.sha512) this.#isAsked = false;
    this.#release = release;
    this.#expires = Date.parse(feed.expires);
    memory.change({ seen });
    rememberRelease(this.#options, release);
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
    noteLine(this.#options, 'downloaded', version);
    this.#settle();
  }

  #obstacle(): UpdateWaitsFor | null {
    const rests = this.#options.clock.monotonic() < this.#restsUntil;
    return obstacleOf(this.#options, { isAsked: this.#isAsked, rests });
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
    const { installer, memory, machine, keepFormer, clock, closing } = this.#options;
    const { ready } = memory.now;
    const release = this.#release;
    if (!release) return;
    // The feed may have been read long ago, and the release been withdrawn since.
    if (clock.now().getTime() >= this.#expires) {
      this.#release = null;
      this.#isChecked = false;
      throw new FeedRefused('expired');
    }
    // The file has lain on the disk for a while.
    if (!ready || !(await isFileOf(ready.file, ready))) {
      memory.change({ ready: null });
      throw new UpdateFailed('otherFile');
    }
    await keepFormer();
    await installer.prepare(release, closing);
    // A patron may have come while the file was read.
    if (!(await this.#look())) return;
    const obstacle = this.#obstacle();
    if (obstacle !== null) {
      this.#waitsFor = obstacle;
      this.changes.emit(this.view());
      return;
    }
    noteBegun(this.#options, ready.version, machine.version);
    this.#set('installing');
    await installer.install();
  }
}
