import * as z from 'zod';
import type { Failure } from '../../../contract/failure.ts';
import { taskStepState } from '../../commands/task-steps.ts';
import { Emitter } from '../../emitter.ts';
import { Failed, invalid } from '../../failure.ts';
import { libraryOf } from '../../journal/libraries.ts';
import type { Journal } from '../../journal/port.ts';
import type { Clock } from '../../ports.ts';
import { JobOutcomes, type LookedUp, type OutcomeCounts, type RowOutcome } from './job-outcomes.ts';
import { LocationPlan, type Outcome, rowStep } from './plan.ts';

const kind = 'locations';
const JobStep = z.object({ kind: z.literal(kind), plan: LocationPlan });

/** A finished job that nobody has dismissed is kept for its outcomes this long: it holds the journal's rows back. */
const keptMs = 60 * 86_400_000;

/** A job that was not dismissed. */
export interface TrackedJob {
  readonly plan: LocationPlan;
  /** The id of the library system it is for. */
  readonly library: string;
  readonly since: string;
  /** Why it stopped; null where it was paused, is finished, or the program ended. */
  readonly failure: Failure | null;
  /** Rows of the journal were lost since: it may not know of rows that were sent. */
  readonly hasLostRows: boolean;
}

interface Running {
  paused: boolean;
}

/**
 * Files that are being written into a library. A job is saved as a pending step before its first request leaves, until
 * a person dismisses it: neither the end of the program nor that of a window loses a row, or its outcome. Each row is a
 * command of its own, whose id follows from the job and the row.
 */
export class LocationJobs {
  /** Tells that the list has changed, or how far a job has come. */
  readonly changes = new Emitter<null>();
  readonly #ports: { readonly journal: Journal; readonly clock: Clock };
  readonly #jobs = new Map<string, TrackedJob>();
  readonly #running = new Map<string, Running>();
  /** What is known of the rows, by the job. */
  readonly #outcomes = new Map<string, JobOutcomes>();
  readonly #unsaved = new Map<string, Map<number, Outcome>>();
  /** Intents that were used in this run of the program. */
  readonly #used = new Set<string>();
  /** When this run of the program began (monotonic milliseconds). */
  readonly began: number;

  constructor(ports: { readonly journal: Journal; readonly clock: Clock }) {
    this.#ports = ports;
    this.began = ports.clock.monotonic();
    this.#readAll();
    this.#dropOld();
  }

  /** A key of the journal is available again: jobs that could not be read are read now. */
  reread(): void {
    this.#readAll();
    this.changed();
  }

  /** Something has changed that is no row of a run: whatever is open is looked up anew. */
  changed(): void {
    for (const outcomes of this.#outcomes.values()) outcomes.lookUpAll();
    this.#tell();
  }

  /** The jobs of all library systems, oldest first. */
  list(): readonly TrackedJob[] {
    return [...this.#jobs.values()];
  }

  /** How many jobs of this library system are not finished. */
  countAt(library: string): number {
    return this.list().filter((job) => job.library === library && !this.isFinished(job)).length;
  }

  /** The job at this library system. Throws `gone` where there is none. */
  at(library: string, intent: string): TrackedJob {
    const job = this.#jobs.get(intent);
    if (job?.library !== library) throw invalid('id', 'gone');
    return job;
  }

  /** Saves a new job. Throws `alreadySent` where its intent was used: a second click begins nothing. */
  add(plan: LocationPlan, library: string): TrackedJob {
    const { intent } = plan;
    if (this.#used.has(intent) || this.#jobs.has(intent)) throw invalid('intent', 'alreadySent');
    const since = this.#ports.clock.now().toISOString();
    this.#ports.journal.saveStep({ id: intent, at: since, library, data: { kind, plan } });
    this.#used.add(intent);
    const job = { plan, library, since, failure: null, hasLostRows: false };
    this.#jobs.set(intent, job);
    this.#tell();
    return job;
  }

  /** Takes a job off the list. Throws `notNow` while it runs, and `gone` where there is none. */
  dismiss(intent: string): void {
    if (!this.#jobs.has(intent)) throw invalid('id', 'gone');
    if (this.#running.has(intent)) throw invalid('id', 'notNow');
    this.#ports.journal.updateStep(intent, null);
    this.#forget(intent);
    this.#tell();
  }

  /** Whether any job runs now. */
  get isAnyRunning(): boolean {
    return this.#running.size > 0;
  }

  isRunning(intent: string): boolean {
    return this.#running.has(intent);
  }

  /** A run begins. Throws `notNow` where one is under way. */
  begin(intent: string): void {
    if (this.#running.has(intent)) throw invalid('id', 'notNow');
    this.#running.set(intent, { paused: false });
    // What stopped it before is tried again.
    this.#outcomes.get(intent)?.lookUpAll('failed');
    this.#outcomes.get(intent)?.lookUpAll();
    this.#tell();
  }

  pause(intent: string): void {
    const running = this.#running.get(intent);
    if (running) running.paused = true;
  }

  isPaused(intent: string): boolean {
    return this.#running.get(intent)?.paused === true;
  }

  /** A run has ended; `failure` says why before the last row. */
  end(intent: string, failure: Failure | null): void {
    this.#running.delete(intent);
    const job = this.#jobs.get(intent);
    if (job) {
      this.#jobs.set(intent, { ...job, failure });
      this.#save(intent);
    }
    this.#tell();
  }

  /**
   * A row needs no command: no command says its outcome. It is saved with the others when the run ends, because a run
   * after a crash finds the same out by itself.
   */
  settle(intent: string, nth: number, outcome: Outcome): void {
    const unsaved = this.#unsaved.get(intent) ?? new Map<number, Outcome>();
    this.#unsaved.set(intent, unsaved.set(nth, outcome));
    this.note(intent, nth, { state: outcome, failure: null });
  }

  /** What became of a row, as far as this run knows beside the journal. */
  note(intent: string, nth: number, outcome: RowOutcome | null): void {
    if (outcome === null) this.#of(intent).lookUp(nth);
    else this.#of(intent).note(nth, outcome);
    this.#tell();
  }

  /** The state of a row: what was found, what its command came to, or that it is still to do. */
  outcomeOf(intent: string, nth: number): RowOutcome {
    return this.#of(intent).of(nth);
  }

  /** How far a job has come. */
  countsOf(intent: string): OutcomeCounts {
    return this.#of(intent).counts();
  }

  isFinished({ plan }: TrackedJob): boolean {
    return this.countsOf(plan.intent).settled === plan.rows.length;
  }

  #save(intent: string): void {
    const found = this.#unsaved.get(intent);
    this.#unsaved.delete(intent);
    const job = this.#jobs.get(intent);
    if (!job || !found) return;
    const rows = job.plan.rows.map((row, nth) => {
      const outcome = found.get(nth);
      return outcome ? { ...row, outcome } : row;
    });
    const plan = { ...job.plan, rows };
    this.#jobs.set(intent, { ...job, plan });
    this.#ports.journal.saveStep({ id: intent, at: job.since, library: job.library, data: { kind, plan } });
  }

  #lookUp(intent: string, nth: number): LookedUp {
    const found = this.#jobs.get(intent)?.plan.rows[nth]?.outcome ?? this.#unsaved.get(intent)?.get(nth);
    if (found) return { state: found, failure: null, mayChange: false };
    try {
      const step = taskStepState(this.#ports.journal, intent, rowStep(nth));
      // One that is known never to have run may still be found late.
      return { state: step.state, failure: null, mayChange: step.state === 'toDo' && step.isAgain };
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      const { failure } = error;
      const state = failure.kind === 'refused' ? 'refused' : 'unclear';
      return { state, failure, mayChange: state === 'unclear' };
    }
  }

  /** Throws `gone` where there is no such job. */
  #of(intent: string): JobOutcomes {
    const known = this.#outcomes.get(intent);
    if (known) return known;
    const job = this.#jobs.get(intent);
    if (!job) throw invalid('id', 'gone');
    const looked = new JobOutcomes(job.plan.rows.length, (nth) => this.#lookUp(intent, nth));
    this.#outcomes.set(intent, looked);
    return looked;
  }

  #tell(): void {
    this.changes.emit(null);
  }

  #forget(intent: string): void {
    this.#jobs.delete(intent);
    this.#outcomes.delete(intent);
    this.#unsaved.delete(intent);
  }

  #readAll(): void {
    for (const { id, at, library, data, afterLoss } of this.#ports.journal.openSteps()) {
      const step = JobStep.safeParse(data);
      if (!step.success || this.#jobs.has(id)) continue;
      this.#jobs.set(id, {
        ...{ plan: step.data.plan, library: libraryOf(library, data), since: at, failure: null },
        hasLostRows: afterLoss === true,
      });
    }
  }

  #dropOld(): void {
    const now = this.#ports.clock.now().getTime();
    const old = this.list().filter((job) => now - Date.parse(job.since) > keptMs && this.isFinished(job));
    if (old.length === 0) return;
    this.#ports.journal.endSteps(old.map(({ plan }) => plan.intent));
    for (const { plan } of old) this.#forget(plan.intent);
  }
}
