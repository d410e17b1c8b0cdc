import { createHash } from 'node:crypto';
import type { Journal, JournalEntry } from '../journal/port.ts';
import { Failed, unknownOutcome } from '../failure.ts';

/** The state of one step of a longer task, by the journal. */
export type TaskStepState =
  /** `isAgain`: an earlier attempt of it is known never to have run. */
  | { readonly state: 'toDo'; readonly id: string; readonly isAgain: boolean }
  | { readonly state: 'done'; readonly entry: JournalEntry };

/**
 * Returns whether a step of a longer task is done or still to do. The step's journal id is derived from the task's
 * intent and the step's name. So a task that starts again after a crash or an unclear answer finds its own steps: a
 * step that was done is not done again, and a step that provably never ran may be tried again. Throws the failure of a
 * step that was refused or is unclear: the task ends there.
 *
 * @param options.again a person wants a step that was refused to be tried again
 */
export function taskStepState(
  journal: Journal,
  intent: string,
  step: string,
  { again = false }: { readonly again?: boolean } = {},
): TaskStepState {
  const attemptId = (attempt: number): string => idOf(`${intent}/${step}/${String(attempt)}`);
  for (let attempt = 0; ; attempt += 1) {
    const id = attemptId(attempt);
    const entry = journal.entry(id);
    if (!entry) return { state: 'toDo', id, isAgain: attempt > 0 };
    if (entry.state === 'accepted') return { state: 'done', entry };
    if (neverRan(entry)) continue;
    if (entry.state === 'refused' && entry.failure) {
      if (again || journal.entry(attemptId(attempt + 1))) continue;
      throw new Failed(entry.failure);
    }
    throw new Failed(unknownOutcome(entry));
  }
}

/** It was not sent, or the service rejected it before it ran. */
function neverRan({ state, failure }: JournalEntry): boolean {
  if (state === 'notSent') return true;
  return state === 'refused' && (failure?.kind === 'unauthorized' || failure?.kind === 'throttled');
}

/** Derives the same UUID from the same name. Version 8 allows a custom method. */
function idOf(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
