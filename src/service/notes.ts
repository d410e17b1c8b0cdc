import { arrayOf } from './read.ts';
import type { User, UserNote } from './shapes/user.ts';

/** The notes of a user, whether they came flat or wrapped. Source: User, note 2. */
export function notesOf(user: User): readonly UserNote[] {
  const notes = user.user_note;
  if (notes === null || notes === undefined) return [];
  return arrayOf<UserNote>(Array.isArray(notes) ? notes : notes.user_note);
}
