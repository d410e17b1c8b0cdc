import { isDeepStrictEqual } from 'node:util';
import type { Accepted } from '../../contract/common.ts';
import { notesOf } from '../../service/notes.ts';
import { dateOf, textOf } from '../../service/read.ts';
import type { NewUser, User, UserNote } from '../../service/shapes/user.ts';
import { patronQueue } from '../commands/queues.ts';
import { usualNoteType } from '../../shared/patrons.ts';
import { Failed, invalid } from '../failure.ts';
import { nameOf, userIdOf, recordOf } from '../patrons/record.ts';
import { accepted } from '../commands/accepted.ts';
import { differencesBetween, replaceWhole } from '../records/replace-whole.ts';
import { userAfter } from '../patrons/patrons.ts';
import type { Deps } from '../deps.ts';

/** A note as the user enters it. Missing fields get the defaults of the description. Source: User, note 3. */
export interface NoteDraft {
  readonly text: string;
  readonly type?: string;
  readonly visibleToPatron?: boolean;
  readonly popUp?: boolean;
}

/** A change of a patron's notes. */
export interface NoteEdit {
  readonly intent: string;
  /** The user's record that the edit is based on. */
  readonly seen: User;
  readonly add?: readonly NoteDraft[];
  /** As they are in `seen`. */
  readonly remove?: readonly UserNote[];
}

const maxLength = 2000;
// The expression has to name control characters. Line breaks and tabs are allowed.
// eslint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/**
 * Adds notes to a patron's record and removes others. The record can only be replaced as a whole: it is read again,
 * and the edit throws `conflict` where it differs from `seen`. Answers the user's record after the change. Source:
 * User, notes 1 to 4.
 */
export async function editNotes(deps: Deps, edit: NoteEdit, signal: AbortSignal): Promise<Accepted<User>> {
  const { intent, seen, add = [], remove = [] } = edit;
  if (add.length + remove.length === 0) throw invalid('note', 'required');
  deps.commands.mustBeNew(intent);
  const added = add.map(noteToWrite);
  const path = { user_id: userIdOf(seen) };
  const queue = patronQueue(path.user_id);
  const service = await deps.connection.service();
  return replaceWhole(deps.queues, {
    queue,
    read: () => service.client.call('users.get', { path }, { signal }),
    differences: (fresh) => differencesBetween(recordOf(seen), recordOf(fresh)),
    write: async (fresh) => {
      const changed = { ...fresh, user_note: [...without(fresh, remove), ...added] };
      const { answer } = await deps.commands.run({
        operation: 'users.update',
        // The command checks before it is sent that required fields are there.
        args: { path, body: changed as NewUser },
        id: intent,
        queue,
        about: nameOf(seen),
        before: fresh,
        service,
        signal,
      });
      return accepted(deps.log, () => userAfter(service, answer, path.user_id));
    },
  });
}

/**
 * The note that a window names by its index, text and date. Throws `conflict` where the record was read again since
 * and has another note at that index.
 */
export function noteAt(
  seen: User,
  at: number,
  shown: { readonly text: string; readonly date: string },
): UserNote {
  const note = notesOf(seen)[at];
  const text = textOf(note?.note_text);
  const date = dateOf(note?.created_date);
  if (note && text === shown.text && date === shown.date) return note;
  throw new Failed({ kind: 'conflict', differences: [{ field: 'user_note', was: shown.text, is: text }] });
}

function noteToWrite({
  text,
  type = usualNoteType,
  visibleToPatron = false,
  popUp = false,
}: NoteDraft): UserNote {
  const clean = text.trim();
  if (clean === '') throw invalid('note', 'required');
  if (clean.length > maxLength) throw invalid('note', 'tooLong');
  if (controlCharacters.test(clean)) throw invalid('note', 'controlCharacters');
  if (!clean.isWellFormed()) throw invalid('note', 'malformed');
  return { note_type: { value: type }, note_text: clean, user_viewable: visibleToPatron, popup_note: popUp };
}

/**
 * The notes without those to be removed. Of two equal notes only one is removed. Throws `conflict` if a note is
 * missing.
 */
function without(user: User, removed: readonly UserNote[]): UserNote[] {
  const remaining = [...notesOf(user)];
  for (const note of removed) {
    const at = remaining.findIndex((one) => isDeepStrictEqual(one, note));
    if (at < 0) {
      const difference = { field: 'user_note', was: JSON.stringify(note).slice(0, 200), is: '' };
      throw new Failed({ kind: 'conflict', differences: [difference] });
    }
    remaining.splice(at, 1);
  }
  return remaining;
}
