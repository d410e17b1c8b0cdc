import type { Obstacles } from '../../contract/patrons.ts';
import { codeOf, countOf } from '../../service/read.ts';
import type { Deps } from '../deps.ts';
import { listPurchases } from '../purchases/purchases.ts';
import { listSharing } from '../sharing/sharing.ts';
import { isNotOffered } from '../commands/refusals.ts';

// Assumption: the description names none of these states; they are the practice library's.
/** Deposits in these states are not money that the library holds. */
const settledDeposits: ReadonlySet<string> = new Set(['REFUNDED', 'CLOSED', 'DRAFT', 'ACTIVE']);
/** Nobody has decided yet whether it is bought. */
const undecided: ReadonlySet<string> = new Set(['INREVIEW', 'DEFERRED']);
/** Borrowed elsewhere, and over. */
const over: ReadonlySet<string> = new Set(['COMPLETED', 'CANCELLED']);

/** What stands in the way of deleting a patron, read anew, as the patron's tabs list it. Source: Users, rule 1. */
export async function readObstacles(deps: Deps, userId: string, signal: AbortSignal): Promise<Obstacles> {
  const { client } = await deps.connection.service();
  const path = { user_id: userId };
  const [user, deposits, purchases, sharing] = await Promise.all([
    client.call('users.get', { path, query: { expand: 'loans,requests,fees' } }, { signal }),
    orRefused(client.call('users.deposits.list', { path }, { signal })),
    orRefused(listPurchases(deps, userId, signal)),
    orRefused(listSharing(deps, { userId, also: [] }, () => undefined, signal)),
  ]);
  const held = deposits?.items.filter(({ status }) => !settledDeposits.has(codeOf(status).toUpperCase()));
  const wanted = purchases?.requests.filter(({ status }) => undecided.has(status.code.toUpperCase()));
  const borrowed = sharing?.requests.filter(({ status }) => !over.has(status.code.toUpperCase()));
  return {
    loans: countOf(user.loans?.value) ?? 0,
    requests: countOf(user.requests?.value) ?? 0,
    fees: countOf(user.fees?.value) ?? 0,
    deposits: held?.length ?? 0,
    purchases: wanted?.length ?? 0,
    sharing: borrowed?.length ?? 0,
  };
}

/** A list that not every service has: what it does not give stands in nobody's way as far as we can tell. */
async function orRefused<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (isNotOffered(error)) return null;
    throw error;
  }
}
