import type { PatronView } from '../../contract/desk.ts';
import type { LoanView } from '../../contract/loans.ts';
import type { Slip } from '../../contract/slips.ts';
import { mostAskedFor } from '../../shared/limits.ts';
import { call } from '../api.ts';
import { rowIds } from '../ui/row-ids.ts';
import { afterChange } from '../desk/after-change.ts';
import { keepLast } from '../ui/list/keep-last.svelte.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import { noKeys, noneOf, withEach } from '../ui/list/replaced.ts';
import { countsOf, filters, ordered, orders, passes, type Filter, type LoanOrder } from './loan-order.ts';
import { renewalLines, renewalSlip } from './renewal-lines.ts';
import type { RenewalResult } from './renewal-text.ts';
import { Renewal, type Summary } from './renewal.svelte.ts';

/** The loans of one patron, which of them are shown and chosen, and what came of renewing them. */
export class Loans {
  readonly userId: string;
  readonly list = new Listing<{ readonly loans: readonly LoanView[]; readonly total: number }>(
    async (signal, onProgress) => {
      const pages: LoanView[] = [];
      const reply = await call(
        'loans.list',
        { userId: this.userId },
        {
          signal,
          onProgress: (page) => {
            pages.push(...page.loans);
            onProgress(page);
          },
        },
      );
      if (!reply.ok) return reply;
      const { total } = reply.value;
      const loans = [...pages, ...reply.value.loans];
      // A list with a hole in it must not pass for the whole.
      if (loans.length !== total) return { ok: false, failure: { kind: 'defect', id: 'loans.list' } };
      return { ok: true, value: { loans, total } };
    },
  );
  readonly renewal: Renewal;
  chosen = $state.raw(noKeys);
  at = $state('');
  opened = $state('');
  /** The loan whose due date is being changed. */
  changing = $state.raw<LoanView | null>(null);
  order = $state<LoanOrder>('due');
  filter = $state<Filter>('all');
  /** The places of the loans that were in the list while it followed a pile, by id: they stay, others come below. */
  #places = $state.raw(noneOf<number>());
  /** Whether another patron requests an item, by its id: looked up where a loan cannot be renewed. */
  #requested = $state.raw(noneOf<boolean>());
  readonly all = $derived(this.list.value?.loans ?? []);
  /** What tells the rows apart, whatever ids they came with. */
  readonly keyOf = $derived(rowIds(this.all, ({ loanId }) => loanId));
  readonly counts = $derived(countsOf(this.all));
  /** The filters that would show something, and the one in use. */
  readonly offered = $derived(
    filters.filter((one) => one !== 'all').filter((one) => this.counts[one] > 0 || one === this.filter),
  );
  readonly #ordered = $derived.by(() => {
    const loans = ordered(this.all, this.order);
    const places = this.#places;
    if (places.size === 0) return loans;
    const placeOf = ({ loanId }: LoanView): number => places.get(loanId) ?? places.size;
    return loans.toSorted((one, other) => placeOf(one) - placeOf(other));
  });
  readonly rows = $derived(this.#ordered.filter((loan) => passes(this.filter, loan)));
  /** The chosen loans, or the one stood on. */
  readonly #picked = $derived.by(() => {
    const chosen = this.rows.filter((loan) => this.chosen.has(this.keyOf(loan)));
    return chosen.length > 0 ? chosen : this.rows.filter((loan) => this.keyOf(loan) === this.at);
  });
  /** What a key acts on. */
  readonly targets = $derived(this.#picked.filter(({ loanId }) => loanId !== ''));
  /** Among what is meant is a loan that came without its id: nothing can be asked of the service about it. */
  readonly nameless = $derived(this.targets.length < this.#picked.length);
  readonly current = $derived(this.targets.length === 1 ? (this.targets[0] ?? null) : null);
  #lookup: AbortController | null = null;
  /** What the text on the clipboard is about. */
  #copied = $state.raw<Summary | null>(null);
  readonly copied = $derived.by(() => this.#copied !== null && this.#copied === this.renewal.summary);

  constructor(userId: string) {
    this.userId = userId;
    this.renewal = new Renewal(userId);
  }

  /** Renews the loans that are chosen, or the current one, or everything that is shown; null where it did not begin. */
  async renew(which: 'targets' | 'shown'): Promise<RenewalResult | null> {
    const loans = which === 'targets' ? this.targets : this.rows.filter(({ loanId }) => loanId !== '');
    const ids = which === 'shown' && this.filter === 'all' ? 'all' : loans.map(({ loanId }) => loanId);
    return this.#renewed(this.renewal.start(ids, loans.length));
  }

  /** Renews everything the patron has, whatever is shown; answers what came of it, null where it did not begin. */
  async renewAll({ loans }: Pick<PatronView, 'loans'>): Promise<RenewalResult | null> {
    if (this.renewal.progress?.state === 'paused') {
      void this.renewal.goOn();
      return null;
    }
    return this.#renewed(this.renewal.start('all', loans));
  }

  changeDue(): void {
    if (this.current && !this.renewal.progress) this.changing = this.current;
  }

  /** Puts what came of the last renewal on the clipboard, a line for each loan. */
  async copy(name: string): Promise<void> {
    const { summary, outcomes } = this.renewal;
    if (!summary) return;
    const text = renewalLines(name, [...outcomes.values()]).join('\n');
    const reply = await call('station.copy', { text });
    if (reply.ok) this.#copied = summary;
    else this.renewal.failure = reply.failure;
  }

  /** What came of the last renewal, as a slip; null where there was none. */
  slip(patron: PatronView): Slip | null {
    const { summary, outcomes } = this.renewal;
    return summary && renewalSlip(patron, [...outcomes.values()]);
  }

  /** Reads the list again after a scan: no row that is there moves for one that comes. */
  async follow(): Promise<void> {
    const places = this.#ordered.map(({ loanId }, place) => [loanId, place] as const);
    this.#places = withEach(noneOf<number>(), places);
    await this.list.load();
  }

  nextOrder(): void {
    this.#places = noneOf();
    this.order = after(orders, this.order);
  }

  nextFilter(): void {
    this.show(after(['all', ...this.offered], this.filter));
  }

  show(filter: Filter): void {
    this.filter = filter;
    this.chosen = noKeys;
    if (filter === 'notRenewable') void this.findOut(this.rows);
  }

  /** Whether another patron requests the item; undefined until that was looked up. */
  isAskedFor(loan: LoanView): boolean | undefined {
    return canBeRead(loan) ? this.#requested.get(loan.itemId) : false;
  }

  /** Looks up which of the loans that cannot be renewed are requested by another patron. */
  async findOut(loans: readonly LoanView[]): Promise<void> {
    const items = loans
      .filter((loan) => loan.renewable === false && loan.lastRefusal === '')
      .filter((loan) => this.isAskedFor(loan) === undefined)
      .slice(0, mostAskedFor)
      .map(({ mmsId, holdingId, itemId }) => ({ mmsId, holdingId, itemId }));
    if (items.length === 0) return;
    this.#lookup?.abort();
    const { signal } = (this.#lookup = new AbortController());
    const onProgress = ({ itemId, asked: isRequested }: { itemId: string; asked: boolean }): void => {
      this.#requested = withEach(this.#requested, [[itemId, isRequested]]);
    };
    await call('loans.askedFor', { items }, { signal, onProgress });
    if (signal.aborted) return;
    // What could not be read is not looked up for ever: nothing says why.
    const rest = items.filter(({ itemId }) => !this.#requested.has(itemId));
    this.#requested = withEach(
      this.#requested,
      rest.map(({ itemId }) => [itemId, false] as const),
    );
  }

  /** The tab was left: what is under way goes on, what was read stays seen. */
  leave(): void {
    this.changing = null;
    this.#places = noneOf();
    this.list.stop();
    this.#lookup?.abort();
    if (!this.renewal.progress) this.renewal.clear();
  }

  async #renewed(over: Promise<Summary | null>): Promise<RenewalResult | null> {
    const began = this.renewal.progress !== null;
    const summary = await over;
    if (began) {
      this.chosen = noKeys;
      await afterChange(this.list);
    }
    const { userId, renewal } = this;
    return summary && { ...summary, userId, outcomes: [...renewal.outcomes.values()] };
  }
}

const canBeRead = ({ mmsId, holdingId, itemId }: LoanView): boolean =>
  ![mmsId, holdingId, itemId].includes('');

/** The one after it, and after the last the first again. */
function after<T>(all: readonly [T, ...T[]], one: T): T {
  return all[all.indexOf(one) + 1] ?? all[0];
}

export const loansOf = keepLast((userId) => new Loans(userId));
