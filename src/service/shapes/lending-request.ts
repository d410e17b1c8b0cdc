import * as z from 'zod';
import { codeOf } from '../read.ts';
import { Code, many, Moment, Text } from './common.ts';

/**
 * The form in which a lending request's fields are written: `owner` plain, codes wrapped. The last seven, given plain,
 * are expressly wrapped before sending. Source: Lending request (partner).
 */
export const lendingWritten = {
  owner: 'plain',
  partner: 'wrapped',
  format: 'wrapped',
  citation_type: 'wrapped',
  mms_id: 'wrapped',
  status: 'wrapped',
  requested_media: 'wrapped',
  preferred_send_method: 'wrapped',
  pickup_location: 'wrapped',
  level_of_service: 'wrapped',
  copyright_status: 'wrapped',
  requested_language: 'wrapped',
  reading_room: 'wrapped',
} as const;

const described = {
  title: Text,
  author: Text,
  journal_title: Text,
  isbn: Text,
  issn: Text,
  publisher: Text,
  edition: Text,
  volume: Text,
  issue: Text,
  pages: Text,
  doi: Text,
  pmid: Text,
  call_number: Text,
  oclc_number: Text,
  year: Text,
  last_interest_date: Moment,
  requested_media: Code,
  preferred_send_method: Code,
  pickup_location: Code,
  level_of_service: Code,
  copyright_status: Code,
  requested_language: Code,
  reading_room: Code,
};

const Note = z.looseObject({});

/** A partner's lending request, raw. `owner` may come wrapped. Source: Lending request (partner). */
export const LendingRequest = z.looseObject({
  ...described,
  request_id: Text,
  external_id: Text,
  owner: Code,
  partner: Code,
  format: Code,
  citation_type: Code,
  mms_id: Code,
  status: Code,
  rs_note: many(Note),
});
export type LendingRequest = z.output<typeof LendingRequest>;

const Wrapped = z.looseObject({ value: z.string().min(1) });

/** `owner` is plain here: wrapped it is refused. Source: Lending request (partner). */
export const NewLendingRequest = z
  .looseObject({
    ...described,
    external_id: z.string().min(1),
    owner: z.string().min(1),
    partner: Wrapped,
    format: z.looseObject({ value: z.enum(['PHYSICAL', 'DIGITAL']) }),
    citation_type: Wrapped.nullish(),
    mms_id: Wrapped.nullish(),
    status: Wrapped.nullish(),
    rs_note: z.array(Note).nullish(),
  })
  .superRefine((request, context) => {
    const missing = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const inCatalogue = codeOf(request.mms_id) !== '';
    if (!inCatalogue && codeOf(request.title).trim() === '')
      missing('title', 'required unless mms_id is given');
    if (!inCatalogue && codeOf(request.citation_type) === '') {
      missing('citation_type', 'required unless mms_id is given');
    }
    const isJournal = codeOf(request.citation_type).toUpperCase() === 'JOURNAL';
    if (isJournal && codeOf(request.journal_title).trim() === '') {
      missing('journal_title', 'required for the citation type JOURNAL');
    }
  });
export type NewLendingRequest = z.output<typeof NewLendingRequest>;
