import type Big from 'big.js';
import { codes, ours } from '../../service/codes.ts';
import { amount, NotAnAmount, toAmount } from '../../shared/money.ts';
import { arrayOf, codeOf, textOf } from '../../service/read.ts';
import type { Fee, FeeTransaction } from '../../service/shapes/fee.ts';
import { refused } from './refusal.ts';

/**
 * The states of a fee, and all that can happen to one:
 *
 *     ACTIVE ── pay, waive (part) ──> ACTIVE, with a smaller balance
 *     ACTIVE ── pay, waive (all) ───> CLOSED
 *     ACTIVE ── dispute ────────────> INDISPUTE
 *     INDISPUTE ── restore ─────────> ACTIVE
 *
 * Anything else is refused. The balance is the original amount less what was paid and waived, and each of these is a
 * transaction of the fee. The same `external_transaction_id` twice is recorded twice: the service keeps the id and
 * never compares it, so a caller has to look before repeating.
 *
 * Source: Fees (states); the effects of pay and waive are ours.
 */
export const feeStates = ['ACTIVE', 'INDISPUTE', 'EXPORTED', 'CLOSED'] as const;
type FeeState = (typeof feeStates)[number];

/** When, and with how many decimals the institution counts. */
export interface FeeAct {
  readonly now: Date;
  readonly decimals: number;
  readonly comment?: string | undefined;
}

const words: Record<FeeState, string> = {
  ACTIVE: 'Active',
  INDISPUTE: 'In dispute',
  EXPORTED: 'Exported',
  CLOSED: 'Closed',
};

/** The balance of a fee, exactly. */
export function balanceOf(fee: Fee): Big {
  return amount(textOf(fee.balance));
}

/** Reads an amount of money: above 0, with at most the currency's decimals. */
export function readAmount(text: string | number, decimals: number, field = 'amount'): Big {
  try {
    const value = amount(text);
    if (value.lte(0)) throw new NotAnAmount();
    if (!value.eq(value.round(decimals))) throw new NotAnAmount();
    return value;
  } catch (error) {
    if (error instanceof NotAnAmount) {
      throw refused(
        codes.parameterInvalid,
        `Parameter is not valid: ${field}. Expected an amount above 0 such as ${toAmount(amount('12'), decimals)}.`,
      );
    }
    throw error;
  }
}

/** A new fee. */
export function newFee(sent: Fee, known: { id: string; now: Date; owes: Big; decimals: number }): Fee {
  const original = toAmount(known.owes, known.decimals);
  const none = toAmount(amount(0), known.decimals);
  return {
    ...sent,
    id: known.id,
    status: state('ACTIVE'),
    original_amount: original,
    balance: original,
    original_vat_amount: none,
    remaining_vat_amount: none,
    creation_time: known.now.toISOString(),
    status_time: known.now.toISOString(),
    transaction: [],
  };
}

/** Pays a part of a fee, or all of it. */
export function payFee(
  fee: Fee,
  paid: Big,
  act: FeeAct & { method: string; externalId?: string | undefined },
): Fee {
  const transaction: FeeTransaction = {
    ...entry('PAYMENT', 'Payment', paid, act),
    payment_method: { value: act.method },
    external_transaction_id: act.externalId,
  };
  return reduced(fee, paid, transaction, act);
}

/** Waives a part of a fee, or all that is left of it. */
export function waiveFee(fee: Fee, waived: Big | undefined, act: FeeAct & { reason: string }): Fee {
  const sum = waived ?? balanceOf(fee);
  return reduced(fee, sum, { ...entry('WAIVE', 'Waive', sum, act), reason: { value: act.reason } }, act);
}

/** Sets a fee aside while it is argued about: it can be neither paid nor waived until it is restored. */
export function disputeFee(fee: Fee, act: FeeAct & { reason?: string | undefined }): Fee {
  mustBeActive(fee);
  const transaction = {
    ...entry('DISPUTE', 'Dispute', balanceOf(fee), act),
    ...(act.reason === undefined ? {} : { reason: { value: act.reason } }),
  };
  return moved(fee, 'INDISPUTE', transaction, act.now);
}

/** Ends a dispute: the fee is owed again. */
export function restoreFee(fee: Fee, act: FeeAct): Fee {
  if (codeOf(fee.status) !== 'INDISPUTE') {
    throw refused(ours.feeNotDisputed, `Fee ${textOf(fee.id)} is not in dispute.`);
  }
  return moved(fee, 'ACTIVE', entry('RESTORE', 'Restore', balanceOf(fee), act), act.now);
}

function reduced(fee: Fee, by: Big, transaction: FeeTransaction, { now, decimals }: FeeAct): Fee {
  mustBeActive(fee);
  const remaining = balanceOf(fee).minus(by);
  if (remaining.lt(0)) {
    throw refused(
      ours.amountAboveBalance,
      `The amount ${toAmount(by, decimals)} is more than the balance ${toAmount(balanceOf(fee), decimals)}.`,
    );
  }
  const after = moved(fee, remaining.eq(0) ? 'CLOSED' : 'ACTIVE', transaction, now);
  return { ...after, balance: toAmount(remaining, decimals) };
}

function mustBeActive(fee: Fee): void {
  const status = codeOf(fee.status);
  if (status !== 'ACTIVE') {
    throw refused(ours.feeNotActive, `Fee ${textOf(fee.id)} is not active: its status is ${status}.`);
  }
}

function moved(fee: Fee, to: FeeState, transaction: FeeTransaction, now: Date): Fee {
  return {
    ...fee,
    status: state(to),
    status_time: codeOf(fee.status) === to ? fee.status_time : now.toISOString(),
    transaction: [...arrayOf(fee.transaction), transaction],
  };
}

function entry(type: string, desc: string, sum: Big, act: FeeAct): FeeTransaction {
  return {
    type: { value: type, desc },
    amount: toAmount(sum, act.decimals),
    vat_amount: toAmount(amount(0), act.decimals),
    created_by: 'API',
    transaction_time: act.now.toISOString(),
    comment: act.comment,
  };
}

function state(to: FeeState) {
  return { value: to, desc: words[to] };
}
