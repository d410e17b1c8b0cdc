import * as z from 'zod';
import { codeOf } from '../read.ts';
import { Amount, Code, Flag, Moment, Text } from './common.ts';

const citation = {
  title: Text,
  journal_title: Text,
  author: Text,
  year: Text,
  isbn: Text,
  issn: Text,
  doi: Text,
  pmid: Text,
  oclc_number: Text,
  mms_id: Code,
  publisher: Text,
  edition: Text,
  volume: Text,
  issue: Text,
  pages: Text,
};

/** How it is wanted, beyond what the description names: from the published description of the deployed service. */
const wishes = {
  last_interest_date: Moment,
  level_of_service: Code,
  willing_to_pay: Flag,
  note: Text,
};

/** A resource-sharing request (borrowing), raw. `owner` may come wrapped. Source: Requests. */
export const SharingRequest = z.looseObject({
  ...citation,
  ...wishes,
  request_id: Text,
  external_id: Text,
  owner: Code,
  status: Code,
  format: Code,
  citation_type: Code,
  pickup_location: Code,
  pickup_location_type: Code,
  agree_to_copyright_terms: Flag,
  shipping_cost: z.union([Amount, z.looseObject({ sum: Amount, currency: Code })]),
  fund_code: Code,
  request_date: Moment,
  cancel_reason: Code,
  cancel_note: Text,
  user_primary_id: Text,
});
export type SharingRequest = z.output<typeof SharingRequest>;

/** The fields of which one says what is wanted. Source: Requests ("a title or another identifying field"). */
const identifying = [
  'title',
  'journal_title',
  'mms_id',
  'isbn',
  'issn',
  'doi',
  'pmid',
  'oclc_number',
] as const;

/** The form in which these fields are written. Source: Requests. */
export const sharingWritten = { owner: 'plain', pickup_location: 'wrapped' } as const;

/** `owner` is plain here: wrapped it is refused. Without the copyright agreement nothing is borrowed. */
export const NewSharingRequest = z
  .looseObject({
    ...citation,
    ...wishes,
    owner: z.string().min(1),
    format: Code.unwrap().unwrap(),
    citation_type: Code.unwrap().unwrap(),
    pickup_location: Code,
    pickup_location_type: Code,
    agree_to_copyright_terms: z
      .boolean()
      .refine((agreed) => agreed, { error: 'the copyright terms must be agreed to' }),
    external_id: Text,
  })
  .superRefine((request, context) => {
    if (identifying.some((field) => codeOf(request[field]).trim() !== '')) return;
    const message = `expected a title or another of ${identifying.join(', ')}`;
    context.addIssue({ code: 'custom', path: ['title'], message });
  });
export type NewSharingRequest = z.output<typeof NewSharingRequest>;
