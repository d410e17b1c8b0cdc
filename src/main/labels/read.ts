import type { CallOptions } from '../../client/client.ts';
import type { Parsed } from '../../contract/index.ts';
import { codeOf, labelOf, textOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import { invalid } from '../failure.ts';
import type { Service } from '../ports.ts';
import type { LabelledBook } from './waiting.ts';

/** The record of an item: by its ids, else by its barcode. Throws an invalid `item` (`noIds`) without either. */
function readItem(
  { client }: Service,
  { mmsId, holdingId, pid, barcode }: Parsed<'labels.add'>,
  options: CallOptions,
): Promise<Item> {
  if (mmsId !== '' && holdingId !== '' && pid !== '') {
    const path = { mms_id: mmsId, holding_id: holdingId, item_pid: pid };
    return client.call('bibs.items.get', { path }, options);
  }
  if (barcode === '') throw invalid('item', 'noIds');
  return client.call('items.byBarcode', { query: { item_barcode: barcode } }, options);
}

/** What the labels of an item say, by its record. The order line may have an older barcode, and no call number. */
export async function readBook(
  service: Service,
  item: Parsed<'labels.add'>,
  options: CallOptions,
): Promise<LabelledBook> {
  const { item_data: data, holding_data: holding, bib_data: bib } = await readItem(service, item, options);
  return {
    pid: textOf(data?.pid) || item.pid,
    title: textOf(bib?.title) || item.title,
    barcode: textOf(data?.barcode),
    callNumber: textOf(holding?.call_number).trim(),
    library: labelOf(data?.library) || codeOf(data?.library),
  };
}
