import { m } from '../../messages/compiled/messages.js';
import { moneyText } from '../ui/format.ts';
import type { SumLine } from './lines.ts';
import type { PaymentMethod } from './methods.ts';
import { nextMethod } from './next-method.svelte.ts';
import { exampleOf, readAmount, till } from './till.ts';

/** What a payment is made in, and how much it is. */
interface PaymentOptions {
  readonly currency: string;
  readonly decimals: number;
  readonly amount: () => string;
  /** The service does not take a payment method: there is nothing to choose, and the till works as for cash. */
  readonly untold?: boolean;
}

/** The form's side of a payment: how it is paid, and what was handed over. */
export class Payment {
  taken = $state('');
  /** Set when the user tried to pay: from then on the field says what is wrong with the money taken. */
  tried = $state(false);
  readonly untold: boolean;
  readonly #paying: PaymentOptions;
  readonly byCash = $derived.by(() => this.untold || nextMethod.method === 'CASH');
  readonly till = $derived.by(() =>
    this.byCash
      ? till(this.#paying.amount(), this.taken, this.#paying.decimals)
      : ({ kind: 'none' } as const),
  );
  readonly ready = $derived(this.till.kind === 'none' || this.till.kind === 'enough');
  readonly error = $derived.by(() => {
    if (this.till.kind === 'unreadable') return this.tried ? this.#unreadable : '';
    if (this.till.kind !== 'short' || !this.tried) return '';
    return m.fees_taken_short({ missing: this.money(this.till.missing) });
  });
  /** The till's lines, shown from the start, so that the user knows where the change will be. */
  readonly lines = $derived.by((): readonly SumLine[] => {
    if (!this.byCash) return [];
    const { decimals, amount } = this.#paying;
    const due = readAmount(amount());
    const nothing = m.fees_line_nothing();
    const taken = readAmount(this.taken);
    const last =
      this.till.kind === 'short'
        ? {
            label: m.fees_line_missing(),
            amount: this.money(this.till.missing),
            meaning: 'attention' as const,
          }
        : { label: m.fees_line_change(), amount: this.change || nothing };
    return [
      { label: m.fees_line_due(), amount: due ? this.money(due.toFixed(decimals)) : nothing },
      {
        label: m.fees_line_taken(),
        amount: taken && this.till.kind !== 'unreadable' ? this.money(taken.toFixed(decimals)) : nothing,
      },
      { ...last, strong: true },
    ];
  });
  /** What goes back over the counter, `''` where nothing was entered. */
  readonly change = $derived(this.till.kind === 'enough' ? this.money(this.till.change) : '');

  constructor(options: PaymentOptions) {
    this.#paying = options;
    this.untold = options.untold ?? false;
  }

  get currency(): string {
    return this.#paying.currency;
  }

  get decimals(): number {
    return this.#paying.decimals;
  }

  get method(): PaymentMethod {
    return nextMethod.method;
  }

  money(amount: string): string {
    return moneyText({ amount, currency: this.currency });
  }

  get #unreadable(): string {
    const example = exampleOf(this.decimals, 50);
    return this.decimals > 0
      ? m.fees_taken_unreadable({ example })
      : m.fees_taken_unreadable_whole({ example });
  }
}

/** In which form an amount is entered, with an example of the currency's decimals. */
export function amountHint(decimals: number): string {
  const example = exampleOf(decimals, 12.5);
  return decimals > 0 ? m.fees_amount_hint({ example }) : m.fees_amount_hint_whole({ example });
}
