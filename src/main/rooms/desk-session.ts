import { randomUUID } from 'node:crypto';
import type { DeskEvent, DeskSessionView, PatronView } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Parsed } from '../../contract/index.ts';
import type { Command, Offer, ScanState, ScanView } from '../../contract/scans.ts';
import type { User } from '../../service/shapes/user.ts';
import { failureIn } from '../commands/failure-in.ts';
import { Listeners } from '../commands/listeners.ts';
import type { Cleared } from '../commands/unclear.ts';
import { invalid } from '../failed.ts';
import type { ScanEntry, Service } from '../ports.ts';
import { mayBeDue } from '../tasks/due-date.ts';
import type { Day } from '../tasks/typed-day.ts';
import { nameOf } from '../views/patron.ts';
import { classify, itemId, readingOf, type Classified } from './classify.ts';
import { shown } from './clean.ts';
import { CommandLine, commandScan, ranChange } from './command-line.ts';
import { ItemWork, noPatron } from './item-work.ts';
import { JobLine, type Job } from './job-line.ts';
import { lookUpCard } from './look-up-card.ts';
import { isRest, mixedInstead, mixedUp } from './mixed.ts';
import type { Parts } from './parts.ts';
import { QuietRead } from './quiet-read.ts';
import { readPatron, type PatronRead } from './read-patron.ts';
import { clearedScan, recoveredScan } from './recovered.ts';
import { ScanList } from './scan-list.ts';
import { mayStillBeAt, settledSitting, Sitting } from './sitting.ts';
import { lastLoan } from './undo.ts';
import { WhichOne } from './which-one.ts';

type Submitted = Parsed<'scans.submit'>;

const notesUnseen: Failure = { kind: 'invalid', field: 'patron', reason: 'noPatron', detail: 'notesUnseen' };

/**
 * The working session of one window at the circulation desk, and the queue of its scans. A card decides for every item
 * scanned after it, from the moment of its scan and whatever becomes of it: no item is ever lent to the patron before,
 * and none returned, because the service was slow. The items of one patron go in the order of their scans; patrons go
 * side by side.
 */
export class DeskSession {
  readonly events = new Listeners<DeskEvent>();
  readonly #parts: Parts;
  readonly #scans: ScanList;
  readonly #items: ItemWork;
  readonly #returns: JobLine;
  readonly #counts: QuietRead;
  readonly #commands: CommandLine;
  readonly #which = new WhichOne(() => this.events.tell({ type: 'which', which: this.#which.view }));
  /** Resolves once whoever was chosen is at the desk, or could not be. */
  #seating: Promise<unknown> = Promise.resolve();
  /** The loans that UNDO took back. */
  #undone = new Set<string>();
  #current: Sitting | null = null;
  #seen = new Set<string>();
  /** The day on which what is lent from now on is due, as it was typed and as it was read. */
  #due: { readonly text: string; readonly day: Day } | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#scans = new ScanList('desk', parts, (scan) => this.events.tell({ type: 'scan', scan }));
    this.#items = new ItemWork(parts, this.#scans, ({ kind }) => {
      if (kind === 'lent') this.#tellPatron();
      this.#counts.wait();
    });
    this.#returns = new JobLine({
      gate: () => 'open',
      work: (job) => this.#items.takeBack(job),
      refuse: ({ id }) => this.#items.refuse(id, noPatron),
    });
    this.#counts = new QuietRead(parts.clock, parts.closing, (signal) => this.#readCounts(signal));
    this.#commands = new CommandLine({
      before: async (id) => {
        await this.#scans.settledBefore(id);
        await this.#seating;
      },
      isOpen: (id) => this.#scans.isOpen(id),
      show: (id) => this.#scans.change(id, { state: 'sent' }),
      done: (id, why) => this.#scans.change(id, ranChange(why)),
    });
  }

  view(): DeskSessionView {
    return {
      patron: this.#patron(),
      opening: this.#opening(),
      which: this.#which.view,
      scans: this.#scans.views(),
      due: this.#due?.text ?? '',
    };
  }

  /** Whether a scan here is not settled: the session cannot be ended. */
  get busy(): boolean {
    return this.#scans.open > 0 || this.#opening();
  }

  /** Whether anything here is not settled, or was not told for certain: a session that nobody may lose sight of. */
  get unfinished(): boolean {
    if (this.busy) return true;
    return this.#scans.views().some(({ state }) => state === 'unclear');
  }

  /** Takes over what an earlier run left. */
  adopt(entries: readonly ScanEntry[]): void {
    for (const { view, mode } of entries) {
      this.#scans.adopt(recoveredScan(view, this.#parts.journal.entry(view.id)), mode);
    }
  }

  /** It is known now what came of a scan that was unclear. */
  clear(cleared: Cleared): void {
    const scan = this.#scans.get(cleared.id);
    if (scan?.state === 'unclear') this.#scans.change(scan.id, clearedScan(scan, cleared));
  }

  /** Takes a scan: durable when this returns. The same id again is the same scan. */
  submit(scanned: Submitted): ScanView {
    const { id, mode } = scanned;
    const known = this.#scans.get(id);
    if (known) return known;
    const { barcodes } = this.#parts.standing.view();
    const byId = scanned.by === 'itemId';
    const text = byId ? scanned.text : readingOf(scanned.text, scanned.also, barcodes);
    const submitted = { ...scanned, text };
    // It may have been a card: what follows is for nobody, until one is scanned that is whole.
    if (isRest(scanned, barcodes)) return this.#turnAway(submitted, mixedUp);
    const what = byId ? itemId(text) : classify(text, barcodes);
    if (!what.ok || what.kind === 'orderLine') return this.#turnAway(submitted, what);
    if (what.kind === 'command') return this.#command(submitted, what.command);

    const { kind, code } = what;
    const action = this.#actionOf(kind, mode);
    const state = this.#commands.isBusy ? 'waiting' : 'received';
    const scan = { id, text: shown(text), kind, action, state, failure: null } as const;
    const received = this.#scans.add(scan, mode);
    this.#commands.take(id, () => this.#begin(submitted, code, kind));
    return this.#scans.get(id) ?? received;
  }

  /** Answers what a scan asks, with another scan of its item: for the patron it asked about, and nobody else. */
  answer(id: string, offer: Offer): null {
    const scan = this.#scans.get(id);
    if (!scan?.question?.offers.includes(offer)) throw invalid('scan', 'alreadySent');
    const { text } = scan;
    const sitting = settledSitting(this.#current);
    if (sitting?.patron?.userId !== scan.question.userId) throw invalid('patron', 'noPatron');
    this.#scans.change(id, { question: null });
    const what = classify(text, this.#parts.standing.view().barcodes);
    const code = what.ok ? what.code : text;
    if (offer !== 'renew') this.#again(text, code, 'return', null);
    if (offer === 'renew') this.#again(text, code, 'renew', sitting);
    if (offer === 'returnThenLend') this.#again(text, code, 'lend', sitting);
    return null;
  }

  /** Everything lent from now on is due on this day; null: on the day that the service says. */
  setDue(text: string | null): { due: string } {
    const due = text?.trim() ?? '';
    this.#due = text === null ? null : { text: due, day: mayBeDue(due, this.#parts.clock.now()) };
    this.events.tell({ type: 'due', due });
    return { due };
  }

  /** A person has said what a code is that could be either. */
  which(id: string, is: 'patron' | 'item'): void {
    this.#which.answer(id, is);
  }

  /** The window has done what a command barcode asks for; or it says why it could not. */
  ran(id: string, why: string | null): void {
    this.#commands.ran(id, why);
  }

  /** The window is gone, or begins anew: what it was asked to do, it does not do. */
  windowGone(): void {
    this.#commands.giveUp();
  }

  /** Takes back a scan that has not left. */
  drop(id: string): ScanView {
    const scan = this.#scans.get(id);
    if (!scan) throw invalid('id', 'noIds');
    const begun = scan.state === 'sent' || (scan.action === 'open' && !this.#commands.waiting.includes(id));
    if (!begun && this.#scans.isOpen(id)) this.#items.drop(id);
    return this.#scans.get(id) ?? scan;
  }

  /** Opens a patron who was chosen, in the order of the scans around. */
  open(userId: string): Promise<PatronView> {
    const opened = this.#openChosen(this.#seat(false), userId);
    this.#seating = opened.catch(() => undefined);
    return opened;
  }

  /** The patron whose card came last, once the service has said who that is; null where nobody is here. */
  here(signal: AbortSignal): Promise<PatronView | null> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.#opening() && !signal.aborted) return;
        stop();
        resolve(this.#patron());
      };
      const stop = this.events.add(look);
      signal.addEventListener('abort', look, { once: true });
      look();
    });
  }

  async refresh(): Promise<PatronView> {
    const { sitting, patron, service } = this.#open();
    sitting.renew(await readPatron(service, patron.userId), this.#seen, this.#parts.clock.now());
    this.#gateMayHaveChanged(sitting);
    this.#tellPatron();
    return sitting.patron ?? patron;
  }

  /**
   * For whoever changes the record of the open patron: as this window has seen it, and what to do once it is written.
   * Throws where that patron is not at the desk any more.
   */
  editing(userId: string): { seen: User; written: (user: User, ownNote: string | null) => PatronView } {
    const { sitting, patron } = this.#open();
    const { user: seen } = sitting;
    if (patron.userId !== userId || !seen) throw invalid('patron', 'noPatron');
    const written = (user: User, ownNote: string | null): PatronView => {
      sitting.rewritten(user, ownNote, this.#seen, this.#parts.clock.now());
      this.#gateMayHaveChanged(sitting);
      this.#tellPatron();
      return sitting.patron ?? patron;
    };
    return { seen, written };
  }

  acknowledge(): PatronView {
    const { sitting, patron } = this.#open();
    this.#mark(sitting, 'waiting');
    for (const key of sitting.acknowledge()) this.#seen.add(key);
    this.#tellPatron();
    return sitting.patron ?? patron;
  }

  /** Ends the session. What was scanned after the command that asks for it is for the next one. */
  end(): { lent: number; returned: number } {
    const { waiting, shown: asked } = this.#commands;
    const after = new Set([...waiting, ...asked]);
    const scans = this.#scans.views().filter(({ id }) => !after.has(id));
    if (this.#opening() || scans.some(({ id }) => this.#scans.isOpen(id)))
      throw invalid('scans', 'scansOpen');
    const count = (kind: string): number => scans.filter(({ result }) => result?.kind === kind).length;
    this.#counts.stop();
    this.#scans.end(waiting);
    this.#items.forget();
    this.#current = null;
    this.#seen = new Set();
    this.#due = null;
    this.#undone = new Set();
    this.#which.forget();
    this.events.tell({ type: 'session', session: this.view() });
    return { lent: count('lent') - count('undone'), returned: count('returned') };
  }

  /** What a scan does, as things stand. */
  #actionOf(kind: ScanView['kind'], mode: Submitted['mode']): 'open' | 'lend' | 'return' {
    if (kind === 'patron' || (kind === 'unknown' && mode === 'auto')) return 'open';
    return mode === 'auto' && settledSitting(this.#current) ? 'lend' : 'return';
  }

  /** A scan's turn has come. */
  #begin({ id, mode, by }: Submitted, code: string, kind: ScanView['kind']): void {
    if (!this.#scans.isOpen(id)) return;
    const action = this.#actionOf(kind, mode);
    if (this.#scans.get(id)?.action !== action) this.#scans.change(id, { action });
    const job = this.#job(id, code, by);
    if (action === 'open') void this.#openScanned(this.#seat(kind === 'unknown'), job);
    else this.#enqueue(action === 'lend' ? settledSitting(this.#current) : null, job);
  }

  #command(submitted: Submitted, command: Command): ScanView {
    const { id, mode } = submitted;
    const received = this.#scans.add(commandScan(submitted, command), mode);
    this.#commands.put(id, command, command === 'UNDO' ? () => this.#undo(id) : undefined);
    return this.#scans.get(id) ?? received;
  }

  async #undo(id: string): Promise<void> {
    const own = this.#scans.get(id);
    if (!own) return;
    const found = lastLoan(this.#scans.views(), own, this.#undone);
    if ('failure' in found) {
      this.#items.refuse(id, found.failure);
      return;
    }
    const { loan } = found;
    await this.#items.undo(this.#job(id, loan.barcode, 'barcode'), loan.userId);
    if (this.#scans.get(id)?.result?.kind === 'undone') this.#undone.add(found.id);
  }

  /** A scan that cannot be anything, or nothing for this desk, stays in sight with the reason. */
  #turnAway({ id, text, mode }: Submitted, what: Classified): ScanView {
    const reason = what.ok ? 'malformed' : what.reason;
    const detail = what.ok ? what.kind : what.detail;
    if (reason === 'required') throw invalid('text', reason);
    const { kind } = what;
    const failure: Failure = { kind: 'invalid', field: 'text', reason, detail };
    const isCard = kind === 'patron' || what === mixedUp;
    const action = isCard ? 'open' : 'find';
    const scan = this.#scans.add({ id, text: shown(text), kind, action, state: 'refused', failure }, mode);
    // A card that was misread is still a new patron: what follows is not for the one before.
    if (isCard) this.#commands.take(id, () => this.#failed(this.#seat(false)));
    return scan;
  }

  #patron(): PatronView | null {
    return settledSitting(this.#current)?.patron ?? null;
  }

  #opening(): boolean {
    return this.#current?.state === 'opening';
  }

  #open(): { sitting: Sitting; patron: PatronView; service: Service } {
    const sitting = settledSitting(this.#current);
    const { patron, service } = sitting ?? {};
    if (!sitting || !patron || !service) throw invalid('patron', 'noPatron');
    return { sitting, patron, service };
  }

  /** The chair for a new patron. Where it may be an item, the patron before is not sent away yet. */
  #seat(mayBeItem: boolean): Sitting {
    const before = settledSitting(this.#current);
    const sitting = new Sitting(before, mayBeItem, {
      work: (job, at) =>
        this.#scans.get(job.id)?.action === 'renew' ? this.#items.renew(job, at) : this.#items.lend(job, at),
      refuse: ({ id }) => this.#items.refuse(id, noPatron),
    });
    this.#current = sitting;
    if (!mayBeItem) this.#leave(before);
    this.#tellPatron();
    return sitting;
  }

  /** Nobody at the desk can see this patron's notes any more: what was held for them is turned away. */
  #leave(sitting: Sitting | null): void {
    if (!sitting?.holds || mayStillBeAt(this.#current, sitting)) return;
    for (const { id } of sitting.line.empty()) this.#items.refuse(id, notesUnseen);
  }

  async #openChosen(sitting: Sitting, userId: string): Promise<PatronView> {
    try {
      const service = await this.#parts.standing.service();
      return this.#opened(sitting, service, await readPatron(service, userId));
    } catch (error) {
      this.#failed(sitting);
      throw error;
    }
  }

  async #openScanned(sitting: Sitting, job: Job): Promise<void> {
    const { id, code } = job;
    const onSent = (): void => this.#scans.change(id, { state: 'sent' });
    try {
      const service = await this.#parts.standing.service();
      const found = await lookUpCard(service, code, sitting.mayBeItem, onSent);
      const { patron } = found;
      if (patron === null || (await this.#isItem(job, patron, found.title))) {
        this.#movedToItem(sitting, job);
        return;
      }
      const { userId, name } = this.#opened(sitting, service, patron);
      this.#scans.change(id, { state: 'done', kind: 'patron', result: { kind: 'patron', userId, name } });
    } catch (error) {
      const { barcodes } = this.#parts.standing.view();
      this.#items.refuse(id, mixedInstead(error, code, barcodes) ?? failureIn(error, this.#parts.log));
      this.#failed(sitting);
    }
  }

  /** Where there is an item too, a person says which of them is meant. */
  async #isItem({ id, code }: Job, { user }: PatronRead, title: string | null): Promise<boolean> {
    if (title === null) return false;
    this.#scans.change(id, { state: 'held' });
    return (await this.#which.ask({ id, code, patron: nameOf(user), item: title })) === 'item';
  }

  #opened(sitting: Sitting, service: Service, read: PatronRead): PatronView {
    const patron = sitting.open(service, read, this.#seen, this.#parts.clock.now());
    if (sitting.holds) this.#mark(sitting, 'held');
    this.#leave(sitting);
    this.#leave(settledSitting(sitting.previous));
    this.#tellPatron();
    return patron;
  }

  #failed(sitting: Sitting): void {
    sitting.fail();
    this.#leave(settledSitting(sitting.previous));
    this.#tellPatron();
  }

  /** It was an item after all: it, and whatever came after it, is for the patron before. */
  #movedToItem(sitting: Sitting, job: Job): void {
    const jobs = [job, ...sitting.line.empty()];
    sitting.move();
    const to = settledSitting(sitting);
    this.#scans.change(job.id, { kind: 'item', state: 'waiting' });
    for (const one of jobs) {
      if (this.#scans.isOpen(one.id)) this.#scans.change(one.id, { action: to ? 'lend' : 'return' });
      this.#enqueue(to, one);
    }
    this.#tellPatron();
  }

  #job(id: string, code: string, by: Job['by']): Job {
    return this.#items.job({ id, code, by, due: this.#due?.day ?? null });
  }

  /** Scans an item once more, in the station's own name. */
  #again(text: string, code: string, action: 'lend' | 'return' | 'renew', sitting: Sitting | null): void {
    const id = randomUUID();
    const scan = { id, text, kind: 'item', action, state: 'received', failure: null } as const;
    this.#scans.add(scan, action === 'return' ? 'return' : 'auto');
    this.#enqueue(sitting, this.#job(id, code, 'barcode'));
  }

  #enqueue(sitting: Sitting | null, job: Job): void {
    const line = sitting?.line ?? this.#returns;
    const waits = line.busy || sitting?.state === 'opening';
    const state = sitting?.holds ? 'held' : waits ? 'waiting' : null;
    if (state && this.#scans.isOpen(job.id)) this.#scans.change(job.id, { state });
    line.put(job);
  }

  #mark(sitting: Sitting, state: ScanState): void {
    for (const { id } of sitting.line.waiting) {
      if (this.#scans.isOpen(id) && this.#scans.get(id)?.state !== state) this.#scans.change(id, { state });
    }
  }

  /** A note that stands in the way may have come or gone with the record: what waits is held, or goes on. */
  #gateMayHaveChanged(sitting: Sitting): void {
    this.#mark(sitting, sitting.holds ? 'held' : 'waiting');
    sitting.line.go();
  }

  #tellPatron(): void {
    this.events.tell({ type: 'patron', patron: this.#patron(), opening: this.#opening() });
  }

  async #readCounts(signal: AbortSignal): Promise<void> {
    const sitting = settledSitting(this.#current);
    if (this.#scans.open > 0 || !sitting?.patron || !sitting.service) return;
    const { userId } = sitting.patron;
    const read = await readPatron(sitting.service, userId, { signal, priority: 'bulk' });
    if (this.#scans.open > 0 || settledSitting(this.#current) !== sitting) return;
    sitting.renew(read, this.#seen, this.#parts.clock.now());
    this.#gateMayHaveChanged(sitting);
    this.#tellPatron();
  }
}
