import { m } from '../../messages/compiled/messages.js';
import type { Coded } from '../../contract/common.ts';
import type { PatronForm } from '../../contract/patrons.ts';
import { dateText } from '../ui/format.ts';

export type FormField = keyof PatronForm;

/** What the fields of a record are called, in the order in which they stand on screen. */
export const fieldLabels: Readonly<Record<FormField, () => string>> = {
  title: m.patrons_field_title,
  firstName: m.patrons_field_first_name,
  middleName: m.patrons_field_middle_name,
  lastName: m.patrons_field_last_name,
  gender: m.patrons_field_gender,
  birth: m.patrons_field_birth,
  primaryId: m.patrons_field_primary_id,
  accountType: m.patrons_field_account_type,
  status: m.patrons_field_status,
  group: m.patrons_field_group,
  language: m.patrons_field_language,
  campus: m.patrons_field_campus,
  expiry: m.patrons_field_expiry,
  purge: m.patrons_field_purge,
  identifiers: m.patrons_field_identifiers,
  addresses: m.patrons_field_addresses,
  emails: m.patrons_field_emails,
  phones: m.patrons_field_phones,
};

/** A field of the record that is in no form: its name there, as words. */
export function fieldWords(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const formFields = Object.keys(fieldLabels) as FormField[];

const days: ReadonlySet<FormField> = new Set(['birth', 'expiry', 'purge']);

export const noCode: Coded = { code: '', label: '' };

/** A code in words. */
export const codedText = ({ code, label }: Coded): string => label || code;

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

const marked = (preferred: boolean): string => (preferred ? m.patrons_preferred() : '');

/** The lines in which a list is read: one for each entry. */
const listShown = {
  identifiers: (form: PatronForm) =>
    form.identifiers.map(({ type, value, note, active }) =>
      joined(codedText(type), value, note, active ? '' : m.patrons_identifier_inactive()),
    ),
  addresses: (form: PatronForm) =>
    form.addresses.map(({ lines, postalCode, city, state, country, type, preferred }) => {
      const town = [postalCode, city].filter(Boolean).join(' ');
      const place = [...lines.split('\n'), town, state, codedText(country)].filter(Boolean);
      return joined(place.join(', '), codedText(type), marked(preferred));
    }),
  emails: (form: PatronForm) =>
    form.emails.map(({ address, type, preferred }) => joined(address, codedText(type), marked(preferred))),
  phones: (form: PatronForm) =>
    form.phones.map(({ number, type, preferred }) => joined(number, codedText(type), marked(preferred))),
} as const;

type ListField = keyof typeof listShown;

const isList = (field: FormField): field is ListField => field in listShown;

/** The value of a field, as text to read. */
export function fieldShown(field: FormField, form: PatronForm): string {
  if (isList(field)) return listShown[field](form).join('\n');
  const value = form[field];
  if (typeof value !== 'string') return codedText(value);
  return days.has(field) && value !== '' ? dateText(value, 'day') : value;
}
