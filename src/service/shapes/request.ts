import * as z from 'zod';
import { codeOf } from '../read.ts';
import { Code, Flag, many, Moment, Text } from './common.ts';

/** What a request says on its own: where it is to be fetched, until when it is of use, and of what part. */
const commonFields = {
  pickup_location: Text,
  pickup_location_type: Code,
  pickup_location_library: Code,
  pickup_location_circulation_desk: Code,
  last_interest_date: Moment,
  comment: Text,
  // Bookings.
  booking_start_date: Moment,
  booking_end_date: Moment,
  // Digitization.
  partial_digitization: Flag,
  chapter_or_article_title: Text,
  chapter_or_article_author: Text,
  required_pages_range: many(z.looseObject({ from_page: Text, to_page: Text })),
  volume: Text,
  issue: Text,
  part: Text,
  target_destination: Code,
  copyrights_declaration_signed_by_patron: Flag,
};

/** A user's request (hold, booking, digitization), raw. Source: Requests. */
export const UserRequest = z.looseObject({
  ...commonFields,
  request_id: Text,
  request_type: Code,
  request_sub_type: Code,
  request_status: Code,
  place_in_queue: z.union([z.number(), z.string()]).nullish(),
  task_name: Text,
  request_date: Moment,
  request_time: Moment,
  expiry_date: Moment,
  mms_id: Text,
  item_id: Text,
  barcode: Code,
  title: Text,
  author: Text,
  user_primary_id: Text,
  // Assumed: what a cancelled request says of it.
  cancel_reason: Code,
  cancel_note: Text,
  cancel_date: Moment,
});
export type UserRequest = z.output<typeof UserRequest>;

/** A new request. A booking says when it begins and ends; without that it is no booking. */
export const NewRequest = z
  .looseObject({ ...commonFields, request_type: Code.unwrap().unwrap() })
  .superRefine((request, context) => {
    if (codeOf(request.request_type).toUpperCase() !== 'BOOKING') return;
    for (const field of ['booking_start_date', 'booking_end_date'] as const) {
      if ((request[field] ?? '') !== '') continue;
      context.addIssue({ code: 'custom', path: [field], message: 'a booking has a beginning and an end' });
    }
  });
export type NewRequest = z.output<typeof NewRequest>;
