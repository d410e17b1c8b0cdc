import type { Printer, PrintPlace } from '../ports.ts';

/** A printer that knows whether it prints: a slip that is half printed is not to be cut off. */
export class CountedPrinter implements Printer {
  readonly #printer: Printer;
  #jobs = 0;

  constructor(printer: Printer) {
    this.#printer = printer;
  }

  get isPrinting(): boolean {
    return this.#jobs > 0;
  }

  print(page: string, place: PrintPlace): Promise<boolean> {
    return this.#count(() => this.#printer.print(page, place));
  }

  pdf(...page: Parameters<Printer['pdf']>): Promise<Uint8Array> {
    return this.#count(() => this.#printer.pdf(...page));
  }

  list(): ReturnType<Printer['list']> {
    return this.#printer.list();
  }

  async #count<T>(job: () => Promise<T>): Promise<T> {
    this.#jobs += 1;
    try {
      return await job();
    } finally {
      this.#jobs -= 1;
    }
  }
}
