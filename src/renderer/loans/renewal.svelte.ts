import type { Failure } from '../../contract/failure.ts';
import type { RenewOutcome } from '../../contract/loans.ts';
import { call } from '../api.ts';
import { noneOf, withEach } from '../ui/list/replaced.ts';

/** What came of a renewal, in numbers. */
export interface Summary {
  readonly renewed: number;
  readonly refused: number;
  readonly notTried: number;
}

/** How far a renewal of several loans has come. */
export interface RenewalProgress {
  readonly done: number;
  readonly total: number;
  /** `stopping`: the one under way is waited for. `paused`: it can be gone on with. */
  readonly state: 'running' | 'stopping' | 'paused';
}

/**
 * Renewing several loans of one patron, one after the other. It can be paused and gone on with; where the service is
 * not reached it pauses by itself, so that what is left is one key away and nothing has to be chosen again.
 */
export class Renewal {
  progress = $state.raw<RenewalProgress | null>(null);
  outcomes = $state.raw(noneOf<RenewOutcome>());
  summary = $state.raw<Summary | null>(null);
  /** Why it did not even begin, or could not go on. */
  failure = $state.raw<Failure | null>(null);
  readonly #userId: string;
  #remaining: readonly string[] = [];
  #stop: AbortController | null = null;
  #wants: 'pause' | 'end' = 'pause';
  #over: PromiseWithResolvers<Summary | null> | null = null;

  constructor(userId: string) {
    this.#userId = userId;
  }

  /** Begins; answers once it is over, and null where it did not begin. */
  async start(ids: 'all' | readonly string[], total: number): Promise<Summary | null> {
    if (this.progress || total === 0) return null;
    this.clear();
    this.#over = Promise.withResolvers();
    const { promise } = this.#over;
    void this.#run(ids, 0, total);
    return promise;
  }

  /** Stops after the one under way, to be gone on with. */
  pause(): void {
    this.#halt('pause');
  }

  async goOn(): Promise<void> {
    const { progress } = this;
    if (progress?.state !== 'paused') return;
    this.failure = null;
    await this.#run(this.#remaining, progress.done, progress.total);
  }

  /** Ends it after the one under way: what is left is not tried. */
  end(): void {
    if (this.progress?.state === 'paused') this.#finish();
    else this.#halt('end');
  }

  /** Forgets what came of the last one. */
  clear(): void {
    this.outcomes = noneOf();
    this.summary = null;
    this.failure = null;
    this.#remaining = [];
  }

  #halt(wants: 'pause' | 'end'): void {
    if (!this.progress || this.progress.state === 'paused') return;
    this.#wants = wants;
    this.progress = { ...this.progress, state: 'stopping' };
    this.#stop?.abort();
  }

  async #run(loans: 'all' | readonly string[], before: number, total: number): Promise<void> {
    this.#stop = new AbortController();
    this.#wants = 'pause';
    this.progress = { done: before, total, state: 'running' };
    const reply = await call(
      'loans.renew',
      { userId: this.#userId, loans: loans === 'all' ? loans : [...loans] },
      {
        signal: this.#stop.signal,
        onProgress: ({ done, total: now, outcome }) => {
          const state = this.progress?.state ?? 'running';
          this.progress = { done: before + done, total: before + now, state };
          this.#note([outcome]);
        },
      },
    );
    this.#stop = null;
    if (!reply.ok) {
      // Nothing of this part began: after a pause it can be tried again, at the start there is nothing to go on with.
      this.failure = reply.failure.kind === 'cancelled' ? null : reply.failure;
      if (before > 0 && this.#pauses()) this.#rest(before, total);
      else this.#finish();
      return;
    }
    const { outcomes, remaining } = reply.value;
    this.#note(outcomes);
    this.#remaining = remaining;
    const done = before + outcomes.length;
    if (remaining.length > 0 && this.#pauses()) this.#rest(done, done + remaining.length);
    else this.#finish();
  }

  /** Whether the rest is to be renewed later: the user paused, or did not stop it. */
  #pauses(): boolean {
    return this.#wants === 'pause';
  }

  #rest(done: number, total: number): void {
    this.progress = { done, total, state: 'paused' };
  }

  #finish(): void {
    const outcomes = [...this.outcomes.values()];
    const renewed = outcomes.filter(({ ok }) => ok).length;
    const notTried = this.#remaining.length;
    const began = outcomes.length + notTried > 0;
    this.summary = began ? { renewed, refused: outcomes.length - renewed, notTried } : null;
    this.progress = null;
    this.#over?.resolve(this.summary);
  }

  #note(outcomes: readonly RenewOutcome[]): void {
    this.outcomes = withEach(
      this.outcomes,
      // One that came without its id is counted by what it is called.
      outcomes.map((outcome) => [outcome.loanId || `#${outcome.barcode} ${outcome.title}`, outcome] as const),
    );
  }
}
