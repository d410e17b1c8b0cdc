import type { FeeView, TransactionView } from '../../contract/fees.ts';
import { arrayOf, codeOf, labelOf, momentOf, operatorOf, textOf } from '../../service/read.ts';
import type { Fee, FeeTransaction } from '../../service/shapes/fee.ts';
import { codedOf, displayMoney } from '../records/values.ts';
import { feeIdOf, isActiveFee } from './record.ts';

/** Whether a transaction with this external id was sent by this station. */
export type IsOurs = (externalId: string) => boolean;

export function feeView(fee: Fee, decimals: number, isOurs: IsOurs): FeeView {
  return {
    feeId: feeIdOf(fee),
    type: codedOf(fee.type),
    status: codedOf(fee.status),
    active: isActiveFee(fee),
    disputed: codeOf(fee.status).toUpperCase() === 'INDISPUTE',
    balance: displayMoney(fee.balance, decimals),
    original: displayMoney(fee.original_amount, decimals),
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
    amount: displayMoney(entry.amount, decimals),
    at: momentOf(entry.transaction_time),
    by: operatorOf(entry.created_by),
    method: labelOf(entry.payment_method),
    comment: textOf(entry.comment),
    ours: external !== '' && isOurs(external),
  };
}
