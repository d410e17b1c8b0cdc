import type { AtDesk, DeskEvent, DeskSessionView } from '../../contract/desk.ts';
import { Emitter } from '../emitter.ts';
import type { ResolvedCommand } from '../commands/lookups.ts';
import type { DeskDeps, DesksDeps } from '../deps.ts';
import { invalid } from '../failure.ts';
import { parseDueDay } from '../loans/due-date.ts';
import type { DueDateAttempt } from '../loans/pending-due-dates.ts';
import type { ScanEntry } from '../journal/port.ts';
import { recoverScan, scanView } from '../scans/scan.ts';
import { ScanList } from '../scans/scan-list.ts';
import { WindowSessions } from '../scans/window-sessions.ts';
import { Cards } from './cards.ts';
import { Circulation, resolvedScan, dueDateScan } from './circulation.ts';
import { DueByHand, isEnd } from './due-by-hand.ts';
import { ScanIntake } from './intake.ts';
import { OpenPatron } from './open-patron.ts';
import { PatronSessions } from './patron-sessions.ts';
import { JobRunner } from './queue.ts';

/**
 * The circulation desk of one window: its working session, and the queue of its scans. A card decides for every item
 * that is scanned after it, from the moment of its scan and whatever becomes of it: no item is ever lent to the patron
 * before, and none is returned, because the service is slow or the card cannot be read. The items of one patron go in the
 * order of their scans; patrons go side by side.
 *
 * The parts know each other in one direction only: intake → cards → patron sessions → queues → circulation. What has
 * happened comes back as events (`done`, `changes`) and as changes of scans.
 */
export class Desk {
  readonly events = new Emitter<DeskEvent>();
  readonly intake: ScanIntake;
  readonly cards: Cards;
  readonly patrons: PatronSessions;
  readonly openPatron: OpenPatron;
  readonly #deps: DeskDeps;
  readonly #scans: ScanList;
  readonly #runner: JobRunner;
  readonly #due: DueByHand;

  constructor(deps: DesksDeps) {
    const { events } = this;
    const scans = new ScanList('desk', deps, (scan) => {
      events.emit({ type: 'scan', scan: scanView(scan) });
      if (isEnd(scan)) this.#tellDue();
    });
    const runner = new JobRunner(deps, scans, new Circulation(deps));
    const patrons = new PatronSessions(deps, scans, runner);
    const cards = new Cards(deps, scans, runner, patrons);
    const due = new DueByHand(scans);
    this.#deps = deps;
    this.#scans = scans;
    this.#runner = runner;
    this.#due = due;
    this.patrons = patrons;
    this.openPatron = new OpenPatron(deps, scans, patrons, runner);
    this.cards = cards;
    this.intake = new ScanIntake(deps, { scans, runner, patrons, cards, due });
    patrons.changes.on(() => {
      events.emit({ type: 'patron', ...this.#atDesk() });
    });
    cards.which.changes.on((which) => events.emit({ type: 'which', which }));
  }

  view(): DeskSessionView {
    const scans = this.#scans.all().map(scanView);
    return { ...this.#atDesk(), which: this.cards.which.view, scans, due: this.#due.text };
  }

  snapshot(): DeskEvent {
    return { type: 'session', session: this.view() };
  }

  get isOccupied(): boolean {
    return this.patrons.patron !== null || this.patrons.isOpening;
  }

  get isEmpty(): boolean {
    return !this.isBusy && !this.isOccupied && this.#scans.all().length === 0 && this.#due.text === '';
  }

  /** Whether a scan here is not settled: the session cannot be ended. */
  get isBusy(): boolean {
    return this.#scans.open > 0 || this.patrons.isOpening;
  }

  /** Whether the user still has to see this session: a scan is not settled, or its outcome is unclear. */
  get isUnfinished(): boolean {
    return this.isBusy || this.#scans.all().some(({ state }) => state === 'unclear');
  }

  /** Takes over the scans of an earlier run. */
  adopt(entries: readonly ScanEntry[]): void {
    for (const entry of entries) {
      const command = this.#deps.journal.entry(entry.scan.id);
      this.#scans.adopt(recoverScan(entry, command), entry);
    }
  }

  has(id: string): boolean {
    return this.#scans.get(id) !== null;
  }

  /** The outcome of an unclear command is known. */
  commandResolved(resolved: ResolvedCommand): void {
    const scan = this.#scans.get(resolved.id);
    if (scan?.state === 'unclear') this.#scans.change(scan.id, resolvedScan(scan, resolved));
  }

  /** The due day set by hand was given to a loan, or that failed. */
  dueDateAttempted(attempt: DueDateAttempt): void {
    const scan = this.#scans.get(attempt.scan);
    if (scan?.state === 'done') this.#scans.change(scan.id, dueDateScan(attempt));
  }

  /** Everything lent from now on is due on this day (`YYYY-MM-DD`); null for the service's own day. */
  setDue(typed: string | null): { due: string } {
    const text = typed?.trim() ?? '';
    this.#due.set(typed === null ? null : { text, day: parseDueDay(text, this.#deps.clock.now()) });
    this.#tellDue();
    return { due: text };
  }

  /** Ends the session. Scans after the END command are for the next session. */
  end(): { lent: number; returned: number } {
    const { waiting, atWindow } = this.intake;
    const after = new Set([...waiting, ...atWindow]);
    const scans = this.#scans.all().filter(({ id }) => !after.has(id));
    if (this.patrons.isOpening || scans.some(({ id }) => this.#scans.isOpen(id)))
      throw invalid('scans', 'scansOpen');
    const count = (kind: string): number => scans.filter(({ result }) => result?.kind === kind).length;
    this.#scans.end(waiting);
    this.#runner.forget();
    this.#due.endSession();
    this.openPatron.forget();
    this.patrons.forget();
    this.intake.forget();
    this.cards.forget();
    this.events.emit(this.snapshot());
    return { lent: count('lent') - count('undone'), returned: count('returned') };
  }

  #atDesk(): AtDesk {
    const { patron, isOpening: opening, unread, visitFrom } = this.patrons;
    return { patron, opening, unread, visitFrom };
  }

  #tellDue(): void {
    this.events.emit({ type: 'due', due: this.#due.text });
  }
}

/** The circulation desks, one per window. */
export class Desks extends WindowSessions<DeskEvent, Desk> {
  constructor(deps: DesksDeps) {
    super('desk', deps, () => new Desk(deps));
    deps.unclear.resolved.on((resolved) => {
      for (const desk of this.all) desk.commandResolved(resolved);
    });
    deps.dueDates.attempts.on((attempt) => {
      for (const desk of this.all) desk.dueDateAttempted(attempt);
    });
  }

  /** Ends the session of a window. The window then gets a session that waits, where there is one. */
  end(window: number): ReturnType<Desk['end']> {
    const counts = this.of(window).end();
    this.handOver();
    return counts;
  }

  /** Throws `scansOpen` while a scan is not settled, in any window or left by one that was closed. */
  refuseWhileOpen(): void {
    for (const desk of this.all) if (desk.isBusy) throw invalid('scans', 'scansOpen');
  }

  /** The station is connected to another service: every window's patron leaves, unless a scan is under way. */
  serviceChanged(): void {
    for (const desk of this.shown) if (!desk.isBusy) desk.end();
    this.handOver();
  }

  /** The window is closed. An unfinished session waits for another window, any other ends. */
  closed(window: number): void {
    const desk = this.delete(window);
    const isUnfinished = desk?.isUnfinished;
    desk?.intake.windowClosed();
    if (isUnfinished) this.keepForNextWindow(desk);
    else desk?.end();
  }
}
