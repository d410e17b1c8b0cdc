import type { PatronForm } from '../../contract/patrons.ts';
import { clashesIn, mergedForm, type Choices, type Clash } from '../ui/list/merge.ts';
import { fieldShown, type FormField, formFields } from './fields.ts';

/** Where three states of a record differ, field by field. */
export const clashesOf = (was: PatronForm, mine: PatronForm, theirs: PatronForm): Clash<FormField>[] =>
  clashesIn(
    { names: formFields, valueOf: (form, field) => form[field], shown: fieldShown },
    { was, mine, theirs },
  );

/** The record as they have it, with the fields for which mine was chosen. */
export const merged = (was: PatronForm, mine: PatronForm, theirs: PatronForm, choices: Choices): PatronForm =>
  mergedForm(
    { was, mine, theirs },
    formFields.filter((field) => choices[field] === 'mine'),
  );

/** Where the fields of a record stand in the form. What is not named here is nowhere in it. */
const wire: Readonly<Record<string, readonly FormField[]>> = {
  primary_id: ['primaryId'],
  user_title: ['title'],
  first_name: ['firstName'],
  middle_name: ['middleName'],
  last_name: ['lastName'],
  full_name: ['firstName', 'middleName', 'lastName'],
  gender: ['gender'],
  birth_date: ['birth'],
  preferred_language: ['language'],
  account_type: ['accountType'],
  status: ['status'],
  user_group: ['group'],
  campus_code: ['campus'],
  expiry_date: ['expiry'],
  purge_date: ['purge'],
  user_identifier: ['identifiers'],
  'contact_info.address': ['addresses'],
  'contact_info.email': ['emails'],
  'contact_info.phone': ['phones'],
  emails: ['emails'],
};

/** The part of the form in which a difference between two records shows; none for `user_note.0.note_text`. */
const shownIn = (path: string): readonly FormField[] => {
  const [first = '', second = ''] = path.split('.');
  return wire[first] ?? wire[`${first}.${second}`] ?? [];
};

/** Changes made elsewhere in parts of the record that no field of the form shows: they stay. */
export const besides = <D extends { readonly field: string }>(
  differences: readonly D[],
  clashes: readonly Clash[],
): D[] =>
  differences.filter(
    ({ field }) => !shownIn(field).some((one) => clashes.some((clash) => clash.field === one)),
  );
