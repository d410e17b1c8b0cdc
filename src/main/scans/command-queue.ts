import type { CommandBarcode } from '../../shared/command-barcodes.ts';
import type { ScanChange } from './scan.ts';
import type { ScanList } from './scan-list.ts';

/** Done at once: scans after these do not wait, and these do not wait for the scans before. */
const atOnce: ReadonlySet<CommandBarcode> = new Set(['SEEN', 'LEND', 'RETURN', 'HELP']);

/** Something scanned that takes its turn among the commands. */
interface QueuedScan {
  readonly id: string;
}

type Queued<T> =
  | { readonly kind: 'command'; readonly id: string; readonly command: CommandBarcode }
  | { readonly kind: 'other'; readonly id: string; readonly turn: T };

interface CommandQueueOptions<T> {
  readonly scans: ScanList;
  /** Begins a scan that is no command, when its turn has come. */
  readonly begin: (turn: T) => void;
  /** The commands that main does itself. The window does the others. */
  readonly own?: Readonly<Partial<Record<CommandBarcode, (id: string) => Promise<void>>>>;
  /** What a command waits for beside the scans before it. */
  readonly alsoAfter?: () => Promise<unknown>;
}

/**
 * The command barcodes of one session, each in its place among the scans. A command waits until everything before it
 * has its outcome, and what is scanned after it waits until the command is done: three books, END and the next card
 * happen in this order, however slow the service is. Commands that only say how to go on are done at once.
 */
export class CommandQueue<T extends QueuedScan> {
  readonly #options: CommandQueueOptions<T>;
  /** The commands that the window was asked to do, and what to call when it has. */
  readonly #running = new Map<string, (why: string | null) => void>();
  #queue: Queued<T>[] = [];
  #isBusy = false;

  constructor(options: CommandQueueOptions<T>) {
    this.#options = options;
  }

  /** Whether something scanned now waits for a command. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** The scans that wait behind the command that is being done. */
  get waiting(): readonly string[] {
    return this.#queue.map(({ id }) => id);
  }

  /** The commands that the window was asked to do. */
  get atWindow(): readonly string[] {
    return [...this.#running.keys()];
  }

  putCommand(id: string, command: CommandBarcode): void {
    if (atOnce.has(command)) {
      void this.#askWindow(id);
      return;
    }
    this.#queue.push({ kind: 'command', id, command });
    if (!this.#isBusy) void this.#run();
  }

  /** Takes any other scan: it begins now, or once the commands before it are done. */
  put(turn: T): void {
    if (this.#isBusy) this.#queue.push({ kind: 'other', id: turn.id, turn });
    else this.#options.begin(turn);
  }

  /** The window did the command, or says why it did not (`why`). Nothing happens where it was not asked. */
  ran(id: string, why: string | null): void {
    this.#running.get(id)?.(why);
  }

  /** The window is closed or loaded anew: the commands that it was asked to do are refused. */
  giveUp(): void {
    for (const settle of this.#running.values()) settle('');
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      if (next.kind === 'command') await this.#inTurn(next.id, next.command);
      else this.#options.begin(next.turn);
    }
    this.#isBusy = false;
  }

  async #inTurn(id: string, command: CommandBarcode): Promise<void> {
    const { scans, own = {}, alsoAfter } = this.#options;
    await scans.settledBefore(id);
    await alsoAfter?.();
    if (!scans.isOpen(id)) return;
    const inMain = own[command];
    if (inMain) await inMain(id);
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

/** What a command's scan becomes once the window has answered. */
function outcomeOf(why: string | null): ScanChange {
  if (why === null) return { state: 'done' };
  return { state: 'refused', failure: { kind: 'invalid', field: 'command', reason: 'notNow', detail: why } };
}
