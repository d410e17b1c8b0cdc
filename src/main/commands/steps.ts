import { createHash } from 'node:crypto';
import type { Journal, JournalEntry } from '../journal/port.ts';
import { Failed, unknownOutcome } from '../failure.ts';

/** What the journal knows of a step of a longer task. */
export type StepSoFar =
  { readonly state: 'toDo'; readonly id: string } | { readonly state: 'done'; readonly entry: JournalEntry };

/**
 * Whether a step of a longer task is done or still to do. The step's journal id is made from the task's intent and the
 * step's name. So a task that is begun again, after a crash or an unclear answer, finds its own steps: a step that was
 * done is not done again, and one that provably never ran may be tried again. Throws the failure of a step that was
 * refused or is unclear: the task ends there.
 */
export function stepSoFar(journal: Journal, intent: string, step: string): StepSoFar {
  for (let attempt = 0; ; attempt += 1) {
    const id = idOf(`${intent}/${step}/${String(attempt)}`);
    const entry = journal.entry(id);
    if (!entry) return { state: 'toDo', id };
    if (entry.state === 'accepted') return { state: 'done', entry };
    if (neverRan(entry)) continue;
    if (entry.state === 'refused' && entry.failure) throw new Failed(entry.failure);
    throw new Failed(unknownOutcome(entry));
  }
}

/** It did not leave, or the service turned it away before it ran. */
function neverRan({ state, failure }: JournalEntry): boolean {
  if (state === 'notSent') return true;
  return state === 'refused' && (failure?.kind === 'unauthorized' || failure?.kind === 'throttled');
}

/** The same UUID for the same name. Version 8 is the kind of UUID that a program may make in its own way. */
function idOf(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
