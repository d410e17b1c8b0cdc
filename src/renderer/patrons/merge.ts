import type { PatronForm } from '../../contract/patrons.ts';
import { fieldShown, type FormField, formFields } from './fields.ts';

/** Which side's value a field gets. */
export type Side = 'mine' | 'theirs';

/** A field that is not the same in all three: as it was read, as it was filled in here, as somebody else wrote it. */
export interface Clash {
  readonly field: FormField;
  readonly was: string;
  readonly mine: string;
  readonly theirs: string;
  /** Both changed it, and not to the same: only a person can tell. */
  readonly both: boolean;
  /** The value used unless the user chooses; null where both sides changed it. */
  readonly choice: Side | null;
}

/** What a value says, without what its entries came as and without the names of its codes. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'raw' || key === 'label') return undefined;
    return typeof inner === 'string' ? inner.trim() : inner;
  });

/** The user's choice for each field; none where there is no choice yet. */
export type Choices = Readonly<Partial<Record<FormField, Side>>>;

/** Where three states of a record differ, field by field. */
export function clashesOf(was: PatronForm, mine: PatronForm, theirs: PatronForm): Clash[] {
  return formFields.flatMap((field) => {
    const [before, here, there] = [plain(was[field]), plain(mine[field]), plain(theirs[field])];
    if (before === here && before === there) return [];
    const both = before !== here && before !== there && here !== there;
    const choice = both ? null : before === here || here === there ? 'theirs' : 'mine';
    const shown = (form: PatronForm): string => fieldShown(field, form);
    return [{ field, was: shown(was), mine: shown(mine), theirs: shown(theirs), both, choice }];
  });
}

type Entry = { readonly raw: unknown };

/**
 * The entries of mine, each on what it came as now: what somebody else changed in a part of it that no form shows is
 * not undone with it.
 */
function onTheirs<E extends Entry>(mine: readonly E[], was: readonly E[], theirs: readonly E[]): E[] {
  return mine.map((entry) => {
    const before = was.find((one) => JSON.stringify(one.raw) === JSON.stringify(entry.raw));
    const now = before && theirs.find((one) => plain(one) === plain(before));
    return now ? { ...entry, raw: now.raw } : entry;
  });
}

/** The record as they have it, with the fields for which mine was chosen. */
export function merged(was: PatronForm, mine: PatronForm, theirs: PatronForm, choices: Choices): PatronForm {
  const taken = formFields.filter((field) => choices[field] === 'mine');
  const values = taken.map((field): [FormField, unknown] => {
    const value: PatronForm[FormField] = mine[field];
    if (!Array.isArray(value)) return [field, value];
    return [field, onTheirs<Entry>(value, was[field] as Entry[], theirs[field] as Entry[])];
  });
  // Each field with its own value, of mine or on theirs.
  return { ...theirs, ...(Object.fromEntries(values) as Partial<PatronForm>) };
}

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
