import * as z from 'zod';
import { Failed } from '../failure.ts';
import type { Clock, KnownLibrary, Log } from '../ports.ts';
import type { Answering, Clients } from './clients.ts';
import type { Libraries } from './libraries.ts';

/** A process that was started for the practice library. */
export interface PracticeProcess {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (code: number) => void): void;
  kill(): void;
}

export interface PracticeOptions {
  /** Starts a process. May throw. */
  readonly start: () => PracticeProcess;
  readonly database: string;
  /** Random, for this run of the program. */
  readonly key: string;
  readonly log: Log;
  readonly clock: Pick<Clock, 'sleep'>;
  /** The process ended without being asked to. */
  readonly onGone: () => void;
  /** Milliseconds until the first try to start it again, doubled with each. */
  readonly backOffMs?: number;
  /** Milliseconds for a start, and for an end. */
  readonly limits?: { readonly start: number; readonly stop: number };
}

/** Where the practice library of this run is, and its key. */
export interface PracticeAddress {
  readonly address: string;
  readonly key: string;
  /** The library's own, which it keeps with its database. */
  readonly libraryId: string;
}

const Said = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('listening'),
    port: z.int().min(1).max(65535),
    libraryId: z.string().min(1),
  }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

const longestBackOffMs = 30_000;

/** One that ran for so long was well, whatever ended it. */
const wellMs = 10_000;

/** After so many starts in a row that came to nothing, it is started again only by a call that needs it. */
const mostTries = 6;

const down = (detail: string): Failed =>
  new Failed({ kind: 'unreachable', why: 'connectionRefused', detail });

/**
 * The practice library's process: started when it is first asked for, started again when it dies, ended with the
 * program. A start that fails is a failure of the call that needed it.
 */
export class PracticeLibrary {
  readonly #options: PracticeOptions;
  readonly #stopping = new AbortController();
  #process: PracticeProcess | undefined;
  #address: Promise<PracticeAddress> | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #triesInVain = 0;

  constructor(options: PracticeOptions) {
    this.#options = options;
  }

  /** Where it listens, once it does. Rejects with a `Failed`. */
  address(): Promise<PracticeAddress> {
    this.#address ??= this.#launch();
    return this.#address;
  }

  /** Ends the process, and resolves when it has ended. It is not started again. */
  async stop(): Promise<void> {
    this.#stopping.abort(down('the program is ending'));
    const running = this.#process;
    if (!running) return;
    running.post({ type: 'stop' });
    const limit = setTimeout(() => running.kill(), this.#options.limits?.stop ?? 2000);
    await this.#ended;
    clearTimeout(limit);
  }

  async #launch(): Promise<PracticeAddress> {
    this.#stopping.signal.throwIfAborted();
    const { start, database, key, log, limits } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<PracticeAddress>();
    const ended = Promise.withResolvers<undefined>();
    let running: PracticeProcess;
    try {
      running = start();
    } catch (error) {
      this.#address = undefined;
      throw down(`the practice library could not be started (${log.defect(error)})`);
    }
    const startedAt = performance.now();
    const tooLong = setTimeout(() => running.kill(), limits?.start ?? 20_000);
    this.#process = running;
    this.#ended = ended.promise;

    running.onMessage((message) => {
      const said = Said.safeParse(message).data;
      if (said === undefined) return;
      clearTimeout(tooLong);
      if (said.type === 'listening') {
        log.line('practice.listening', { port: said.port });
        resolve({ address: `http://127.0.0.1:${said.port}`, key, libraryId: said.libraryId });
      } else {
        reject(down(said.message));
        running.kill();
      }
    });
    running.onExit((code) => {
      clearTimeout(tooLong);
      reject(down(`the practice library ended (${code})`));
      this.#process = undefined;
      this.#address = undefined;
      if (!this.#stopping.signal.aborted) this.#gone(code, performance.now() - startedAt);
      ended.resolve(undefined);
    });
    running.post({ database, key });
    return promise;
  }

  /** Starts it again, later each time. Calls wait for that meanwhile. */
  #gone(code: number, ranMs: number): void {
    const { clock, log, onGone, backOffMs = 250 } = this.#options;
    this.#triesInVain = ranMs > wellMs ? 0 : this.#triesInVain + 1;
    log.line('practice.gone', { code, ranMs: Math.round(ranMs), triesInVain: this.#triesInVain });
    onGone();
    if (this.#triesInVain >= mostTries) return;
    const wait = Math.min(backOffMs * 2 ** this.#triesInVain, longestBackOffMs);
    this.#address = clock.sleep(wait, this.#stopping.signal).then(() => this.#launch());
    this.#address.catch(() => undefined); // whoever needs it is told
  }
}

export interface PracticeServiceOptions {
  readonly practice: { address(): Promise<PracticeAddress> };
  readonly clients: Clients;
  readonly libraries: Libraries;
  /** Another library answers than the one last worked on; `hasRows`: of that one, rows may be on a table. */
  readonly onLibraryChanged: (hasRows: boolean) => void;
}

/** The practice library as the service that the station stands on: which library it is, its database says. */
export class PracticeService {
  readonly #options: PracticeServiceOptions;
  #answering: { readonly ownId: string; readonly library: KnownLibrary } | null = null;

  constructor(options: PracticeServiceOptions) {
    this.#options = options;
  }

  /** The library that answers, or the one that did last; null before the first. */
  get library(): KnownLibrary | null {
    return this.#answering?.library ?? this.#options.libraries.lastPractice;
  }

  async service(): Promise<Answering> {
    const { practice, clients } = this.#options;
    const { libraryId } = await practice.address();
    return { client: clients.practice(() => practice.address()), library: this.#is(libraryId) };
  }

  #is(ownId: string): KnownLibrary {
    if (this.#answering?.ownId === ownId) return this.#answering.library;
    const before = this.library;
    const library = this.#options.libraries.practice(ownId);
    this.#answering = { ownId, library };
    if (before?.id !== library.id) this.#options.onLibraryChanged(before !== null);
    return library;
  }
}
