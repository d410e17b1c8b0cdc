import { m } from '../../messages/compiled/messages.js';

/** What the fields of an order line are called where main names one. */
export const orderFields: Readonly<Record<string, () => string>> = {
  price: m.orders_price,
  expected: m.orders_expected,
  vendorReference: m.orders_reference,
  funds: m.orders_funds,
  'funds.fund': m.orders_fund,
  'funds.share': m.orders_share,
  quantities: m.orders_quantity,
  receivingNote: m.orders_receiving_note,
  'notes.text': m.orders_note,
};
