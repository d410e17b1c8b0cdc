import type { NoteView, PatronView } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import type { User } from '../../service/shapes/user.ts';
import type { PatronRead } from '../patrons/read.ts';
import { patronView } from './view.ts';
import type { Clock, Service } from '../ports.ts';
import type { ScanList } from '../scans/scan-list.ts';
import { noPatron, type Borrower, type ItemScan, type Job } from './circulation.ts';
import { JobQueue, type JobRunner } from './queue.ts';

/**
 * - `opening` the service is asked who this is
 * - `open`    the service has answered
 * - `unread`  a card, or what may be one, opened nobody: what was scanned after it waits until it is known for whom
 * - `none`    it was no card, or changes nothing any more: what is scanned after it is for the session before
 */
type PatronSessionState = 'opening' | 'open' | 'unread' | 'none';

const notesUnseen: Failure = { ...noPatron, detail: 'notesUnseen' };

/** A code that was read as a card, or a patron who was chosen. */
interface ReadCard {
  /** The scan's id; one of its own where a patron was chosen. */
  readonly id: string;
  readonly code: string;
  /** Its place among the scans. */
  readonly order: number;
  /** The cards before it that were known to be unread when it came. */
  readonly unreadBefore: readonly PatronSession[];
}

/** What the patrons of one desk session share. */
interface SharedParts {
  readonly scans: ScanList;
  readonly runner: JobRunner;
  readonly clock: Clock;
  /** The keys of the notes that were seen in this desk session. */
  readonly seenNotes: Set<string>;
}

/** One patron at the desk from the scan of the card on, and the queue of the items scanned for them. */
export class PatronSession implements Borrower {
  readonly card: ReadCard;
  /** The order of the first scan of this visit. */
  firstScan: number;
  /** It opened nobody, and is a card's by the rules. */
  isCard = false;
  /** It opened nobody, and the end of the visit was asked for since: the next card is the next visitor's. */
  isOver = false;
  readonly #shared: SharedParts;
  readonly #queue: JobQueue;
  #state: PatronSessionState = 'opening';
  #patron: PatronView | null = null;
  #user: User | null = null;
  #service: Service | null = null;
  #atLimit = false;

  constructor(shared: SharedParts, card: ReadCard) {
    const { runner } = shared;
    this.#shared = shared;
    this.card = card;
    this.firstScan = card.order;
    this.#queue = new JobQueue({
      gate: () => (this.#state === 'open' && !this.holds ? 'open' : 'shut'),
      run: (job) => runner.run(job),
    });
  }

  get state(): PatronSessionState {
    return this.#state;
  }

  get patron(): PatronView | null {
    return this.#patron;
  }

  /** The patron's record as it was last read: edits are based on it. */
  get user(): User | null {
    return this.#user;
  }

  /**
   * The service where the patron was found. Everything for them goes there, wherever the station is connected by then.
   */
  get service(): Service | null {
    return this.#service;
  }

  /** Whether what is scanned is held: notes that pop up are unseen, or it is not known for whom it is. */
  get holds(): boolean {
    return this.#state === 'unread' || (this.#patron?.unseenNotes.length ?? 0) > 0;
  }

  /** Whether scans wait here. */
  get isWaitedFor(): boolean {
    return this.#queue.waiting.some(({ id }) => this.#shared.scans.isOpen(id));
  }

  /** Whether a code is this patron's, or the one that they were opened by. */
  isOf(code: string): boolean {
    return [this.card.code, this.#patron?.userId, this.#patron?.barcode].includes(code);
  }

  /** Lends an item to this patron, or renews their loan of it, after the items before it. */
  put(kind: 'lend' | 'renew', scan: ItemScan): void {
    const { scans } = this.#shared;
    const mustWait = this.#queue.isBusy || this.#state === 'opening';
    const state = this.holds ? 'held' : mustWait ? 'waiting' : null;
    if (state && scans.isOpen(scan.id)) scans.change(scan.id, { state });
    this.#queue.put({ ...scan, kind, borrower: this });
  }

  /** The service has answered who this is. */
  open(service: Service, read: PatronRead): PatronView {
    const patron = this.#show(read.user, read.feeTotal);
    this.#state = 'open';
    this.#service = service;
    this.#queue.go();
    if (this.holds) this.#mark('held');
    return patron;
  }

  /** The patron was read again. */
  update({ user, feeTotal }: PatronRead): void {
    this.#show(user, feeTotal);
    this.#gateMayHaveChanged();
  }

  /**
   * The patron's record was written by this window. The counts stay, and a note written here counts as seen.
   *
   * @param ownNote the text of the note that was added, if one was
   */
  recordWritten(user: User, ownNote: string | null): void {
    const before = this.#patron;
    if (before) {
      const { seenNotes, clock } = this.#shared;
      const { owed, loans, requests, fees, userId } = before;
      const { notes } = patronView(user, { money: owed, fees }, clock.now());
      const known = new Set(before.notes.map((note) => noteKey(userId, note)));
      for (const note of notes) {
        const key = noteKey(userId, note);
        if (note.text === ownNote?.trim() && !known.has(key)) seenNotes.add(key);
      }
      this.#show(user, { money: owed, fees }, { loans, requests });
    }
    this.#gateMayHaveChanged();
  }

  /** The notes were seen: what was held goes on, and they do not hold anything again in this desk session. */
  acknowledge(): void {
    const patron = this.#patron;
    if (!patron) return;
    this.#mark('waiting');
    this.#patron = { ...patron, unseenNotes: [] };
    this.#queue.go();
    for (const note of patron.unseenNotes) this.#shared.seenNotes.add(noteKey(patron.userId, note));
  }

  /** It opened nobody; `isCard`: by the rules it is a card. What was scanned after it waits. */
  misread(isCard: boolean): void {
    this.#state = 'unread';
    this.isCard = isCard;
    this.#mark('held');
  }

  /** It is no card, or not waited for any more. */
  pass(): void {
    this.#state = 'none';
  }

  /** Takes out what waits here, in its order. */
  takeWaiting(): readonly Job[] {
    return this.#queue.empty();
  }

  /** Refuses what is held for unseen notes: the patron has left, and nobody sees the notes any more. */
  refuseHeld(): void {
    if (!this.holds) return;
    for (const { id } of this.#queue.empty()) this.#shared.runner.refuse(id, notesUnseen);
  }

  countLoan(): void {
    this.#setAtLimit(false);
    if (this.#patron) this.#patron = { ...this.#patron, loans: this.#patron.loans + 1 };
  }

  limitReached(): void {
    this.#setAtLimit(true);
  }

  /** An item came back: it may have been this patron's. */
  itemReturned(): void {
    this.#setAtLimit(false);
  }

  #setAtLimit(atLimit: boolean): void {
    this.#atLimit = atLimit;
    if (this.#patron) this.#patron = { ...this.#patron, atLimit };
  }

  /** Shows the patron as this record says, with `counts` in place of the record's own counts. */
  #show(user: User, feeTotal: PatronRead['feeTotal'], counts: Partial<PatronView> = {}): PatronView {
    const { clock, seenNotes } = this.#shared;
    const view = { ...patronView(user, feeTotal, clock.now()), ...counts };
    const isUnseen = (note: NoteView): boolean => note.popUp && !seenNotes.has(noteKey(view.userId, note));
    // Something was returned elsewhere.
    if (view.loans < (this.#patron?.loans ?? 0)) this.#atLimit = false;
    this.#user = user;
    this.#patron = { ...view, unseenNotes: view.notes.filter(isUnseen), atLimit: this.#atLimit };
    return this.#patron;
  }

  /** A note that holds what is scanned may have come or gone with the record. */
  #gateMayHaveChanged(): void {
    this.#mark(this.holds ? 'held' : 'waiting');
    this.#queue.go();
  }

  #mark(state: 'held' | 'waiting'): void {
    const { scans } = this.#shared;
    for (const { id } of this.#queue.waiting) {
      if (scans.isOpen(id) && scans.get(id)?.state !== state) scans.change(id, { state });
    }
  }
}

const noteKey = (userId: string, note: NoteView): string => JSON.stringify([userId, note.date, note.text]);
