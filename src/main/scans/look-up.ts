import type { Parsed } from '../../contract/index.ts';
import type { LookedUp } from '../../contract/scans.ts';
import { dateOf, labelOf, textOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import { classify } from '../../shared/barcodes.ts';
import { isbnOf } from '../../shared/isbn.ts';
import { readScan } from '../../shared/mixed-scans.ts';
import { orAbsent } from '../commands/refusals.ts';
import type { Deps } from '../deps.ts';
import { invalid } from '../failure.ts';
import { readPol } from '../orders/find.ts';
import { polNumberOf, polTitleOf } from '../orders/record.ts';
import { searchOrders } from '../orders/search.ts';

/**
 * Looks a code up for a room in which a scan does nothing. Rejects with `gone` where the library knows no card, book or
 * order line with this code, and with the reason where it cannot be read.
 */
export async function lookUp(
  { connection, journal }: Pick<Deps, 'connection' | 'journal'>,
  heard: Parsed<'scans.lookUp'>,
  signal: AbortSignal,
): Promise<LookedUp> {
  const { barcodes } = connection.view();
  const { text, isMixed } = readScan(heard, barcodes);
  const what = classify(text, barcodes);
  if (!what.ok) throw invalid('text', what.reason, what.detail);
  if (isMixed) throw invalid('text', 'malformed', 'mixed');
  const { kind, code } = what;
  if (kind === 'patron') return { kind };
  if (kind === 'command') return found(null);
  const service = await connection.service();
  const { client } = service;
  if (kind === 'orderLine') return found(orderOf(await orAbsent(readPol(service, code))));
  const query = { item_barcode: code };
  const item = await orAbsent(client.call('items.byBarcode', { query }, { signal }));
  if (item) return itemOf(item);
  if (kind === 'item') return found(null);
  const isbn = isbnOf(code);
  if (isbn !== null) {
    const { orders } = await searchOrders(service, isbn, { journal, limit: 2 });
    return found(orders.length === 1 ? orderOf(orders[0] ?? null) : null);
  }
  const user = await orAbsent(client.call('users.get', { path: { user_id: code } }, { signal }));
  return found(user && { kind: 'patron' });
}

type Pol = Awaited<ReturnType<typeof readPol>>;

const orderOf = (pol: Pol | null): LookedUp | null =>
  pol && { kind: 'order', pol: polNumberOf(pol), title: polTitleOf(pol) };

function itemOf({ bib_data: bib, holding_data: holding, item_data: data }: Item): LookedUp {
  const hasArrived = dateOf(data?.arrival_date) !== '';
  return {
    kind: 'item',
    title: textOf(bib?.title),
    callNumber: textOf(holding?.call_number),
    where: labelOf(data?.process_type) || labelOf(data?.location),
    pol: hasArrived ? '' : textOf(data?.po_line),
  };
}

function found(what: LookedUp | null): LookedUp {
  if (!what) throw invalid('text', 'gone');
  return what;
}
