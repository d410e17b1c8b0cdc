import type { Parsed } from '../../contract/index.ts';
import type { Failure } from '../../contract/failure.ts';
import { boxBooks, countBox, type BoxLine, type BoxTrouble } from '../../shared/box-check.ts';
import { localDay } from '../../shared/days.ts';
import { m } from '../../messages/compiled/messages.js';
import { failureOf, invalid } from '../failure.ts';
import { dayText, typedDay } from '../forms/fields.ts';
import { addOrderNote } from '../orders/add-note.ts';
import { didNotHappen } from '../scans/scan.ts';
import type { BoxCheckRow, BoxNoteRow } from './box-check-row.ts';
import type { Receiving } from './receiving.ts';
import { showChanged } from './show-order.ts';
import type { Trolley } from './trolley.ts';

/** The check of a trolley. Throws `gone`. */
export function checkOf({ check }: Trolley): BoxCheckRow {
  if (!check) throw invalid('check', 'gone');
  return check;
}

const isOf =
  (pol: string, why: BoxTrouble) =>
  (note: Pick<BoxNoteRow, 'pol' | 'why'>): boolean =>
    note.pol === pol && note.why === why;

interface NotePlace extends Pick<Receiving, 'rooms'> {
  readonly trolley: Trolley;
}

/** A check with this note, in the place of the one before about the same. */
const withNote = (check: BoxCheckRow, note: BoxNoteRow): BoxCheckRow => ({
  ...check,
  notes: [...check.notes.filter((one) => !isOf(note.pol, note.why)(one)), note],
});

/**
 * Writes what has become of a note. On a disk that is full by then it is true all the same: to throw that would say of
 * what was written, or is not confirmed, that it did not happen.
 */
function changeNote({ trolley, rooms }: NotePlace, note: BoxNoteRow): void {
  // The check was ended meanwhile: what is in the order line is there all the same.
  if (!trolley.check) return;
  trolley.changeCheck(withNote(trolley.check, note));
  rooms.trolleyChanged(trolley);
}

/** The expected date of a line is another one by now: what is written next goes by that. */
function setDay(trolley: Trolley, pol: string, day: string): void {
  const { check } = trolley;
  if (!check) return;
  trolley.changeCheck({
    ...check,
    lines: check.lines.map((line) => (line.pol === pol ? { ...line, day } : line)),
  });
}

/**
 * Writes what is wrong with a line of the box into its order line, as a note; for what is short, with the day on which
 * it is expected now. The note is in the journal before it is sent, and what was written is not written again.
 */
export async function noteTrouble(
  receiving: Receiving,
  trolley: Trolley,
  { intent, pol, why, day: typed }: Parsed<'receiving.box.note'>,
  signal: AbortSignal,
): Promise<void> {
  const { deps, rooms } = receiving;
  const check = checkOf(trolley);
  const before = check.notes.find(isOf(pol, why)) ?? null;
  const line = countBox(check.lines, boxBooks(trolley.all), new Set(check.damaged)).lines.find(
    (one) => one.pol === pol,
  );
  const count = line?.[why] ?? 0;
  if (!line || count === 0) throw invalid('pol', 'gone');
  const isOpen = before?.state === 'noting' || before?.state === 'unclear';
  if (isOpen || (before && before.noted >= count)) throw invalid('intent', 'alreadySent');
  const day = why === 'short' ? expectedDay(typed, deps.clock.now()) : '';
  const service = await deps.connection.service();
  if (service.library.id !== trolley.library) throw invalid('library', 'moved');
  deps.commands.mustBeNew(intent);
  const at = deps.clock.now().toISOString();
  // What was to be written before may be there: then it is that, word for word.
  const isSame = before?.state === 'failed' && before.count === count && before.day === day;
  const text = isSame ? before.text : noteText(check, line, why, localDay(deps.clock.now()));
  const noted = before?.noted ?? 0;
  const note: BoxNoteRow = {
    ...{ pol, why, count, noted, day, at, intent, text },
    state: 'noting',
    failure: null,
  };
  if (trolley.check) trolley.setCheck(withNote(trolley.check, note));
  rooms.trolleyChanged(trolley);
  const was = check.lines.find((one) => one.pol === pol)?.day ?? '';
  try {
    const added = { intent, number: pol, text, expected: why === 'short' ? { day, was } : null, signal };
    await addOrderNote(deps, service, added, (at, updated) => showChanged(receiving, at, updated));
    if (why === 'short') setDay(trolley, pol, day);
    changeNote({ trolley, rooms }, { ...note, state: 'noted', noted: count });
  } catch (error) {
    const failure = failureOf(error, deps.log);
    if (failure.kind === 'conflict')
      setDay(trolley, pol, failure.differences.find(({ field }) => field === 'expected')?.is ?? was);
    // Where the program ends, the next run finds out.
    if (!deps.closing.aborted) changeNote({ trolley, rooms }, { ...note, ...failed(failure) });
    throw error;
  }
}

const failed = (failure: Failure): Pick<BoxNoteRow, 'state' | 'failure'> => ({
  state: failure.kind === 'unknown-outcome' ? 'unclear' : 'failed',
  failure,
});

/** The day on which what is short is expected: required, and not in the past. */
function expectedDay(typed: string, now: Date): string {
  if (typed.trim() === '') throw invalid('expected', 'required');
  const day = dayText(typedDay('expected', typed));
  if (day < localDay(now)) throw invalid('expected', 'inThePast');
  return day;
}

/** What is written into the order line. Days are as the library system has them: whoever reads it may be elsewhere. */
function noteText({ source }: BoxCheckRow, line: BoxLine, why: BoxTrouble, day: string): string {
  const { expected, books } = line;
  const count = String(line[why]);
  const what = {
    short: () => m.receiving_box_note_short({ count, of: String(expected) }),
    damaged: () => m.receiving_box_note_damaged({ count, of: String(books.length) }),
    extra: () => m.receiving_box_note_extra({ count }),
  }[why]();
  return source.kind === 'invoice'
    ? m.receiving_box_note_invoice({ what, number: source.number, day })
    : m.receiving_box_note_checked({ what, day });
}

/** Writes on the notes what is found out about updates that were not confirmed. */
export function followNotes(receiving: Receiving): void {
  const { deps, trolleys, rooms } = receiving;
  deps.unclear.resolved.on(({ id, happened }) => {
    for (const trolley of trolleys.all) {
      const note = trolley.check?.notes.find(({ intent }) => intent === id);
      if (!note || note.state === 'noting' || note.state === 'noted') continue;
      if (happened && note.why === 'short') setDay(trolley, note.pol, note.day);
      changeNote(
        { trolley, rooms },
        happened
          ? { ...note, state: 'noted', noted: note.count, failure: null }
          : { ...note, state: 'failed', failure: didNotHappen },
      );
    }
  });
}
