import type { Failure } from '../../contract/failure.ts';
import type { ScanResult } from '../../contract/scans.ts';
import { codes, ours } from '../../service/codes.ts';
import { failureOf } from '../failure.ts';
import { Emitter } from '../emitter.ts';
import type { DeskDeps } from '../deps.ts';
import type { LendProgress } from '../loans/lend.ts';
import type { ScanList } from '../scans/scan-list.ts';
import { scanFailure } from '../scans/scan.ts';
import type { Circulation, ItemScan, Job } from './circulation.ts';

interface JobQueueOptions {
  /** While it is shut, the jobs wait for the next `go`. */
  readonly gate: () => 'open' | 'shut';
  /** Does one job. Never rejects: the outcome is written on the job's scan. */
  readonly run: (job: Job) => Promise<unknown>;
}

/** Jobs that are done one after the other, in the order in which they came, while a gate is open. */
export class JobQueue {
  #jobs: Job[] = [];
  #isRunning = false;
  readonly #options: JobQueueOptions;

  constructor(options: JobQueueOptions) {
    this.#options = options;
  }

  /** Whether a job that is put in now has to wait for another one. */
  get isBusy(): boolean {
    return this.#isRunning || this.#jobs.length > 0;
  }

  get waiting(): readonly Job[] {
    return this.#jobs;
  }

  put(job: Job): void {
    this.#jobs.push(job);
    this.go();
  }

  /** Takes out all jobs that have not begun. */
  empty(): Job[] {
    const jobs = this.#jobs;
    this.#jobs = [];
    return jobs;
  }

  /** Runs the next jobs. To be called when the gate may have changed. */
  go(): void {
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let job = this.#next(); job; job = this.#next()) await this.#options.run(job);
    this.#isRunning = false;
  }

  #next(): Job | undefined {
    return this.#options.gate() === 'open' ? this.#jobs.shift() : undefined;
  }
}

/** Runs the jobs of one session, and writes the outcome of each on its scan. */
export class JobRunner {
  /** Emits the result after an item was lent, renewed or returned. */
  readonly done = new Emitter<ScanResult>();
  /** Emits after a patron turned out to have as many loans as they may have. */
  readonly limitReached = new Emitter<null>();
  readonly #deps: DeskDeps;
  readonly #scans: ScanList;
  readonly #circulation: Circulation;
  readonly #aborts = new Map<string, AbortController>();
  /** By the item's code: resolves once its last scan is settled. */
  readonly #lastOfItem = new Map<string, Promise<void>>();

  constructor(deps: DeskDeps, scans: ScanList, circulation: Circulation) {
    this.#deps = deps;
    this.#scans = scans;
    this.#circulation = circulation;
  }

  /** Gives a scan its place among the scans of the same item: they are done in the order of these calls. */
  inTurn(scan: Omit<ItemScan, 'library' | 'abort' | 'after'>): ItemScan {
    const { id, code } = scan;
    const after = this.#lastOfItem.get(code) ?? Promise.resolve();
    const abort = new AbortController();
    this.#lastOfItem.set(code, this.#scans.whenSettled(id));
    this.#aborts.set(id, abort);
    return { ...scan, library: this.#scans.libraryOf(id), abort, after };
  }

  /**
   * Does a job. Resolves once the next job may begin: the scan is settled, or its outcome is unclear and is being
   * looked up. Answers the result, or null where there is none by then.
   */
  async run(job: Job): Promise<ScanResult | null> {
    const { id } = job;
    await job.after;
    if (!this.#scans.isOpen(id)) return null;
    const unclear = Promise.withResolvers<null>();
    const progress: LendProgress = {
      onSent: () => this.#scans.change(id, { state: 'sent' }),
      onUnclear: (failure) => {
        this.refuse(id, failure);
        unclear.resolve(null);
      },
    };
    return Promise.race([this.#carryOut(job, progress), unclear.promise]);
  }

  /** Takes a scan back: its command does not leave, if it has not left yet. */
  drop(id: string): void {
    this.#scans.change(id, { state: 'dropped' });
    this.#aborts.get(id)?.abort();
  }

  /** Sets a scan to refused, or to unclear where the outcome is unknown. */
  refuse(id: string, failure: Failure): void {
    const state = failure.kind === 'unknown-outcome' ? 'unclear' : 'refused';
    if (this.#scans.isOpen(id)) this.#scans.change(id, { state, failure });
  }

  /** The session is over. */
  forget(): void {
    this.#aborts.clear();
    this.#lastOfItem.clear();
    this.#circulation.forget();
  }

  async #carryOut(job: Job, progress: LendProgress): Promise<ScanResult | null> {
    const { id } = job;
    try {
      const { result, question } = await this.#circulation.carryOut(job, progress);
      try {
        this.#scans.change(id, { state: 'done', result, failure: null, question });
      } finally {
        if (result.kind !== 'double') this.done.emit(result);
      }
      return result;
    } catch (error) {
      this.#failed(job, error);
      return null;
    } finally {
      this.#aborts.delete(id);
    }
  }

  #failed(job: Job, error: unknown): void {
    const { id, code, by } = job;
    const deps = this.#deps;
    const failure = by === 'barcode' ? scanFailure(error, code, deps) : failureOf(error, deps.log);
    const isRefused = failure.kind === 'refused';
    const isOnLoan = isRefused && failure.code === ours.itemOnLoan;
    if (isOnLoan) this.#scans.change(id, { question: this.#circulation.ifOnLoan(job) });
    this.refuse(id, failure);
    if (isRefused && failure.code === ours.loanLimitReached && job.kind === 'lend') {
      job.borrower.limitReached();
      this.limitReached.emit(null);
    }
    if (isRefused && failure.code !== codes.noItemForBarcode) void this.#findTitle(job, isOnLoan);
  }

  /**
   * Looks up the title of a refused item, so that the row says which book to put aside. The item also says whether it
   * is on loan: a service may refuse that with any code, so the question is asked here, unless it was asked already
   * (`isAsked`).
   */
  async #findTitle(job: Job, isAsked: boolean): Promise<void> {
    try {
      const { title, isOnLoan } = await this.#circulation.lookUp(job);
      const question = isOnLoan && !isAsked ? this.#circulation.ifOnLoan(job) : null;
      this.#scans.change(job.id, { title, ...(question && { question }) });
    } catch {
      // The row keeps the barcode.
    }
  }
}
