import type { LendingField } from '../../contract/lending.ts';
import { arrayOf, codeOf, isFields, textOf } from '../../service/read.ts';
import type { LendingRequest } from '../../service/shapes/lending-request.ts';

/** Fields that are written as a text. Source: Lending request (partner). */
export const plainFields = [
  'title',
  'journal_title',
  'author',
  'publisher',
  'year',
  'edition',
  'volume',
  'issue',
  'pages',
  'isbn',
  'issn',
  'doi',
  'pmid',
  'oclc_number',
  'call_number',
] as const satisfies readonly LendingField[];

/** Fields that are written as a wrapped code, beside those that every request has. Source: Lending request (partner). */
export const codedFields = [
  'level_of_service',
  'requested_media',
  'preferred_send_method',
  'pickup_location',
  'copyright_status',
  'requested_language',
  'reading_room',
  'status',
] as const satisfies readonly LendingField[];

export const requestIdOf = (request: LendingRequest): string => textOf(request.request_id);

/** The request in words, for the list of unclear commands: it names no patron. */
export const lendingName = (request: LendingRequest): string =>
  textOf(request.title) || textOf(request.journal_title) || codeOf(request.mms_id) || requestIdOf(request);

/**
 * The texts of its notes. Assumption: a note object has its text as `content`, or as `note`; of another form, whatever
 * texts it has.
 */
export const notesOf = (request: LendingRequest): string[] =>
  arrayOf(request.rs_note).flatMap((note) => {
    const text = [note['content'], note['note'], note['text'], note['value']].find(
      (one) => typeof one === 'string' && one !== '',
    );
    if (typeof text === 'string') return [text];
    const texts = Object.values(note).filter((value) => typeof value === 'string' && value !== '');
    return texts.length === 0 ? [] : [texts.join(' · ')];
  });

/** A value that no field here is for, in one text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(', ');
  if (!isFields(value)) return String(value as string | number | boolean);
  const { desc, description, name, value: code } = value;
  const [label] = [desc, description, name, code].filter((one) => typeof one === 'string' && one !== '');
  return typeof label === 'string' ? label : Object.values(value).map(valueText).filter(Boolean).join(', ');
}
