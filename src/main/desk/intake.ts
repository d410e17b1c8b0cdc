import { randomUUID } from 'node:crypto';
import type { Offer } from '../../contract/scans.ts';
import type { Deps } from '../deps.ts';
import { invalid } from '../failure.ts';
import { CommandQueue } from '../scans/command-queue.ts';
import type { CommandBarcode } from '../../shared/command-barcodes.ts';
import type { ScanList } from '../scans/scan-list.ts';
import { commandScan, type Incoming, readIncoming, refusedScan, type Submitted } from '../scans/scan.ts';
import type { Scan } from '../journal/port.ts';
import type { Cards } from './cards.ts';
import { lastLoan } from './circulation.ts';
import type { DueByHand, ScannedDue } from './due-by-hand.ts';
import type { PatronSession } from './patron-session.ts';
import type { PatronSessions } from './patron-sessions.ts';
import type { JobRunner } from './queue.ts';

/** A scan that waits for its turn, as it was read when it was scanned. */
type IntakeJob =
  | (Pick<Incoming, 'id' | 'mode' | 'by' | 'guess'> & {
      readonly kind: 'scan';
      readonly codeKind: 'patron' | 'item' | 'unknown';
      readonly code: string;
      readonly due: ScannedDue;
    })
  | (Pick<Incoming, 'id' | 'text' | 'guess'> & { readonly kind: 'misreadCard' });

/** The parts of the desk that the intake works with. */
interface IntakeParts {
  readonly scans: ScanList;
  readonly runner: JobRunner;
  readonly patrons: PatronSessions;
  readonly cards: Cards;
  readonly due: DueByHand;
}

/**
 * Takes the scans of one session: tells what each of them is, and gives it its turn among those before and after it.
 */
export class ScanIntake {
  readonly #connection: Deps['connection'];
  readonly #desk: IntakeParts;
  readonly #commands: CommandQueue<IntakeJob>;
  /** The scans whose loans UNDO has taken back. */
  #undone = new Set<string>();

  constructor({ connection, log }: Pick<Deps, 'connection' | 'log'>, desk: IntakeParts) {
    this.#connection = connection;
    this.#desk = desk;
    this.#commands = new CommandQueue({
      scans: desk.scans,
      log,
      begin: (job) => this.#begin(job),
      inMain: { UNDO: (id) => this.#undo(id) },
      waitBefore: (settled, command) => this.#waitBefore(settled, command),
    });
  }

  /** Takes a scan: it is durable when this returns. The same id again is the same scan. */
  submit(scanned: Submitted): Scan {
    const { scans, due } = this.#desk;
    const existing = scans.get(scanned.id);
    if (existing) return existing;
    const incoming = readIncoming(scanned, this.#connection.view().barcodes);
    const { id, text, what, mode, by, guess } = incoming;
    if (!what.ok || what.kind === 'orderLine') return this.#turnAway(incoming);
    if (what.kind === 'command') {
      const command = scans.add(commandScan(incoming, what.command, 'desk'), mode);
      if (scans.isOpen(id)) this.#commands.putCommand(id, what.command);
      return scans.get(id) ?? command;
    }
    const { kind, code } = what;
    const action = this.#actionOf(kind, mode);
    const state = this.#commands.isBusy ? 'waiting' : 'received';
    const received = scans.add({ id, text, code, by, kind, action, state, failure: null }, mode);
    this.#commands.put({ kind: 'scan', id, mode, by, guess, codeKind: kind, code, due: due.scanned() });
    return scans.get(id) ?? received;
  }

  /** Answers the question of a scan: its item is scanned once more, for the patron whom the question was about. */
  answer(id: string, offer: Offer): void {
    const { scans, patrons } = this.#desk;
    const scan = scans.get(id);
    if (!scan?.question?.offers.includes(offer)) throw invalid('scan', 'alreadySent');
    patrons.refuseUnread();
    const { current } = patrons;
    if (current?.patron?.userId !== scan.question.userId) throw invalid('patron', 'noPatron');
    scans.change(id, { question: null });
    if (offer !== 'renew') this.#again(scan, 'return', null);
    if (offer === 'renew') this.#again(scan, 'renew', current);
    if (offer === 'returnThenLend') this.#again(scan, 'lend', current);
  }

  /** Takes back a scan that was not sent yet. */
  drop(id: string): Scan {
    const { scans, runner } = this.#desk;
    const scan = scans.get(id);
    if (!scan) throw invalid('id', 'gone');
    // A card is looked up as soon as its turn comes.
    const hasBegun = scan.state === 'sent' || (scan.action === 'open' && !this.waiting.includes(id));
    if (!hasBegun && scans.isOpen(id)) runner.drop(id);
    return scans.get(id) ?? scan;
  }

  /** The window did what a command barcode asks for, or says why it did not. */
  ran(id: string, why: string | null): void {
    this.#commands.ran(id, why);
  }

  /** The window was loaded again: refuses the commands that it was to run. */
  windowGone(): void {
    this.#commands.windowGone();
  }

  /** The window is closed: refuses the commands that it was or would be to run. */
  windowClosed(): void {
    this.#commands.windowClosed();
  }

  /** The scans that wait behind the command that is being done. */
  get waiting(): readonly string[] {
    return this.#commands.waiting;
  }

  /** The scans of the commands that the window is to run. */
  get atWindow(): readonly string[] {
    return this.#commands.runningInWindow;
  }

  /** The session is over. */
  forget(): void {
    this.#undone = new Set();
  }

  /** What a scan does in the present session. */
  #actionOf(kind: Scan['kind'], mode: Incoming['mode']): 'open' | 'lend' | 'return' {
    if (kind === 'patron' || (kind === 'unknown' && mode === 'auto')) return 'open';
    return mode === 'auto' && this.#desk.patrons.current ? 'lend' : 'return';
  }

  /** The turn of a scan has come. */
  #begin(job: IntakeJob): void {
    const { scans, runner, patrons, cards, due } = this.#desk;
    if (job.kind === 'misreadCard') {
      cards.misread(job.id, job.text, job.guess);
      return;
    }
    const { id, mode, by, guess, codeKind, code } = job;
    if (!scans.isOpen(id)) return;
    const action = this.#actionOf(codeKind, mode);
    if (scans.get(id)?.action !== action) scans.change(id, { action });
    const scan = runner.inTurn({ id, code, by, due: due.dayOf(job.due) });
    if (action === 'open') void cards.open(scan, guess, codeKind === 'unknown');
    else patrons.put(action, scan, patrons.current);
  }

  /** Adds a scan of the program's own for the same item. */
  #again({ text, code }: Scan, action: 'lend' | 'renew' | 'return', session: PatronSession | null): void {
    const { scans, runner, patrons, due } = this.#desk;
    const id = randomUUID();
    const scan = { id, text, code, kind: 'item', action, state: 'received', failure: null } as const;
    scans.add(scan, action === 'return' ? 'return' : 'auto');
    patrons.put(action, runner.inTurn({ id, code, by: 'barcode', due: due.day }), session);
  }

  /**
   * A command waits for all that was scanned before it. What waits behind an unread card waits for the next card, which may
   * be scanned after the command: only one that brings a patron is done then.
   */
  async #waitBefore(settled: Promise<void>, command: CommandBarcode): Promise<void> {
    const { patrons, cards } = this.#desk;
    const done = new AbortController();
    await Promise.race([settled.then(() => cards.chosen), patrons.whenHolding(done.signal)]);
    done.abort();
    if (command === 'PREV' || !patrons.isHolding) return;
    if (command === 'END') patrons.endAsked();
    patrons.refuseUnread();
  }

  async #undo(id: string): Promise<void> {
    const { scans, runner, due } = this.#desk;
    const undoScan = scans.get(id);
    if (!undoScan) return;
    const last = lastLoan(scans.all(), undoScan, this.#undone);
    if ('failure' in last) {
      runner.refuse(id, last.failure);
      return;
    }
    const { loan } = last;
    const scan = runner.inTurn({ id, code: loan.barcode, by: 'barcode', due: due.day });
    const library = scans.libraryOf(last.id);
    const result = await runner.run({ ...scan, library, kind: 'undo', loan });
    if (result?.kind === 'undone') this.#undone.add(last.id);
  }

  /**
   * A scan that cannot be read, or is not for this desk, is shown with the reason. The window moves an order line's
   * number to the receiving room (`renderer/app/shell.svelte.ts`).
   */
  #turnAway(incoming: Incoming): Scan {
    const { id, mode, text, guess } = incoming;
    const action = guess === 'no' ? this.#actionOf('item', mode) : 'open';
    const scan = this.#desk.scans.add(refusedScan(incoming, action), mode);
    if (guess !== 'no') this.#commands.put({ kind: 'misreadCard', id, text, guess });
    return scan;
  }
}
