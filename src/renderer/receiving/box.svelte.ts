import type { BoxCheck, BoxInvoice, BoxNote, BoxProgress } from '../../contract/box-check.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Input } from '../../contract/index.ts';
import type { TrolleyBook } from '../../contract/trolley.ts';
import { boxBooks, countBox, openTroubles, type BoxLine, type BoxTrouble } from '../../shared/box-check.ts';
import { localDay } from '../../shared/days.ts';
import { call } from '../api.ts';
import type { ScanText } from '../scan/scan-text.ts';
import { claimedText } from './box-text.ts';

interface BoxPorts {
  /** The books of the trolley, in the order in which they were scanned. */
  readonly books: () => readonly TrolleyBook[];
  readonly say: (id: string, text: ScanText) => void;
}

/** A claim is answered in about so many days, unless a person says otherwise. */
const daysToExpect = 28;

/** Short first, then damaged, then extra; what is still asked, and what is here, last. */
function rankOf(line: BoxLine): number {
  const rank = [line.short, line.damaged, line.extra, line.waits].findIndex((count) => count > 0);
  return rank === -1 ? 4 : rank;
}

/** The box check of this window's trolley: what should be in the box, and what came of it by the books of the trolley. */
export class Box {
  check = $state.raw<BoxCheck | null>(null);
  /** Its panel is open, in the place of the order line. */
  isOpen = $state(false);
  /** The current row, by its key. */
  at = $state('');
  /** When what is short is expected now, `YYYY-MM-DD` as typed. */
  day = $state(dayAhead());
  /** What a check is to begin with, as typed. */
  text = $state('');
  /** Several invoices have the number. */
  choices = $state.raw<readonly BoxInvoice[]>([]);
  /** Its list is being read. */
  progress = $state.raw<BoxProgress | null>(null);
  /** Why it did not begin, and why something about it was not done. */
  beginFailure = $state.raw<Failure | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #ports: BoxPorts;
  #reading: AbortController | null = null;

  readonly count = $derived.by(() => {
    const { check } = this;
    return check && countBox(check.lines, boxBooks(this.#ports.books()), setOf(check.damaged));
  });
  /** What is to be seen to comes first; within that, the order of the list. */
  readonly rows = $derived((this.count?.lines ?? []).toSorted((one, other) => rankOf(one) - rankOf(other)));
  readonly current = $derived(this.rows.find((row) => keyOf(row) === this.at) ?? this.rows[0] ?? null);

  constructor(ports: BoxPorts) {
    this.#ports = ports;
  }

  /** Shows the check as main has it. */
  show(check: BoxCheck | null): void {
    if (check?.since !== this.check?.since) this.failure = null;
    // What is scanned after a check has ended begins no other one.
    if (this.check && !check) this.isOpen = false;
    this.check = check;
  }

  async begin(from: Input<'receiving.box.begin'>['from']): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.beginFailure = null;
    this.choices = [];
    this.progress = { done: 0, total: 0 };
    const report = (progress: BoxProgress): unknown => (this.progress = progress);
    const reply = await call('receiving.box.begin', { from }, { signal: reading.signal, onProgress: report });
    if (this.#reading !== reading) return;
    this.#reading = null;
    this.progress = null;
    if (reply.ok) {
      this.choices = reply.value.choices;
      if (this.choices.length === 0) this.text = '';
    } else if (reply.failure.kind !== 'cancelled') this.beginFailure = reply.failure;
  }

  stop(): void {
    this.#reading?.abort();
  }

  noteOf({ pol }: BoxLine, why: BoxTrouble): BoxNote | null {
    return this.check?.notes.find((note) => note.pol === pol && note.why === why) ?? null;
  }

  /** What of a line can be noted now. */
  troublesOf(line: BoxLine): readonly BoxTrouble[] {
    if (line.pol === '') return [];
    const isBusy = (why: BoxTrouble): boolean => {
      const state = this.noteOf(line, why)?.state;
      return state === 'noting' || state === 'unclear';
    };
    return openTroubles(line, (why) => this.noteOf(line, why)?.noted ?? 0).filter((why) => !isBusy(why));
  }

  /** The line that a key is for: the current one where it has this trouble, else the first that has. */
  lineFor(why: BoxTrouble): BoxLine | null {
    const { current, rows } = this;
    const has = (line: BoxLine): boolean => this.troublesOf(line).includes(why);
    return current && has(current) ? current : (rows.find(has) ?? null);
  }

  /** The newest book of the current line that is not marked yet. */
  get toMark(): string | null {
    return this.current?.books.findLast((id) => !this.isDamaged(id)) ?? null;
  }

  /** Writes what is wrong with a line into its order line. */
  async note(why: BoxTrouble): Promise<void> {
    const line = this.lineFor(why);
    if (!line) return;
    this.at = keyOf(line);
    const intent = crypto.randomUUID();
    const reply = await call('receiving.box.note', { intent, pol: line.pol, why, day: this.day });
    // What was sent and is not known is said at its row.
    this.failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.#ports.say(intent, claimedText(line, why, why === 'short' ? this.day : ''));
  }

  /** Damaged: what is marked is noted; where nothing is, the newest book of the current line is marked first. */
  async noteDamaged(): Promise<void> {
    const isMarked =
      this.lineFor('damaged') !== null || (this.toMark !== null && (await this.mark(this.toMark, true)));
    if (isMarked) await this.note('damaged');
  }

  /** The book of a line that was marked last, while the note about what is damaged does not count it; null for none. */
  lastMarked(line: BoxLine): string | null {
    const note = this.noteOf(line, 'damaged');
    if (note?.state === 'noting' || note?.state === 'unclear' || line.damaged <= (note?.noted ?? 0))
      return null;
    return line.books.findLast((id) => this.isDamaged(id)) ?? null;
  }

  /** A book that was marked by mistake. */
  async unmark(line: BoxLine): Promise<void> {
    const id = this.lastMarked(line);
    if (id !== null) await this.mark(id, false);
  }

  /** Marks a book as damaged, or not; answers whether that was done. */
  async mark(id: string, damaged: boolean): Promise<boolean> {
    const reply = await call('receiving.box.damaged', { id, damaged });
    this.failure = reply.ok ? null : reply.failure;
    return reply.ok;
  }

  isDamaged(id: string): boolean {
    return this.check?.damaged.includes(id) ?? false;
  }

  async end(): Promise<void> {
    const reply = await call('receiving.box.end', {});
    this.failure = reply.ok ? null : reply.failure;
  }
}

/** The key of a row: its order line, or the book that has none. */
export const keyOf = ({ pol, books }: BoxLine): string => pol || (books[0] ?? '');

const setOf = (ids: readonly string[]): ReadonlySet<string> => new Set(ids);

const dayAhead = (): string => localDay(new Date(Date.now() + daysToExpect * 86_400_000));
