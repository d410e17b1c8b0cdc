import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Id, Intent, TypedAmount, type Accepted, type Coded } from './common.ts';

/** What the description says can be done with a deposit. Source: User deposits. */
export const depositOps = ['pay', 'refund', 'dispute', 'restore'] as const;
export type DepositOp = (typeof depositOps)[number];

export interface DepositStep {
  readonly type: string;
  readonly amount: string;
  readonly at: string;
  readonly by: string;
}

/** Money that a patron leaves with the library, or is to leave. */
export interface DepositView {
  readonly depositId: string;
  readonly profile: Coded;
  readonly status: Coded;
  /** `''` where it cannot be read. */
  readonly amount: string;
  readonly owner: string;
  readonly comment: string;
  readonly created: string;
  /** When it came into the state it is in. */
  readonly changed: string;
  /** The library has the money. */
  readonly held: boolean;
  /** What can be done with it now, as far as its state tells; everything where we do not know the state. */
  readonly can: readonly DepositOp[];
  readonly steps: readonly DepositStep[];
}

export interface DepositList {
  readonly deposits: readonly DepositView[];
  /** The sum of what the library has; `''` where it cannot be told. */
  readonly held: string;
  readonly currency: string;
  readonly decimals: number;
}

/** What deposits are left for, and how much is usual where the institution says so. */
export interface DepositProfileView extends Coded {
  readonly amount: string;
}

export const deposits = {
  'deposits.list': asks(z.object({ userId: Id })).answers<DepositList>(),
  'deposits.profiles': asks(z.object({})).answers<readonly DepositProfileView[]>(),
  'deposits.create': asks(
    z.object({
      intent: Intent,
      userId: Id,
      profile: z.string().max(200),
      amount: TypedAmount,
      owner: z.string().max(200),
      comment: z.string().max(2000),
    }),
  ).answers<Accepted<DepositView>>(),
  /**
   * Does something with a deposit: one of the four, or whatever else the institution's service knows by name.
   * `seen` is the state it was shown in: nothing is done where it is in another by now.
   */
  'deposits.act': asks(
    z.object({ intent: Intent, userId: Id, depositId: Id, op: z.string().max(60), seen: z.string().max(60) }),
  ).answers<Accepted<DepositView>>(),
} satisfies Record<string, Call>;
