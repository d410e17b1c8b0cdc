import { m } from '../../messages/compiled/messages.js';
import type { LendingField } from '../../contract/lending.ts';
import { requestFields } from '../requests/field-names.ts';

const { title, journal_title, author, year, publisher, edition, volume, issue, pages } = requestFields;
const { isbn, issn, doi, pmid, oclc_number, mms_id, citation_type, format, level_of_service } = requestFields;

/** What the fields of a lending request are called in the room, by the service's own names. */
export const lendingFields: Readonly<Record<LendingField, () => string>> = {
  ...{ title, journal_title, author, year, publisher, edition, volume, issue, pages },
  ...{ isbn, issn, doi, pmid, oclc_number, mms_id, citation_type, format, level_of_service },
  partner: m.lending_partner,
  owner: m.lending_owner,
  call_number: m.lending_call_number,
  last_interest_date: m.lending_needed,
  requested_media: m.lending_media,
  preferred_send_method: m.lending_send_method,
  pickup_location: m.lending_pickup,
  copyright_status: m.lending_copyright,
  requested_language: m.lending_language,
  reading_room: m.lending_reading_room,
  status: m.lending_status,
};

/** Those that no other subject has, for what is said of a field that is missing. */
export const lendingOnlyFields = {
  partner: m.lending_partner,
  request_id: m.lending_request_number,
  call_number: m.lending_call_number,
  requested_media: m.lending_media,
  preferred_send_method: m.lending_send_method,
  copyright_status: m.lending_copyright,
  requested_language: m.lending_language,
  reading_room: m.lending_reading_room,
  rs_note: m.lending_note,
  citation: m.lending_paste,
} as const;
