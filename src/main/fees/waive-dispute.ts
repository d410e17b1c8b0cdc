import type { Accepted } from '../../contract/common.ts';
import type { FeeView } from '../../contract/fees.ts';
import { toAmount } from '../../shared/money.ts';
import { codeOf } from '../../service/read.ts';
import type { Fee } from '../../service/shapes/fee.ts';
import { patronQueue } from '../commands/queues.ts';
import { Failed, invalid } from '../failure.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { balanceOf, isActiveFee, waiversOf } from './record.ts';
import { requiredChoice, typedAmount } from '../forms/fields.ts';
import { feeAfter, feeLabel } from './fees.ts';

interface FeeInput {
  readonly intent: string;
  readonly userId: string;
  readonly feeId: string;
  readonly comment: string;
}

/**
 * Waives a fee or a part of it, for a reason from the institution's table. Throws `conflict` where the whole fee is to
 * be waived and its balance is not the one that was shown.
 */
export async function waiveFee(
  deps: Deps,
  input: FeeInput & { reason: string; seen: string; amount?: string | undefined; till: string },
  signal: AbortSignal,
): Promise<Accepted<FeeView>> {
  const reason = requiredChoice('reason', input.reason);
  const { service, fee, path, common } = await prepare(deps, input, signal);
  const { decimals } = service;
  const balance = balanceOf(fee, decimals);
  const part = input.amount === undefined ? null : typedAmount('amount', input.amount, decimals);
  if (part && isActiveFee(fee) && part.gt(balance)) throw invalid('amount', 'aboveBalance', balance);
  if (!part && !typedAmount('seen', input.seen, decimals).eq(balance)) {
    const difference = { field: 'balance', was: input.seen, is: balance };
    throw new Failed({ kind: 'conflict', differences: [difference] });
  }
  const waived = part ? toAmount(part, decimals) : balance;
  const amount = part ? { amount: waived } : {};
  const { answer } = await deps.commands.run({
    ...common,
    operation: 'users.fees.waive',
    args: { path, query: { reason, ...amount, ...commentOf(input) } },
    before: { balance, waived, waivers: waiversOf(fee) ?? 0 },
    till: input.till,
  });
  return feeAfter(deps, service, answer, path);
}

/** Marks a fee as disputed: it is not owed until it is restored. */
export async function disputeFee(
  deps: Deps,
  input: FeeInput & { reason: string },
  signal: AbortSignal,
): Promise<Accepted<FeeView>> {
  const { service, fee, path, common } = await prepare(deps, input, signal);
  const reason = input.reason.trim() === '' ? {} : { reason: input.reason.trim() };
  const { answer } = await deps.commands.run({
    ...common,
    operation: 'users.fees.dispute',
    args: { path, query: { ...reason, ...commentOf(input) } },
    before: { status: codeOf(fee.status) },
  });
  return feeAfter(deps, service, answer, path);
}

/** Ends a dispute: the patron owes the fee again. */
export async function restoreFee(
  deps: Deps,
  input: FeeInput,
  signal: AbortSignal,
): Promise<Accepted<FeeView>> {
  const { service, fee, path, common } = await prepare(deps, input, signal);
  const { answer } = await deps.commands.run({
    ...common,
    operation: 'users.fees.restore',
    args: { path, query: commentOf(input) },
    before: { status: codeOf(fee.status) },
  });
  return feeAfter(deps, service, answer, path);
}

const commentOf = ({ comment }: FeeInput): { comment?: string } =>
  comment.trim() === '' ? {} : { comment: comment.trim() };

interface PreparedCommand {
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

/** Reads the fee, and prepares what all commands about it share. */
async function prepare(
  deps: Deps,
  { intent, userId, feeId }: FeeInput,
  signal: AbortSignal,
): Promise<PreparedCommand> {
  deps.commands.mustBeNew(intent);
  const service = await deps.connection.service();
  const path = { user_id: userId, fee_id: feeId };
  const fee = await service.client.call('users.fees.get', { path }, { signal });
  const common = { id: intent, queue: patronQueue(userId), about: feeLabel(fee), service, signal };
  return { service, fee, path, common };
}
