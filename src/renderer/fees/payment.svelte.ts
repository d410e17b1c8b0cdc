import Big from 'big.js';
import type { Reply } from '../../contract/define.ts';
import type { PaymentOutcome } from '../../contract/fees.ts';
import { m } from '../../messages/compiled/messages.js';
import { judgeAmount, readAmount } from '../../shared/money.ts';
import { moneyText } from '../ui/format.ts';
import { nextMethod } from './methods.svelte.ts';

/** What a payment is made in, and how much it is. */
interface PaymentOptions {
  readonly currency: string;
  readonly decimals: number;
  readonly amount: () => string;
  /** The service does not take a payment method: there is nothing to choose, and it is paid as in cash. */
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
  readonly cash = $derived.by(() => this.cashFor(this.#paying.amount()));
  /** Too little is said at once; what cannot be read, once somebody tried to pay. */
  readonly ready = $derived(this.cash.kind === 'none' || this.cash.kind === 'enough');
  readonly error = $derived.by(() => (this.cash.kind === 'unreadable' && this.tried ? this.#unreadable : ''));
  /** By how much too little was handed over, in words; `''` where it is enough. */
  readonly short = $derived(
    this.cash.kind === 'short' ? m.fees_short({ missing: this.money(this.cash.missing) }) : '',
  );
  /** What is to be paid, as it is entered; `''` where that is no amount. */
  readonly due = $derived.by(() => readAmount(this.#paying.amount())?.toFixed(this.decimals) ?? '');
  /** What goes back over the counter, `''` where nothing was entered. */
  readonly change = $derived(this.cash.kind === 'enough' ? this.money(this.cash.change) : '');

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

  get method(): string {
    return nextMethod.method;
  }

  /** The cash that was handed over, compared with a sum: with what was paid in the end, where that is less. */
  cashFor(sum: string): CashTaken {
    return this.byCash ? cashTaken(sum, this.taken, this.decimals) : { kind: 'none' };
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

/**
 * What is still owed after paying, or null where the amount cannot be read, is finer than the currency, is nothing, or
 * is more than is owed: main says then what is wrong.
 */
export function remainingAfter(owed: string, paying: string, decimals: number): string | null {
  const paid = judgeAmount(paying, decimals);
  if (typeof paid === 'string' || paid.eq(0) || paid.gt(owed)) return null;
  return new Big(owed).minus(paid).toFixed(decimals);
}

/** An example amount in the form a person types: for a currency without decimals a hundred times as much. */
export function exampleOf(decimals: number, whole: number): string {
  return decimals > 0 ? new Big(whole).toFixed(decimals) : new Big(whole).times(100).toFixed(0);
}

/** What comes of the cash that was handed over. */
export type CashTaken =
  /** Nothing was entered, or it is not known yet what is to be paid. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'short'; readonly missing: string }
  | { readonly kind: 'enough'; readonly taken: string; readonly change: string };

/** The cash that was handed over, compared with what is paid. */
export function cashTaken(paying: string, taken: string, decimals: number): CashTaken {
  if (taken.trim() === '') return { kind: 'none' };
  const handedOver = judgeAmount(taken, decimals);
  if (typeof handedOver === 'string') return { kind: 'unreadable' };
  const paid = readAmount(paying);
  if (!paid) return { kind: 'none' };
  if (handedOver.lt(paid)) return { kind: 'short', missing: paid.minus(handedOver).toFixed(decimals) };
  return {
    kind: 'enough',
    taken: handedOver.toFixed(decimals),
    change: handedOver.minus(paid).toFixed(decimals),
  };
}

/** A payment that was asked for but did not come about is a failure like any other. */
export function flatten(reply: Reply<PaymentOutcome>): Reply<Extract<PaymentOutcome, { ok: true }>> {
  if (!reply.ok) return reply;
  const { value } = reply;
  return value.ok ? { ok: true, value } : { ok: false, failure: value.failure };
}
