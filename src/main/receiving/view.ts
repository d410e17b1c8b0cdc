import type { OrderItem, OrderView } from '../../contract/receiving.ts';
import { arrayOf, codeOf, dateOf, flagOf, labelOf, textOf } from '../../service/read.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { codedOf, displayMoney } from '../records/values.ts';
import {
  polNumberOf,
  mmsIdOf,
  copiesOf,
  holdingIdOf,
  interestedIn,
  type PlacedCopy,
} from '../orders/record.ts';

/** An order line as the receiving room sees it. Any field of the record can be missing. */
export function orderView(
  pol: Pol,
  station: { currency: string; decimals: number },
  copies: readonly PlacedCopy[] = copiesOf(pol),
): OrderView {
  const { resource_metadata: title, price } = pol;
  const currency = codeOf(price?.currency) || station.currency;
  return {
    pol: polNumberOf(pol),
    title: textOf(title?.title),
    author: textOf(title?.author),
    isbn: textOf(title?.isbn),
    mmsId: mmsIdOf(pol),
    vendor: codedOf(pol.vendor),
    status: codedOf(pol.status),
    type: codedOf(pol.type),
    price: { amount: displayMoney(price?.sum, station.decimals), currency },
    funds: arrayOf(pol.fund_distribution).map((part) => ({
      fund: codedOf(part.fund_code),
      share: shareOf(part, currency, station.decimals),
    })),
    notes: arrayOf(pol.note)
      .map((note) => textOf(note.note_text))
      .filter((text) => text !== ''),
    receivingNote: textOf(pol.receiving_note),
    rush: flagOf(pol.rush),
    interested: interestedIn(pol),
    items: copies.map(orderItem),
  };
}

type Fund = NonNullable<Extract<Pol['fund_distribution'], readonly unknown[]>>[number];

/** A fund's share: a percentage, or an amount with its currency; `''` for neither. */
function shareOf(fund: Fund, currency: string, decimals: number): string {
  const percent = textOf(fund.percent);
  if (percent !== '') return `${percent} %`;
  const money = displayMoney(fund.amount?.sum, decimals);
  if (money === '') return '';
  return `${money} ${codeOf(fund.amount?.currency) || currency}`;
}

function orderItem({ copy, location }: PlacedCopy): OrderItem {
  return {
    pid: textOf(copy.pid),
    barcode: textOf(copy.barcode),
    library: codedOf(location.library),
    location: { code: codeOf(location.shelving_location), label: labelOf(location.shelving_location) },
    policy: codedOf(copy.item_policy),
    holdingId: holdingIdOf(location),
    received: dateOf(copy.receive_date),
    expected: dateOf(copy.expected_arrival_date),
  };
}
