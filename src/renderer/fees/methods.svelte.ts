import type { Coded } from '../../contract/common.ts';
import { m } from '../../messages/compiled/messages.js';
import { call } from '../api.ts';
import { Listing } from '../ui/list/listing.svelte.ts';

/** Where the library's methods are not known, and where nothing was chosen. Source: User fees, `method`. */
const cash = 'CASH';

/** The methods that the description names. */
const names = new Map([
  [cash, m.fees_method_cash],
  ['CREDIT_CARD', m.fees_method_card],
  ['ONLINE', m.fees_method_online],
]);

/**
 * How the next payment is made: by one of the methods of the library's code table. It stays as it was chosen for as long
 * as the window is open: a desk that takes cards takes cards all morning. It is shown wherever money is paid, and one key
 * changes it.
 */
class NextMethod {
  /** Until the table is read, and where it cannot be, cash can be paid: no failure is in the way of that. */
  readonly #table = new Listing<readonly Coded[]>((signal) => call('fees.methods', {}, { signal }));
  #reading: Promise<void> | null = null;
  #chosen = $state(cash);
  readonly codes = $derived(this.#table.value?.map(({ code }) => code) ?? [cash]);

  get method(): string {
    return this.codes.includes(this.#chosen) ? this.#chosen : (this.codes[0] ?? cash);
  }

  set method(code: string) {
    this.#chosen = code;
  }

  /** What a code is called at this library; one that its table does not have is shown as it came. */
  nameOf(code: string): string {
    return this.#table.value?.find((one) => one.code === code)?.label ?? code;
  }

  /** Reads the table where it is not there yet. */
  async need(): Promise<void> {
    if (this.#table.value) return;
    const reading = (this.#reading ??= this.#table.load());
    await reading;
    if (this.#reading === reading) this.#reading = null;
  }

  /** The key may come before the table. */
  async next(): Promise<void> {
    await this.need();
    this.method = this.codes[this.codes.indexOf(this.method) + 1] ?? this.codes[0] ?? cash;
  }

  /** Another library has others, and is not paid as the one before was. */
  forget(): void {
    this.#table.stop();
    this.#table.value = this.#reading = null;
    this.#chosen = cash;
  }
}

export const nextMethod = new NextMethod();

/** Whether the description names a method: another one's name is the library's own word. */
export const isNamed = (code: string): boolean => names.has(code);

/** What a method is called: in our words, where we have any, else as the library system calls it. */
export function methodName(code: string, label = ''): string {
  return names.get(code)?.() ?? (label || nextMethod.nameOf(code));
}
