import type { Obstacles } from '../../contract/patrons.ts';
import { codeOf, countOf } from '../../service/read.ts';
import type { Deps } from '../deps.ts';
import { listPurchases } from '../purchases/purchases.ts';
import { listSharing } from '../sharing/sharing.ts';
import { isNotOffered } from '../commands/refusals.ts';

// Assumption: the description names none of these statuses. They are those of the practice library.
/** The library holds no money for deposits in these statuses. */
const settledDeposits: ReadonlySet<string> = new Set(['REFUNDED', 'CLOSED', 'DRAFT', 'ACTIVE']);
/** The library has not decided yet whether to buy. */
const undecidedPurchases: ReadonlySet<string> = new Set(['INREVIEW', 'DEFERRED']);
/** The borrowing from another library is over. */
const endedSharing: ReadonlySet<string> = new Set(['COMPLETED', 'CANCELLED']);

/** Reads what keeps a patron from being deleted, counted as the patron's tabs list it. Source: Users, rule 1. */
export async function readObstacles(deps: Deps, userId: string, signal: AbortSignal): Promise<Obstacles> {
  const { client } = await deps.connection.service();
  const path = { user_id: userId };
  const [user, deposits, purchases, sharing] = await Promise.all([
    client.call('users.get', { path, query: { expand: 'loans,requests,fees' } }, { signal }),
    orRefused(client.call('users.deposits.list', { path }, { signal })),
    orRefused(listPurchases(deps, userId, signal)),
    orRefused(listSharing(deps, { userId, also: [] }, () => undefined, signal)),
  ]);
  const heldDeposits = deposits?.items.filter(
    ({ status }) => !settledDeposits.has(codeOf(status).toUpperCase()),
  );
  const openPurchases = purchases?.requests.filter(({ status }) =>
    undecidedPurchases.has(status.code.toUpperCase()),
  );
  const openSharing = sharing?.requests.filter(({ status }) => !endedSharing.has(status.code.toUpperCase()));
  return {
    loans: countOf(user.loans?.value) ?? 0,
    requests: countOf(user.requests?.value) ?? 0,
    fees: countOf(user.fees?.value) ?? 0,
    deposits: heldDeposits?.length ?? 0,
    purchases: openPurchases?.length ?? 0,
    sharing: openSharing?.length ?? 0,
  };
}

/** Null for a list that this service does not offer: it then keeps no patron from being deleted. */
async function orRefused<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (isNotOffered(error)) return null;
    throw error;
  }
}
