import type { Money } from '../../contract/common.ts';
import type { FeeView, TransactionView } from '../../contract/fees.ts';
import { sum } from '../../shared/money.ts';
import { arrayOf, codeOf, labelOf, momentOf, textOf } from '../../service/read.ts';
import type { Fee, FeeTransaction } from '../../service/shapes/fee.ts';
import { Failed } from '../failure.ts';
import { codedOf, moneyOf, shownMoney } from '../records/values.ts';

/** What a patron owes, and for how many fees. The amount is `''` where it cannot be read. */
export interface OwedSum {
  readonly money: Money;
  readonly fees: number;
}

/** Tells a transaction of this station by the id it carries. */
export type IsOurs = (externalId: string) => boolean;

export const feeIdOf = (fee: Fee): string => textOf(fee.id);

/** Whether a fee can be paid. One without a status came from the list of active ones. */
export const isActiveFee = (fee: Fee): boolean => ['', 'ACTIVE'].includes(codeOf(fee.status).toUpperCase());

export const balanceOf = (fee: Fee, decimals: number): string =>
  moneyOf(fee.balance, 'fee.balance', decimals);

/**
 * The fees, each once: the service may list one twice, and it is owed once. Throws where one is listed with two
 * balances: which of them is owed, nobody knows.
 */
export function onceEach(fees: readonly Fee[], decimals: number): readonly Fee[] {
  const known = new Map<string, string>();
  return fees.filter((fee) => {
    const id = feeIdOf(fee);
    const balance = balanceOf(fee, decimals);
    const before = known.get(id);
    if (id === '' || before === undefined) {
      known.set(id, balance);
      return true;
    }
    if (before !== balance) throw unreadable('fee.balance');
    return false;
  });
}

/** The sum of the balances of the active fees among these. Throws where one of them cannot be read, or is not there. */
export function owedOf(fees: readonly Fee[], decimals: number): string {
  const active = fees.filter(isActiveFee);
  if (active.some(({ balance }) => textOf(balance) === '')) throw unreadable('fee.balance');
  return sum(
    onceEach(active, decimals).map((fee) => balanceOf(fee, decimals)),
    decimals,
  );
}

/** The same to be shown: `''` where it cannot be told. What is not known is never nothing. */
export function owedShown(fees: readonly Fee[], decimals: number): string {
  try {
    return owedOf(fees, decimals);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    return '';
  }
}

const unreadable = (field: string): Failed =>
  new Failed({ kind: 'unreachable', why: 'unreadable', detail: field });

export function feeView(fee: Fee, decimals: number, isOurs: IsOurs): FeeView {
  return {
    feeId: feeIdOf(fee),
    type: codedOf(fee.type),
    status: codedOf(fee.status),
    active: isActiveFee(fee),
    disputed: codeOf(fee.status).toUpperCase() === 'INDISPUTE',
    balance: shownMoney(fee.balance, decimals),
    original: shownMoney(fee.original_amount, decimals),
    created: momentOf(fee.creation_time),
    comment: textOf(fee.comment),
    title: textOf(fee.title),
    barcode: codeOf(fee.barcode),
    owner: labelOf(fee.owner),
    transactions: arrayOf(fee.transaction).map((entry) => transactionView(entry, decimals, isOurs)),
  };
}

function transactionView(entry: FeeTransaction, decimals: number, isOurs: IsOurs): TransactionView {
  const external = textOf(entry.external_transaction_id);
  return {
    type: labelOf(entry.type),
    amount: shownMoney(entry.amount, decimals),
    at: momentOf(entry.transaction_time),
    by: textOf(entry.created_by),
    method: labelOf(entry.payment_method),
    comment: textOf(entry.comment),
    ours: external !== '' && isOurs(external),
  };
}
