import type { PrinterInfo } from 'electron';
import type { Printing } from '../../contract/failure.ts';
import type { PrinterChoice, PrinterView } from '../../contract/slips.ts';
import type { Clock } from '../ports.ts';
import { Failed } from '../failure.ts';

export const notPrinted = (why: Printing, detail = ''): Failed =>
  new Failed({ kind: 'printer', why, detail });

/** How long the list of printers is cached, in milliseconds: long enough for several slips in a row. */
const cacheMs = 60_000;

export interface PrintersOptions {
  readonly read: () => Promise<readonly PrinterInfo[]>;
  /** The name of the system's default among them; null if there is none. */
  readonly defaultOf: (printers: readonly PrinterInfo[]) => Promise<string | null>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

interface CachedPrinters {
  readonly at: number;
  readonly list: Promise<readonly PrinterInfo[]>;
  /** Read only when it is needed. */
  byDefault: Promise<string | null> | null;
}

/**
 * The printers of this machine, by their names in the system. A printer that is not among them is a failure, and never
 * replaced by another one.
 */
export class Printers {
  readonly #options: PrintersOptions;
  #cached: CachedPrinters | null = null;

  constructor(options: PrintersOptions) {
    this.#options = options;
  }

  /** The printers, read now. */
  async list(): Promise<readonly PrinterView[]> {
    this.forget();
    const cached = this.#now();
    const [list, byDefault] = [await cached.list, await this.#defaultIn(cached)];
    return list.map(({ name, displayName }) => ({
      ...{ name, label: displayName || name, isDefault: name === byDefault },
    }));
  }

  /** The name of the chosen printer. If it is not in the cached list, the list is read again. */
  async nameOf(choice: Exclude<PrinterChoice, { at: 'ask' }>): Promise<string> {
    const isNew = this.#cached === null;
    const found = (await this.#find(choice)) ?? (isNew ? null : await this.#findAnew(choice));
    if (found !== null) return found;
    this.forget();
    throw choice.at === 'system' ? notPrinted('noPrinter') : notPrinted('notThere', choice.name);
  }

  /** Clears the cache, after an error of a printer. */
  forget(): void {
    this.#cached = null;
  }

  #findAnew(choice: Exclude<PrinterChoice, { at: 'ask' }>): Promise<string | null> {
    this.forget();
    return this.#find(choice);
  }

  async #find(choice: Exclude<PrinterChoice, { at: 'ask' }>): Promise<string | null> {
    const cached = this.#now();
    if (choice.at === 'system') return this.#defaultIn(cached);
    const list = await cached.list;
    return list.some(({ name }) => name === choice.name) ? choice.name : null;
  }

  #now(): CachedPrinters {
    const { read, clock } = this.#options;
    const at = clock.monotonic();
    if (this.#cached && at - this.#cached.at < cacheMs) return this.#cached;
    const list = read().catch((error: unknown) => {
      this.forget();
      throw notPrinted('notListed', error instanceof Error ? error.message : '');
    });
    return (this.#cached = { at, list, byDefault: null });
  }

  #defaultIn(cached: CachedPrinters): Promise<string | null> {
    return (cached.byDefault ??= cached.list.then((list) => this.#options.defaultOf(list)));
  }
}
