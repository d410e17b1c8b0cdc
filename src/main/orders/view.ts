import type { OrderDeed, OrderPlace, OrderRecord, OrderRow } from '../../contract/orders.ts';
import { arrayOf, codeOf, dateOf, flagOf, labelOf, textOf } from '../../service/read.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { orderQueue } from '../commands/queues.ts';
import type { Journal } from '../journal/port.ts';
import type { Service } from '../ports.ts';
import { codedOf, displayMoney } from '../records/values.ts';
import { formOf, percentOf } from './form.ts';
import {
  copiesOf,
  interestedIn,
  mmsIdOf,
  moneyOf,
  type OrderMoney,
  placesOf,
  polNumberOf,
  polTitleOf,
} from './record.ts';

/** An order line in a list. Any field of the record can be missing. */
export function orderRow(pol: Pol, station: OrderMoney): OrderRow {
  const { currency, decimals } = moneyOf(pol, station);
  const copies = copiesOf(pol);
  const received = copies.filter(({ copy }) => dateOf(copy.receive_date) !== '').length;
  return {
    pol: polNumberOf(pol),
    title: polTitleOf(pol),
    author: textOf(pol.resource_metadata?.author),
    vendor: codedOf(pol.vendor),
    status: codedOf(pol.status),
    price: { amount: displayMoney(pol.price?.sum, decimals), currency },
    expected: dateOf(pol.expected_receipt_date),
    rush: flagOf(pol.rush),
    received,
    open: copies.length - received,
  };
}

/** An order line in full, and what this workstation did to it. */
export function orderRecord(pol: Pol, service: Service, journal: Journal): OrderRecord {
  const money = moneyOf(pol, service);
  return {
    ...orderRow(pol, service),
    seen: pol,
    form: formOf(pol, money),
    isbn: textOf(pol.resource_metadata?.isbn),
    mmsId: mmsIdOf(pol),
    poNumber: textOf(pol.po_number),
    type: codedOf(pol.type),
    owner: codedOf(pol.owner),
    vendorAccount: textOf(pol.vendor_account),
    alerts: arrayOf(pol.alert).map(codedOf),
    funds: arrayOf(pol.fund_distribution).map((share) => {
      const sum = displayMoney(share.amount?.sum, money.decimals);
      return {
        fund: codedOf(share.fund_code),
        sum: sum === '' ? null : { amount: sum, currency: codeOf(share.amount?.currency) || money.currency },
        percent: percentOf(share),
      };
    }),
    places: placesOf(pol).map(orderPlace),
    interested: interestedIn(pol),
    decimals: money.decimals,
    deeds: deedsOf(journal, service, polNumberOf(pol)),
  };
}

function orderPlace({
  library,
  shelving_location: location,
  quantity,
  copy,
}: ReturnType<typeof placesOf>[number]): OrderPlace {
  return {
    library: codedOf(library),
    location: { code: codeOf(location), label: labelOf(location) },
    quantity: textOf(quantity),
    copies: arrayOf(copy).map((one) => ({
      pid: textOf(one.pid),
      barcode: textOf(one.barcode),
      policy: codedOf(one.item_policy),
      received: dateOf(one.receive_date),
      expected: dateOf(one.expected_arrival_date),
    })),
  };
}

const deeds = {
  'acq.pol.update': 'update',
  'acq.pol.items.receive': 'receive',
  'bibs.items.scanIn': 'scanIn',
} as const;

/** What this workstation did to it, or may have done: the newest first. */
function deedsOf(journal: Pick<Journal, 'doneIn'>, { library }: Service, number: string): OrderDeed[] {
  return Object.entries(deeds)
    .flatMap(([operation, deed]) =>
      journal
        .doneIn(orderQueue(number), operation as keyof typeof deeds)
        // Another library may have an order line of the same number.
        .filter((entry) => entry.library === library.id)
        .map(({ id, at, state }) => ({ id, deed, at, unclear: state !== 'accepted' })),
    )
    .toSorted((one, other) => other.at.localeCompare(one.at));
}
