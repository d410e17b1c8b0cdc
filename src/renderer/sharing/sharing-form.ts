import { m } from '../../messages/compiled/messages.js';
import type { Coded } from '../../contract/common.ts';
import type { Citation, CitationKind, SharingChoices, SharingForm } from '../../contract/sharing.ts';
import { requestFields } from '../requests/field-names.ts';

/** A field of what is wanted, and how it stands in the form. */
export interface CitationField {
  readonly name: keyof Citation;
  readonly label: string;
  readonly hint?: string;
  /** How much room it takes beside others. */
  readonly room?: 'whole' | 'short';
  /** An id: Mono, left to right. */
  readonly code?: boolean;
  readonly required?: boolean;
}

const field = (name: keyof Citation, more: Partial<CitationField> = {}): CitationField => ({
  name,
  label: requestFields[name](),
  ...more,
});
const codes = (...names: readonly (keyof Citation)[]): CitationField[] =>
  names.map((name) => field(name, { code: true }));
const short = (...names: readonly (keyof Citation)[]): CitationField[] =>
  names.map((name) => field(name, { room: 'short' }));

/** The fields that a kind of citation has, in the order in which a reference is read. */
export function citationFields(kind: CitationKind): readonly CitationField[] {
  const title = field('title', { room: 'whole', required: true, hint: m.citation_title_hint() });
  const author = field('author', { room: 'whole' });
  switch (kind) {
    case 'book':
      return [
        title,
        author,
        field('publisher'),
        ...short('year', 'volume'),
        field('edition'),
        ...codes('isbn', 'oclc_number', 'mms_id'),
      ];
    case 'article':
      return [
        field('journal_title', { room: 'whole', required: true, hint: m.citation_journal_hint() }),
        field('title', { room: 'whole', label: m.citation_title_article() }),
        author,
        ...short('year', 'volume', 'issue', 'pages'),
        ...codes('issn', 'doi', 'pmid', 'mms_id'),
      ];
    case 'other':
      return [
        title,
        field('journal_title', { room: 'whole' }),
        author,
        field('publisher'),
        ...short('year', 'volume'),
        field('edition'),
        ...short('issue', 'pages'),
        ...codes('isbn', 'issn', 'doi', 'pmid', 'oclc_number', 'mms_id'),
      ];
  }
}

/** The fields that say themselves what is wrong with them. */
export const formFields: readonly string[] = [
  ...Object.keys(emptyForm().citation),
  ...Object.keys(emptyForm()),
];

/** A form in which nothing was entered; what can be supposed is put in when it is shown. */
export function emptyForm(): SharingForm {
  return {
    citation: {
      title: '',
      journal_title: '',
      author: '',
      year: '',
      publisher: '',
      edition: '',
      volume: '',
      issue: '',
      pages: '',
      isbn: '',
      issn: '',
      doi: '',
      pmid: '',
      oclc_number: '',
      mms_id: '',
    },
    citation_type: '',
    format: '',
    owner: '',
    pickup_location: '',
    level_of_service: '',
    last_interest_date: '',
    willing_to_pay: false,
    note: '',
    agree_to_copyright_terms: false,
  };
}

/** What a person typed into it. */
export const typedInto = ({ citation, note, last_interest_date: until }: SharingForm): string =>
  [...Object.values(citation), note, until].join('');

/** A book comes as it is, an article as a copy: where the institution has such formats. */
const usual: Readonly<Record<CitationKind, string>> = { book: 'PHYSICAL', article: 'DIGITAL', other: '' };

export function usualFormat({ formats }: SharingChoices, kind: CitationKind): string {
  return formats.find(({ code }) => code === usual[kind])?.code ?? '';
}

const among = (codes: readonly Coded[], code: string): string =>
  codes.find((one) => one.code === code)?.code ?? '';

/** Fills in, in a form that is new, what can be supposed: a book, and this station's library. */
export function suppose(form: SharingForm, choices: SharingChoices): void {
  const { owners, pickups, citationTypes, here } = choices;
  if (form.citation_type !== '') return;
  const type = citationTypes.find(({ kind }) => kind === 'book') ?? citationTypes[0];
  form.citation_type = type?.code ?? '';
  form.format = usualFormat(choices, type?.kind ?? 'other');
  form.owner = among(owners, here) || (owners.length === 1 ? (owners[0]?.code ?? '') : '');
  form.pickup_location = among(pickups, here);
}
