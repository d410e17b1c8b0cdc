import type { Citation, CitationKind, SharingForm } from '../../contract/sharing.ts';
import type { NewSharingRequest } from '../../service/shapes/resource-sharing.ts';
import { invalid } from '../failure.ts';
import { localDay } from '../../shared/days.ts';
import { citationKind } from './record.ts';
import { requiredChoice, typedText, typedLines, FormValidation, typedDay } from '../forms/fields.ts';

type Field = keyof Citation;

const common = ['title', 'author', 'year', 'mms_id'] as const;
const ofBooks = [...common, 'publisher', 'edition', 'volume', 'isbn', 'oclc_number'] as const;
const ofArticles = [...common, 'journal_title', 'volume', 'issue', 'pages', 'issn', 'doi', 'pmid'] as const;

/** The fields of each kind. A field that is no longer shown after a change of kind is not sent. */
const fieldsOf: Readonly<Record<CitationKind, readonly Field[]>> = {
  book: ofBooks,
  article: ofArticles,
  other: [...new Set([...ofBooks, ...ofArticles])],
};

interface IdentifyingFields {
  readonly field: Field;
  readonly others: readonly Field[];
  /** The detail of the failure, from which the window makes its text. */
  readonly detail: string;
}

/**
 * At least one of these fields is required. Source: Requests, "a title or another identifying field". That an article
 * may be found by its journal is our own rule.
 */
const identifyingFields: Readonly<Record<CitationKind, IdentifyingFields>> = {
  book: { field: 'title', others: ['isbn', 'oclc_number', 'mms_id'], detail: 'orNumber' },
  article: {
    field: 'journal_title',
    others: ['issn', 'doi', 'pmid', 'mms_id'],
    detail: 'journalOrNumber',
  },
  other: {
    field: 'title',
    others: ['journal_title', 'isbn', 'issn', 'doi', 'pmid', 'oclc_number', 'mms_id'],
    detail: 'orNumber',
  },
};

const longestNote = 1000;
const longestLine = 1000;

/** The request of a form. Throws all invalid fields, in the order of the form. */
export function sharingBody(form: SharingForm, externalId: string, now: Date): NewSharingRequest {
  const validation = new FormValidation();
  const citationType = validation.check(() => requiredChoice('citation_type', form.citation_type), '');
  const kind = citationKind(citationType);
  const citation: Partial<Record<Field, string>> = {};
  for (const field of fieldsOf[kind]) {
    const text = validation.check(() => typedText(field, form.citation[field], longestLine), '');
    if (text !== '') citation[field] = text;
  }
  validation.check(() => mustBeFindable(kind, form.citation), undefined);
  const format = validation.check(() => requiredChoice('format', form.format), '');
  const owner = validation.check(() => requiredChoice('owner', form.owner), '');
  const until = validation.check(() => lastInterest(form.last_interest_date, now), '');
  const note = validation.check(() => typedLines('note', form.note, longestNote), '');
  validation.check(() => mustBeAgreed(form), undefined);
  validation.throwIfInvalid();
  const pickup = form.pickup_location.trim();
  const level = form.level_of_service.trim();
  return {
    ...citation,
    citation_type: { value: citationType },
    format: { value: format },
    owner,
    ...(pickup === '' ? {} : { pickup_location: { value: pickup }, pickup_location_type: 'LIBRARY' }),
    ...(level === '' ? {} : { level_of_service: { value: level } }),
    ...(until === '' ? {} : { last_interest_date: until }),
    willing_to_pay: form.willing_to_pay,
    ...(note === '' ? {} : { note }),
    agree_to_copyright_terms: true,
    external_id: externalId,
  };
}

function mustBeFindable(kind: CitationKind, citation: Citation): void {
  const { field, others, detail } = identifyingFields[kind];
  if ([field, ...others].every((one) => citation[one].trim() === ''))
    throw invalid(field, 'required', detail);
}

/** The last day of interest, in the service's format (a date with its zone letter). Source: Requests. */
function lastInterest(typed: string, now: Date): string {
  if (typed.trim() === '') return '';
  typedDay('last_interest_date', typed);
  const day = typed.trim();
  if (day < localDay(now)) throw invalid('last_interest_date', 'inThePast');
  return `${day}Z`;
}

function mustBeAgreed({ agree_to_copyright_terms: agreed }: SharingForm): void {
  if (!agreed) throw invalid('agree_to_copyright_terms', 'required');
}
