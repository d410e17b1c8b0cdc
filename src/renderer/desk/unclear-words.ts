import { m } from '../../messages/compiled/messages.js';
import type { PatronHit, UnclearView } from '../../contract/desk.ts';
import { askPerson } from '../failures/ask-person.ts';
import { dateText } from '../ui/format.ts';
import { elsewhereWords } from '../station/library-name.ts';

/** The name of the patron where this window knows it, or else the primary id. */
export function patronName(
  userId: string,
  known: readonly (Pick<PatronHit, 'userId' | 'name'> | null)[],
): string {
  return (userId && known.find((patron) => patron?.userId === userId)?.name) || userId;
}

/** What is known of an unclear command and what happens next: one or two sentences. */
export function unclearWords(entry: UnclearView): string {
  const { late, elsewhere, seen, undid, until } = entry;
  if (undid) return m.desk_unclear_undid({ at: dateText(undid.at, 'moment') });
  if (late === 'happened') return m.desk_unclear_late();
  if (late === 'refused') return m.desk_unclear_refused();
  if (elsewhere) return elsewhereWords(elsewhere);
  if (entry.askPerson) return askPerson[entry.askPerson]();
  if (seen === 'cannotTell') return m.desk_unclear_cannot_tell();
  const found = seen === 'notFound' ? m.desk_unclear_not_found() : m.desk_unclear_not_asked();
  return until === null
    ? `${found} ${m.desk_unclear_looking()}`
    : `${found} ${m.desk_unclear_until({ until: dateText(until, 'time') })}`;
}
