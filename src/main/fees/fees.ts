import type { Accepted } from '../../contract/common.ts';
import type { FeeList, feeStatuses, FeeView, PlannedShare } from '../../contract/fees.ts';
import { isPayable, oldestFirst } from '../../shared/fees.ts';
import { split, sum } from '../../shared/money.ts';
import { labelOf, momentOf, textOf } from '../../service/read.ts';
import type { Fee } from '../../service/shapes/fee.ts';
import { invalid } from '../failure.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { balanceOf, feeIdOf, feeView, isActiveFee, type IsOurs, onceEach, owedShown } from './view.ts';
import { accepted, answered } from '../commands/accepted.ts';
import { typedAmount } from '../forms/fields.ts';

export type FeeStatus = (typeof feeStatuses)[number];

/** Whether a transaction's id is one that this station's journal gave. */
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
  const given = { path: { user_id: userId }, query: { status } };
  return (await client.call('users.fees.list', given, signal ? { signal } : {})).items;
}

/** The fees of a status, and what is owed on all active ones. */
export async function listFees(
  deps: Deps,
  { userId, status }: { userId: string; status?: FeeStatus | undefined },
  signal: AbortSignal,
): Promise<FeeList> {
  const service = await deps.connection.service();
  const { currency, decimals } = service;
  const active = readFees(service, userId, 'ACTIVE', signal);
  const wanted =
    status === undefined || status === 'ACTIVE' ? active : readFees(service, userId, status, signal);
  const [owing, fees] = await Promise.all([active, wanted]);
  return {
    fees: fees.map((fee) => feeView(fee, decimals, isOurs(deps))),
    owed: owedShown(owing, decimals),
    currency,
    decimals,
  };
}

/** A fee that something can be paid on. */
interface Payable {
  readonly fee: Fee;
  readonly feeId: string;
  readonly balance: string;
}

/** Those of the fees that something can be paid on, in the order in which they are paid. */
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

/** How a sum would fall on the fees chosen, oldest first. Posts nothing. */
export async function planPayment(
  { connection }: Deps,
  wanted: { userId: string; amount: string; feeIds: readonly string[] },
  signal: AbortSignal,
): Promise<{ shares: PlannedShare[]; total: string }> {
  const service = await connection.service();
  const { decimals } = service;
  const total = typedAmount('amount', wanted.amount, decimals);
  const chosen = new Set(wanted.feeIds);
  const active = await readFees(service, wanted.userId, 'ACTIVE', signal);
  const wantedFees = active.filter((fee) => isActiveFee(fee) && chosen.has(feeIdOf(fee)));
  const payable = payableOf(onceEach(wantedFees, decimals), decimals);
  const owed = sum(
    payable.map(({ balance }) => balance),
    decimals,
  );
  if (total.gt(owed)) throw invalid('amount', 'aboveBalance', owed);
  const labels = new Map(payable.map(({ fee, feeId }) => [feeId, feeLabel(fee)]));
  const shares = split(total.toFixed(decimals), payable, decimals);
  return {
    shares: shares.map((share) => ({ ...share, label: labels.get(share.feeId) ?? '' })),
    total: total.toFixed(decimals),
  };
}

/** What a person calls a fee: its type and, where it has one, its title. */
export const feeLabel = (fee: Fee): string =>
  [labelOf(fee.type), textOf(fee.title)].filter((part) => part !== '').join(' · ') || feeIdOf(fee);

/** The fee after an operation, from its answer; with the path of a fee that was there before, else from another read. */
export function feeAfter(
  deps: Deps,
  { client, decimals }: Service,
  answer: Fee,
  path?: { user_id: string; fee_id: string },
): Promise<Accepted<FeeView>> {
  const again = path && (() => client.call('users.fees.get', { path }));
  return accepted(deps.log, async () =>
    feeView(await answered(answer, feeIdOf, again), decimals, isOurs(deps)),
  );
}
