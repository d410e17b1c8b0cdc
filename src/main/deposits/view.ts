import type { DepositOp, DepositView } from '../../contract/deposits.ts';
import { depositOps } from '../../contract/deposits.ts';
import { arrayOf, codeOf, labelOf, momentOf, textOf } from '../../service/read.ts';
import type { Deposit } from '../../service/shapes/deposit.ts';
import { codedOf, moneyOf, shownMoney } from '../records/values.ts';

export const depositIdOf = (deposit: Deposit): string => textOf(deposit.id);

/** The state a deposit is in, as the service names it. */
export const depositStatusOf = (deposit: Deposit): string => codeOf(deposit.status).toUpperCase();

export const depositAmountOf = (deposit: Deposit, decimals: number): string =>
  moneyOf(deposit.amount, 'deposit.amount', decimals);

/**
 * What can be done in which state. The description names the operations and not the states: these are the practice
 * library's. In a state that is none of them everything is offered, and the service decides.
 */
const possible: Readonly<Record<string, readonly DepositOp[]>> = {
  DRAFT: ['pay'],
  ACTIVE: ['pay', 'dispute'],
  PAID: ['refund', 'dispute'],
  REFUNDED: [],
  INDISPUTE: ['restore'],
};

/**
 * Whether the library has the money: it was paid in and not given back. A dispute does not say which; what was done
 * with the deposit does.
 */
function isHeld(deposit: Deposit): boolean {
  const status = depositStatusOf(deposit);
  if (status !== 'INDISPUTE') return status === 'PAID';
  const steps = arrayOf(deposit.transaction).map((step) => codeOf(step.type).toUpperCase());
  return steps.includes('PAY') && !steps.includes('REFUND');
}

export function depositView(deposit: Deposit, decimals: number): DepositView {
  const status = depositStatusOf(deposit);
  const amount = shownMoney(deposit.amount, decimals);
  const ops = (Object.hasOwn(possible, status) && possible[status]) || depositOps;
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
      amount: shownMoney(step.amount, decimals),
      at: momentOf(step.transaction_time),
      by: textOf(step.created_by),
    })),
  };
}
