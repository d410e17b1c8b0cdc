import type { CallOptions, Client } from '../../client/client.ts';
import { textOf } from '../../service/read.ts';
import type { Pol, PolCopy } from '../../service/shapes/pol.ts';
import { freshRead, orderQueue, type Queues } from '../commands/queues.ts';
import { orNotOffered } from '../commands/refusals.ts';
import type { Service } from '../ports.ts';
import { readPol } from './find.ts';
import { copiesOf, holdingIdOf, mmsIdOf, polNumberOf, type PlacedCopy } from './record.ts';

/** An order line with its items. */
export interface OrderWithItems {
  readonly pol: Pol;
  readonly copies: readonly PlacedCopy[];
}

/** Reads an order line with its items. */
export async function readOrder(
  service: Service,
  number: string,
  options: CallOptions = {},
): Promise<OrderWithItems> {
  const pol = await readPol(service, number, options);
  return { pol, copies: await readCopies(service.client, pol, options) };
}

/** Reads an order line with its items, after a command on it that is still under way. */
export const freshOrder = (
  queues: Queues,
  service: Service,
  number: string,
  options: CallOptions = {},
): Promise<OrderWithItems> =>
  freshRead(queues, orderQueue(number), () => readOrder(service, number, options));

/**
 * The items of an order line that was read: the copies of its record or, where that has none, those of its list of
 * items. A service that does not have the list says nothing with it. Source: Acquisitions, `/acq/po-lines/{pol_id}/items`.
 */
export async function readCopies(
  client: Client,
  pol: Pol,
  options: CallOptions = {},
): Promise<readonly PlacedCopy[]> {
  const own = copiesOf(pol);
  const number = polNumberOf(pol);
  if (own.length > 0 || number === '') return own;
  const listed = await orNotOffered(client.call('acq.pol.items.list', { path: { pol_id: number } }, options));
  return (listed?.items ?? []).map(placed).filter(({ copy }) => textOf(copy.pid) !== '');
}

/** An entry of the list of items, in the shape of a record's copy. Deployed services give a barcode and a link only. */
function placed(item: PolCopy): PlacedCopy {
  const { library, location: shelving } = item;
  const ids = linkedIds(item);
  const holding = ids ? [{ id: ids.holdingId }] : [];
  const copy = { ...item, pid: textOf(item.pid) || (ids?.pid ?? '') };
  return { copy, location: { library, shelving_location: shelving, holding } };
}

/** The copy with this item id; null if there is none. */
export const copyIn = (copies: readonly PlacedCopy[], pid: string): PlacedCopy | null =>
  copies.find(({ copy }) => textOf(copy.pid) === pid) ?? null;

/** The ids of an item's title and holding, by its order line; `''` for what it does not name. */
export function idsInOrder(pol: Pol, { copy, location }: PlacedCopy): { mmsId: string; holdingId: string } {
  const linked = linkedIds(copy);
  return {
    mmsId: mmsIdOf(pol) || (linked?.mmsId ?? ''),
    holdingId: linked?.holdingId ?? holdingIdOf(location),
  };
}

const itemLink = /\/bibs\/([^/?#]+)\/holdings\/([^/?#]+)\/items\/([^/?#]+)$/;

/** The ids in the link that a copy has to its item; null where it has none. */
function linkedIds(copy: PolCopy): { mmsId: string; holdingId: string; pid: string } | null {
  const link = copy['link'];
  const [, mmsId, holdingId, pid] = (typeof link === 'string' ? itemLink.exec(link) : null) ?? [];
  return mmsId && holdingId && pid ? { mmsId, holdingId, pid } : null;
}
