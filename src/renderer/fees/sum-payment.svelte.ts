import type { Failure } from '../../contract/failure.ts';
import type { FeeView, PaymentOutcome, PlannedShare } from '../../contract/fees.ts';
import { call } from '../api.ts';
import { Submission } from '../ui/list/submission.svelte.ts';
import { noneOf, withEach } from '../ui/list/replaced.ts';
import { sumShown } from '../../shared/money.ts';

/** One payment of a split: named when it was planned, so that it is posted once whatever is pressed. */
export interface NamedShare extends PlannedShare {
  readonly intent: string;
}

interface PostedSplit {
  readonly outcomes: readonly PaymentOutcome[];
  readonly notTried: number;
}

/** Why a share was not paid, where one was not. */
function failedIn({ outcomes }: PostedSplit): Failure | null {
  return outcomes.find((outcome) => !outcome.ok)?.failure ?? null;
}

/** One sum paid over several fees: planned and shown first, then posted as one payment per fee. */
export class Split {
  amount = $state('');
  readonly planning = new Submission<{ readonly shares: readonly PlannedShare[]; readonly total: string }>();
  readonly posting = new Submission<PostedSplit>(failedIn);
  outcomes = $state.raw(noneOf<PaymentOutcome>());
  notTried = $state(0);
  finished = $state(false);
  #plan = $state.raw<{ readonly shares: readonly NamedShare[]; readonly amount: string } | null>(null);
  /** The plan for the amount in the field; null once the amount was changed. */
  readonly shares = $derived(this.#plan?.amount === this.amount.trim() ? this.#plan.shares : null);
  readonly act = $derived(this.shares ? this.posting : this.planning);
  readonly #userId: string;
  readonly #fees: readonly FeeView[];

  constructor(userId: string, fees: readonly FeeView[], decimals: number) {
    this.#userId = userId;
    this.#fees = fees;
    this.amount = this.owed = sumShown(
      fees.map((fee) => fee.balance),
      decimals,
    );
  }

  /** What is owed on the fees given. */
  readonly owed: string;

  /** Asks main how the sum would fall. Posts nothing. */
  async plan(): Promise<void> {
    const amount = this.amount.trim();
    const feeIds = this.#fees.map((fee) => fee.feeId);
    const planned = await this.planning.run((_, signal) =>
      call('fees.plan', { userId: this.#userId, amount, feeIds }, { signal }),
    );
    if (!planned) return;
    const shares = planned.shares.map((share) => ({ ...share, intent: crypto.randomUUID() }));
    this.#plan = { shares, amount };
  }

  /** Posts the plan that is shown. A share that was refused or not tried stays owed. `onOutcomes` gets all outcomes. */
  async post(method: string, onOutcomes: (outcomes: readonly PaymentOutcome[]) => void): Promise<void> {
    const { shares } = this;
    if (!shares || this.finished || this.posting.locked) return;
    const posted = await this.posting.run(async (_, signal) => {
      const reply = await call(
        'fees.paySplit',
        {
          userId: this.#userId,
          shares: shares.map(({ intent, feeId, amount }) => ({ intent, feeId, amount })),
          method,
        },
        { signal, onProgress: (outcome) => this.#note([outcome]) },
      );
      if (reply.ok) onOutcomes(reply.value.outcomes);
      return reply;
    });
    if (!posted) {
      // The names of the shares are not used twice: another try begins with another plan.
      if (this.outcomes.size > 0) this.finished = true;
      this.#plan = this.finished || this.posting.unclear ? this.#plan : null;
      return;
    }
    this.#note(posted.outcomes);
    this.notTried = posted.notTried;
    this.finished = true;
  }

  /** What is to be paid; once that is over, what was: the rest goes back over the counter too. */
  sum(decimals: number): string {
    return this.finished ? this.paid(decimals) : this.amount;
  }

  /** The sum of what was paid. */
  paid(decimals: number): string {
    return sumShown(
      [...this.outcomes.values()].flatMap((outcome) => (outcome.ok ? [outcome.paid] : [])),
      decimals,
    );
  }

  #note(outcomes: readonly PaymentOutcome[]): void {
    this.outcomes = withEach(
      this.outcomes,
      outcomes.map((outcome) => [outcome.feeId, outcome] as const),
    );
  }
}
