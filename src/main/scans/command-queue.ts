import type { CommandBarcode } from '../../shared/command-barcodes.ts';
import { failureOf } from '../failure.ts';
import type { Log } from '../ports.ts';
import type { ScanChange } from './scan.ts';
import type { ScanList } from './scan-list.ts';

/** Run at once: scans after these do not wait, and these do not wait for the scans before. */
const immediateCommands: ReadonlySet<CommandBarcode> = new Set(['SEEN', 'LEND', 'RETURN', 'HELP']);

/** They say how the next books are received: later scans wait for these, and these do not wait for the scans before. */
const settingCommands: ReadonlySet<CommandBarcode> = new Set([
  ...(['SETLOOK', 'SETRECEIVE', 'SETKEEP'] as const),
  ...(['NEXT', 'DEPT', 'STEP'] as const),
]);

/** A scan that waits for its turn among the commands. */
interface QueuedScan {
  readonly id: string;
}

type Queued<T> =
  | { readonly kind: 'command'; readonly id: string; readonly command: CommandBarcode }
  | { readonly kind: 'other'; readonly id: string; readonly scan: T };

interface CommandQueueOptions<T> {
  readonly scans: ScanList;
  readonly log: Log;
  /** Starts a scan that is no command when its turn has come. If this throws, the scan is refused. */
  readonly begin: (scan: T) => void;
  /** The commands that main runs itself. The window runs the others. */
  readonly inMain?: Readonly<Partial<Record<CommandBarcode, (id: string) => Promise<void>>>>;
  /** What a command waits for, where that is not only that the scans before it are settled. Where it rejects, the command is refused. */
  readonly waitBefore?: (settled: Promise<void>, command: CommandBarcode) => Promise<unknown>;
}

/**
 * The command barcodes of one session, in order with the other scans. A command waits until everything before it has
 * its outcome, and later scans wait until the command is done: three books, END and the next card happen in this order,
 * however slow the service is. Commands that only choose how to continue run at once.
 */
export class CommandQueue<T extends QueuedScan> {
  readonly #options: CommandQueueOptions<T>;
  /** The commands that run in the window, each with the function to call when it has finished. */
  readonly #running = new Map<string, (why: string | null) => void>();
  #queue: Queued<T>[] = [];
  #isRunning = false;
  #holds = 0;

  constructor(options: CommandQueueOptions<T>) {
    this.#options = options;
  }

  /** Whether a new scan has to wait for a command, or for what holds the queue. */
  get isBusy(): boolean {
    return this.#isRunning || this.#holds > 0;
  }

  /** The scans that wait behind the running command. */
  get waiting(): readonly string[] {
    return this.#queue.map(({ id }) => id);
  }

  /** The commands that run in the window. */
  get runningInWindow(): readonly string[] {
    return [...this.#running.keys()];
  }

  putCommand(id: string, command: CommandBarcode): void {
    if (immediateCommands.has(command)) {
      void this.#askWindow(id);
      return;
    }
    this.#queue.push({ kind: 'command', id, command });
    if (!this.isBusy) void this.#run();
  }

  /** Adds any other scan: it starts now, or after the commands before it. */
  put(scan: T): void {
    if (this.isBusy) this.#queue.push({ kind: 'other', id: scan.id, scan });
    else this.#begin(scan);
  }

  /** Scans that come from now on wait until this has ended: it says what they do. */
  async hold<R>(work: () => Promise<R>): Promise<R> {
    this.#holds += 1;
    try {
      return await work();
    } finally {
      this.#holds -= 1;
      if (!this.isBusy) void this.#run();
    }
  }

  /**
   * The window ran the command, or reports why it did not (`why`). Does nothing if no such command runs in the window.
   */
  ran(id: string, why: string | null): void {
    this.#running.get(id)?.(why);
  }

  /** The window is reloaded: the commands that run in it are refused. */
  windowGone(): void {
    for (const settle of this.#running.values()) settle('');
  }

  /**
   * The window is closed: its commands are refused, also those whose turn has not come. What waits behind them is
   * dropped: it was scanned for after a command that nobody runs.
   */
  windowClosed(): void {
    const { scans, inMain = {} } = this.#options;
    const waiting = new Set(this.waiting);
    let isAfter = false;
    for (const { id, result } of scans.all().filter(({ id }) => scans.isOpen(id))) {
      if (result?.kind === 'command' && !inMain[result.command]) {
        isAfter = true;
        scans.change(id, outcomeOf(''));
      } else if (isAfter && waiting.has(id)) scans.change(id, { state: 'dropped' });
    }
    this.windowGone();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#next(); next; next = this.#next()) {
      if (next.kind === 'other') this.#begin(next.scan);
      else
        await this.#runCommand(next.id, next.command).catch((error: unknown) => this.#refuse(next.id, error));
    }
    this.#isRunning = false;
  }

  /** Whose turn it is; nobody's while the queue is held. */
  #next(): Queued<T> | undefined {
    return this.#holds === 0 ? this.#queue.shift() : undefined;
  }

  #begin(scan: T): void {
    try {
      this.#options.begin(scan);
    } catch (error) {
      this.#refuse(scan.id, error);
    }
  }

  /** A scan that could not be begun keeps nothing waiting. */
  #refuse(id: string, error: unknown): void {
    const { scans, log } = this.#options;
    const failure = failureOf(error, log);
    if (scans.isOpen(id)) scans.change(id, { state: 'refused', failure });
  }

  async #runCommand(id: string, command: CommandBarcode): Promise<void> {
    const { scans, inMain = {}, waitBefore = (settled: Promise<void>) => settled } = this.#options;
    if (!settingCommands.has(command)) await waitBefore(scans.whenAllBeforeSettled(id), command);
    if (!scans.isOpen(id)) return;
    const run = inMain[command];
    if (run) await run(id);
    else await this.#askWindow(id);
  }

  async #askWindow(id: string): Promise<void> {
    const { scans } = this.#options;
    const { promise, resolve } = Promise.withResolvers<string | null>();
    this.#running.set(id, resolve);
    scans.change(id, { state: 'sent' });
    const why = await promise;
    this.#running.delete(id);
    if (scans.isOpen(id)) scans.change(id, outcomeOf(why));
  }
}

/** The change of a command's scan after the window's answer. */
function outcomeOf(why: string | null): ScanChange {
  if (why === null) return { state: 'done' };
  return { state: 'refused', failure: { kind: 'invalid', field: 'command', reason: 'notNow', detail: why } };
}
