import path from 'node:path';
import type { JournalView } from '../../contract/journal.ts';
import { Emitter } from '../emitter.ts';
import { InUse, NewerJournal, openJournalFile } from '../journal/file.ts';
import { openJournal, type JournalNotice, type OpenJournal } from '../journal/journal.ts';
import { createSeal, type Seal } from '../journal/seal.ts';
import { journalTroubleOf, whyNotOpened } from '../journal/trouble.ts';
import type { Clock, Keychain, Log } from '../ports.ts';
import { lookForKeys, sealKeys, type Missing } from './seal-key.ts';
import { WaitingKeychain } from './waiting-keychain.ts';

/** How often keys that are missing are looked for. */
const againMs = 30_000;

/** How long the work goes on between two batches of rows that are reduced. */
const betweenMs = 2000;

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
  /** Where the key to seal with is. */
  readonly kept: 'keychain' | 'file';
  readonly missing: Map<string, Missing>;
}

type Clocked = Extract<JournalView, { state: 'open' }>['clock'];

/** Reads what the program reads as it starts. Throws what it would throw there, too late to do anything about it. */
function readThrough(journal: OpenJournal): void {
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
 * The journal of this station, with the keys that it is sealed with; or why it cannot be used, and what a person has to
 * do about that. Keys that are missing are looked for as long as it is open.
 */
export class StationJournal {
  /** It stands otherwise: `view` says how. */
  readonly changes = new Emitter<undefined>();
  /** What could not be read can be read now. */
  readonly readable = new Emitter<undefined>();
  readonly #options: StationJournalOptions;
  readonly #closing = new AbortController();
  #closed: Exclude<JournalView, { state: 'open' }> = { state: 'notOpened', why: 'other' };
  #open: OpenJournalFile | null = null;
  /** It is being opened: until then, and with which keychain. */
  #opening: { readonly done: Promise<void>; readonly keychain: WaitingKeychain } | null = null;
  #clock: Clocked = null;

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

  /** The journal where it can be worked with; null where a person has to do something first. */
  get usable(): { readonly journal: OpenJournal; readonly kept: OpenJournalFile['kept'] } | null {
    return this.view().state === 'open' ? this.#open : null;
  }

  /**
   * Opens it, where it is not open. Never throws: why it could not is in its view. Comes to its end also where the
   * keychain asks its user: it is opened once that is answered.
   */
  async open(): Promise<void> {
    if (this.#open || this.#opening) return;
    const waiting = Promise.withResolvers<undefined>();
    const { keychain, clock, log } = this.#options;
    const waitingKeychain = new WaitingKeychain({
      ...{ keychain, clock, closing: this.#closing.signal },
      onWaiting: () => {
        this.#closed = { state: 'waiting' };
        this.tell();
        waiting.resolve(undefined);
      },
    });
    const done = this.#openWith(waitingKeychain);
    this.#opening = { done, keychain: waitingKeychain };
    // Nobody waits for it any more once it waits itself.
    void waiting.promise.then(() => done.catch((error: unknown) => log.defect(error)));
    await Promise.race([done, waiting.promise]);
  }

  /** Its keys are not waited for any more. What is sealed with them is read once they are back. */
  async goOnWithout(): Promise<void> {
    this.#opening?.keychain.goOnWithout();
    await this.#opening?.done;
  }

  acknowledge(keptAs: readonly string[]): void {
    this.#open?.journal.acknowledgeSalvages(keptAs);
    this.tell();
  }

  /** Tells how it stands: what cannot be read is known once somebody has asked for it. */
  tell(): void {
    this.changes.emit(undefined);
  }

  close(): void {
    this.#closing.abort();
    this.#open?.journal.close();
  }

  async #openWith(keychain: WaitingKeychain): Promise<void> {
    try {
      const open = await this.#opened(keychain);
      if (this.#closing.signal.aborted) {
        open.journal.close();
        return;
      }
      this.#open = open;
      void this.#lookForKeys(open);
      void this.#reduce(open);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#closed = this.#whyClosed(error);
    }
    this.#opening = null;
    this.tell();
  }

  async #opened(keychain: WaitingKeychain): Promise<OpenJournalFile> {
    try {
      return await this.#openedOnce(keychain);
    } catch (error) {
      if (journalTroubleOf(error) !== 'damaged') throw error;
      // It showed in reading only: opened once more, all of it is looked at, and what can be saved is.
      return this.#openedOnce(keychain);
    }
  }

  async #openedOnce(keychain: WaitingKeychain): Promise<OpenJournalFile> {
    const { folder, clock, log, version } = this.#options;
    const file = openJournalFile(path.join(folder, 'journal.sqlite'), clock.now(), version);
    try {
      const { keys, kept, missing } = await sealKeys({
        ...{ keychain, folder, log },
        needed: file.keyIds,
        note: (ids) => file.noteKeys(ids),
      });
      const seal = createSeal(...keys);
      const journal = openJournal({ file, seal, clock, notice: (notice) => this.#noticed(notice) });
      readThrough(journal);
      return { journal, seal, kept, missing: new Map(missing) };
    } catch (error) {
      file.close();
      throw error;
    }
  }

  #noticed(notice: JournalNotice): void {
    const { kind, ...facts } = notice;
    this.#options.log.line(`journal.${kind}`, facts);
    if (notice.kind === 'clock') this.#clock = { is: notice.clock, newest: notice.newest };
  }

  #whyClosed(error: unknown): Exclude<JournalView, { state: 'open' }> {
    const { log } = this.#options;
    if (error instanceof NewerJournal) return { state: 'newer', writtenBy: error.writtenBy };
    if (error instanceof InUse) return { state: 'inUse' };
    log.defect(error);
    return { state: 'notOpened', why: whyNotOpened(error) };
  }

  /** Bit by bit, beside the work: rows of earlier versions say more than anybody will ask. */
  async #reduce({ journal }: OpenJournalFile): Promise<void> {
    const { clock, log } = this.#options;
    try {
      do await clock.sleep(betweenMs, this.#closing.signal);
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
        await clock.sleep(againMs, this.#closing.signal);
        const { keys, ids } = await lookForKeys({ keychain, folder, ids: [...missing.keys()] });
        if (this.#closing.signal.aborted || ids.length === 0) continue;
        for (const key of keys) seal.add(key);
        for (const id of ids) missing.delete(id);
        journal.keyIsBack();
        void this.#reduce(open);
        this.readable.emit(undefined);
        this.tell();
      }
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#options.log.defect(error);
    }
  }
}
