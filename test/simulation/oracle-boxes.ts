import type { BoxNote } from '../../src/contract/box-check.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { TrolleyRow } from '../../src/main/receiving/trolley-row.ts';
import type { Effect } from './network.ts';
import type { Fault, Seen, Wrong } from './oracle.ts';

/** What is wrong with a box is in its order line once; and what is said to be noted is there. */
export function boxFaults(seen: Seen, done: ReadonlyMap<string, Effect[]>): Fault[] {
  const faults: Fault[] = [];
  const fault = (wrong: Wrong, what: string): void => void faults.push({ wrong, what, step: 0 });
  for (const library of seen.isShared ? [] : ['A', 'B']) {
    for (const [pol, notes] of seen.notesAt(library)) {
      const twice = notes.find((text, nth) => notes.indexOf(text) !== nth);
      if (twice !== undefined) fault('doubled', `${pol} at ${library} has the note “${twice}” twice`);
    }
  }
  for (const { station: name, library, check } of seen.model.books.checks.values()) {
    const station = seen.stations.find((one) => one.name === name);
    if (!station || station.hasLost || library === null || seen.isShared) continue;
    for (const note of check.notes) {
      const notes = seen.notesAt(library).get(note.pol) ?? [];
      if (note.state === 'noted' && !notes.some((text) => isOf(note, text)))
        fault('toldWrongly', `${note.pol}: ${note.why} of ${note.count} is said to be noted, and is not`);
    }
  }
  for (const { name, hasLost, program } of seen.stations) {
    for (const { id, data } of hasLost ? [] : (program?.journal.openSteps() ?? [])) {
      const stored = TrolleyRow.safeParse(data).data?.check;
      // What an earlier run had left may stand there as it was then: it is known better.
      const shown = stored && seen.model.books.checks.get(`${id} ${stored.since}`)?.check.notes;
      for (const { pol, why, intent } of stored?.notes ?? []) {
        const of = `${pol}: the note of what is ${why} at ${name} (${intent.slice(0, 8)})`;
        const state = shown?.find((note) => note.pol === pol && note.why === why)?.state;
        if (state === 'noting') fault('lost', `${of} is noting for ever`);
        if (state === 'unclear' && program?.journal.entry(intent)?.state !== 'unknown')
          fault('lost', `${of} is unclear for ever`);
        if (state === 'failed' && done.has(intent) && !seen.model.lateNotices.has(intent))
          fault('toldWrongly', `${of} is said to have failed, and was written`);
      }
    }
  }
  return faults;
}

/** The words of a note that do not say which box it was. */
function isOf({ why, count: number }: BoxNote, text: string): boolean {
  const count = String(number);
  const words = {
    short: () => m.receiving_box_note_short({ count, of: '…' }),
    damaged: () => m.receiving_box_note_damaged({ count, of: '…' }),
    extra: () => m.receiving_box_note_extra({ count }),
  }[why]();
  return text.startsWith(words.split('…')[0] ?? '');
}
