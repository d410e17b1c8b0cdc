import type { AskedFor } from '../../contract/loans.ts';
import { flagOf } from '../../service/read.ts';
import type { Deps } from '../deps.ts';

interface ItemIds {
  readonly mmsId: string;
  readonly holdingId: string;
  readonly itemId: string;
}

/** Finds out which of these items somebody requests, one after the other. What the desk does meanwhile goes first. */
export async function askedFor(
  { connection }: Deps,
  items: readonly ItemIds[],
  report: (found: AskedFor) => void,
  signal: AbortSignal,
): Promise<null> {
  const { client } = await connection.service();
  for (const { mmsId, holdingId, itemId } of items) {
    if (signal.aborted) break;
    const path = { mms_id: mmsId, holding_id: holdingId, item_pid: itemId };
    try {
      const item = await client.call('bibs.items.get', { path }, { signal, priority: 'bulk' });
      report({ itemId, asked: flagOf(item.item_data?.requested) });
    } catch {
      // Nothing is reported of this item: a request is one reason among others, and not worth a failure.
    }
  }
  return null;
}
