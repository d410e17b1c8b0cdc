import type { LendingForm } from '../../contract/lending.ts';
import type { NewLendingRequest } from '../../service/shapes/lending-request.ts';
import { localDay } from '../../shared/days.ts';
import { invalid } from '../failure.ts';
import { codeIn, FormValidation, requiredChoice, typedDay, typedLines, typedText } from '../forms/fields.ts';
import { codedFields, plainFields } from './record.ts';

const longestLine = 2000;
const longestNote = 4000;

/** The request of a form. Throws all invalid fields, in the order of the form. Source: Lending request (partner). */
export function lendingBody(form: LendingForm, externalId: string, now: Date): NewLendingRequest {
  const validation = new FormValidation();
  const line = (field: 'mms_id' | Plain | Coded): string =>
    validation.check(() => typedText(field, form[field], longestLine), '');
  const partner = validation.check(() => codeIn('partner', form.partner), '');
  const owner = validation.check(() => requiredChoice('owner', form.owner), '');
  const format = validation.check(() => formatOf(form.format), 'PHYSICAL');
  const mmsId = line('mms_id');
  const isKnown = form.mms_id.trim() !== '';
  const citationType = form.citation_type.trim();
  validation.check(() => {
    if (!isKnown) requiredChoice('citation_type', citationType);
  }, undefined);
  validation.check(() => mustBeNamed(form, isKnown), undefined);
  validation.check(() => {
    if (citationType.toUpperCase() === 'JOURNAL' && form.journal_title.trim() === '')
      throw invalid('journal_title', 'required');
  }, undefined);
  const plain = given(plainFields, line);
  const until = validation.check(() => lastInterest(form.last_interest_date, now), '');
  const coded = given(codedFields, line);
  const notes = form.rs_note.flatMap((text, place) => {
    const note = validation.check(() => typedLines(`rs_note.${place}`, text, longestNote), '');
    return note === '' ? [] : [{ content: note }];
  });
  validation.throwIfInvalid();
  return {
    external_id: externalId,
    owner,
    partner: { value: partner },
    format: { value: format },
    ...(citationType === '' ? {} : { citation_type: { value: citationType } }),
    ...(mmsId === '' ? {} : { mms_id: { value: mmsId } }),
    ...plain,
    ...(until === '' ? {} : { last_interest_date: until }),
    ...Object.fromEntries(Object.entries(coded).map(([field, value]) => [field, { value }])),
    ...(notes.length === 0 ? {} : { rs_note: notes }),
  };
}

type Plain = (typeof plainFields)[number];
type Coded = (typeof codedFields)[number];

/** Those of the fields in which something was entered. */
function given<F extends string>(
  fields: readonly F[],
  read: (field: F) => string,
): Partial<Record<F, string>> {
  const texts: Partial<Record<F, string>> = {};
  for (const field of fields) {
    const text = read(field);
    if (text !== '') texts[field] = text;
  }
  return texts;
}

/** The two formats that there are. */
function formatOf(typed: string): 'PHYSICAL' | 'DIGITAL' {
  const format = requiredChoice('format', typed);
  if (format === 'PHYSICAL' || format === 'DIGITAL') return format;
  throw invalid('format', 'malformed');
}

function mustBeNamed({ title }: LendingForm, isKnown: boolean): void {
  if (!isKnown && title.trim() === '') throw invalid('title', 'required', 'orCatalogue');
}

/** The last day of interest: an ISO date without a zone letter. */
function lastInterest(typed: string, now: Date): string {
  if (typed.trim() === '') return '';
  typedDay('last_interest_date', typed);
  const day = typed.trim();
  if (day < localDay(now)) throw invalid('last_interest_date', 'inThePast');
  return day;
}
