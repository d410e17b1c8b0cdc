import type { PurchaseChoices, PurchaseForm } from '../../contract/purchases.ts';
import { m } from '../../messages/compiled/messages.js';
import { requestFields } from '../requests/field-names.ts';

/** A field of what is to be bought, and how it stands in the form. */
interface PurchaseField {
  readonly name: Exclude<keyof PurchaseForm, 'citation_type' | 'format' | 'owner'>;
  readonly label: string;
  readonly hint?: string;
  /** How much room it takes beside others. */
  readonly room?: 'whole' | 'short';
  /** An id: Mono, left to right. */
  readonly code?: boolean;
  readonly required?: boolean;
}

/** In the order in which a reference is read. */
export const purchaseFields = (): readonly PurchaseField[] => [
  {
    name: 'title',
    label: requestFields.title(),
    hint: m.citation_catalogue_hint(),
    room: 'whole',
    required: true,
  },
  { name: 'author', label: requestFields.author(), room: 'whole' },
  { name: 'publisher', label: requestFields.publisher() },
  { name: 'publication_year', label: requestFields.publication_year(), room: 'short' },
  { name: 'issn', label: requestFields.issn(), code: true, room: 'short' },
  { name: 'isbn', label: requestFields.isbn(), code: true },
  { name: 'mms_id', label: requestFields.mms_id(), hint: m.citation_mms_hint(), code: true },
];

/** A form in which nothing was entered; what can be supposed is put in when it is shown. */
export const emptyForm = (): PurchaseForm => ({
  title: '',
  author: '',
  isbn: '',
  issn: '',
  publisher: '',
  publication_year: '',
  mms_id: '',
  citation_type: '',
  format: '',
  owner: '',
});

/** The fields that say themselves what is wrong with them. */
export const formFields: readonly string[] = Object.keys(emptyForm());

/** What a person typed into it. */
export const typedInto = (form: PurchaseForm): string =>
  purchaseFields()
    .map(({ name }) => form[name])
    .join('');

/** Fills in, in a form that is new, what can be supposed: a printed book, for this station's library. */
export function suppose(form: PurchaseForm, { citationTypes, formats, owners, here }: PurchaseChoices): void {
  const among = (codes: PurchaseChoices['owners'], code: string): string =>
    codes.find((one) => one.code === code)?.code ?? '';
  form.citation_type ||= among(citationTypes, 'BOOK') || among(citationTypes, 'BK');
  form.format ||= among(formats, 'PHYSICAL') || among(formats, 'P');
  form.owner ||= among(owners, here);
}
