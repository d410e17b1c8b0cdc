import type { Day } from '../forms/fields.ts';

/** An item's scan on its way to the service. */
export interface Job {
  /** The scan's id. */
  readonly id: string;
  readonly code: string;
  /** What the code is: a barcode, or the id of an item that has none. */
  readonly by: 'barcode' | 'itemId';
  /** The day on which it is to be due, where the session said one when it was scanned. */
  readonly due: Day | null;
  /** Aborted when the scan is taken back. */
  readonly taken: AbortController;
  /** Resolves once every earlier scan of the same item is settled. */
  readonly after: Promise<void>;
}

/** What the line may do with its next job: do it, wait until it is told, or turn all of them away. */
export type Gate = 'open' | 'shut' | 'refuse';

interface Way {
  readonly gate: () => Gate;
  /** Does one job. Never rejects: what became of it is noted on its scan. */
  readonly work: (job: Job) => Promise<void>;
  readonly refuse: (job: Job) => void;
}

/** Jobs that are done one after the other, in the order in which they came, while a gate is open. */
export class JobLine {
  #jobs: Job[] = [];
  #running = false;
  readonly #way: Way;

  constructor(way: Way) {
    this.#way = way;
  }

  /** Whether a job put in now would have to wait. */
  get busy(): boolean {
    return this.#running || this.#jobs.length > 0;
  }

  get waiting(): readonly Job[] {
    return this.#jobs;
  }

  put(...jobs: readonly Job[]): void {
    this.#jobs.push(...jobs);
    this.go();
  }

  /** Takes everything out that has not begun. */
  empty(): Job[] {
    const jobs = this.#jobs;
    this.#jobs = [];
    return jobs;
  }

  /** Goes on, where the gate has changed. */
  go(): void {
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let job = this.#next(); job; job = this.#next()) await this.#way.work(job);
    this.#running = false;
  }

  #next(): Job | undefined {
    const gate = this.#way.gate();
    if (gate === 'refuse') for (const job of this.empty()) this.#way.refuse(job);
    return gate === 'open' ? this.#jobs.shift() : undefined;
  }
}
