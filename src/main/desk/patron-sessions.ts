import { randomUUID } from 'node:crypto';
import type { PatronView, UnreadCardView } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import type { CardGuess } from '../../shared/may-be-card.ts';
import { Emitter } from '../emitter.ts';
import type { Deps } from '../deps.ts';
import { Failed, invalid } from '../failure.ts';
import { userIdOf } from '../patrons/record.ts';
import type { PatronRead } from '../patrons/read.ts';
import type { Clock, Files, Service } from '../ports.ts';
import type { ScanList } from '../scans/scan-list.ts';
import { noPatron, type ItemScan, type Job } from './circulation.ts';
import { PatronSession } from './patron-session.ts';
import { JobQueue, type JobRunner } from './queue.ts';
import { isForNext, isSameLibrary, notKnownWhose, unreadCard } from './unread-card.ts';

const isUnread = ({ state }: PatronSession): boolean => state === 'unread';
const isOpen = ({ state }: PatronSession): boolean => state === 'open';
const isOpening = ({ state }: PatronSession): boolean => state === 'opening';

/**
 * The patrons of one desk session: who is at the desk (the patron whose card was read last), and for whom a scan is.
 * Items for a patron wait in the queue of that patron; items to be returned wait in a queue of their own.
 *
 * A card that opens nobody holds the visit: the patron before stays at the desk, and what is scanned from then on waits
 * in the queue of that card until a card is read, or a person says that the patron before is still served.
 */
export class PatronSessions {
  /** Emits after a patron has come or gone, or the view of the patron at the desk has changed. */
  readonly changes = new Emitter<null>();
  readonly #scans: ScanList;
  readonly #runner: JobRunner;
  readonly #clock: Clock;
  readonly #files: Files;
  readonly #returns: JobQueue;
  /** In the order of their cards. */
  #sessions: readonly PatronSession[] = [];
  #seenNotes = new Set<string>();
  /** The id of the patron at the desk at the last `notify`; `''` for nobody. */
  #patronId = '';

  constructor({ clock, files }: Pick<Deps, 'clock' | 'files'>, scans: ScanList, runner: JobRunner) {
    this.#scans = scans;
    this.#runner = runner;
    this.#clock = clock;
    this.#files = files;
    this.#returns = new JobQueue({ gate: () => 'open', run: (job) => runner.run(job) });
    runner.done.on(({ kind }) => {
      const isFreed = this.patron?.atLimit === true && (kind === 'returned' || kind === 'undone');
      if (isFreed) this.atDesk?.itemReturned();
      if (isFreed || kind === 'lent') this.notify();
    });
    runner.limitReached.on(() => this.notify());
  }

  /** The patron session that a scan of this moment belongs to. */
  get current(): PatronSession | null {
    return this.#sessions.findLast(({ state }) => state !== 'none') ?? null;
  }

  /** The session of the patron at the desk: they stay until another card was read. */
  get atDesk(): PatronSession | null {
    return this.#sessions.findLast(isOpen) ?? null;
  }

  get patron(): PatronView | null {
    return this.atDesk?.patron ?? null;
  }

  /** Whether a card is being looked up. */
  get isOpening(): boolean {
    return this.#since(this.atDesk).some(isOpening);
  }

  /** The card that holds the visit: the newest one that was not read since the patron at the desk came. */
  get unread(): UnreadCardView | null {
    const cards = this.atDesk ? this.#since(this.atDesk).filter(isUnread) : [];
    const [first, last] = [cards[0], cards.at(-1)];
    return first && last ? { id: last.card.id, code: last.card.code, from: first.card.order } : null;
  }

  /** The order of the first scan of the present visit: the card's own. */
  get visitFrom(): number {
    return this.atDesk?.firstScan ?? 1;
  }

  /** A card came; without `id`, a patron was chosen. */
  begin(code: string, id: string = randomUUID()): PatronSession {
    const order = this.#scans.get(id)?.order ?? this.#scans.all().length + 1;
    const unreadBefore = this.#sessions.filter(isUnread);
    const session = new PatronSession(
      { scans: this.#scans, runner: this.#runner, clock: this.#clock, seenNotes: this.#seenNotes },
      { id, code, order, unreadBefore },
    );
    this.#sessions = [...this.#sessions, session];
    this.notify();
    return session;
  }

  /** The service has answered who came. */
  opened(session: PatronSession, service: Service, read: PatronRead): PatronView {
    const before = this.#stillServed(session, service, read);
    const after = session.takeWaiting();
    const patron = (before ?? session).open(service, read);
    if (before) for (const one of this.#since(before, session)) this.#handOver(one, before);
    if (before) session.pass();
    this.#resolve(() => this.#move(after, before ?? session));
    for (const one of this.#sessions) if (isOpen(one) && one !== this.atDesk) one.refuseHeld();
    return patron;
  }

  /** The card opened nobody. What is clearly no card changes nothing of the visit. */
  misread(session: PatronSession, guess: CardGuess): void {
    if (guess === 'no') this.#handOver(session, this.#before(session));
    else session.misread(guess === 'card');
    this.#resolve();
  }

  /** The code is an item's after all: it, and what was scanned after it, is for the patron before. */
  isItem(session: PatronSession, scan: ItemScan): void {
    this.#scans.change(scan.id, { kind: 'item' });
    const to = this.#before(session);
    this.#move([scan], to);
    this.#handOver(session, to);
    this.#resolve();
  }

  /** A person says that the patron at the desk is still the one who is served, whatever card this was. */
  still(id: string): void {
    const { atDesk } = this;
    if (!atDesk || this.isOpening || this.unread?.id !== id) throw invalid('scan', 'alreadySent');
    for (const one of this.#since(atDesk)) this.#handOver(one, atDesk);
    this.notify();
  }

  /** Has an item lent to a patron, renewed or returned. Where nobody is at the desk, it is returned. */
  put(action: 'lend' | 'renew' | 'return', scan: ItemScan, session: PatronSession | null): void {
    if (session === null || action === 'return') {
      this.#giveBack(scan);
      return;
    }
    session.put(action, scan);
    if (isUnread(session)) this.#resolve();
  }

  /** The patron at the desk, once the service has answered who that is; null for nobody. Rejects while a card holds them. */
  async here(signal: AbortSignal): Promise<PatronView | null> {
    await this.#until(() => !this.isOpening, signal);
    this.refuseUnread();
    return this.patron;
  }

  /** Throws while it is not known whose card was scanned last. */
  refuseUnread(): void {
    if (this.unread) throw new Failed(unreadCard);
  }

  /** Whether scans wait for the next card, or for a person to say whose the last one was. */
  get isHolding(): boolean {
    return !this.isOpening && this.#sessions.some((one) => isUnread(one) && one.isWaitedFor);
  }

  /** Resolves once scans wait for that. */
  whenHolding(signal: AbortSignal): Promise<void> {
    return this.#until(() => this.isHolding, signal);
  }

  /** The end of the visit was asked for while scans wait behind an unread card: the next card is another visitor's. */
  endAsked(): void {
    for (const one of this.#sessions.filter(isUnread)) one.isOver = true;
  }

  /** The desk session is over: all patrons leave. The window is not notified. */
  forget(): void {
    this.#sessions = [];
    this.#seenNotes = new Set();
    this.#forgetFiles();
  }

  notify(): void {
    this.#forgetFiles();
    this.changes.emit(null);
  }

  /** Files of a patron that were opened here are deleted when the patron leaves. */
  #forgetFiles(): void {
    const { userId = '' } = this.patron ?? {};
    if (this.#patronId !== '' && this.#patronId !== userId) void this.#files.forgetOpened(this.#patronId);
    this.#patronId = userId;
  }

  /** The sessions after one, or all where it is null; only those before `end`, if it is given. */
  #since(session: PatronSession | null, end?: PatronSession): readonly PatronSession[] {
    const all = this.#sessions;
    const from = session ? all.indexOf(session) + 1 : 0;
    return all.slice(from, end && all.indexOf(end)).filter(({ state }) => state !== 'none');
  }

  /** The session that a scan before this one belongs to. */
  #before(session: PatronSession): PatronSession | null {
    return this.#since(null, session).at(-1) ?? null;
  }

  /** The session of the patron at the desk, where only cards that were known to be unread came between, and they are read now. */
  #stillServed(session: PatronSession, service: Service, read: PatronRead): PatronSession | null {
    const { atDesk } = this;
    if (!atDesk || atDesk.patron?.userId !== userIdOf(read.user) || !isSameLibrary(atDesk, service))
      return null;
    const between = this.#since(atDesk, session);
    const isHold = between.every((one) => session.card.unreadBefore.includes(one) && !one.isOver);
    return between.length > 0 && isHold ? atDesk : null;
  }

  /**
   * Decides what becomes of the scans behind unread cards, where that is known by now: a card after them was read, or
   * nobody was at the desk before. The window hears whose visit it is before it hears what is refused. `then` comes after
   * what is handed over.
   */
  #resolve(then: () => void = () => undefined): void {
    const refused: (readonly [Job, Failure])[] = [];
    for (const card of this.#sessions.filter(isUnread)) {
      const next = this.#since(card).find((one) => !isUnread(one));
      if (next && isOpen(next)) {
        if (this.#isFor(card, next)) {
          if (card.isWaitedFor && next.card.unreadBefore.includes(card))
            next.firstScan = Math.min(next.firstScan, card.card.order);
          this.#handOver(card, next);
        } else {
          for (const job of card.takeWaiting()) refused.push([job, notKnownWhose]);
          card.pass();
        }
      } else if (!this.#since(null, card).some((one) => isOpen(one) || isOpening(one))) {
        for (const job of card.takeWaiting()) refused.push([job, noPatron]);
      }
    }
    then();
    this.notify();
    for (const [{ id }, failure] of refused) this.#runner.refuse(id, failure);
  }

  #isFor(card: PatronSession, next: PatronSession): boolean {
    const atDesk = this.#since(null, card).findLast(isOpen) ?? null;
    return isForNext(card, next, this.#since(card, next), atDesk);
  }

  /** A session is over, and what waits there is for another one; for nobody (null), it is returned. */
  #handOver(from: PatronSession, to: PatronSession | null): void {
    const jobs = from.takeWaiting();
    from.pass();
    this.#move(jobs, to);
  }

  #move(jobs: readonly (ItemScan | Job)[], to: PatronSession | null): void {
    for (const job of jobs) {
      const isRenewal = 'kind' in job && job.kind === 'renew';
      const lends = isRenewal ? 'renew' : 'lend';
      const action = to ? lends : 'return';
      if (this.#scans.isOpen(job.id)) this.#scans.change(job.id, { action, state: 'waiting' });
      if (to) to.put(lends, job);
      else this.#giveBack(job);
    }
  }

  #giveBack(scan: ItemScan): void {
    if (this.#returns.isBusy && this.#scans.isOpen(scan.id))
      this.#scans.change(scan.id, { state: 'waiting' });
    this.#returns.put({ ...scan, kind: 'return' });
  }

  /** Resolves once it is so, or the signal is aborted. */
  #until(isSo: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!isSo() && !signal.aborted) return;
        stop();
        resolve();
      };
      const stop = this.changes.on(look);
      signal.addEventListener('abort', look, { once: true });
      look();
    });
  }
}
