import * as z from 'zod';
import type { FieldForms } from '../patch.ts';
import { Code, Flag, many, Moment, Text } from './common.ts';

/** A note inside the user record. Source: User, notes 1 to 3. */
export const UserNote = z.looseObject({
  note_type: Code,
  note_text: Text,
  user_viewable: Flag,
  popup_note: Flag,
  created_by: Text,
  created_date: Moment,
});
export type UserNote = z.output<typeof UserNote>;

/** What keeps a patron from borrowing while it is active. Its fields are assumed. */
export const UserBlock = z.looseObject({
  block_type: Code,
  block_description: Code,
  block_status: Text,
  block_note: Text,
  created_date: Moment,
  expiry_date: Moment,
});
export type UserBlock = z.output<typeof UserBlock>;

/** What a patron goes by beside the primary id: a barcode above all. Its fields are assumed. */
export const UserIdentifier = z.looseObject({ id_type: Code, value: Text, status: Text });

/** Source: User. Recorded answers have them inside `contact_info`, by other names. */
const Email = z.looseObject({ type: Code, address: Text, preferred: Flag });

const Count = z.looseObject({ value: z.union([z.number(), z.string()]).nullish() }).nullish();

/** A user record, raw. Fields beyond those named pass through untouched. Source: User. */
export const User = z.looseObject({
  primary_id: Text,
  account_type: Code,
  status: Code,
  user_group: Code,
  first_name: Text,
  last_name: Text,
  full_name: Text,
  expiry_date: Moment,
  emails: many(Email),
  user_note: z.union([z.array(UserNote), z.looseObject({ user_note: many(UserNote) })]).nullish(),
  user_block: many(UserBlock),
  user_identifier: many(UserIdentifier),
  // Who a copied user is in the institution that the record was copied from. Assumed.
  source_user_id: Text,
  source_institution_code: Code,
  // Counts only, with `expand`.
  loans: Count,
  requests: Count,
  fees: Count,
});
export type User = z.output<typeof User>;

/** What a user must have on create. `user_note` is a flat array here; wrapped it is refused. Source: User. */
export const NewUser = z.looseObject({
  primary_id: z.string().min(1),
  account_type: Code.unwrap().unwrap(),
  status: Code.unwrap().unwrap(),
  user_group: Code.unwrap().unwrap(),
  user_note: z.array(UserNote).nullish(),
});
export type NewUser = z.output<typeof NewUser>;

/** How edited fields of a user are written. Source: User. */
export const userForms = {
  account_type: 'wrapped',
  status: 'wrapped',
  user_group: 'wrapped',
  user_title: 'wrapped',
  gender: 'wrapped',
  preferred_language: 'wrapped',
  campus_code: 'wrapped',
  birth_date: 'date',
  expiry_date: 'date',
  purge_date: 'date',
  user_note: 'flat',
} as const satisfies FieldForms;
