import type { LoanView, RenewOutcome } from '../../../../contract/loans.ts';
import type { Failure } from '../../../../contract/failure.ts';
import { call } from '../../../api.ts';
import { afterChange } from '../after-change.ts';
import { keepLast } from '../keep-last.svelte.ts';
import { Listing } from '../listing.svelte.ts';
import { noKeys, noneOf, withEach } from '../replaced.ts';

/** How far a renewal of several loans has come. */
export interface Renewal {
  readonly done: number;
  readonly total: number;
}

/** What came of a renewal, in numbers. */
export interface Summary {
  readonly renewed: number;
  readonly refused: number;
  readonly notTried: number;
}

/** The loans of one patron, what is chosen among them, and what came of renewing them. */
export class Loans {
  readonly userId: string;
  readonly list = new Listing<{ readonly loans: readonly LoanView[]; readonly total: number }>(
    (signal, onProgress) => call('loans.list', { userId: this.userId }, { signal, onProgress }),
  );
  chosen = $state.raw(noKeys);
  at = $state('');
  opened = $state('');
  outcomes = $state.raw(noneOf<RenewOutcome>());
  renewal = $state.raw<Renewal | null>(null);
  summary = $state.raw<Summary | null>(null);
  /** Why a renewal did not even begin. */
  failure = $state.raw<Failure | null>(null);
  /** What was due first stands first. */
  readonly rows = $derived(
    (this.list.value?.loans ?? []).toSorted((one, other) => one.due.localeCompare(other.due)),
  );
  /** What a key acts on: the chosen loans, or the one stood on. */
  readonly targets = $derived.by(() => {
    const chosen = this.rows.filter((loan) => this.chosen.has(loan.loanId));
    return chosen.length > 0 ? chosen : this.rows.filter((loan) => loan.loanId === this.at);
  });
  readonly current = $derived(this.targets.length === 1 ? (this.targets[0] ?? null) : null);
  #stop: AbortController | null = null;

  constructor(userId: string) {
    this.userId = userId;
  }

  /** Renews the loans meant, or all of them, one after the other. */
  async renew(which: 'targets' | 'all'): Promise<void> {
    const ids = which === 'all' ? 'all' : this.targets.map((loan) => loan.loanId);
    const total = which === 'all' ? this.rows.length : ids.length;
    if (this.renewal || total === 0) return;
    this.clear();
    this.#stop = new AbortController();
    this.renewal = { done: 0, total };
    const reply = await call(
      'loans.renew',
      { userId: this.userId, loans: ids },
      {
        signal: this.#stop.signal,
        onProgress: (report) => {
          this.renewal = { done: report.done, total: report.total };
          this.#note([report.outcome]);
        },
      },
    );
    this.renewal = null;
    this.#stop = null;
    if (reply.ok) {
      const { outcomes, notTried } = reply.value;
      const renewed = outcomes.filter((outcome) => outcome.ok).length;
      this.#note(outcomes);
      this.summary = { renewed, refused: outcomes.length - renewed, notTried };
    } else this.failure = reply.failure;
    this.chosen = noKeys;
    await afterChange(this.list);
  }

  /** Stops before the next loan. */
  stop(): void {
    this.#stop?.abort();
  }

  /** Forgets what came of the last renewal. */
  clear(): void {
    this.outcomes = noneOf();
    this.summary = null;
    this.failure = null;
  }

  /** The tab was left: what is under way goes on, what was read stays seen. */
  leave(): void {
    this.list.stop();
    if (!this.renewal) this.clear();
  }

  #note(outcomes: readonly RenewOutcome[]): void {
    this.outcomes = withEach(
      this.outcomes,
      outcomes.map((outcome) => [outcome.loanId, outcome] as const),
    );
  }
}

export const loansOf = keepLast((userId) => new Loans(userId));
