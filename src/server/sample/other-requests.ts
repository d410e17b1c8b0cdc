import type { LendingRequest } from '../../service/shapes/lending-request.ts';
import type { SharingRequest } from '../../service/shapes/resource-sharing.ts';
import { daysLater, serviceDate } from '../rules/calendar.ts';
import { createdForLending } from '../rules/lending-request.ts';
import { inPurchaseState, type PurchaseState, purchaseStates } from '../rules/purchase-request.ts';
import { inSharingState, sharingStates } from '../rules/resource-sharing.ts';
import { firstNumbers } from '../store/counters.ts';
import type { Member } from './circulation.ts';
import { libraryCode } from './configuration.ts';
import { memberOf } from './named.ts';
import type { RowsOfAll } from './rows.ts';

const numberOf = {
  sharing: firstNumbers('sharingRequest'),
  purchase: firstNumbers('purchaseRequest'),
  lending: firstNumbers('lendingRequest'),
};

const borrowed = [
  'Notes on the Synthesis of Form',
  'مقدمة ابن خلدون',
  'Ficciones',
  'The Gutenberg Galaxy',
  'תולדות הספר',
  'Papermaking by Hand',
];
const expected = [
  'The Book on the Bookshelf',
  'Ex Libris',
  'A Universal History of Iniquity',
  'In Praise of Shadows',
  'ספר הזוהר',
];
const lent: readonly Partial<LendingRequest>[] = [
  { title: 'The Library at Night', citation_type: { value: 'BOOK' }, author: 'Manguel, Alberto' },
  {
    title: 'On the shelving of folios',
    citation_type: { value: 'JOURNAL' },
    journal_title: 'Annals of the Library',
    volume: '12',
    year: '1987',
    rs_note: [{ content: 'Pages 14 to 20 only.' }],
  },
];

/** How many of each there are, for the numbers that come after them. */
export const otherRequestNumbers = {
  sharingRequest: sharingStates.length,
  purchaseRequest: Object.keys(purchaseStates).length,
  lendingRequest: lent.length,
};

/** Makes borrowing requests and purchase requests in every state, and what a partner asks for. */
export function otherRequests(rows: RowsOfAll, members: readonly Member[], now: Date): void {
  const borrower = memberOf(members, 'patronBorrower');
  sharingStates.forEach((state, index) => {
    const query = daysLater(now, index - 20);
    const shipped = state === 'SHIPPED_BOR' || state === 'RECEIVED_BOR' || state === 'COMPLETED';
    const request: SharingRequest = {
      request_id: numberOf.sharing(index + 1),
      external_id: `SAMPLE-BOR-${index + 1}`,
      owner: 'MAIN',
      format: { value: index % 2 === 0 ? 'PHYSICAL' : 'DIGITAL' },
      citation_type: { value: index % 2 === 0 ? 'BK' : 'CR' },
      title: borrowed[index % borrowed.length],
      pickup_location: { value: 'MAIN' },
      pickup_location_type: 'LIBRARY',
      agree_to_copyright_terms: true,
      shipping_cost: shipped ? '18.00' : null,
      fund_code: shipped ? { value: 'ILL' } : null,
      request_date: serviceDate(query),
      request_time: query.toISOString(),
      user_primary_id: borrower.user.primary_id,
    };
    rows.sharingRequest(borrower.key, inSharingState(request, state));
  });

  const reader = memberOf(members, 'patronGood');
  (Object.keys(purchaseStates) as PurchaseState[]).forEach((state, index) => {
    const query = daysLater(now, index - 30);
    const id = numberOf.purchase(index + 1);
    const request = {
      request_id: id,
      format: { value: 'PHYSICAL', desc: 'Physical' },
      citation_type: { value: 'BOOK', desc: 'Book' },
      owner: libraryCode('MAIN'),
      resource_metadata: { title: expected[index % expected.length] },
      creation_date: serviceDate(query),
      user_primary_id: reader.user.primary_id,
    };
    rows.purchaseRequest(reader.key, {
      sequence: Number(id),
      request: inPurchaseState(request, state, daysLater(query, 3)),
    });
  });

  lent.forEach((answer, index) =>
    rows.lendingRequest('PARTNER', {
      request_id: numberOf.lending(index + 1),
      external_id: `SAMPLE-LEN-${index + 1}`,
      owner: 'MAIN',
      partner: { value: 'PARTNER' },
      format: { value: index % 2 === 0 ? 'PHYSICAL' : 'DIGITAL' },
      ...answer,
      status: createdForLending,
      creation_date: serviceDate(daysLater(now, -index - 1)),
    }),
  );
}
