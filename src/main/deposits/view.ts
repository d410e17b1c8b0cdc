import { type DepositOp, depositOps, type DepositView } from '../../contract/deposits.ts';
import { arrayOf, codeOf, labelOf, momentOf, operatorOf, textOf } from '../../service/read.ts';
import type { Deposit } from '../../service/shapes/deposit.ts';
import { codedOf, moneyOf, displayMoney } from '../records/values.ts';

export const depositIdOf = (deposit: Deposit): string => textOf(deposit.id);

/** The status of a deposit, as the service names it. */
export const depositStatusOf = (deposit: Deposit): string => codeOf(deposit.status).toUpperCase();

export const depositAmountOf = (deposit: Deposit, decimals: number): string =>
  moneyOf(deposit.amount, 'deposit.amount', decimals);

/**
 * The operations that are possible in each status. The description does not name the statuses: these are the practice
 * library's. In any other status all operations are offered, and the service decides.
 */
const opsByStatus: Readonly<Record<string, readonly DepositOp[]>> = {
  DRAFT: ['pay'],
  ACTIVE: ['pay', 'dispute'],
  PAID: ['refund', 'dispute'],
  REFUNDED: [],
  INDISPUTE: ['restore'],
};

/** Whether the library holds the money. For a disputed deposit its transactions say so. */
function isHeld(deposit: Deposit): boolean {
  const status = depositStatusOf(deposit);
  if (status !== 'INDISPUTE') return status === 'PAID';
  const steps = arrayOf(deposit.transaction).map((step) => codeOf(step.type).toUpperCase());
  return steps.includes('PAY') && !steps.includes('REFUND');
}

export function depositView(deposit: Deposit, decimals: number): DepositView {
  const status = depositStatusOf(deposit);
  const amount = displayMoney(deposit.amount, decimals);
  const ops = (Object.hasOwn(opsByStatus, status) && opsByStatus[status]) || depositOps;
  return {
    depositId: depositIdOf(deposit),
    profile: codedOf(deposit.deposit_profile),
    status: codedOf(deposit.status),
    amount,
    owner: labelOf(deposit.owner),
    comment: textOf(deposit.comment),
    created: momentOf(deposit.creation_time),
    changed: momentOf(deposit.status_time),
    held: isHeld(deposit),
    can: ops.filter((op) => amount !== '' || (op !== 'pay' && op !== 'refund')),
    steps: arrayOf(deposit.transaction).map((step) => ({
      type: labelOf(step.type),
      amount: displayMoney(step.amount, decimals),
      at: momentOf(step.transaction_time),
      by: operatorOf(step.created_by),
    })),
  };
}
