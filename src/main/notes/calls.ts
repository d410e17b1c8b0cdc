import type { Desks } from '../desk/desk.ts';
import { accepted } from '../commands/accepted.ts';
import { usualNoteType } from '../../shared/patrons.ts';
import { requiredChoice } from '../forms/fields.ts';
import { codesOr, tables } from '../configuration/code-tables.ts';
import { editNotes, noteAt } from './edit.ts';
import type { HandlersOf } from '../router.ts';
import type { Deps } from '../deps.ts';

/** The notes of the patron at the desk of the window that asks. */
export function noteHandlers(deps: Deps, desks: Desks): HandlersOf<'notes'> {
  const { log } = deps;
  return {
    'notes.types': async (_input, { signal }) =>
      codesOr(await deps.connection.service(), tables.noteTypes, [usualNoteType], signal),
    'notes.add': async ({ intent, userId, ...note }, { window, signal }) => {
      const { seen, onWritten } = desks.of(window).openPatron.forEdit(userId);
      const add = [{ ...note, type: requiredChoice('type', note.type) }];
      const { record: user } = await editNotes(deps, { intent, seen, add }, signal);
      return user ? accepted(log, () => onWritten(user, note.text)) : { record: null };
    },
    'notes.remove': async ({ intent, userId, at, ...shown }, { window, signal }) => {
      const { seen, onWritten } = desks.of(window).openPatron.forEdit(userId);
      const remove = [noteAt(seen, at, shown)];
      const { record: user } = await editNotes(deps, { intent, seen, remove }, signal);
      return user ? accepted(log, () => onWritten(user, null)) : { record: null };
    },
  };
}
