import type { PatronView } from '../../contract/desk.ts';
import type { User } from '../../service/shapes/user.ts';
import type { Deps } from '../deps.ts';
import { invalid } from '../failure.ts';
import { readPatron } from '../patrons/read.ts';
import type { Clock, Service } from '../ports.ts';
import type { ScanList } from '../scans/scan-list.ts';
import type { PatronSession } from './patron-session.ts';
import type { PatronSessions } from './patron-sessions.ts';
import type { JobRunner } from './queue.ts';

/** How long after the last scan the patron's counts are read again. */
const quietMs = 1500;

/** The record of the patron at the desk: read again, edited, and its notes seen. */
export class OpenPatron {
  readonly #scans: ScanList;
  readonly #patrons: PatronSessions;
  /** Reads the patron's counts again, but not after every scan. */
  readonly #counts: Debounce;

  constructor({ clock, closing }: Deps, scans: ScanList, patrons: PatronSessions, runner: JobRunner) {
    this.#scans = scans;
    this.#patrons = patrons;
    this.#counts = new Debounce(clock, quietMs, closing, (signal) => this.#readCounts(signal));
    runner.done.on(() => this.#counts.start());
  }

  /** Reads the patron again. This includes the counts: unless a scan is open, they are not read once more. */
  async refresh(): Promise<PatronView> {
    const { session, patron, service } = this.#open();
    if (this.#scans.open === 0) this.#counts.stop();
    session.update(await readPatron(service, patron.userId));
    this.#patrons.notify();
    return session.patron ?? patron;
  }

  /**
   * For an edit of the patron's record: the record that this window has shown (`seen`), and a function to call after
   * the write. Throws where that patron is no longer at the desk.
   */
  forEdit(userId: string): { seen: User; onWritten: (user: User, ownNote: string | null) => PatronView } {
    const { session, patron } = this.#open();
    const { user: seen } = session;
    if (patron.userId !== userId || !seen) throw invalid('patron', 'noPatron');
    const onWritten = (user: User, ownNote: string | null): PatronView => {
      session.recordWritten(user, ownNote);
      this.#patrons.notify();
      return session.patron ?? patron;
    };
    return { seen, onWritten };
  }

  /** The notes that pop up were seen: what was held goes on. */
  acknowledge(): PatronView {
    const { session, patron } = this.#open();
    session.acknowledge();
    this.#patrons.notify();
    return session.patron ?? patron;
  }

  /** The desk session is over. */
  forget(): void {
    this.#counts.stop();
  }

  #open(): { session: PatronSession; patron: PatronView; service: Service } {
    const session = this.#patrons.atDesk;
    const { patron, service } = session ?? {};
    if (!session || !patron || !service) throw invalid('patron', 'noPatron');
    return { session, patron, service };
  }

  async #readCounts(signal: AbortSignal): Promise<void> {
    const session = this.#patrons.atDesk;
    if (this.#scans.open > 0 || !session?.patron || !session.service) return;
    const read = await readPatron(session.service, session.patron.userId, { signal, priority: 'bulk' });
    if (this.#scans.open > 0 || this.#patrons.atDesk !== session) return;
    session.update(read);
    this.#patrons.notify();
  }
}

/** Runs a function once `start` was not called for a while. By the port's clock, so that tests can hold the time. */
class Debounce {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #closing: AbortSignal;
  readonly #run: (signal: AbortSignal) => Promise<void>;
  #waiting = new AbortController();

  /** `closing` stops it for good. What `run` rejects with is dropped. */
  constructor(clock: Clock, ms: number, closing: AbortSignal, run: (signal: AbortSignal) => Promise<void>) {
    this.#clock = clock;
    this.#ms = ms;
    this.#closing = closing;
    this.#run = run;
  }

  /** Waits anew from now on. */
  start(): void {
    this.stop();
    const { signal } = (this.#waiting = new AbortController());
    const either = AbortSignal.any([signal, this.#closing]);
    void this.#clock
      .sleep(this.#ms, either)
      .then(() => this.#run(either))
      .catch(() => undefined);
  }

  stop(): void {
    this.#waiting.abort();
  }
}
