import type { Money } from '../../contract/common.ts';
import type { FeeView, TransactionView } from '../../contract/fees.ts';
import { sum } from '../../service/money.ts';
import { arrayOf, codeOf, labelOf, momentOf, textOf } from '../../service/read.ts';
import type { Fee, FeeTransaction } from '../../service/shapes/fee.ts';
import { codedOf, moneyOf } from './coded.ts';

/** What a patron owes, and for how many fees. */
export interface Owed {
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

/** The sum of the balances of the active fees among these. */
export function owedOf(fees: readonly Fee[], decimals: number): string {
  return sum(
    fees.filter(isActiveFee).map((fee) => balanceOf(fee, decimals)),
    decimals,
  );
}

export function feeView(fee: Fee, decimals: number, isOurs: IsOurs): FeeView {
  return {
    feeId: feeIdOf(fee),
    type: codedOf(fee.type),
    status: codedOf(fee.status),
    active: isActiveFee(fee),
    disputed: codeOf(fee.status).toUpperCase() === 'INDISPUTE',
    balance: balanceOf(fee, decimals),
    original: moneyOf(fee.original_amount, 'fee.original_amount', decimals),
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
    amount: moneyOf(entry.amount, 'fee.transaction.amount', decimals),
    at: momentOf(entry.transaction_time),
    by: textOf(entry.created_by),
    method: labelOf(entry.payment_method),
    comment: textOf(entry.comment),
    ours: external !== '' && isOurs(external),
  };
}
