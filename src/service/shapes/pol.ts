import * as z from 'zod';
import { Amount, Code, Flag, many, Moment, Text } from './common.ts';

/** One copy of an order line at a location: the item as the POL sees it. */
export const PolCopy = z.looseObject({
  pid: Text,
  barcode: Text,
  item_policy: Code,
  receive_date: Moment,
  expected_arrival_date: Moment,
  // In the list of items only.
  status: Code,
  library: Code,
  location: Code,
  process_type: Code,
});
export type PolCopy = z.output<typeof PolCopy>;

/** Where copies of an order line go. Source: Acquisitions objects. */
export const PolLocation = z.looseObject({
  quantity: z.union([z.number(), z.string()]).nullish(),
  library: Code,
  shelving_location: Code,
  holding: many(z.looseObject({ id: Text })),
  copy: many(PolCopy),
});
export type PolLocation = z.output<typeof PolLocation>;

const Price = z.looseObject({ sum: Amount, currency: Code }).nullish();

/** A purchase order line, raw. Any field can be missing. */
export const Pol = z.looseObject({
  number: Text,
  status: Code,
  owner: Code,
  type: Code,
  vendor: Code,
  vendor_account: Text,
  vendor_reference_number: Text,
  price: Price,
  po_number: Text,
  receiving_note: Text,
  expected_receipt_date: Moment,
  alert: many(z.union([z.string(), z.looseObject({ value: Text, desc: Text })])),
  resource_metadata: z.looseObject({ title: Text, author: Text, isbn: Text, mms_id: Code }).nullish(),
  fund_distribution: many(z.looseObject({ fund_code: Code, amount: Price, percent: Amount })),
  note: many(z.looseObject({ note_text: Text })),
  interested_user: many(
    z.looseObject({
      primary_id: Text,
      first_name: Text,
      last_name: Text,
      hold_item: Flag,
      notify_receiving_activation: Flag,
    }),
  ),
  location: many(PolLocation),
  rush: Flag,
});
export type Pol = z.output<typeof Pol>;
