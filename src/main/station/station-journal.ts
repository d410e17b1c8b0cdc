import path from 'node:path';
import type { JournalView } from '../../contract/journal.ts';
import { Emitter } from '../emitter.ts';
import { JournalInUse, NewerJournal, openJournalFile } from '../journal/file.ts';
import { openJournal, type JournalNotice, type OpenJournal } from '../journal/journal.ts';
import { createSeal, type Seal } from '../journal/seal.ts';
import { journalTroubleOf, whyNotOpened } from '../journal/trouble.ts';
import type { Clock, Keychain, Log } from '../ports.ts';
import { lookForKeys, sealKeys, type MissingReason } from './seal-key.ts';
import { WaitingKeychain } from './waiting-keychain.ts';

/** How often missing keys are looked for, in milliseconds. */
const lookAgainMs = 30_000;

/** The pause between two batches of rows to reduce, in milliseconds. */
const reducePauseMs = 2000;

export interface StationJournalOptions {
  readonly keychain: Keychain;
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
}

interface OpenJournalFile {
  readonly journal: OpenJournal;
  readonly seal: Seal;
  /** Where the key for sealing is stored. */
  readonly keyPlace: 'keychain' | 'file';
  readonly missing: Map<string, MissingReason>;
}

type ClockState = Extract<JournalView, { state: 'open' }>['clock'];

/**
 * Reads everything that the program reads at its start, so that damage is found while the file can still be salvaged.
 */
function readEverything(journal: OpenJournal): void {
  journal.unsettled();
  journal.notFound();
  journal.late();
  journal.openSteps();
  journal.openTills();
  journal.libraries();
  journal.openScans('desk');
  journal.openScans('receiving');
}

/**
 * The journal of this station with its keys; or why it cannot be used, and what the user can do about that. While it is
 * open, missing keys are looked for.
 */
export class StationJournal {
  /** Emits when `view` changes. */
  readonly changes = new Emitter<undefined>();
  /** Emits when rows that could not be read can be read. */
  readonly readable = new Emitter<undefined>();
  readonly #options: StationJournalOptions;
  readonly #closing = new AbortController();
  #closed: Exclude<JournalView, { state: 'open' }> = { state: 'notOpened', why: 'other' };
  #open: OpenJournalFile | null = null;
  /** The attempt to open it that is running, and its keychain. */
  #opening: { readonly done: Promise<void>; readonly keychain: WaitingKeychain } | null = null;
  #clock: ClockState = null;

  constructor(options: StationJournalOptions) {
    this.#options = options;
  }

  view(): JournalView {
    if (!this.#open) return this.#closed;
    const { journal, missing } = this.#open;
    const losses = journal.salvages();
    if (losses.length > 0) return { state: 'salvaged', losses };
    const [keys = 'all'] = missing.values();
    return { state: 'open', keys, unreadable: journal.unreadable, clock: this.#clock };
  }

  /** Whether it is being opened, and perhaps repaired: the program is not to be ended in the middle of that. */
  get isOpening(): boolean {
    return this.#opening !== null && this.#closed.state !== 'waiting';
  }

  /** The journal if it can be used; null if the user has to do something first. */
  get usable(): { readonly journal: OpenJournal; readonly keyPlace: OpenJournalFile['keyPlace'] } | null {
    return this.view().state === 'open' ? this.#open : null;
  }

  /**
   * Opens the journal if it is not open. Never throws: `view` has the reason. Resolves also when the keychain begins to
   * ask its user; the journal is opened after the answer.
   */
  async open(): Promise<void> {
    if (this.#open || this.#opening) return;
    const waiting = Promise.withResolvers<undefined>();
    const { keychain, clock, log } = this.#options;
    const waitingKeychain = new WaitingKeychain({
      ...{ keychain, clock, closing: this.#closing.signal },
      onWaiting: () => {
        this.#closed = { state: 'waiting' };
        this.changed();
        waiting.resolve(undefined);
      },
    });
    const done = this.#openWith(waitingKeychain);
    this.#opening = { done, keychain: waitingKeychain };
    // After that nobody waits for this promise, so its errors are logged.
    void waiting.promise.then(() => done.catch((error: unknown) => log.defect(error)));
    await Promise.race([done, waiting.promise]);
  }

  /** Stops waiting for the keychain. Rows that need its keys are read when they are available again. */
  async goOnWithout(): Promise<void> {
    this.#opening?.keychain.goOnWithout();
    await this.#opening?.done;
  }

  acknowledge(keptAs: readonly string[]): void {
    this.#open?.journal.acknowledgeSalvages(keptAs);
    this.changed();
  }

  /** Emits the view. What cannot be read is known only after it was read. */
  changed(): void {
    this.changes.emit(undefined);
  }

  close(): void {
    this.#closing.abort();
    this.#open?.journal.close();
  }

  async #openWith(keychain: WaitingKeychain): Promise<void> {
    try {
      const opened = await this.#openOrSalvage(keychain);
      if (this.#closing.signal.aborted) {
        opened.journal.close();
        return;
      }
      this.#open = opened;
      void this.#lookForKeys(opened);
      void this.#reduce(opened);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#closed = this.#whyClosed(error);
    }
    this.#opening = null;
    this.changed();
  }

  async #openOrSalvage(keychain: WaitingKeychain): Promise<OpenJournalFile> {
    try {
      return await this.#openOnce(keychain);
    } catch (error) {
      if (journalTroubleOf(error) !== 'damaged') throw error;
      // The damage was found only by reading. The second attempt checks the whole file and salvages it.
      return this.#openOnce(keychain);
    }
  }

  async #openOnce(keychain: WaitingKeychain): Promise<OpenJournalFile> {
    const { folder, clock, log, version } = this.#options;
    const file = openJournalFile(path.join(folder, 'journal.sqlite'), clock.now(), version);
    try {
      const { keys, keyPlace, missing } = await sealKeys({
        ...{ keychain, folder, log },
        needed: file.keyIds,
        note: (ids) => file.noteKeys(ids),
      });
      const seal = createSeal(...keys);
      const journal = openJournal({ file, seal, clock, notice: (notice) => this.#onNotice(notice) });
      readEverything(journal);
      return { journal, seal, keyPlace, missing: new Map(missing) };
    } catch (error) {
      file.close();
      throw error;
    }
  }

  #onNotice(notice: JournalNotice): void {
    const { kind, ...facts } = notice;
    this.#options.log.line(`journal.${kind}`, facts);
    if (notice.kind === 'clock') this.#clock = { is: notice.clock, newest: notice.newest };
  }

  #whyClosed(error: unknown): Exclude<JournalView, { state: 'open' }> {
    const { log } = this.#options;
    if (error instanceof NewerJournal) return { state: 'newer', writtenBy: error.writtenBy };
    if (error instanceof JournalInUse) return { state: 'inUse' };
    log.defect(error);
    return { state: 'notOpened', why: whyNotOpened(error) };
  }

  /** Reduces rows of earlier versions in small batches beside the work. */
  async #reduce({ journal }: OpenJournalFile): Promise<void> {
    const { clock, log } = this.#options;
    try {
      do await clock.sleep(reducePauseMs, this.#closing.signal);
      while (journal.reduceSome());
    } catch (error) {
      if (!this.#closing.signal.aborted) log.defect(error);
    }
  }

  async #lookForKeys(open: OpenJournalFile): Promise<void> {
    const { journal, seal, missing } = open;
    const { clock, keychain, folder } = this.#options;
    try {
      while (missing.size > 0) {
        await clock.sleep(lookAgainMs, this.#closing.signal);
        const { keys, ids } = await lookForKeys({ keychain, folder, ids: [...missing.keys()] });
        if (this.#closing.signal.aborted || ids.length === 0) continue;
        for (const key of keys) seal.add(key);
        for (const id of ids) missing.delete(id);
        journal.keyIsBack();
        void this.#reduce(open);
        this.readable.emit(undefined);
        this.changed();
      }
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#options.log.defect(error);
    }
  }
}
