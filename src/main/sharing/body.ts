import type { Citation, CitationKind, SharingForm } from '../../contract/sharing.ts';
import type { NewSharingRequest } from '../../service/shapes/resource-sharing.ts';
import { invalid } from '../failure.ts';
import { localDay } from '../../shared/days.ts';
import { citationKind } from './view.ts';
import { chosen, typedText, typedLines, FormValidation, typedDay } from '../forms/fields.ts';

type Field = keyof Citation;

const common = ['title', 'author', 'year', 'mms_id'] as const;
const ofBooks = [...common, 'publisher', 'edition', 'volume', 'isbn', 'oclc_number'] as const;
const ofArticles = [...common, 'journal_title', 'volume', 'issue', 'pages', 'issn', 'doi', 'pmid'] as const;

/** What belongs to each kind: what was typed before the kind was changed, and is no longer shown, is not sent. */
const fieldsOf: Readonly<Record<CitationKind, readonly Field[]>> = {
  book: ofBooks,
  article: ofArticles,
  other: [...new Set([...ofBooks, ...ofArticles])],
};

interface Findable {
  readonly field: Field;
  readonly others: readonly Field[];
  /** By which the window says what would do. */
  readonly detail: string;
}

/**
 * Any of which says what is wanted where its title is not known. Source: Requests, "a title or another identifying
 * field". An article is looked for by its journal, where no number of its own names it: that is ours.
 */
const inPlaceOf: Readonly<Record<CitationKind, Findable>> = {
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

/** The request that a form asks for, judged as a whole, in the order of its fields. Throws what is invalid. */
export function sharingBody(form: SharingForm, externalId: string, now: Date): NewSharingRequest {
  const judged = new FormValidation();
  const citationType = judged.check(() => chosen('citation_type', form.citation_type), '');
  const kind = citationKind(citationType);
  const citation: Partial<Record<Field, string>> = {};
  for (const field of fieldsOf[kind]) {
    const text = judged.check(() => typedText(field, form.citation[field], longestLine), '');
    if (text !== '') citation[field] = text;
  }
  judged.check(() => mustBeFindable(kind, form.citation), undefined);
  const format = judged.check(() => chosen('format', form.format), '');
  const owner = judged.check(() => chosen('owner', form.owner), '');
  const until = judged.check(() => lastInterest(form.last_interest_date, now), '');
  const note = judged.check(() => typedLines('note', form.note, longestNote), '');
  judged.check(() => mustBeAgreed(form), undefined);
  judged.throwIfInvalid();
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
  const { field, others, detail } = inPlaceOf[kind];
  if ([field, ...others].every((one) => citation[one].trim() === ''))
    throw invalid(field, 'required', detail);
}

/** The day after which it is of no use, as the service takes it. Source: Requests; a date with its zone letter. */
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
