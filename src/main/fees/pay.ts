import type Big from 'big.js';
import type { AllPaid, PaymentOutcome } from '../../contract/fees.ts';
import { amount, split, sum, toAmount } from '../../shared/money.ts';
import { arrayOf, textOf } from '../../service/read.ts';
import type { Fee, FeesPaid } from '../../service/shapes/fee.ts';
import { patronQueue } from '../commands/queues.ts';
import { Failed, failureOf, invalid } from '../failure.ts';
import type { Log, Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { moneyOf } from '../records/values.ts';
import { balanceOf, feeIdOf, isActiveFee, totalOwed, transactionsOf } from './record.ts';
import { accepted, readable } from '../commands/accepted.ts';
import { feeLabel, payableOf, readFees } from './fees.ts';
import { typedAmount } from '../forms/fields.ts';

interface Payment {
  readonly intent: string;
  readonly userId: string;
  readonly feeId: string;
  readonly amount: string;
  readonly method: string;
  /** The till that the money goes into. */
  readonly till: string;
}

type Paid = Extract<PaymentOutcome, { ok: true }>;

/** Pays one fee, in full or in part. */
export async function payFee(deps: Deps, payment: Payment, signal: AbortSignal): Promise<Paid> {
  deps.commands.mustBeNew(payment.intent);
  const service = await deps.connection.service();
  const sumPaid = typedAmount('amount', payment.amount, service.decimals);
  const path = { user_id: payment.userId, fee_id: payment.feeId };
  const fee = await service.client.call('users.fees.get', { path }, { signal });
  mustBeOwed(fee, sumPaid, service.decimals);
  return post(deps, service, payment, fee, sumPaid, signal);
}

/**
 * Pays all active fees, if their sum is still the one that was shown. Throws `conflict` otherwise. The sum is sent,
 * not the word `ALL`: a fee that is charged a moment later is not paid with money that nobody gave.
 */
export async function payAll(
  deps: Deps,
  input: { intent: string; userId: string; expected: string; method: string; till: string },
  signal: AbortSignal,
): Promise<AllPaid> {
  const { intent, userId, method, till } = input;
  deps.commands.mustBeNew(intent);
  const service = await deps.connection.service();
  const { decimals } = service;
  const expected = typedAmount('expected', input.expected, decimals);
  const fees = (await readFees(service, userId, 'ACTIVE', signal)).filter(isActiveFee);
  const total = totalOwed(fees, decimals);
  if (!expected.eq(total)) {
    const difference = { field: 'total', was: toAmount(expected, decimals), is: total };
    throw new Failed({ kind: 'conflict', differences: [difference] });
  }
  const { answer } = await deps.commands.run({
    operation: 'users.fees.payAll',
    args: {
      path: { user_id: userId },
      query: { amount: total, method, external_transaction_id: intent },
    },
    id: intent,
    queue: patronQueue(userId),
    about: `${total} ${service.currency}`,
    before: { feeIds: fees.map(feeIdOf), owed: total },
    service,
    till,
    signal,
  });
  const shares =
    sharesInAnswer(deps.log, answer.fee, intent, decimals) ?? assumedShares(fees, total, decimals);
  const paid = sum(
    shares.map((share) => share.paid),
    decimals,
  );
  const after = await accepted(deps.log, async () => totalOwed(await readFees(service, userId), decimals));
  return { paid, shares, remaining: after.record, intent };
}

type Share = AllPaid['shares'][number];

/** What was paid on each fee, from the service's answer; null where the answer does not say it in readable amounts. */
function sharesInAnswer(log: Log, fees: FeesPaid['fee'], intent: string, decimals: number): Share[] | null {
  const ourFees = arrayOf(fees).filter((fee) => transactionsOf(fee, intent).length > 0);
  if (ourFees.length === 0) return null;
  return readable(log, () =>
    ourFees.map((fee) => ({
      feeId: feeIdOf(fee),
      paid: sum(
        transactionsOf(fee, intent).map((entry) => moneyOf(entry.amount, 'fee.transaction.amount', decimals)),
        decimals,
      ),
      left: readable(log, () => balanceOf(fee, decimals)),
    })),
  );
}

/** For an answer without transactions: assumes that the sum was paid, the oldest fee first. */
function assumedShares(fees: readonly Fee[], total: string, decimals: number): Share[] {
  return split(total, payableOf(fees, decimals), decimals).map(
    ({ feeId, amount: paid, remaining: left }) => ({
      feeId,
      paid,
      left,
    }),
  );
}

/**
 * Pays one fee after the other, as planned. All shares are checked before the first is paid. A refused share does not
 * stop the others; an unknown outcome or an unreachable service does.
 */
export async function paySplit(
  deps: Deps,
  input: {
    userId: string;
    method: string;
    till: string;
    shares: readonly { intent: string; feeId: string; amount: string }[];
  },
  report: (outcome: PaymentOutcome) => void,
  signal: AbortSignal,
): Promise<{ outcomes: PaymentOutcome[]; notTried: number }> {
  const { userId, method, till, shares } = input;
  mustBeDistinct(shares);
  for (const { intent } of shares) deps.commands.mustBeNew(intent);
  const service = await deps.connection.service();
  const fees = new Map((await readFees(service, userId)).map((fee) => [feeIdOf(fee), fee]));
  const payments = shares.map((share) => {
    const paid = typedAmount('amount', share.amount, service.decimals);
    const fee = fees.get(share.feeId) ?? { id: share.feeId };
    if (fees.has(share.feeId)) mustBeOwed(fee, paid, service.decimals);
    return { payment: { ...share, userId, method, till }, fee, paid };
  });
  const outcomes: PaymentOutcome[] = [];
  for (const { payment, fee, paid } of payments) {
    if (signal.aborted) break;
    const outcome = await paymentOutcome(deps, payment, () => post(deps, service, payment, fee, paid));
    outcomes.push(outcome);
    report(outcome);
    if (!outcome.ok && outcome.failure.kind !== 'refused') break;
  }
  return { outcomes, notTried: payments.length - outcomes.length };
}

async function paymentOutcome(
  deps: Deps,
  { feeId, intent }: Payment,
  pay: () => Promise<PaymentOutcome>,
): Promise<PaymentOutcome> {
  try {
    return await pay();
  } catch (error) {
    return { feeId, intent, ok: false, failure: failureOf(error, deps.log) };
  }
}

/**
 * Pays one share. It carries its journal id as `external_transaction_id`, by which an unclear payment is found again.
 */
async function post(
  deps: Deps,
  service: Service,
  payment: Payment,
  fee: Fee,
  paid: Big,
  signal?: AbortSignal,
): Promise<Paid> {
  const { intent, userId, feeId, method, till } = payment;
  const { decimals } = service;
  const path = { user_id: userId, fee_id: feeId };
  const text = toAmount(paid, decimals);
  const { answer } = await deps.commands.run({
    operation: 'users.fees.pay',
    args: { path, query: { amount: text, method, external_transaction_id: intent } },
    id: intent,
    queue: patronQueue(userId),
    about: `${feeLabel(fee)}: ${text} ${service.currency}`,
    before: { balance: textOf(fee.balance) },
    service,
    till,
    ...(signal && { signal }),
  });
  const hasBalance = answer.balance !== undefined && answer.balance !== null;
  const remaining = hasBalance
    ? readable(deps.log, () => balanceOf(answer, decimals))
    : toAmount(amount(balanceOf(fee, decimals)).minus(paid), decimals);
  return { feeId, intent, ok: true, paid: text, remaining };
}

/** Throws `aboveBalance` for more than is owed on an active fee. About any other fee the service decides. */
function mustBeOwed(fee: Fee, paid: Big, decimals: number): void {
  const balance = balanceOf(fee, decimals);
  if (isActiveFee(fee) && paid.gt(balance)) throw invalid('amount', 'aboveBalance', balance);
}

function mustBeDistinct(shares: readonly { intent: string; feeId: string }[]): void {
  const areDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length;
  if (!areDistinct(shares.map(({ intent }) => intent))) throw invalid('intent', 'alreadySent');
  if (!areDistinct(shares.map(({ feeId }) => feeId))) throw invalid('shares', 'malformed');
}
