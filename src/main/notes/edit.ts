import { isDeepStrictEqual } from 'node:util';
import type { Accepted } from '../../contract/common.ts';
import { notesOf } from '../../service/notes.ts';
import type { NewUser, User, UserNote } from '../../service/shapes/user.ts';
import { patronQueue } from '../commands/queues.ts';
import { usualNoteType } from '../../shared/patrons.ts';
import { Failed, invalid } from '../failure.ts';
import { nameOf, noteView, userIdOf } from '../patrons/view.ts';
import { recordOf } from '../patrons/read.ts';
import { accepted } from '../commands/accepted.ts';
import { differencesBetween, replaceWhole } from '../records/replace-whole.ts';
import { userAfter } from '../patrons/patrons.ts';
import type { Deps } from '../deps.ts';

/** A note as somebody writes it. What is not said is as the description has it. Source: User, note 3. */
export interface NoteDraft {
  readonly text: string;
  readonly type?: string;
  readonly visibleToPatron?: boolean;
  readonly popUp?: boolean;
}

/** What is to become of a patron's notes. */
export interface NoteEdit {
  readonly intent: string;
  /** The user as it was read for the person who edits. */
  readonly seen: User;
  readonly add?: readonly NoteDraft[];
  /** As they stand in `seen`. */
  readonly remove?: readonly UserNote[];
}

const longestNote = 2000;
// Control characters are what is looked for; a note may have lines and tabs.
// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/**
 * Adds notes to a patron's and takes others away. Notes live in the user's record, which can only be replaced as a
 * whole: it is read anew, and nothing is written where it changed since it was read for the person who edits.
 * Answers the user as it then is. Source: User, notes 1 to 4.
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
        // Whether it has what a user must have is looked at before it is sent.
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
 * The note that a window names by its place, its text and its date. Throws `conflict` where the record has been read
 * again since, and another note stands there.
 */
export function noteAt(
  seen: User,
  at: number,
  as: { readonly text: string; readonly date: string },
): UserNote {
  const note = notesOf(seen)[at];
  const { text, date } = note ? noteView(note) : { text: '', date: '' };
  if (note && text === as.text && date === as.date) return note;
  throw new Failed({ kind: 'conflict', differences: [{ field: 'user_note', was: as.text, is: text }] });
}

function noteToWrite({
  text,
  type = usualNoteType,
  visibleToPatron = false,
  popUp = false,
}: NoteDraft): UserNote {
  const clean = text.trim();
  if (clean === '') throw invalid('note', 'required');
  if (clean.length > longestNote) throw invalid('note', 'tooLong');
  if (control.test(clean)) throw invalid('note', 'controlCharacters');
  if (!clean.isWellFormed()) throw invalid('note', 'malformed');
  return { note_type: { value: type }, note_text: clean, user_viewable: visibleToPatron, popup_note: popUp };
}

/** The notes less those to be removed: of two that are the same, one for each. Throws `conflict` for one that is not there. */
function without(user: User, removed: readonly UserNote[]): UserNote[] {
  const left = [...notesOf(user)];
  for (const note of removed) {
    const at = left.findIndex((one) => isDeepStrictEqual(one, note));
    if (at < 0) {
      const difference = { field: 'user_note', was: JSON.stringify(note).slice(0, 200), is: '' };
      throw new Failed({ kind: 'conflict', differences: [difference] });
    }
    left.splice(at, 1);
  }
  return left;
}
