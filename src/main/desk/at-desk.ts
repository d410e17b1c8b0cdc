import type { DeskEvent, PatronView } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import type { ScanState } from '../../shared/scan-state.ts';
import type { User } from '../../service/shapes/user.ts';
import type { Listeners } from '../commands/listeners.ts';
import type { Service } from '../ports.ts';
import { noPatron, type ItemWork } from './item-work.ts';
import type { Parts } from '../deps.ts';
import { QuietRead } from './quiet-read.ts';
import { readPatron, type PatronRead } from '../patrons/read.ts';
import type { ScanList } from '../scans/scan-list.ts';
import { mayStillBeAt, settledSitting, Sitting } from './patron-session.ts';
import { invalid } from '../failure.ts';

const notesUnseen: Failure = { kind: 'invalid', field: 'patron', reason: 'noPatron', detail: 'notesUnseen' };

/** Of a session, what has to do with who is at the desk. */
interface Session {
  readonly scans: ScanList;
  readonly items: ItemWork;
  readonly events: Listeners<DeskEvent>;
}

/** Who is at the desk in one session: whose card came last, whose notes were seen, and what becomes of those before. */
export class AtDesk {
  readonly #parts: Parts;
  readonly #session: Session;
  readonly #counts: QuietRead;
  #current: Sitting | null = null;
  #seen = new Set<string>();
  /** Who was here when it was last told. */
  #told = '';

  constructor(parts: Parts, session: Session) {
    this.#parts = parts;
    this.#session = session;
    this.#counts = new QuietRead(parts.clock, parts.closing, (signal) => this.#readCounts(signal));
  }

  /** The sitting that a scan of this moment belongs to. */
  get sitting(): Sitting | null {
    return settledSitting(this.#current);
  }

  get patron(): PatronView | null {
    return this.sitting?.patron ?? null;
  }

  /** The service was asked who somebody is, and has not said. */
  get opening(): boolean {
    return this.#current?.state === 'opening';
  }

  /** The chair for a new patron. Where it may be an item, the patron before is not sent away yet. */
  seat(mayBeItem: boolean): Sitting {
    const { scans, items } = this.#session;
    const before = this.sitting;
    const sitting = new Sitting(before, mayBeItem, {
      work: (job, at) => (scans.get(job.id)?.action === 'renew' ? items.renew(job, at) : items.lend(job, at)),
      refuse: ({ id }) => items.refuse(id, noPatron),
    });
    this.#current = sitting;
    if (!mayBeItem) this.#leave(before);
    this.tell();
    return sitting;
  }

  /** The service has said who it is. */
  opened(sitting: Sitting, service: Service, read: PatronRead): PatronView {
    const patron = sitting.open(service, read, this.#seen, this.#parts.clock.now());
    if (sitting.holds) this.#mark(sitting, 'held');
    this.#leave(sitting);
    this.#leave(settledSitting(sitting.previous));
    this.tell();
    return patron;
  }

  /** Nobody came of the card. */
  failed(sitting: Sitting): void {
    sitting.fail();
    this.#leave(settledSitting(sitting.previous));
    this.tell();
  }

  /** The patron whose card came last, once the service has said who that is; null where nobody is here. */
  here(signal: AbortSignal): Promise<PatronView | null> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.opening && !signal.aborted) return;
        stop();
        resolve(this.patron);
      };
      const stop = this.#session.events.add(look);
      signal.addEventListener('abort', look, { once: true });
      look();
    });
  }

  /** Reads the open patron anew, with what is counted beside them: nothing is to be read again by itself after that. */
  async refresh(): Promise<PatronView> {
    const { sitting, patron, service } = this.#open();
    if (this.#session.scans.open === 0) this.#counts.stop();
    this.#renewed(sitting, await readPatron(service, patron.userId));
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
      this.tell();
      return sitting.patron ?? patron;
    };
    return { seen, written };
  }

  /** The notes in the way were read: what was held goes on, and they are not held up again in this session. */
  acknowledge(): PatronView {
    const { sitting, patron } = this.#open();
    this.#mark(sitting, 'waiting');
    for (const key of sitting.acknowledge()) this.#seen.add(key);
    this.tell();
    return sitting.patron ?? patron;
  }

  /** Something was lent, renewed or returned: what is counted beside the patron is read again once it is quiet. */
  countsChanged(): void {
    this.#counts.wait();
  }

  /** The session is over. */
  forget(): void {
    this.#counts.stop();
    this.#current = null;
    this.#seen = new Set();
    this.#forgetWhoLeft();
  }

  /** Tells the window who is at the desk. */
  tell(): void {
    if (!this.opening) this.#forgetWhoLeft();
    this.#session.events.tell({ type: 'patron', patron: this.patron, opening: this.opening });
  }

  /** Files of a patron that were looked at here do not outlive their being here. */
  #forgetWhoLeft(): void {
    const { userId = '' } = this.patron ?? {};
    if (this.#told !== '' && this.#told !== userId) void this.#parts.files.forgetOpened(this.#told);
    this.#told = userId;
  }

  #open(): { sitting: Sitting; patron: PatronView; service: Service } {
    const { sitting } = this;
    const { patron, service } = sitting ?? {};
    if (!sitting || !patron || !service) throw invalid('patron', 'noPatron');
    return { sitting, patron, service };
  }

  /** Nobody at the desk can see this patron's notes any more: what was held for them is turned away. */
  #leave(sitting: Sitting | null): void {
    if (!sitting?.holds || mayStillBeAt(this.#current, sitting)) return;
    for (const { id } of sitting.line.empty()) this.#session.items.refuse(id, notesUnseen);
  }

  #mark(sitting: Sitting, state: ScanState): void {
    const { scans } = this.#session;
    for (const { id } of sitting.line.waiting) {
      if (scans.isOpen(id) && scans.get(id)?.state !== state) scans.change(id, { state });
    }
  }

  #renewed(sitting: Sitting, read: PatronRead): void {
    sitting.renew(read, this.#seen, this.#parts.clock.now());
    this.#gateMayHaveChanged(sitting);
    this.tell();
  }

  /** A note that stands in the way may have come or gone with the record: what waits is held, or goes on. */
  #gateMayHaveChanged(sitting: Sitting): void {
    this.#mark(sitting, sitting.holds ? 'held' : 'waiting');
    sitting.line.go();
  }

  async #readCounts(signal: AbortSignal): Promise<void> {
    const { scans } = this.#session;
    const { sitting } = this;
    if (scans.open > 0 || !sitting?.patron || !sitting.service) return;
    const read = await readPatron(sitting.service, sitting.patron.userId, { signal, priority: 'bulk' });
    if (scans.open === 0 && this.sitting === sitting) this.#renewed(sitting, read);
  }
}
