import type { CallOptions } from '../../client/client.ts';
import { isClientError } from '../../client/errors.ts';
import type { Seen } from '../../contract/patrons.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { User } from '../../service/shapes/user.ts';
import { callFailure, Failed } from '../failure.ts';
import { type OwedSum, owedShown } from '../fees/view.ts';
import type { Service } from '../ports.ts';
import { shownMoney } from '../records/values.ts';

const counts: ReadonlySet<string> = new Set(['loans', 'requests', 'fees']);

/** The user without the counts that may come with it, which are no part of the record. */
export const recordOf = (user: User): Seen =>
  Object.fromEntries(Object.entries(user).filter(([field]) => !counts.has(field)));

/** A patron's record and what they owe. */
export interface PatronRead {
  readonly user: User;
  readonly owed: OwedSum;
}

/** Reads a patron by primary id, barcode or another identifier. `onSent` of the options: the record's request leaves. */
export async function readPatron(
  service: Service,
  id: string,
  options: CallOptions = {},
): Promise<PatronRead> {
  const path = { user_id: id };
  const { signal, priority } = options;
  const quiet = { ...(signal && { signal }), ...(priority && { priority }) };
  const [user, owed] = await Promise.all([
    service.client.call('users.get', { path, query: { expand: 'loans,requests,fees' } }, options),
    // Its failure is of interest only once the record is there.
    readOwed(service, id, quiet).catch((error: unknown) => ({ error })),
  ]);
  if (!('error' in owed)) return { user, owed };
  // The service may say of the fees that something does not exist. That must not be taken for a missing patron.
  throw isClientError(owed.error) ? new Failed(callFailure(owed.error)) : owed.error;
}

/** The sum of the active fees, as the service gives it or else added up. */
async function readOwed(service: Service, id: string, options: CallOptions): Promise<OwedSum> {
  const { decimals } = service;
  const page = await service.client.call('users.fees.list', { path: { user_id: id } }, options);
  const { total_sum: told, currency } = page.envelope;
  const amount =
    typeof told === 'number' || typeof told === 'string'
      ? shownMoney(told, decimals)
      : owedShown(page.items, decimals);
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
