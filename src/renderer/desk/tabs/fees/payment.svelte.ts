import { m } from '../../../../messages/compiled/messages.js';
import { moneyText } from '../../../format.ts';
import type { Method } from './methods.ts';
import { till } from './till.ts';

/** The form's side of a payment: how it is paid, and what was handed over. */
export class Payment {
  method = $state<Method>('CASH');
  taken = $state('');
  /** Set when somebody tried to pay: what is wrong with the money taken is then said at its field. */
  tried = $state(false);
  readonly #currency: string;
  readonly #decimals: number;
  readonly #paying: () => string;
  readonly till = $derived.by(() =>
    this.method === 'CASH' ? till(this.#paying(), this.taken, this.#decimals) : ({ kind: 'none' } as const),
  );
  readonly ready = $derived(this.till.kind === 'none' || this.till.kind === 'enough');
  readonly error = $derived.by(() => {
    if (this.till.kind === 'unreadable') return this.tried ? m.fees_taken_unreadable() : '';
    if (this.till.kind !== 'short' || !this.tried) return '';
    return m.fees_taken_short({ missing: this.money(this.till.missing) });
  });
  /** The lines of the till, once enough was taken. */
  readonly lines = $derived(
    this.till.kind === 'enough'
      ? [
          { label: m.fees_line_taken(), amount: this.money(this.till.taken) },
          { label: m.fees_line_change(), amount: this.money(this.till.change), strong: true },
        ]
      : [],
  );
  /** What goes back over the counter, `''` where nothing was entered. */
  readonly change = $derived(this.till.kind === 'enough' ? this.money(this.till.change) : '');

  constructor(currency: string, decimals: number, paying: () => string) {
    this.#currency = currency;
    this.#decimals = decimals;
    this.#paying = paying;
  }

  money(amount: string): string {
    return moneyText({ amount, currency: this.#currency });
  }
}
