import * as z from 'zod';
import { Failed } from '../failure.ts';
import type { Clock, KnownLibrary, Log } from '../ports.ts';
import type { LibraryClient, Clients } from './clients.ts';
import type { Libraries } from './libraries.ts';

/** The process of the practice library. */
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
  /** The key of the practice library, random for this run. */
  readonly key: string;
  readonly log: Log;
  readonly clock: Pick<Clock, 'sleep'>;
  /** The process ended by itself. */
  readonly onGone: () => void;
  /** Milliseconds before the first restart, doubled each time. */
  readonly backOffMs?: number;
  /** Limits in milliseconds for a start and a stop. */
  readonly limits?: { readonly start: number; readonly stop: number };
}

/** The address of the practice library in this run, and its key. */
export interface PracticeAddress {
  readonly address: string;
  readonly key: string;
  /** The library's own id, from its database. */
  readonly libraryId: string;
}

const ProcessMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('listening'),
    port: z.int().min(1).max(65535),
    libraryId: z.string().min(1),
  }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

const longestBackOffMs = 30_000;

/** A process that ran this long counts as started successfully. */
const stableMs = 10_000;

/** After this many failed starts in a row, only a call that needs it starts it again. */
const maxTries = 6;

const unavailable = (detail: string): Failed =>
  new Failed({ kind: 'unreachable', why: 'connectionRefused', detail });

/**
 * Runs the practice library's process: started at the first use, restarted when it dies, stopped with the program. A
 * start that fails is a failure of the call that needed it.
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

  /** The address, once the process listens. Rejects with a `Failed`. */
  address(): Promise<PracticeAddress> {
    this.#address ??= this.#launch();
    return this.#address;
  }

  /** Stops the process, and resolves when it has ended. It is not restarted. */
  async stop(): Promise<void> {
    this.#stopping.abort(unavailable('the program is ending'));
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
      throw unavailable(`the practice library could not be started (${log.defect(error)})`);
    }
    const startedAt = performance.now();
    const tooLong = setTimeout(() => running.kill(), limits?.start ?? 20_000);
    this.#process = running;
    this.#ended = ended.promise;

    running.onMessage((message) => {
      const parsed = ProcessMessage.safeParse(message).data;
      if (parsed === undefined) return;
      clearTimeout(tooLong);
      if (parsed.type === 'listening') {
        log.line('practice.listening', { port: parsed.port });
        resolve({ address: `http://127.0.0.1:${parsed.port}`, key, libraryId: parsed.libraryId });
      } else {
        reject(unavailable(parsed.message));
        running.kill();
      }
    });
    running.onExit((code) => {
      clearTimeout(tooLong);
      reject(unavailable(`the practice library ended (${code})`));
      this.#process = undefined;
      this.#address = undefined;
      if (!this.#stopping.signal.aborted) this.#gone(code, performance.now() - startedAt);
      ended.resolve(undefined);
    });
    running.post({ database, key });
    return promise;
  }

  /** Restarts the process, later each time. Calls wait for that. */
  #gone(code: number, ranMs: number): void {
    const { clock, log, onGone, backOffMs = 250 } = this.#options;
    this.#triesInVain = ranMs > stableMs ? 0 : this.#triesInVain + 1;
    log.line('practice.gone', { code, ranMs: Math.round(ranMs), triesInVain: this.#triesInVain });
    onGone();
    if (this.#triesInVain >= maxTries) return;
    const wait = Math.min(backOffMs * 2 ** this.#triesInVain, longestBackOffMs);
    this.#address = clock.sleep(wait, this.#stopping.signal).then(() => this.#launch());
    this.#address.catch(() => undefined); // the call that needs it gets the error
  }
}

export interface PracticeServiceOptions {
  readonly practice: { address(): Promise<PracticeAddress> };
  readonly clients: Clients;
  readonly libraries: Libraries;
  /** Another library answers than the last one; `hasRows`: rows of the last one may be shown. */
  readonly onLibraryChanged: (hasRows: boolean) => void;
}

/** The practice library as the station's service. Its database says which library it is. */
export class PracticeService {
  readonly #options: PracticeServiceOptions;
  #connected: { readonly ownId: string; readonly library: KnownLibrary } | null = null;

  constructor(options: PracticeServiceOptions) {
    this.#options = options;
  }

  /** The connected practice library, or the last one; null before the first. */
  get library(): KnownLibrary | null {
    return this.#connected?.library ?? this.#options.libraries.lastPractice;
  }

  async service(): Promise<LibraryClient> {
    const { practice, clients } = this.#options;
    const { libraryId } = await practice.address();
    return { client: clients.practice(() => practice.address()), library: this.#libraryOf(libraryId) };
  }

  #libraryOf(ownId: string): KnownLibrary {
    if (this.#connected?.ownId === ownId) return this.#connected.library;
    const before = this.library;
    const library = this.#options.libraries.practice(ownId);
    this.#connected = { ownId, library };
    if (before?.id !== library.id) this.#options.onLibraryChanged(before !== null);
    return library;
  }
}
