import { type SampleId, sampleCode } from '../../service/samples.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { textOf } from '../../service/read.ts';
import { daysLater, serviceDate } from '../rules/calendar.ts';
import { inWorkOrder } from '../rules/item.ts';
import { barcodeOf, isbnOf } from './barcode.ts';
import type { Catalogue, Copy } from './catalogue.ts';
import type { Member } from './circulation.ts';
import { libraryCode, type LibraryCode, locations } from './configuration.ts';
import { memberOf } from './named.ts';
import type { Random } from './random.ts';
import type { RowsOfAll } from './rows.ts';
import { fundCodes, vendors } from './vendors.ts';

/** What is ordered, and how far it has come. */
interface Order {
  readonly number: string;
  readonly title: string;
  readonly author: string;
  readonly library: LibraryCode;
  /** The barcodes of the copies; undefined for a copy that has none yet. */
  readonly barcodes: readonly (string | undefined)[];
  readonly interested?: readonly Member[];
  readonly received?: boolean;
}

/** Makes so many order lines, and answers them: the named ones first, then others by chance. */
export function orderLines(
  rows: RowsOfAll,
  catalogue: Catalogue,
  members: readonly Member[],
  random: Random,
  { count, now }: { readonly count: number; readonly now: Date },
): Pol[] {
  const named = namedOrders(members);
  const titles = [
    'Proceedings of the Botanical Society',
    'Yearbook of Maritime Law',
    'A Grammar of Aramaic',
    'Lexikon der Buchkunst',
    'דקדוק העברית',
    'معجم البلدان',
    'Словарь терминов',
    'Advances in Cryobiology',
  ];
  const others = Array.from({ length: count - named.length }, (_, index): Order => {
    const copies = 1 + random.below(3);
    const first = 500 + 4 * index;
    return {
      number: `POL-${1001 + named.length + index}`,
      title: `${random.pick(titles)}, ${String(index + 1)}`,
      author: '',
      library: random.pick(['MAIN', 'SCI', 'LAW'] as const),
      barcodes: Array.from({ length: copies }, (__, copy) =>
        random.oneIn(3) ? undefined : barcodeOf('item', first + copy),
      ),
      ...(random.oneIn(5) ? { interested: [random.pick(members)] } : {}),
      received: random.oneIn(4),
    };
  });
  return [...named, ...others].map((order) => {
    const pol = orderLine(order, catalogue, random, now);
    rows.pol(order.number, pol);
    return pol;
  });
}

function namedOrders(members: readonly Member[]): Order[] {
  const who = (id: SampleId) => memberOf(members, id);
  return [
    {
      number: sampleCode('polSeveral'),
      title: 'Atlas of the Night Sky',
      author: 'Storm, Dunlop',
      library: 'MAIN',
      barcodes: [sampleCode('itemOrdered'), barcodeOf('item', 401), barcodeOf('item', 402)],
    },
    {
      number: sampleCode('polNoBarcode'),
      title: 'A Field Guide to Paper',
      author: 'Hunter, Dard',
      library: 'MAIN',
      barcodes: [undefined],
    },
    {
      number: sampleCode('polInterested'),
      title: 'Histoire de la reliure',
      author: 'Devauchelle, Roger',
      library: 'MAIN',
      barcodes: [barcodeOf('item', 403)],
      interested: [who('patronGood'), who('patronWaiting')],
    },
    {
      number: sampleCode('polReceived'),
      title: 'ספרי המסע של בנימין',
      author: 'בנימין מטודלה',
      library: 'MAIN',
      barcodes: [barcodeOf('item', 404)],
      received: true,
    },
  ];
}

function orderLine(order: Order, catalogue: Catalogue, random: Random, now: Date): Pol {
  const { number, library } = order;
  const title = catalogue.title(order.title, order.author);
  const plan = { library, location: 'OPEN', policy: 'LOAN', process: 'ACQ', polNumber: number } as const;
  const received = order.received === true ? serviceDate(daysLater(now, -7)) : null;
  const copies = order.barcodes.map((barcode) => {
    const copy = catalogue.copy(title, { ...plan, barcode });
    if (received !== null) receive(catalogue, copy, received);
    return {
      pid: copy.pid,
      barcode: barcode ?? '',
      item_policy: { value: 'LOAN', desc: 'LOAN' },
      receive_date: received,
      expected_arrival_date: serviceDate(daysLater(now, 14)),
    };
  });
  const holdingId = catalogue.copies.at(-1)?.holdingId ?? '';
  const price = `${40 + random.below(400)}.${random.pick(['0', '50', '90'])}`;
  const fund = random.pick(fundCodes);
  const currency = { value: 'ILS', desc: 'New Israeli Shekel' };
  return {
    number,
    status:
      received === null
        ? { value: 'SENT', desc: 'Sent' }
        : { value: 'WAITING_FOR_INVOICE', desc: 'Waiting for Invoice' },
    owner: libraryCode(library),
    type: { value: 'PRINTED_BOOK_OT', desc: 'Print Book - One Time' },
    vendor: random.pick(vendors),
    vendor_account: 'MAIN',
    price: { sum: price, currency },
    po_number: `PO-${2000 + random.below(30)}`,
    resource_metadata: {
      title: order.title,
      author: order.author,
      isbn: isbnOf(title.mmsId),
      mms_id: { value: title.mmsId, link: `/bibs/${title.mmsId}` },
    },
    fund_distribution: [{ fund_code: { value: fund, desc: fund }, amount: { sum: price, currency } }],
    receiving_note: random.oneIn(4) ? 'Check the maps: the last shipment came without them.' : '',
    note: random.oneIn(4) ? [{ note_text: 'Ordered for the reading list.' }] : [],
    alert: [],
    location: [
      {
        quantity: copies.length,
        library: libraryCode(library),
        shelving_location: { value: 'OPEN', desc: locations.OPEN },
        holding: [{ id: holdingId, link: `/bibs/${title.mmsId}/holdings/${holdingId}` }],
        copy: copies,
      },
    ],
    interested_user: (order.interested ?? []).map(({ user }) => ({
      primary_id: textOf(user.primary_id),
      first_name: textOf(user.first_name),
      last_name: textOf(user.last_name),
      notify_receiving_activation: true,
      hold_item: true,
      notify_renew: false,
      notify_cancel: false,
    })),
    rush: random.oneIn(8),
    expected_receipt_date: serviceDate(daysLater(now, 14)),
  };
}

/** The copy as it is a week after it was received: it waits in the department for its work order. */
function receive(catalogue: Catalogue, copy: Copy, date: string): void {
  const at = { value: 'ACQ', desc: 'Acquisitions' };
  catalogue.change(copy, {
    ...inWorkOrder(copy.data, 'TRANSIT', { type: 'AcqWorkOrder', at }),
    arrival_date: date,
    receiving_operator: 'API',
  });
}
