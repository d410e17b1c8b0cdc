import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Elsewhere } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import { Emitter } from '../emitter.ts';
import { elsewhereIn, libraryOf } from '../journal/libraries.ts';
import type { Clock, Log, Connection } from '../ports.ts';
import type { Journal, JournalEntry, StepRow } from '../journal/port.ts';
import { invalid } from '../failure.ts';

const Kind = z.looseObject({ kind: z.string().optional() });

/** A pending step in a list. `elsewhere` is its library, null if that is the connected one. */
export type ListedStep<D> = PendingStep<D> & { readonly elsewhere: Elsewhere | null };

/** The second step of a task, which is not done yet. */
export interface PendingStep<D> {
  readonly id: string;
  readonly since: string;
  /** The id of its library. */
  readonly library: string;
  readonly data: D;
  readonly failure: Failure | null;
  /** The step is in progress. */
  readonly running: boolean;
}

interface TrackedStep<D> {
  step: PendingStep<D>;
  /**
   * Why the step is not in the list:
   * - `inProgress`: the first attempt is running, and the user waits for it
   * - `notFound`: two reads did not find the first command; a later read may still find it
   */
  hidden: 'inProgress' | 'notFound' | null;
}

/** How steps of one kind are read from the journal. */
interface StepKind<D> {
  /** The name of this kind in the journal. */
  readonly kind: string;
  /** Earlier versions wrote this kind, and no other, without a name. */
  readonly alsoUnnamed?: true;
  readonly read: (data: unknown) => D | null;
  /** The journal's id of the first command. */
  readonly firstCommandId: (data: D) => string;
  /**
   * What happens to the step if the first command was sent and not found. `listed`: finishing the step also does the
   * first command. `hidden`: it is listed only if the first command is found later.
   */
  readonly ifNotFound: 'listed' | 'hidden';
}

export interface PendingStepPorts {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly connection: Connection;
  readonly log: Log;
}

/**
 * The second steps of tasks with two steps, until both are done. Each is in the journal before the first command is
 * sent, so that none is lost when the program ends between the two.
 */
export class PendingSteps<D> {
  /** Tells that the list has changed. */
  readonly changes = new Emitter<null>();
  readonly #ports: PendingStepPorts;
  readonly #kind: StepKind<D>;
  readonly #steps = new Map<string, TrackedStep<D>>();

  constructor(ports: PendingStepPorts, kind: StepKind<D>) {
    this.#ports = ports;
    this.#kind = kind;
    this.#restoreAll();
  }

  /** A key of the journal is available again: steps that could not be read are read now. */
  reread(): void {
    this.#restoreAll();
    this.changed();
  }

  /**
   * All steps, including those of other libraries. They can only be finished there, but the user should still see them.
   */
  listed(): readonly ListedStep<D>[] {
    const elsewhere = elsewhereIn(this.#ports);
    return this.#all()
      .filter(({ hidden }) => hidden === null)
      .map(({ step }) => ({ ...step, elsewhere: elsewhere(step.library) }));
  }

  /** How many steps are pending at the connected library. */
  countHere(): number {
    return this.listed().filter(({ elsewhere }) => elsewhere === null).length;
  }

  get(id: string): PendingStep<D> {
    const step = this.find(id);
    if (!step) throw invalid('id', 'gone');
    return step;
  }

  find(id: string): PendingStep<D> | null {
    return this.#steps.get(id)?.step ?? null;
  }

  /** Every step, at any library, whatever its state. */
  protected all(): readonly PendingStep<D>[] {
    return this.#all().map(({ step }) => step);
  }

  /** The steps that match, at any library, without those that are in progress. */
  where(predicate: (step: PendingStep<D>) => boolean): readonly PendingStep<D>[] {
    return this.#all()
      .filter(({ hidden, step }) => hidden !== 'inProgress' && !step.running && predicate(step))
      .map(({ step }) => step);
  }

  /**
   * Adds a step before its first command is sent; returns the id of the step. `later`: it is flushed to disk with that
   * command.
   */
  add(library: string, data: D, when: 'now' | 'later' = 'now'): string {
    const id = randomUUID();
    const since = this.#ports.clock.now().toISOString();
    this.#ports.journal.saveStep({ id, at: since, library, data }, when);
    const step = { id, since, library, data, failure: null, running: true };
    this.#steps.set(id, { step, hidden: 'inProgress' });
    return id;
  }

  /**
   * Adds a step whose first command is done already: it waits for a person, also where the journal cannot be written
   * now.
   */
  protected addWaiting(library: string, data: D): void {
    const id = randomUUID();
    const since = this.#ports.clock.now().toISOString();
    this.#tryWrite(() => this.#ports.journal.saveStep({ id, at: since, library, data }));
    this.#steps.set(id, { step: { id, since, library, data, failure: null, running: false }, hidden: null });
    this.changed();
  }

  /** Updates the data of a step. `later`: it is flushed to disk with what is written next. */
  update(id: string, data: D, when: 'now' | 'later' = 'now'): void {
    const tracked = this.#steps.get(id);
    if (!tracked) return;
    const { since: at, library } = tracked.step;
    tracked.step = { ...tracked.step, data };
    this.#tryWrite(() => this.#ports.journal.saveStep({ id, at, library, data }, when));
  }

  /** Marks the step as running. Throws `alreadySent` if it is running already. */
  begin(id: string): void {
    if (this.get(id).running) throw invalid('id', 'alreadySent');
    this.#change(id, { running: true });
  }

  /** Removes a step: it is done, or nothing is left to do. Does nothing if it is not in the list. */
  done(id: string): void {
    if (!this.#steps.delete(id)) return;
    this.#tryWrite(() => this.#ports.journal.updateStep(id, null));
    this.changed();
  }

  /** The step waits for a person: it is listed, and not in progress. */
  pause(id: string): void {
    if (this.#steps.has(id)) this.#change(id, { running: false });
  }

  failed(id: string, failure: Failure): void {
    if (!this.#steps.has(id)) return;
    this.#tryWrite(() => this.#ports.journal.updateStep(id, { failure }));
    this.#change(id, { failure, running: false });
  }

  /** Two reads did not find the first command. The step is hidden, unless the command is found later. */
  notFound(id: string): void {
    const tracked = this.#steps.get(id);
    if (!tracked) return;
    this.#steps.set(id, { step: { ...tracked.step, running: false }, hidden: 'notFound' });
    this.changed();
  }

  /** Tells that the list has changed. */
  changed(): void {
    this.changes.emit(null);
  }

  #restoreAll(): void {
    for (const step of this.#ports.journal.openSteps()) if (!this.#steps.has(step.id)) this.#restore(step);
  }

  #all(): TrackedStep<D>[] {
    return [...this.#steps.values()];
  }

  #change(id: string, change: Partial<PendingStep<D>>): void {
    this.#steps.set(id, { step: { ...this.get(id), ...change }, hidden: null });
    this.changed();
  }

  /**
   * Writes an outcome. If the journal cannot be written now, the outcome is still valid, and the next run works it out
   * again.
   */
  #tryWrite(write: () => void): void {
    try {
      write();
    } catch (error) {
      const ends = error instanceof Error && error.name === 'AbortError';
      if (!ends) this.#ports.log.defect(error);
    }
  }

  #isOfKind(data: unknown): boolean {
    const { success, data: named } = Kind.safeParse(data);
    if (!success) return false;
    return named.kind === undefined ? this.#kind.alsoUnnamed === true : named.kind === this.#kind.kind;
  }

  /**
   * Restores a step of an earlier run. If its first command was certainly never sent, there is nothing to do. A step
   * that cannot be read stays in the journal only.
   */
  #restore({ id, at, data, failure, library, afterLoss }: StepRow): void {
    const { read, firstCommandId, ifNotFound } = this.#kind;
    const { journal, log } = this.#ports;
    if (!this.#isOfKind(data)) return;
    const known = read(data);
    if (known === null) {
      log.line('owed.unreadable', { id });
      return;
    }
    const firstCommand = journal.entry(firstCommandId(known));
    const isLost = firstCommand === null && afterLoss === true;
    const listed =
      isLost ||
      mayHaveHappened(firstCommand) ||
      (ifNotFound === 'listed' && wasSentButNotFound(firstCommand));
    if (!listed && !(ifNotFound === 'hidden' && isAwaitingRecheck(firstCommand))) {
      this.#tryWrite(() => journal.updateStep(id, null));
      return;
    }
    const step = {
      id,
      since: at,
      library: libraryOf(library, data),
      data: known,
      failure,
      running: false,
    };
    this.#steps.set(id, { step, hidden: listed ? null : 'notFound' });
  }
}

const mayHaveHappened = (entry: JournalEntry | null): boolean =>
  entry?.state === 'sent' || entry?.state === 'unknown' || entry?.state === 'accepted';

/** The command was sent and not found, or the user decided that it did not happen. The service did not refuse it. */
const wasSentButNotFound = (entry: JournalEntry | null): boolean =>
  entry?.state === 'notSent' && (entry.settledBy === 'silence' || entry.settledBy === 'person');

/** The command was sent and not found, and will be read once more. */
const isAwaitingRecheck = (entry: JournalEntry | null): boolean =>
  entry?.state === 'notSent' && entry.settledBy === 'silence' && entry.recheck !== null;
