import type { CallOptions } from '../../client/client.ts';
import { isClientError } from '../../client/errors.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { User } from '../../service/shapes/user.ts';
import { callFailure, Failed } from '../failure.ts';
import { type FeeTotal, shownTotalOwed } from '../fees/record.ts';
import type { Service } from '../ports.ts';
import { displayMoney } from '../records/values.ts';

/** A patron's record and what they owe. */
export interface PatronRead {
  readonly user: User;
  readonly feeTotal: FeeTotal;
}

/**
 * Reads a patron by primary id, barcode or another identifier. `onSent` is called when the request for the record
 * leaves.
 */
export async function readPatron(
  service: Service,
  id: string,
  options: CallOptions = {},
): Promise<PatronRead> {
  const path = { user_id: id };
  const { signal, priority } = options;
  const feeOptions = { ...(signal && { signal }), ...(priority && { priority }) };
  const [user, feeTotal] = await Promise.all([
    service.client.call('users.get', { path, query: { expand: 'loans,requests,fees' } }, options),
    // A failure here matters only if the record could be read.
    readFeeTotal(service, id, feeOptions).catch((error: unknown) => ({ error })),
  ]);
  if (!('error' in feeTotal)) return { user, feeTotal };
  // The fees may be refused with "does not exist". That must not look like a missing patron.
  throw isClientError(feeTotal.error) ? new Failed(callFailure(feeTotal.error)) : feeTotal.error;
}

/** The sum of the active fees: from the answer, or else added up here. */
async function readFeeTotal(service: Service, id: string, options: CallOptions): Promise<FeeTotal> {
  const { decimals } = service;
  const page = await service.client.call('users.fees.list', { path: { user_id: id } }, options);
  const { total_sum: totalSum, currency } = page.envelope;
  const amount =
    typeof totalSum === 'number' || typeof totalSum === 'string'
      ? displayMoney(totalSum, decimals)
      : shownTotalOwed(page.items, decimals);
  const code = typeof currency === 'string' ? textOf(currency) : codeOf(asCode(currency));
  return {
    money: { amount, currency: code || service.currency },
    fees: Math.max(page.total, page.items.length),
  };
}

const asCode = (value: unknown): { value?: string } =>
  typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'string'
    ? { value: value.value }
    : {};
