import { m } from '../../messages/compiled/messages.js';
import type { LendingChoices, LendingField, LendingForm } from '../../contract/lending.ts';
import { isbnsIn } from '../../shared/isbn.ts';
import { issnOf } from '../../shared/issn.ts';
import { lendingFields } from './field-names.ts';

/** A line of the form that is typed in. */
export interface LineField {
  readonly name: LendingField;
  readonly label: string;
  readonly hint?: string;
  /** How much room it takes beside others. */
  readonly room?: 'whole' | 'short';
  /** An id: Mono, left to right. */
  readonly code?: boolean;
}

const line = (name: LendingField, more: Partial<LineField> = {}): LineField => ({
  ...{ name, label: lendingFields[name]() },
  ...more,
});
const short = (...names: readonly LendingField[]): LineField[] =>
  names.map((name) => line(name, { room: 'short' }));
const codes = (...names: readonly LendingField[]): LineField[] =>
  names.map((name) => line(name, { code: true }));

type Kind = LendingChoices['citationTypes'][number]['kind'];

const ofBooks: readonly LendingField[] = [
  ...(['title', 'author', 'publisher', 'year', 'edition', 'volume', 'isbn'] as const),
  ...(['oclc_number', 'call_number'] as const),
];
const ofArticles: readonly LendingField[] = [
  ...([
    'title',
    'journal_title',
    'author',
    'year',
    'volume',
    'issue',
    'pages',
    'issn',
    'doi',
    'pmid',
  ] as const),
  'call_number',
];
const fieldsOf: Readonly<Record<Kind, ReadonlySet<LendingField>>> = {
  book: new Set(ofBooks),
  article: new Set(ofArticles),
  other: new Set([...ofBooks, ...ofArticles]),
};

/** Every line of what is wanted, in the order in which a reference is read. */
const wantedLines = (kind: Kind): readonly LineField[] => [
  line('journal_title', { room: 'whole' }),
  line('title', { room: 'whole', ...(kind === 'article' ? { label: m.citation_title_article() } : {}) }),
  line('author', { room: 'whole' }),
  line('publisher'),
  ...short('year', 'volume', 'issue', 'pages'),
  line('edition'),
  ...codes('isbn', 'issn', 'doi', 'pmid', 'oclc_number'),
  line('call_number', { code: true }),
];

/** Wishes that few requests have. */
const conditionLines = (): readonly LineField[] => [
  ...(['requested_media', 'preferred_send_method', 'pickup_location', 'copyright_status'] as const).map(
    (name) => line(name, { code: true, hint: m.lending_code_hint() }),
  ),
  ...(['requested_language', 'reading_room'] as const).map((name) =>
    line(name, { code: true, hint: m.lending_code_hint() }),
  ),
  line('status', { code: true, hint: m.lending_status_hint() }),
];

/** Whether a line is shown: of this kind, filled in, said to be wrong, or all are. What is not shown is empty. */
const isShown = (
  { name }: LineField,
  { form, all, wrong }: { form: LendingForm; all: boolean; wrong: (name: string) => boolean },
): boolean => all || form[name].trim() !== '' || wrong(name);

interface Shown {
  readonly form: LendingForm;
  readonly kind: Kind;
  readonly all: boolean;
  readonly wrong: (name: string) => boolean;
}

/** The lines of what is wanted that are shown. */
export const shownWanted = (shown: Shown): readonly LineField[] =>
  wantedLines(shown.kind).filter((field) => fieldsOf[shown.kind].has(field.name) || isShown(field, shown));

/** The wishes that are shown. */
export const shownConditions = (shown: Shown): readonly LineField[] =>
  conditionLines().filter((field) => isShown(field, shown));

/** Whether a request must have this field. Source: Lending request (partner). */
export function isRequired(name: LendingField, { mms_id: mmsId, citation_type: type }: LendingForm): boolean {
  const isKnown = mmsId.trim() !== '';
  if (name === 'title' || name === 'citation_type') return !isKnown;
  if (name === 'journal_title') return type.toUpperCase() === 'JOURNAL';
  return ['partner', 'owner', 'format'].includes(name);
}

/** What is odd about a number, which may be sent all the same: books are printed with wrong ones. */
export function oddNumber(name: LendingField, value: string): string {
  if (value.trim() === '') return '';
  if (name === 'isbn' && isbnsIn(value).length === 0) return m.lending_isbn_check();
  return name === 'issn' && issnOf(value) === null ? m.lending_issn_check() : '';
}

/** A form in which nothing was entered; what can be supposed is put in when the choices are there. */
export const emptyLending = (): LendingForm => ({
  ...{ partner: '', owner: '', format: '', citation_type: '', mms_id: '', title: '', journal_title: '' },
  ...{
    author: '',
    publisher: '',
    year: '',
    edition: '',
    volume: '',
    issue: '',
    pages: '',
    isbn: '',
    issn: '',
  },
  ...{ doi: '', pmid: '', oclc_number: '', call_number: '', last_interest_date: '', level_of_service: '' },
  ...{ requested_media: '', preferred_send_method: '', pickup_location: '', copyright_status: '' },
  ...{ requested_language: '', reading_room: '', status: '' },
  rs_note: [''],
});

const supposed: ReadonlySet<string> = new Set(['owner', 'format', 'citation_type']);

/** What a person typed into it. */
export const typedInto = ({ rs_note: notes, ...fields }: LendingForm): string =>
  [...Object.entries(fields).flatMap(([name, text]) => (supposed.has(name) ? [] : [text])), ...notes].join(
    '',
  );

/** The fields that say themselves what is wrong with them. */
export const formFields = ({ rs_note: notes, ...fields }: LendingForm): readonly string[] => [
  ...Object.keys(fields),
  ...notes.map((_, place) => `rs_note.${place}`),
];

/** The values of these fields, by their names. */
const valuesOf = ({ rs_note: notes, ...fields }: LendingForm): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(fields),
    ...notes.map((note, place): [string, string] => [`rs_note.${place}`, note]),
  ]);

/** The fields in which a form differs from another; with an MMS ID, also those that are not needed then. */
export function changedFields(form: LendingForm, before: LendingForm): readonly string[] {
  const old = valuesOf(before);
  const changed = [...valuesOf(form)].flatMap(([name, value]) => (old.get(name) === value ? [] : [name]));
  return changed.includes('mms_id') ? [...changed, 'title', 'citation_type'] : changed;
}

/** A book goes as it is, an article as a copy. */
const usualFormat: Readonly<Record<Kind, string>> = { book: 'PHYSICAL', article: 'DIGITAL', other: '' };

export const kindOf = (choices: LendingChoices | null, type: string): Kind =>
  choices?.citationTypes.find(({ code }) => code === type)?.kind ?? (type === '' ? 'other' : 'book');

/** The type for a kind: those that the description names, before the others of the institution's table. */
export function typeFor(choices: LendingChoices | null, kind: Kind, hasJournal: boolean): string {
  const types = choices?.citationTypes ?? [];
  const names = kind === 'book' ? ['BOOK', 'BK'] : hasJournal ? ['JOURNAL', 'ARTICLE'] : ['ARTICLE', 'CR'];
  const named = kind === 'other' ? ['OTHER'] : names;
  const found = named.find((name) => types.some(({ code }) => code === name));
  return found ?? types.find((type) => type.kind === kind)?.code ?? '';
}

/** What changes with the type of what is wanted. */
export function withType(
  form: LendingForm,
  choices: LendingChoices | null,
  type: string,
): Partial<LendingForm> {
  const isOther = kindOf(choices, type) !== kindOf(choices, form.citation_type);
  const format = isOther ? usualFormat[kindOf(choices, type)] : '';
  return { citation_type: type, ...(format === '' ? {} : { format }) };
}

/** Fills in, in a form that is new, what can be supposed: a book, from this station's library. */
export function suppose(form: LendingForm, choices: LendingChoices): void {
  const { owners, here } = choices;
  if (form.citation_type === '' && form.mms_id.trim() === '') {
    form.citation_type = typeFor(choices, 'book', false);
  }
  form.format ||= 'PHYSICAL';
  form.owner ||=
    owners.find(({ code }) => code === here)?.code ?? (owners.length === 1 ? (owners[0]?.code ?? '') : '');
}
