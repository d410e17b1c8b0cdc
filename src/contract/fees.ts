import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Id, Intent, TypedAmount, type Accepted, type Coded } from './common.ts';
import type { Failure } from './failure.ts';

/** What the service keeps fees under. Source: User fees; the deployed service names these four. */
export const feeStatuses = ['ACTIVE', 'INDISPUTE', 'EXPORTED', 'CLOSED'] as const;

export interface TransactionView {
  readonly type: string;
  readonly amount: string;
  readonly at: string;
  readonly by: string;
  readonly method: string;
  readonly comment: string;
  /** Made at this workstation. */
  readonly ours: boolean;
}

export interface FeeView {
  readonly feeId: string;
  readonly type: Coded;
  readonly status: Coded;
  readonly active: boolean;
  readonly disputed: boolean;
  /** What is still owed; negative for a credit; `''` where it cannot be read. */
  readonly balance: string;
  readonly original: string;
  readonly created: string;
  readonly comment: string;
  readonly title: string;
  readonly barcode: string;
  readonly owner: string;
  readonly transactions: readonly TransactionView[];
}

export interface FeeList {
  readonly fees: readonly FeeView[];
  /** The sum of the balances of active fees; `''` where one of them cannot be read. */
  readonly owed: string;
  readonly currency: string;
  readonly decimals: number;
}

/** One fee's share of a sum that is split. */
export interface PlannedShare {
  readonly feeId: string;
  readonly label: string;
  readonly amount: string;
  readonly remaining: string;
}

/** What came of paying one fee. */
export type PaymentOutcome = { readonly feeId: string; readonly intent: string } &
  /** `remaining`: what is left of the fee; null where that could not be read. */
  (
    | { readonly ok: true; readonly paid: string; readonly remaining: string | null }
    | { readonly ok: false; readonly failure: Failure }
  );

/** What came of paying everything: in all, and on each fee; with a credit among them that is not all of each. */
export interface AllPaid {
  readonly paid: string;
  /** `left` is null where what is left of a fee could not be read. */
  readonly shares: readonly {
    readonly feeId: string;
    readonly paid: string;
    readonly left: string | null;
  }[];
  /** What is owed in all afterwards; null where that could not be read. */
  readonly remaining: string | null;
  readonly intent: string;
}

const Method = z.string().min(1).max(60);
const Comment = z.string().max(2000);

export const fees = {
  'fees.list': asks(z.object({ userId: Id, status: z.enum(feeStatuses).optional() })).answers<FeeList>(),
  /** What fees can be charged for. */
  'fees.types': asks(z.object({})).answers<readonly Coded[]>(),
  /** Charges a fee. `barcode` is the item it is for, `''` where it is for none. */
  'fees.create': asks(
    z.object({
      intent: Intent,
      userId: Id,
      type: z.string().max(200),
      amount: TypedAmount,
      owner: z.string().max(200),
      comment: Comment,
      barcode: z.string().max(300),
    }),
  ).answers<Accepted<FeeView>>(),
  'fees.reasons': asks(z.object({})).answers<readonly Coded[]>(),
  /** How payments can be made at this library. */
  'fees.methods': asks(z.object({})).answers<readonly Coded[]>(),
  'fees.pay': asks(
    z.object({ intent: Intent, userId: Id, feeId: Id, amount: TypedAmount, method: Method }),
  ).answers<PaymentOutcome>(),
  /** Everything that is active, in one call of the service. `expected` is the total that was shown: paid only if the total is still the same. */
  'fees.payAll': asks(
    z.object({ intent: Intent, userId: Id, expected: TypedAmount, method: Method }),
  ).answers<AllPaid>(),
  /** How a sum would fall on the fees given, oldest first. Posts nothing. */
  'fees.plan': asks(
    z.object({ userId: Id, amount: TypedAmount, feeIds: z.array(Id).min(1).max(500) }),
  ).answers<{ readonly shares: readonly PlannedShare[]; readonly total: string }>(),
  /** One payment per fee, as planned. A share that is refused does not stop the others; an unclear one does. */
  'fees.paySplit': asks(
    z.object({
      userId: Id,
      shares: z
        .array(z.object({ intent: Intent, feeId: Id, amount: TypedAmount }))
        .min(1)
        .max(500),
      method: Method,
    }),
  ).answers<{ readonly outcomes: readonly PaymentOutcome[]; readonly notTried: number }, PaymentOutcome>(),
  /** Waives a part, or all: `seen` is what was owed as it was shown, and all of it is waived only if it still is. */
  'fees.waive': asks(
    z.object({
      intent: Intent,
      userId: Id,
      feeId: Id,
      reason: z.string().max(200),
      seen: TypedAmount,
      amount: TypedAmount.optional(),
      comment: Comment,
    }),
  ).answers<Accepted<FeeView>>(),
  'fees.dispute': asks(
    z.object({ intent: Intent, userId: Id, feeId: Id, reason: z.string().max(200), comment: Comment }),
  ).answers<Accepted<FeeView>>(),
  'fees.restore': asks(z.object({ intent: Intent, userId: Id, feeId: Id, comment: Comment })).answers<
    Accepted<FeeView>
  >(),
} satisfies Record<string, Call>;
