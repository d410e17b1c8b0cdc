import { daysLater } from '../rules/calendar.ts';
import { atDigitization, inProcess, withRequested } from '../rules/item.ts';
import { digitizationTasks } from '../rules/user-request.ts';
import type { Catalogue, Copy } from './catalogue.ts';
import type { Circulation, Member } from './circulation.ts';

const pickup = {
  pickup_location: 'Main Library',
  pickup_location_type: 'LIBRARY',
  pickup_location_library: 'MAIN',
  pickup_location_circulation_desk: 'DEFAULT_CIRC_DESK',
};

/** Gives a patron requests of each type and in the states in which they can be met, history included. */
export function requestsOfEveryKind(
  member: Member,
  circulation: Circulation,
  catalogue: Catalogue,
  copies: Readonly<Record<'read' | 'unwanted' | 'onItsWay' | 'booked' | 'scanned' | 'reference', Copy>>,
): void {
  const { now } = circulation;
  circulation.request(member, copies.read, { status: 'FULFILLED', daysAgo: 9, fields: pickup });
  circulation.request(member, copies.unwanted, {
    status: 'CANCELLED',
    daysAgo: 40,
    fields: {
      ...pickup,
      cancel_reason: { value: 'PatronNotInterested' },
      cancel_date: daysLater(now, -39).toISOString(),
    },
  });
  circulation.request(member, copies.onItsWay, {
    status: 'IN_PROCESS',
    daysAgo: 1,
    isSetAside: true,
    fields: pickup,
  });
  catalogue.change(copies.onItsWay, withRequested(inProcess(copies.onItsWay.data, 'TRANSIT'), true));
  circulation.request(member, copies.booked, {
    type: 'BOOKING',
    daysAgo: 2,
    isForCopy: true,
    fields: {
      ...pickup,
      booking_start_date: daysLater(now, 10).toISOString(),
      booking_end_date: daysLater(now, 12).toISOString(),
    },
  });
  circulation.request(member, copies.reference, {
    type: 'DIGITIZATION',
    daysAgo: 1,
    fields: {
      task_name: digitizationTasks[0],
      partial_digitization: true,
      chapter_or_article_title: 'Catalogues',
      required_pages_range: [{ from_page: '12', to_page: '31' }],
      copyrights_declaration_signed_by_patron: true,
    },
  });
  circulation.request(member, copies.scanned, {
    type: 'DIGITIZATION',
    status: 'IN_PROCESS',
    daysAgo: 3,
    isSetAside: true,
    fields: { task_name: digitizationTasks[1], partial_digitization: false },
  });
  catalogue.change(copies.scanned, atDigitization(copies.scanned.data));
}
