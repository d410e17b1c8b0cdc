import type { Accepted } from '../../contract/common.ts';
import type { FeeView } from '../../contract/fees.ts';
import { toAmount } from '../../shared/money.ts';
import { codeOf } from '../../service/read.ts';
import type { Fee } from '../../service/shapes/fee.ts';
import { patronQueue } from '../commands/queues.ts';
import { waiversOf } from './resolve.ts';
import { Failed, invalid } from '../failure.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { balanceOf, isActiveFee } from './view.ts';
import { chosen, typedAmount } from '../forms/fields.ts';
import { feeAfter, feeLabel } from './fees.ts';

interface OfFee {
  readonly intent: string;
  readonly userId: string;
  readonly feeId: string;
  readonly comment: string;
}

/**
 * Waives a fee, or a part of it, for a reason of the institution's table. Throws `conflict` where all of it is to be
 * waived and that is not any more what was shown.
 */
export async function waiveFee(
  deps: Deps,
  wanted: OfFee & { reason: string; seen: string; amount?: string | undefined; till: string },
  signal: AbortSignal,
): Promise<Accepted<FeeView>> {
  const reason = chosen('reason', wanted.reason);
  const { service, fee, path, common } = await begin(deps, wanted, signal);
  const { decimals } = service;
  const balance = balanceOf(fee, decimals);
  const part = wanted.amount === undefined ? null : typedAmount('amount', wanted.amount, decimals);
  if (part && isActiveFee(fee) && part.gt(balance)) throw invalid('amount', 'aboveBalance', balance);
  if (!part && !typedAmount('seen', wanted.seen, decimals).eq(balance)) {
    const difference = { field: 'balance', was: wanted.seen, is: balance };
    throw new Failed({ kind: 'conflict', differences: [difference] });
  }
  const waived = part ? toAmount(part, decimals) : balance;
  const amount = part ? { amount: waived } : {};
  const { answer } = await deps.commands.run({
    ...common,
    operation: 'users.fees.waive',
    args: { path, query: { reason, ...amount, ...commentOf(wanted) } },
    before: { balance, waived, waivers: waiversOf(fee) ?? 0 },
    till: wanted.till,
  });
  return feeAfter(deps, service, answer, path);
}

/** Sets a fee aside while it is argued about. */
export async function disputeFee(
  deps: Deps,
  wanted: OfFee & { reason: string },
  signal: AbortSignal,
): Promise<Accepted<FeeView>> {
  const { service, fee, path, common } = await begin(deps, wanted, signal);
  const reason = wanted.reason.trim() === '' ? {} : { reason: wanted.reason.trim() };
  const { answer } = await deps.commands.run({
    ...common,
    operation: 'users.fees.dispute',
    args: { path, query: { ...reason, ...commentOf(wanted) } },
    before: { status: codeOf(fee.status) },
  });
  return feeAfter(deps, service, answer, path);
}

/** Ends a dispute: the fee is owed again. */
export async function restoreFee(deps: Deps, wanted: OfFee, signal: AbortSignal): Promise<Accepted<FeeView>> {
  const { service, fee, path, common } = await begin(deps, wanted, signal);
  const { answer } = await deps.commands.run({
    ...common,
    operation: 'users.fees.restore',
    args: { path, query: commentOf(wanted) },
    before: { status: codeOf(fee.status) },
  });
  return feeAfter(deps, service, answer, path);
}

const commentOf = ({ comment }: OfFee): { comment?: string } =>
  comment.trim() === '' ? {} : { comment: comment.trim() };

interface BegunSettlement {
  readonly service: Service;
  readonly fee: Fee;
  readonly path: { readonly user_id: string; readonly fee_id: string };
  readonly common: {
    readonly id: string;
    readonly queue: string;
    readonly about: string;
    readonly service: Service;
    readonly signal: AbortSignal;
  };
}

/** The fee as it stands before anything is done to it. */
async function begin(
  deps: Deps,
  { intent, userId, feeId }: OfFee,
  signal: AbortSignal,
): Promise<BegunSettlement> {
  deps.commands.mustBeNew(intent);
  const service = await deps.connection.service();
  const path = { user_id: userId, fee_id: feeId };
  const fee = await service.client.call('users.fees.get', { path }, { signal });
  const common = { id: intent, queue: patronQueue(userId), about: feeLabel(fee), service, signal };
  return { service, fee, path, common };
}
