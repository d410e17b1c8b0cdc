import type { PrinterInfo } from 'electron';
import type { Printing } from '../../contract/failure.ts';
import type { PrinterChoice, PrinterView } from '../../contract/slips.ts';
import type { Clock } from '../ports.ts';
import { Failed } from '../failure.ts';

export const notPrinted = (why: Printing, detail = ''): Failed =>
  new Failed({ kind: 'printer', why, detail });

/** The list is read once for the slips of a queue at the desk, and again where it is so old. */
const keptMs = 60_000;

export interface PrintersOptions {
  readonly read: () => Promise<readonly PrinterInfo[]>;
  /** Which of them is the system's default; null where none is. */
  readonly defaultOf: (printers: readonly PrinterInfo[]) => Promise<string | null>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

interface CachedPrinters {
  readonly at: number;
  readonly list: Promise<readonly PrinterInfo[]>;
  /** Asked for only where somebody wants to know. */
  byDefault: Promise<string | null> | null;
}

/**
 * The printers of this machine, by the names that the system has for them. What is not among them is a failure, and
 * never another printer.
 */
export class Printers {
  readonly #options: PrintersOptions;
  #kept: CachedPrinters | null = null;

  constructor(options: PrintersOptions) {
    this.#options = options;
  }

  /** As they are now. */
  async list(): Promise<readonly PrinterView[]> {
    this.forget();
    const kept = this.#now();
    const [list, byDefault] = [await kept.list, await this.#defaultIn(kept)];
    return list.map(({ name, displayName }) => ({
      ...{ name, label: displayName || name, isDefault: name === byDefault },
    }));
  }

  /** The name of the printer that was chosen. One that is missed is looked for once more, in a list read anew. */
  async nameOf(choice: Exclude<PrinterChoice, { at: 'ask' }>): Promise<string> {
    const isNew = this.#kept === null;
    const found = (await this.#find(choice)) ?? (isNew ? null : await this.#findAnew(choice));
    if (found !== null) return found;
    this.forget();
    throw choice.at === 'system' ? notPrinted('noPrinter') : notPrinted('notThere', choice.name);
  }

  /** Something went wrong with a printer: what is known of them is read again. */
  forget(): void {
    this.#kept = null;
  }

  #findAnew(choice: Exclude<PrinterChoice, { at: 'ask' }>): Promise<string | null> {
    this.forget();
    return this.#find(choice);
  }

  async #find(choice: Exclude<PrinterChoice, { at: 'ask' }>): Promise<string | null> {
    const kept = this.#now();
    if (choice.at === 'system') return this.#defaultIn(kept);
    const list = await kept.list;
    return list.some(({ name }) => name === choice.name) ? choice.name : null;
  }

  #now(): CachedPrinters {
    const { read, clock } = this.#options;
    const at = clock.monotonic();
    if (this.#kept && at - this.#kept.at < keptMs) return this.#kept;
    const list = read().catch((error: unknown) => {
      this.forget();
      throw notPrinted('notListed', error instanceof Error ? error.message : '');
    });
    return (this.#kept = { at, list, byDefault: null });
  }

  #defaultIn(kept: CachedPrinters): Promise<string | null> {
    return (kept.byDefault ??= kept.list.then((list) => this.#options.defaultOf(list)));
  }
}
