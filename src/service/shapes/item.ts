import * as z from 'zod';
import { Code, Flag, Moment, Text } from './common.ts';

const BibData = z.looseObject({ mms_id: Text, title: Text, author: Text });

const HoldingData = z.looseObject({ holding_id: Text, call_number: Text });

const ItemData = z.looseObject({
  pid: Text,
  barcode: Text,
  base_status: Code,
  process_type: Code,
  library: Code,
  location: Code,
  policy: Code,
  po_line: Text,
  arrival_date: Moment,
  work_order_type: Code,
  work_order_at: Code,
  work_order_status: Code,
  requested: Flag,
});

/** A physical item with its holding and title, raw. Scan-in adds `additional_info`, free text that says where it goes next. */
export const Item = z.looseObject({
  bib_data: BibData.nullish(),
  holding_data: HoldingData.nullish(),
  item_data: ItemData.nullish(),
  additional_info: Text,
});
export type Item = z.output<typeof Item>;
