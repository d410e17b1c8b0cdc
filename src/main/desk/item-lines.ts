import { randomUUID } from 'node:crypto';
import type { ScanView } from '../../contract/scans.ts';
import { isOpen } from '../../shared/scan-state.ts';
import type { Day } from '../forms/fields.ts';
import { noPatron, type ItemWork } from './item-work.ts';
import { JobLine, type Job } from './queue.ts';
import type { ScanList } from '../scans/scan-list.ts';
import type { Sitting } from './patron-session.ts';

/** The day on which what is lent from now on is due. */
interface Due {
  /** As it was typed. */
  readonly text: string;
  /** As it was read. */
  readonly day: Day;
  /** How many END, scanned before it was set, are still to come: it is for the session after them. */
  readonly behind: number;
}

/**
 * Where the items of one session's scans wait for their turn: those for a patron in that patron's line, those to be
 * returned in a line of their own.
 */
export class ItemLines {
  readonly #scans: ScanList;
  readonly #items: ItemWork;
  readonly #returns: JobLine;
  #due: Due | null = null;
  /** How many sessions are over. */
  #sessions = 0;

  constructor(scans: ScanList, items: ItemWork) {
    this.#scans = scans;
    this.#items = items;
    this.#returns = new JobLine({
      gate: () => 'open',
      work: (job) => items.takeBack(job),
      refuse: ({ id }) => items.refuse(id, noPatron),
    });
  }

  /** The day of what is scanned now: none where END, which is scanned and still to come, takes it away. */
  get due(): Due | null {
    return this.#due && this.#due.behind >= this.#endsToCome ? this.#due : null;
  }

  set due(due: Pick<Due, 'text' | 'day'> | null) {
    this.#due = due && { ...due, behind: this.#endsToCome };
  }

  get #endsToCome(): number {
    return this.#scans.views().filter(isOpenEnd).length;
  }

  job(id: string, code: string, by: Job['by'], due = this.due?.day ?? null): Job {
    return this.#items.job({ id, code, by, due });
  }

  /**
   * The day of a scan made now, for when its turn has come: the one that is shown now, whatever is set until then. A
   * scan that turns out to be the next session's has none of this one's, but one that was set behind END.
   */
  dueOfScan(): () => Day | null {
    const { day = null, behind = 0 } = this.due ?? {};
    const before = this.#sessions;
    return () => (this.#sessions - before <= behind ? day : null);
  }

  /** To be lent to whoever sits there; returned where nobody does. */
  put(sitting: Sitting | null, job: Job): void {
    const line = sitting?.line ?? this.#returns;
    const waits = line.busy || sitting?.state === 'opening';
    const state = sitting?.holds ? 'held' : waits ? 'waiting' : null;
    if (state && this.#scans.isOpen(job.id)) this.#scans.change(job.id, { state });
    line.put(job);
  }

  /** It was an item after all: it, and whatever came after it, is for the patron before. */
  move(sitting: Sitting, job: Job, to: Sitting | null): void {
    this.#scans.change(job.id, { kind: 'item', state: 'waiting' });
    for (const one of [job, ...sitting.line.empty()]) {
      if (this.#scans.isOpen(one.id)) this.#scans.change(one.id, { action: to ? 'lend' : 'return' });
      this.put(to, one);
    }
  }

  /** Scans an item once more, in the station's own name. */
  again(text: string, code: string, action: 'lend' | 'return' | 'renew', sitting: Sitting | null): void {
    const id = randomUUID();
    const scan = { id, text, kind: 'item', action, state: 'received', failure: null } as const;
    this.#scans.add(scan, action === 'return' ? 'return' : 'auto');
    this.put(sitting, this.job(id, code, 'barcode'));
  }

  /** The session is over. */
  forget(): void {
    this.#items.forget();
    const { behind = 0 } = this.#due ?? {};
    this.#due = this.#due && behind > 0 ? { ...this.#due, behind: behind - 1 } : null;
    this.#sessions += 1;
  }
}

/** Whether a scan asks for the end of the session. */
export const isEnd = ({ result }: ScanView): boolean =>
  result?.kind === 'command' && result.command === 'END';

const isOpenEnd = (scan: ScanView): boolean => isEnd(scan) && isOpen(scan);
