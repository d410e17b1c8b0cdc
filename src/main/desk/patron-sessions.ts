import type { PatronView } from '../../contract/desk.ts';
import { Emitter } from '../emitter.ts';
import type { Deps } from '../deps.ts';
import type { PatronRead } from '../patrons/read.ts';
import type { Clock, Files, Service } from '../ports.ts';
import type { ScanList } from '../scans/scan-list.ts';
import { noPatron, type ItemScan } from './circulation.ts';
import { actualSession, mayStillBeAtDesk, PatronSession } from './patron-session.ts';
import { JobQueue, type JobRunner } from './queue.ts';

/**
 * The patrons of one desk session: who is at the desk (the patron whose card came last), and what becomes of those
 * before. Items for a patron wait in the queue of that patron; items to be returned wait in a queue of their own.
 */
export class PatronSessions {
  /** Emits after a patron has come or gone, or the view of the patron at the desk has changed. */
  readonly changes = new Emitter<null>();
  readonly #scans: ScanList;
  readonly #runner: JobRunner;
  readonly #clock: Clock;
  readonly #files: Files;
  readonly #returns: JobQueue;
  #last: PatronSession | null = null;
  #seenNotes = new Set<string>();
  /** The id of the patron at the desk at the last `notify`; `''` for nobody. */
  #patronId = '';

  constructor({ clock, files }: Pick<Deps, 'clock' | 'files'>, scans: ScanList, runner: JobRunner) {
    this.#scans = scans;
    this.#runner = runner;
    this.#clock = clock;
    this.#files = files;
    this.#returns = new JobQueue({
      gate: () => 'open',
      run: (job) => runner.run(job),
      refuse: ({ id }) => runner.refuse(id, noPatron),
    });
    runner.done.on(({ kind }) => {
      const isFreed = this.patron?.atLimit === true && (kind === 'returned' || kind === 'undone');
      if (isFreed) this.current?.itemReturned();
      if (isFreed || kind === 'lent') this.notify();
    });
    runner.limitReached.on(() => this.notify());
  }

  /** The patron session that a scan of this moment belongs to. */
  get current(): PatronSession | null {
    return actualSession(this.#last);
  }

  get patron(): PatronView | null {
    return this.current?.patron ?? null;
  }

  /** Whether a card is being looked up. */
  get isOpening(): boolean {
    return this.#last?.state === 'opening';
  }

  /**
   * The order of the first scan of the present visit: the card's own. A card that may be an item's barcode begins a visit
   * only once it is known to be a card.
   */
  get visitFrom(): number {
    let at = this.#last;
    while (at?.state === 'item' || (at?.state === 'opening' && at.mayBeItem)) at = at.previous;
    return at?.firstScan ?? 1;
  }

  /**
   * A card came, or a patron was chosen (`card` is null). Where the code may be an item's, the patron before does not
   * leave yet.
   */
  begin(card: string | null, mayBeItem: boolean): PatronSession {
    const before = this.current;
    const order = card === null ? null : (this.#scans.get(card)?.order ?? null);
    const firstScan = order ?? this.#scans.all().length + 1;
    const shared = {
      scans: this.#scans,
      runner: this.#runner,
      clock: this.#clock,
      seenNotes: this.#seenNotes,
    };
    const session = new PatronSession(shared, before, { firstScan, mayBeItem });
    this.#last = session;
    if (!mayBeItem) this.#mayHaveLeft(before);
    this.notify();
    return session;
  }

  /** The service has answered who came. */
  opened(session: PatronSession, service: Service, read: PatronRead): PatronView {
    const patron = session.open(service, read);
    this.#mayHaveLeft(session);
    this.#mayHaveLeft(actualSession(session.previous));
    this.notify();
    return patron;
  }

  /** Nobody is found by the card. */
  failed(session: PatronSession): void {
    session.fail();
    this.#mayHaveLeft(actualSession(session.previous));
    this.notify();
  }

  /** The code is an item's after all: it, and what was scanned after it, is for the patron before. */
  isItem(session: PatronSession, scan: ItemScan): void {
    const after = session.becomeItem();
    const to = actualSession(session);
    this.#scans.change(scan.id, { kind: 'item', state: 'waiting' });
    for (const one of [scan, ...after]) {
      if (this.#scans.isOpen(one.id)) this.#scans.change(one.id, { action: to ? 'lend' : 'return' });
      this.put(to ? 'lend' : 'return', one, to);
    }
    this.notify();
  }

  /** Has an item lent to a patron, renewed or returned. Where nobody is at the desk, it is returned. */
  put(action: 'lend' | 'renew' | 'return', scan: ItemScan, session: PatronSession | null): void {
    if (session && action !== 'return') {
      session.put(action, scan);
      return;
    }
    if (this.#returns.isBusy && this.#scans.isOpen(scan.id))
      this.#scans.change(scan.id, { state: 'waiting' });
    this.#returns.put({ ...scan, kind: 'return' });
  }

  /** The patron whose card came last, once the service has answered who that is; null for nobody. */
  here(signal: AbortSignal): Promise<PatronView | null> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.isOpening && !signal.aborted) return;
        stop();
        resolve(this.patron);
      };
      const stop = this.changes.on(look);
      signal.addEventListener('abort', look, { once: true });
      look();
    });
  }

  /** The desk session is over: all patrons leave. The window is not notified. */
  forget(): void {
    this.#last = null;
    this.#seenNotes = new Set();
    this.#forgetFiles();
  }

  notify(): void {
    if (!this.isOpening) this.#forgetFiles();
    this.changes.emit(null);
  }

  /** Files of a patron that were opened here are deleted when the patron leaves. */
  #forgetFiles(): void {
    const { userId = '' } = this.patron ?? {};
    if (this.#patronId !== '' && this.#patronId !== userId) void this.#files.forgetOpened(this.#patronId);
    this.#patronId = userId;
  }

  #mayHaveLeft(session: PatronSession | null): void {
    if (session && !mayStillBeAtDesk(this.#last, session)) session.refuseHeld();
  }
}
