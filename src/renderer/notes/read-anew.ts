import { m } from '../../messages/compiled/messages.js';
import type { PatronView } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import { call } from '../api.ts';

/** What is said of a note that was added or taken away; where the record could not be read then, it is read anew. */
export function noteDone(patron: PatronView | null, text: string): string {
  if (patron) return text;
  void call('desk.refresh', {});
  return m.lists_unread({ what: text });
}

/**
 * Somebody else changed the patron's record: it is read anew, so that whoever has looked at what changed can do it
 * again upon that.
 */
export async function readAnewAfterConflict(failure: Failure | null): Promise<void> {
  if (failure?.kind === 'conflict') await call('desk.refresh', {});
}
