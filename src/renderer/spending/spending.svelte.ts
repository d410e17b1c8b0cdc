import type { Failure } from '../../contract/failure.ts';
import type { Answer } from '../../contract/index.ts';
import { call } from '../api.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { currenciesOf, figuresOf, type ChargesById, type SpendingView } from './figures.ts';
import { periodOf, type PeriodId } from './periods.ts';

/** How many invoices are read for their funds at a time. */
const slice = 10;

/** What was spent in a time, from the invoices: read a slice at a time, and stopped whenever one likes. */
export class Spending {
  view = $state<SpendingView>('fund');
  period = $state<PeriodId>('thisYear');
  currency = $state('');
  /** What was found; null before it was asked for. */
  found = $state.raw<Answer<'spending.invoices'> | null>(null);
  charges = $state.raw<ChargesById>({});
  /** What is being read; null while nothing is. */
  reading = $state.raw<{
    readonly what: 'invoices' | 'funds';
    readonly done: number;
    readonly total: number;
  } | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly currencies = $derived(currenciesOf(this.found?.invoices ?? []));
  readonly shownCurrency = $derived(
    this.currencies.includes(this.currency) ? this.currency : (this.currencies[0] ?? ''),
  );
  readonly figures = $derived(
    figuresOf(this.view, this.found?.invoices ?? [], this.charges, this.shownCurrency),
  );
  /** The invoices of which it is not known yet what they are charged to. */
  readonly left = $derived(
    (this.found?.invoices ?? []).filter(
      ({ invoiceId }) => invoiceId !== '' && this.charges[invoiceId] === undefined,
    ),
  );
  #running: AbortController | null = null;

  /** Reads from the beginning. */
  async read(): Promise<void> {
    this.stop();
    this.found = null;
    this.charges = {};
    const { signal } = this.#begin('invoices');
    const period = periodOf(this.period);
    const reply = await call('spending.invoices', period, {
      signal,
      onProgress: ({ read, total }) => {
        if (!signal.aborted) this.reading = { what: 'invoices', done: read, total };
      },
    });
    if (signal.aborted) return;
    if (!reply.ok) {
      this.#fail(reply.failure);
      return;
    }
    this.found = reply.value;
    await this.goOn();
  }

  /** Reads what the invoices that are left are charged to. What was read stays, wherever it stops. */
  async goOn(): Promise<void> {
    const { signal } = this.#begin('funds');
    const total = this.found?.invoices.length ?? 0;
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
  shell.spending ??= new Spending();
  return shell.spending;
}
