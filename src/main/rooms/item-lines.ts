import { randomUUID } from 'node:crypto';
import type { Day } from '../tasks/typed-day.ts';
import { noPatron, type ItemWork } from './item-work.ts';
import { JobLine, type Job } from './job-line.ts';
import type { ScanList } from './scan-list.ts';
import type { Sitting } from './sitting.ts';

/**
 * Where the items of one session's scans wait for their turn: those for a patron in that patron's line, those to be
 * returned in a line of their own.
 */
export class ItemLines {
  readonly #scans: ScanList;
  readonly #items: ItemWork;
  readonly #returns: JobLine;
  /** The day on which what is lent from now on is due, as it was typed and as it was read. */
  due: { readonly text: string; readonly day: Day } | null = null;
  /** Another with each session. */
  #session = Symbol('session');

  constructor(scans: ScanList, items: ItemWork) {
    this.#scans = scans;
    this.#items = items;
    this.#returns = new JobLine({
      gate: () => 'open',
      work: (job) => items.takeBack(job),
      refuse: ({ id }) => items.refuse(id, noPatron),
    });
  }

  job(id: string, code: string, by: Job['by'], due = this.due?.day ?? null): Job {
    return this.#items.job({ id, code, by, due });
  }

  /**
   * The day of a scan made now, for when its turn has come: the one that is shown now, whatever is set until then. A
   * scan that turns out to be the next session's has none of this one's.
   */
  dueOfScan(): () => Day | null {
    const day = this.due?.day ?? null;
    const session = this.#session;
    return () => (session === this.#session ? day : null);
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
    this.due = null;
    this.#session = Symbol('session');
  }
}
