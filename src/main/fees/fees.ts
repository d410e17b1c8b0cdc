import type { Accepted } from '../../contract/common.ts';
import type { FeeList, feeStatuses, FeeView, PlannedShare } from '../../contract/fees.ts';
import { isPayable, oldestFirst } from '../../shared/fees.ts';
import { split, sum } from '../../shared/money.ts';
import { labelOf, momentOf, textOf } from '../../service/read.ts';
import type { Fee } from '../../service/shapes/fee.ts';
import { invalid } from '../failure.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { feeView, type IsOurs } from './view.ts';
import { balanceOf, feeIdOf, isActiveFee, onceEach, shownTotalOwed } from './record.ts';
import { accepted, recordOfAnswer } from '../commands/accepted.ts';
import { typedAmount } from '../forms/fields.ts';

export type FeeStatus = (typeof feeStatuses)[number];

/** Whether the journal of this station has a command with this transaction id. */
export const isOurs =
  ({ journal }: Deps): IsOurs =>
  (id) =>
    journal.entry(id) !== null;

/** A patron's fees of one status, in the service's order. Source: User fees. */
export async function readFees(
  { client }: Service,
  userId: string,
  status: FeeStatus = 'ACTIVE',
  signal?: AbortSignal,
): Promise<readonly Fee[]> {
  const args = { path: { user_id: userId }, query: { status } };
  return (await client.call('users.fees.list', args, signal ? { signal } : {})).items;
}

/** The fees of one status, and the sum of all active ones. */
export async function listFees(
  deps: Deps,
  { userId, status }: { userId: string; status?: FeeStatus | undefined },
  signal: AbortSignal,
): Promise<FeeList> {
  const service = await deps.connection.service();
  const { currency, decimals } = service;
  const active = readFees(service, userId, 'ACTIVE', signal);
  const ofStatus =
    status === undefined || status === 'ACTIVE' ? active : readFees(service, userId, status, signal);
  const [activeFees, fees] = await Promise.all([active, ofStatus]);
  return {
    fees: fees.map((fee) => feeView(fee, decimals, isOurs(deps))),
    owed: shownTotalOwed(activeFees, decimals),
    currency,
    decimals,
  };
}

/** A fee that can be paid, in full or in part. */
interface Payable {
  readonly fee: Fee;
  readonly feeId: string;
  readonly balance: string;
}

/** The fees that can be paid, in the order in which they are paid: oldest first. */
export function payableOf(fees: readonly Fee[], decimals: number): Payable[] {
  return oldestFirst(fees, (fee) => momentOf(fee.creation_time))
    .map((fee) => ({
      fee,
      feeId: feeIdOf(fee),
      balance: balanceOf(fee, decimals),
      active: isActiveFee(fee),
    }))
    .filter(isPayable);
}

/** Plans how a sum is split over the chosen fees, oldest first. Pays nothing. */
export async function planPayment(
  { connection }: Deps,
  input: { userId: string; amount: string; feeIds: readonly string[] },
  signal: AbortSignal,
): Promise<{ shares: PlannedShare[]; total: string }> {
  const service = await connection.service();
  const { decimals } = service;
  const total = typedAmount('amount', input.amount, decimals);
  const chosen = new Set(input.feeIds);
  const active = await readFees(service, input.userId, 'ACTIVE', signal);
  const chosenFees = active.filter((fee) => isActiveFee(fee) && chosen.has(feeIdOf(fee)));
  const payable = payableOf(onceEach(chosenFees, decimals), decimals);
  const balanceSum = sum(
    payable.map(({ balance }) => balance),
    decimals,
  );
  if (total.gt(balanceSum)) throw invalid('amount', 'aboveBalance', balanceSum);
  const labels = new Map(payable.map(({ fee, feeId }) => [feeId, feeLabel(fee)]));
  const shares = split(total.toFixed(decimals), payable, decimals);
  return {
    shares: shares.map((share) => ({ ...share, label: labels.get(share.feeId) ?? '' })),
    total: total.toFixed(decimals),
  };
}

/** A fee in words: its type and, where it has one, its title. */
export const feeLabel = (fee: Fee): string =>
  [labelOf(fee.type), textOf(fee.title)].filter((part) => part !== '').join(' · ') || feeIdOf(fee);

/** The fee after an operation: from its answer, or read again where `path` is known. */
export function feeAfter(
  deps: Deps,
  { client, decimals }: Service,
  answer: Fee,
  path?: { user_id: string; fee_id: string },
): Promise<Accepted<FeeView>> {
  const reread = path && (() => client.call('users.fees.get', { path }));
  return accepted(deps.log, async () =>
    feeView(await recordOfAnswer(answer, feeIdOf, reread), decimals, isOurs(deps)),
  );
}
