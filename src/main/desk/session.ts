import type { DeskEvent, DeskSessionView } from '../../contract/desk.ts';
import { Listeners } from '../commands/listeners.ts';
import type { Cleared } from '../commands/looking.ts';
import { invalid } from '../failure.ts';
import type { ScanEntry } from '../ports.ts';
import { mayBeDue } from '../loans/due-date.ts';
import { AtDesk } from './at-desk.ts';
import { Cards } from './cards.ts';
import { isEnd, ItemLines } from './item-lines.ts';
import { ItemWork } from './item-work.ts';
import type { Given } from '../loans/pending-dues.ts';
import type { DeskParts } from '../deps.ts';
import { clearedScan, givenScan, recoveredScan } from './recovered.ts';
import { ScanIntake } from './intake.ts';
import { ScanList } from '../scans/scan-list.ts';
import { WhichOne } from './which-one.ts';

/**
 * The working session of one window at the circulation desk, and the queue of its scans. A card decides for every item
 * scanned after it, from the moment of its scan and whatever becomes of it: no item is ever lent to the patron before,
 * and none returned, because the service was slow. The items of one patron go in the order of their scans; patrons go
 * side by side.
 *
 * Here the session begins and ends. A scan comes in by `intake`; what a card comes to is found out by `cards`, and who
 * is at the desk is for `atDesk` to know; items wait in `ItemLines` for what `ItemWork` does with them.
 */
export class DeskSession {
  readonly events = new Listeners<DeskEvent>();
  readonly intake: ScanIntake;
  readonly cards: Cards;
  readonly atDesk: AtDesk;
  readonly #parts: DeskParts;
  readonly #scans: ScanList;
  readonly #lines: ItemLines;
  readonly #which = new WhichOne(() => this.events.tell({ type: 'which', which: this.#which.view }));

  constructor(parts: DeskParts) {
    const { events } = this;
    const scans = new ScanList('desk', parts, (scan) => {
      events.tell({ type: 'scan', scan });
      if (isEnd(scan)) this.#tellDue();
    });
    const items = new ItemWork(parts, scans, ({ kind }) => {
      if (kind === 'lent') atDesk.tell();
      atDesk.countsChanged();
    });
    const lines = new ItemLines(scans, items);
    const atDesk = new AtDesk(parts, { scans, items, events });
    this.#parts = parts;
    this.#scans = scans;
    this.#lines = lines;
    this.atDesk = atDesk;
    this.cards = new Cards(parts, { scans, items, lines, atDesk, which: this.#which });
    this.intake = new ScanIntake(parts, { scans, items, lines, atDesk, cards: this.cards });
  }

  view(): DeskSessionView {
    const { patron, opening } = this.atDesk;
    return { patron, opening, which: this.#which.view, scans: this.#scans.views(), due: this.#due };
  }

  whole(): DeskEvent {
    return { type: 'session', session: this.view() };
  }

  get isOccupied(): boolean {
    return this.atDesk.patron !== null || this.atDesk.opening;
  }

  get isEmpty(): boolean {
    return !this.busy && !this.isOccupied && this.#scans.views().length === 0 && this.#due === '';
  }

  /** Whether a scan here is not settled: the session cannot be ended. */
  get busy(): boolean {
    return this.#scans.open > 0 || this.atDesk.opening;
  }

  /** Whether anything here is not settled, or was not told for certain: a session that nobody may lose sight of. */
  get unfinished(): boolean {
    return this.busy || this.#scans.views().some(({ state }) => state === 'unclear');
  }

  /** Takes over what an earlier run left. */
  adopt(entries: readonly ScanEntry[]): void {
    for (const entry of entries) {
      const command = this.#parts.journal.entry(entry.view.id);
      this.#scans.adopt(recoveredScan(entry, command), entry);
    }
  }

  has(id: string): boolean {
    return this.#scans.get(id) !== null;
  }

  /** It is known now what came of a scan that was unclear. */
  clear(cleared: Cleared): void {
    const scan = this.#scans.get(cleared.id);
    if (scan?.state === 'unclear') this.#scans.change(scan.id, clearedScan(scan, cleared));
  }

  /** A loan whose day set by hand was owed has it now, or why it still has not. */
  dueGiven(given: Given): void {
    const scan = this.#scans.get(given.scan);
    if (scan?.state === 'done') this.#scans.change(scan.id, givenScan(given));
  }

  /** Everything lent from now on is due on this day; null: on the day that the service says. */
  setDue(text: string | null): { due: string } {
    const due = text?.trim() ?? '';
    this.#lines.due = text === null ? null : { text: due, day: mayBeDue(due, this.#parts.clock.now()) };
    this.#tellDue();
    return { due };
  }

  get #due(): string {
    return this.#lines.due?.text ?? '';
  }

  #tellDue(): void {
    this.events.tell({ type: 'due', due: this.#due });
  }

  /** A person has said what a code is that could be either. */
  which(id: string, is: 'patron' | 'item'): void {
    this.#which.answer(id, is);
  }

  /** Ends the session. What was scanned after the command that asks for it is for the next one. */
  end(): { lent: number; returned: number } {
    const { waiting, asked } = this.intake;
    const after = new Set([...waiting, ...asked]);
    const scans = this.#scans.views().filter(({ id }) => !after.has(id));
    if (this.atDesk.opening || scans.some(({ id }) => this.#scans.isOpen(id)))
      throw invalid('scans', 'scansOpen');
    const count = (kind: string): number => scans.filter(({ result }) => result?.kind === kind).length;
    this.#scans.end(waiting);
    this.#lines.forget();
    this.atDesk.forget();
    this.intake.forget();
    this.#which.forget();
    this.events.tell(this.whole());
    return { lent: count('lent') - count('undone'), returned: count('returned') };
  }
}
