import type { Failure } from '../../contract/failure.ts';
import type { SpendingInvoice, SpendingRead } from '../../contract/spending.ts';
import { call } from '../api.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { currenciesOf, figuresOf, invoicesFor, type ChargesById, type SpendingView } from './figures.ts';
import { periodOf, type PeriodId } from './periods.ts';
import { outlasting } from '../ui/outlasting.svelte.ts';

/** How many invoices are read for their funds at a time. */
const slice = 10;

/** What was read of the list, whole or as far as it was read before it stopped. */
interface Found extends SpendingRead {
  /** The months it was read for. */
  readonly period: PeriodId;
  /** The list was read to its end, or as far as it ever is. */
  readonly isDone: boolean;
}

/** What was spent in a time, from the invoices: read a slice at a time, and stopped whenever one likes. */
export class Spending {
  view = $state<SpendingView>('fund');
  period = $state<PeriodId>('thisYear');
  currency = $state('');
  /** What was found so far; null before the first of it is there. */
  found = $state.raw<Found | null>(null);
  charges = $state.raw<ChargesById>({});
  /** What is being read; null while nothing is. */
  reading = $state.raw<{
    readonly what: 'invoices' | 'funds';
    readonly done: number;
    readonly total: number;
  } | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly currencies = $derived(currenciesOf(invoicesFor(this.view, this.found?.invoices ?? [])));
  readonly shownCurrency = $derived(
    this.currencies.includes(this.currency) ? this.currency : (this.currencies[0] ?? ''),
  );
  readonly figures = $derived(
    figuresOf(this.view, this.found?.invoices ?? [], this.charges, this.shownCurrency),
  );
  /** The invoices that are charged to funds in the time that is looked at. */
  readonly charged = $derived(invoicesFor('fund', this.found?.invoices ?? []));
  /** Those of which it is not known yet what they are charged to. */
  readonly left = $derived(
    this.charged.filter(({ invoiceId }) => invoiceId !== '' && this.charges[invoiceId] === undefined),
  );
  #running: AbortController | null = null;

  /** Reads from the beginning. What was read stays, wherever it stops. */
  async read(): Promise<void> {
    this.stop();
    this.found = null;
    this.charges = {};
    const { signal } = this.#begin('invoices');
    const { period } = this;
    let invoices: readonly SpendingInvoice[] = [];
    const take = (more: SpendingRead, isDone: boolean): void => {
      invoices = [...invoices, ...more.invoices];
      this.found = { ...more, invoices, period, isDone };
    };
    const reply = await call('spending.invoices', periodOf(period), {
      signal,
      onProgress: (more) => {
        if (signal.aborted) return;
        take(more, false);
        this.reading = { what: 'invoices', done: more.read, total: more.total };
      },
    });
    if (signal.aborted) return;
    if (!reply.ok) {
      this.#fail(reply.failure);
      return;
    }
    take(reply.value, true);
    await this.goOn();
  }

  /** Tries again what failed. */
  async retry(): Promise<void> {
    await (this.found?.isDone === true ? this.goOn() : this.read());
  }

  /** Reads what the invoices that are left are charged to. What was read stays, wherever it stops. */
  async goOn(): Promise<void> {
    const { signal } = this.#begin('funds');
    const total = this.charged.length;
    while (this.left.length > 0) {
      this.reading = { what: 'funds', done: total - this.left.length, total };
      const invoiceIds = this.left.slice(0, slice).map(({ invoiceId }) => invoiceId);
      const reply = await call('spending.charges', { invoiceIds }, { signal });
      if (signal.aborted) return;
      if (!reply.ok) {
        this.#fail(reply.failure);
        return;
      }
      this.charges = {
        ...this.charges,
        ...Object.fromEntries(reply.value.map((one) => [one.invoiceId, one])),
      };
    }
    this.reading = null;
    this.#running = null;
  }

  stop(): void {
    this.#running?.abort();
    this.#running = null;
    this.reading = null;
  }

  /** Another library has other invoices. */
  forget(): void {
    this.stop();
    this.found = null;
    this.charges = {};
    this.failure = null;
  }

  #begin(what: 'invoices' | 'funds'): AbortController {
    this.#running?.abort();
    this.failure = null;
    this.reading = { what, done: 0, total: 0 };
    return (this.#running = new AbortController());
  }

  #fail(failure: Failure): void {
    this.failure = failure.kind === 'cancelled' ? null : failure;
    this.reading = null;
    this.#running = null;
  }
}

/** Made when its section is first opened; what was read stays while other rooms are open. */
export function spendingOf(shell: Shell): Spending {
  shell.spending ??= outlasting(() => new Spending());
  return shell.spending;
}
