import type { ScanResult } from '../../contract/scans.ts';
import { nextPlaceOf } from '../../service/next-place.ts';
import { textOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import { itemQueue } from '../commands/queues.ts';
import { invalid } from '../failure.ts';
import { accepted } from '../commands/accepted.ts';
import { itemIdsOf, itemStateOf } from '../items/record.ts';
import type { LoanInput } from './lend.ts';
import type { Deps } from '../deps.ts';
import { deskOf } from '../station/places.ts';
import { serviceNow } from '../commands/resolutions.ts';

export type ReturnResult = Extract<ScanResult, { kind: 'returned' }>;

export const returnedResult = (item: Item): ReturnResult => ({
  kind: 'returned',
  title: textOf(item.bib_data?.title),
  author: textOf(item.bib_data?.author),
  barcode: textOf(item.item_data?.barcode),
  callNumber: textOf(item.holding_data?.call_number),
  next: nextPlaceOf(item),
});

/**
 * Scans an item in at this station's desk, and says where it goes next. `loanId` is the loan that this ends, if known.
 */
export async function returnItem(
  deps: Deps,
  input: Omit<LoanInput, 'userId' | 'due'> & { readonly loanId?: string },
): Promise<ReturnResult> {
  const { id, code: barcode, by, service, signal, onSent, onUnclear, loanId } = input;
  // The service finds an item by its barcode only.
  if (by === 'itemId') throw invalid('item', 'noIds', 'itemId');
  const { library, desk } = deskOf(deps.connection);
  const options = { signal, onSent };
  const item = await service.client.call('items.byBarcode', { query: { item_barcode: barcode } }, options);
  const path = itemIdsOf(item);
  if (!path) throw invalid('item', 'noIds');
  const { answer } = await deps.commands.run({
    operation: 'bibs.items.scanIn',
    args: { path, query: { library, circ_desk: desk, register_in_house_use: false } },
    id,
    queue: itemQueue(barcode),
    about: textOf(item.bib_data?.title) || barcode,
    before: { ...itemStateOf(item), asked: serviceNow(service, deps.clock), ...(loanId && { loanId }) },
    service,
    onUnclear,
  });
  const returned = returnedResult(answer);
  if (returned.next.to !== 'unread') return returned;
  // The answer does not say where the item goes: read the item.
  const now = await accepted(deps.log, () => service.client.call('bibs.items.get', { path }));
  return now.record ? returnedResult(now.record) : { ...returnedResult(item), next: returned.next };
}
