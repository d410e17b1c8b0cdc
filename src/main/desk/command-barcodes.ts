import type { Command } from '../../shared/command-barcodes.ts';
import type { ScanView } from '../../contract/scans.ts';
import { shown } from '../../shared/scanned-text.ts';
import type { ScanChange } from '../scans/scan-list.ts';

/** Done where they stand: what comes after them does not wait, nor do they for what came before. */
const atOnce: ReadonlySet<Command> = new Set(['SEEN', 'LEND', 'RETURN', 'HELP']);

/** A command barcode as it comes in. */
export const commandScan = ({ id, text }: Pick<ScanView, 'id' | 'text'>, command: Command) =>
  ({
    id,
    text: shown(text),
    kind: 'command',
    action: 'command',
    state: 'waiting',
    result: { kind: 'command', command },
    failure: null,
  }) as const;

/** What a command's scan becomes once the window has answered: done, or not, with the window's reason. */
export function ranChange(why: string | null): ScanChange {
  if (why === null) return { state: 'done' };
  return { state: 'refused', failure: { kind: 'invalid', field: 'command', reason: 'notNow', detail: why } };
}

/** Something that was scanned, in its turn: a command with what it is to do, or whatever goes on. */
interface Turn {
  readonly id: string;
  readonly go: () => Promise<void> | void;
}

interface Way {
  /** Resolves once everything that was scanned before this is settled, or this was taken back. */
  readonly before: (id: string) => Promise<void>;
  /** Whether the scan is still to be done. */
  readonly isOpen: (id: string) => boolean;
  /** Shows the command to the window, which does what it asks for. */
  readonly show: (id: string) => void;
  /** It was done; or it was not, and why. */
  readonly done: (id: string, why: string | null) => void;
}

/**
 * The command barcodes of one session, each in its place among the scans: a command waits until everything before it
 * has its outcome, and what is scanned after it waits until it is done. So three books, END and the next card are that,
 * however slow the service is. Those that only say how to go on are done at once.
 */
export class CommandLine {
  readonly #way: Way;
  readonly #running = new Map<string, (why: string | null) => void>();
  #turns: Turn[] = [];
  #isBusy = false;

  constructor(way: Way) {
    this.#way = way;
  }

  /** Something scanned now would wait for a command. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** What waits behind the command that is being done. */
  get waiting(): readonly string[] {
    return this.#turns.map(({ id }) => id);
  }

  /** Commands that are at the window. */
  get shown(): readonly string[] {
    return [...this.#running.keys()];
  }

  /** Takes a command. With `act` main does it itself; otherwise the window does. */
  put(id: string, command: Command, act?: () => Promise<void>): void {
    if (atOnce.has(command)) void this.#perform(id);
    else this.#queue({ id, go: () => this.#inTurn(id, act) });
  }

  /** Takes any other scan: it goes on at once, or once the commands before it are done. */
  take(id: string, go: () => void): void {
    if (this.#isBusy) this.#turns.push({ id, go });
    else go();
  }

  /** The window has done what the command asks for, or says why not. Nothing happens where it was not asked. */
  ran(id: string, why: string | null): void {
    this.#running.get(id)?.(why);
  }

  /** The window that was asked is gone, or has begun anew: what it had not done is not done. */
  giveUp(): void {
    for (const settle of this.#running.values()) settle('');
  }

  #queue(turn: Turn): void {
    this.#turns.push(turn);
    if (!this.#isBusy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    for (let turn = this.#turns.shift(); turn; turn = this.#turns.shift()) await turn.go();
    this.#isBusy = false;
  }

  async #inTurn(id: string, act?: () => Promise<void>): Promise<void> {
    await this.#way.before(id);
    if (!this.#way.isOpen(id)) return;
    if (act) await act();
    else await this.#perform(id);
  }

  async #perform(id: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    this.#running.set(id, resolve);
    this.#way.show(id);
    const why = await promise;
    this.#running.delete(id);
    if (this.#way.isOpen(id)) this.#way.done(id, why);
  }
}
