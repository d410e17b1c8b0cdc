import { createHash } from 'node:crypto';
import type { JournalEntry, Journal } from '../ports.ts';
import { Failed, unknownOutcome } from '../failure.ts';

/** What is known of a step of a longer task from the journal. */
export type StepSoFar =
  { readonly state: 'toDo'; readonly id: string } | { readonly state: 'done'; readonly entry: JournalEntry };

/**
 * Where a step of a longer task stands. Its journal id is made from the task's intent and the step's name, so that a
 * task that is begun again, after a crash or an unclear answer, knows its own steps: what was done is not done again,
 * what provably never ran may be, and what is unclear or was refused ends it here. Throws the step's failure.
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

/** It did not leave, or did not get past the service's door. */
function neverRan({ state, failure }: JournalEntry): boolean {
  if (state === 'notSent') return true;
  return state === 'refused' && (failure?.kind === 'unauthorized' || failure?.kind === 'throttled');
}

/** The same UUID for the same name, of the kind that is free for anybody's own making (version 8). */
function idOf(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
