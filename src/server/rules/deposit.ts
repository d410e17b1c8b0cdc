import type Big from 'big.js';
import { codes, ours } from '../../service/codes.ts';
import { amount, NotAnAmount, toAmount } from '../../shared/money.ts';
import { arrayOf, codeOf, textOf } from '../../service/read.ts';
import type { Deposit, DepositTransaction } from '../../service/shapes/deposit.ts';
import { without } from '../store/documents.ts';
import { refused } from './refusal.ts';

/**
 * The states of a deposit, and all that can happen to one:
 *
 *     DRAFT, ACTIVE ── pay ─────> PAID
 *     PAID ── refund ───────────> REFUNDED
 *     ACTIVE, PAID ── dispute ──> INDISPUTE
 *     INDISPUTE ── restore ─────> ACTIVE or PAID, whichever it was
 *
 * Anything else is refused, each with a code of its own, and so is an operation that is none of these. A deposit
 * begins ACTIVE, or DRAFT where it was sent so. Which state a dispute began in stands in the record itself, as
 * `status_before_dispute`.
 *
 * Source: User deposits (the operations); the states are ours.
 */
const states = {
  DRAFT: 'Draft',
  ACTIVE: 'Active',
  PAID: 'Paid',
  REFUNDED: 'Refunded',
  INDISPUTE: 'In dispute',
} as const;
type DepositState = keyof typeof states;

interface DepositMove {
  /** What it is called in the record's history. */
  readonly word: string;
  readonly from: readonly DepositState[];
  readonly to: (deposit: Deposit) => DepositState;
  /** What changes in the record besides its state. */
  readonly keeps?: (deposit: Deposit) => Deposit;
  readonly refusal: { readonly code: string; readonly needs: string };
}

const moves: Readonly<Record<string, DepositMove>> = {
  pay: {
    word: 'Payment',
    from: ['DRAFT', 'ACTIVE'],
    to: () => 'PAID',
    refusal: { code: ours.depositNotPayable, needs: 'cannot be paid' },
  },
  refund: {
    word: 'Refund',
    from: ['PAID'],
    to: () => 'REFUNDED',
    refusal: { code: ours.depositNotPaid, needs: 'cannot be refunded: it is not paid' },
  },
  dispute: {
    word: 'Dispute',
    from: ['ACTIVE', 'PAID'],
    to: () => 'INDISPUTE',
    keeps: (deposit) => ({ ...deposit, status_before_dispute: state(stateOf(deposit)) }),
    refusal: { code: ours.depositNotDisputable, needs: 'cannot be disputed' },
  },
  restore: {
    word: 'Restore',
    from: ['INDISPUTE'],
    to: (deposit) =>
      codeOf(deposit['status_before_dispute'] as Deposit['status']) === 'PAID' ? 'PAID' : 'ACTIVE',
    keeps: (deposit) => without(deposit, ['status_before_dispute']),
    refusal: { code: ours.depositNotDisputed, needs: 'is not in dispute' },
  },
};

/** The states in which the library holds the user's money, or may: such a user cannot be deleted. */
export const heldStates: readonly DepositState[] = ['PAID', 'INDISPUTE'];

/** A new deposit, as the service keeps it. */
export function newDeposit(
  sent: Deposit,
  known: { id: string; now: Date; sum: Big; decimals: number },
): Deposit {
  const first = codeOf(sent.status).toUpperCase() || 'ACTIVE';
  if (first !== 'ACTIVE' && first !== 'DRAFT') {
    throw refused(
      codes.parameterInvalid,
      'Parameter is not valid: status. A deposit begins ACTIVE or DRAFT.',
    );
  }
  return {
    ...sent,
    id: known.id,
    status: state(first),
    amount: toAmount(known.sum, known.decimals),
    creation_time: known.now.toISOString(),
    status_time: known.now.toISOString(),
    transaction: [],
  };
}

/** Carries out an operation on a deposit, or refuses it. */
export function actOnDeposit(deposit: Deposit, op: string, now: Date): Deposit {
  const move = Object.hasOwn(moves, op) ? moves[op] : undefined;
  if (!move) {
    throw refused(
      codes.parameterInvalid,
      `Parameter is not valid: op. The operation ${op.slice(0, 60)} is not supported.`,
    );
  }
  const from = stateOf(deposit);
  if (!move.from.includes(from)) {
    throw refused(
      move.refusal.code,
      `Deposit ${textOf(deposit.id)} ${move.refusal.needs}; its status is ${from}.`,
    );
  }
  return {
    ...(move.keeps?.(deposit) ?? deposit),
    status: state(move.to(deposit)),
    status_time: now.toISOString(),
    transaction: [
      ...arrayOf(deposit.transaction),
      entry({ value: op.toUpperCase(), desc: move.word }, deposit, now),
    ],
  };
}

/** Reads the sum of a new deposit: above 0, with at most the currency's decimals. */
export function readDepositSum(sent: string | number, decimals: number): Big {
  let sum: Big;
  try {
    sum = amount(sent);
  } catch (error) {
    if (!(error instanceof NotAnAmount)) throw error;
    throw refused(
      codes.depositAmountNotNumeric,
      `Input parameter amount (${textOf(sent).slice(0, 40)}) is not numeric.`,
    );
  }
  if (sum.gt(0) && sum.eq(sum.round(decimals))) return sum;
  throw refused(
    codes.parameterInvalid,
    `Parameter is not valid: amount. Expected an amount above 0 such as ${toAmount(amount('50'), decimals)}.`,
  );
}

function stateOf(deposit: Deposit): DepositState {
  return codeOf(deposit.status) as DepositState;
}

function entry(type: DepositTransaction['type'], deposit: Deposit, now: Date): DepositTransaction {
  return {
    type,
    amount: textOf(deposit.amount),
    created_by: 'API',
    transaction_time: now.toISOString(),
  };
}

function state(to: DepositState) {
  return { value: to, desc: states[to] };
}
