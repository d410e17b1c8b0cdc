import type { NoteView, PatronView } from '../../contract/desk.ts';
import type { User } from '../../service/shapes/user.ts';
import type { Service } from '../ports.ts';
import { patronView } from '../patrons/view.ts';
import { JobLine, type Gate, type Job } from './queue.ts';
import type { PatronRead } from '../patrons/read.ts';

/**
 * - `opening` the service was asked who this is
 * - `open`    it said
 * - `failed`  it did not, or the patron was left with their notes unseen: whatever was scanned for them is turned away
 * - `moved`   it was no patron but an item: what was scanned after it belongs to the sitting before
 */
type State = 'opening' | 'open' | 'failed' | 'moved';

interface Work {
  readonly work: (job: Job, sitting: Sitting) => Promise<void>;
  readonly refuse: (job: Job) => void;
}

/** One patron at the desk, from the scan of the card on, and the items scanned for them. */
export class Sitting {
  readonly line: JobLine;
  /** Whose sitting it was before this card. */
  readonly previous: Sitting | null;
  /** The text of the scan does not tell whether it is a card. */
  readonly mayBeItem: boolean;
  #state: State = 'opening';
  #patron: PatronView | null = null;
  #user: User | null = null;
  #service: Service | null = null;

  constructor(previous: Sitting | null, mayBeItem: boolean, work: Work) {
    this.previous = previous;
    this.mayBeItem = mayBeItem;
    this.line = new JobLine({
      gate: () => this.#gate(),
      work: (job) => work.work(job, this),
      refuse: work.refuse,
    });
  }

  get state(): State {
    return this.#state;
  }

  get patron(): PatronView | null {
    return this.#patron;
  }

  /** The patron's record as it was last read: what whoever edits it has seen. */
  get user(): User | null {
    return this.#user;
  }

  /** The service that the patron was found at: everything for them goes there, wherever the station stands by then. */
  get service(): Service | null {
    return this.#service;
  }

  /** Pop-up notes are unseen: what is scanned is held. */
  get holds(): boolean {
    return this.#state === 'open' && (this.#patron?.unseenNotes.length ?? 0) > 0;
  }

  open(service: Service, read: PatronRead, seen: ReadonlySet<string>, now: Date): PatronView {
    const patron = this.renew(read, seen, now);
    this.#state = 'open';
    this.#service = service;
    this.line.go();
    return patron;
  }

  /** The patron as they stand now. */
  renew({ user, owed }: PatronRead, seen: ReadonlySet<string>, now: Date): PatronView {
    const view = patronView(user, owed, now);
    this.#user = user;
    this.#patron = { ...view, unseenNotes: unseenOf(view, seen) };
    return this.#patron;
  }

  /**
   * The patron after their record was written here. What is counted beside it is as it was; whoever wrote a note has
   * seen it.
   *
   * @param own the text of the note that was added, if one was
   */
  rewritten(user: User, own: string | null, seen: Set<string>, now: Date): PatronView | null {
    const before = this.#patron;
    if (!before) return null;
    const { owed, loans, requests, fees, userId } = before;
    const view = { ...patronView(user, { money: owed, fees }, now), loans, requests };
    const known = new Set(before.notes.map((note) => noteKey(userId, note)));
    for (const note of view.notes) {
      const key = noteKey(userId, note);
      if (note.text === own?.trim() && !known.has(key)) seen.add(key);
    }
    this.#user = user;
    this.#patron = { ...view, unseenNotes: unseenOf(view, seen) };
    return this.#patron;
  }

  /** The notes were seen; returns their keys, so that they are not held up again in this session. */
  acknowledge(): string[] {
    const patron = this.#patron;
    if (!patron) return [];
    this.#patron = { ...patron, unseenNotes: [] };
    this.line.go();
    return patron.unseenNotes.map((note) => noteKey(patron.userId, note));
  }

  fail(): void {
    this.#state = 'failed';
    this.#patron = null;
    this.#user = null;
    this.line.go();
  }

  move(): void {
    this.#state = 'moved';
  }

  /** One more loan, until the record is read again. */
  countLoan(): void {
    if (this.#patron) this.#patron = { ...this.#patron, loans: this.#patron.loans + 1 };
  }

  #gate(): Gate {
    if (this.#state === 'failed') return 'refuse';
    return this.#state === 'open' && !this.holds ? 'open' : 'shut';
  }
}

const unseenOf = (view: Omit<PatronView, 'unseenNotes'>, seen: ReadonlySet<string>): readonly NoteView[] =>
  view.notes.filter((note) => note.popUp && !seen.has(noteKey(view.userId, note)));

const noteKey = (userId: string, note: NoteView): string => JSON.stringify([userId, note.date, note.text]);

/** The sitting that a scan belongs to in the end: one that turned out to be an item stands for the one before. */
export function settledSitting(sitting: Sitting | null): Sitting | null {
  let at = sitting;
  while (at?.state === 'moved') at = at.previous;
  return at;
}

/** Whether this sitting is at the desk, or will be if the codes looked up at this moment turn out to be items. */
export function mayStillBeAt(desk: Sitting | null, sitting: Sitting): boolean {
  let at = desk;
  while (at && at !== sitting && (at.state === 'moved' || (at.state === 'opening' && at.mayBeItem)))
    at = at.previous;
  return at === sitting;
}
