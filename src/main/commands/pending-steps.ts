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

/** A second step as it is listed: with the other library it is owed at, null for the one that is connected. */
export type ListedStep<D> = PendingStep<D> & { readonly elsewhere: Elsewhere | null };

/** A second step that is owed. */
export interface PendingStep<D> {
  readonly id: string;
  readonly since: string;
  /** The id of the library it is owed at. */
  readonly library: string;
  readonly data: D;
  readonly failure: Failure | null;
  /** Being done at this moment. */
  readonly running: boolean;
}

interface HeldStep<D> {
  step: PendingStep<D>;
  /**
   * Why it is not on the list:
   * - `fresh`  the first attempt is under way, and the person waits for it
   * - `silent` two reads did not find the first step, and a later read may still find it
   */
  hidden: 'fresh' | 'silent' | null;
}

/** How one kind of step is read from the journal. */
interface StepKind<D> {
  /** The name under which the journal has steps of this kind. */
  readonly kind: string;
  /** Earlier versions wrote this kind, and only this one, without its name. */
  readonly alsoUnnamed?: true;
  readonly read: (data: unknown) => D | null;
  /** The journal's id of the command that comes before it. */
  readonly after: (data: D) => string;
  /**
   * What becomes of it where the first step left and was not found. `listed`: finishing it does the first step too.
   * `hidden`: until the first step turns up late, if it does.
   */
  readonly ifNotFound: 'listed' | 'hidden';
}

/** The ports that pending steps need. */
export interface PendingStepPorts {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly connection: Connection;
  readonly log: Log;
}

/**
 * The second steps of tasks that take two, until both are done. Each is in the journal before the command of the first
 * step leaves. So none is lost when the program ends between the two.
 */
export class PendingSteps<D> {
  /** Tells that the list has changed. */
  readonly changes = new Emitter<null>();
  readonly #ports: PendingStepPorts;
  readonly #reading: StepKind<D>;
  readonly #held = new Map<string, HeldStep<D>>();

  constructor(ports: PendingStepPorts, reading: StepKind<D>) {
    this.#ports = ports;
    this.#reading = reading;
    this.#takeAll();
  }

  /** A key of the journal is back: steps that could not be read now can be. */
  reread(): void {
    this.#takeAll();
    this.changed();
  }

  /** All steps, also those of other libraries. They can be finished only there, and must not be forgotten here. */
  listed(): readonly ListedStep<D>[] {
    const elsewhere = elsewhereIn(this.#ports);
    return this.#all()
      .filter(({ hidden }) => hidden === null)
      .map(({ step }) => ({ ...step, elsewhere: elsewhere(step.library) }));
  }

  /** How many are owed at the library that the station stands on now. */
  countHere(): number {
    return this.listed().filter(({ elsewhere }) => elsewhere === null).length;
  }

  get(id: string): PendingStep<D> {
    const held = this.#held.get(id);
    if (!held) throw invalid('id', 'noIds');
    return held.step;
  }

  /** The steps for which this is true, at any library, without those that somebody waits for. */
  where(isIt: (step: PendingStep<D>) => boolean): readonly PendingStep<D>[] {
    return this.#all()
      .filter(({ hidden, step }) => hidden !== 'fresh' && !step.running && isIt(step))
      .map(({ step }) => step);
  }

  /** Notes a step before the command of the first leaves; returns the id of what is owed. */
  add(library: string, data: D): string {
    const id = randomUUID();
    const since = this.#ports.clock.now().toISOString();
    this.#ports.journal.saveStep({ id, at: since, library, data });
    const step = { id, since, library, data, failure: null, running: true };
    this.#held.set(id, { step, hidden: 'fresh' });
    return id;
  }

  /** More is known of what is owed. */
  update(id: string, data: D): void {
    const held = this.#held.get(id);
    if (!held) return;
    const { since: at, library } = held.step;
    held.step = { ...held.step, data };
    this.#written(() => this.#ports.journal.saveStep({ id, at, library, data }));
  }

  /** Marks the step as being done now. Throws `alreadySent` where it is being done already. */
  begin(id: string): void {
    if (this.get(id).running) throw invalid('id', 'alreadySent');
    this.#change(id, { running: true });
  }

  /** Both steps are done, or nothing is left to do: the step leaves the list, if it is still there. */
  done(id: string): void {
    if (!this.#held.delete(id)) return;
    this.#written(() => this.#ports.journal.updateStep(id, null));
    this.changed();
  }

  failed(id: string, failure: Failure): void {
    if (!this.#held.has(id)) return;
    this.#written(() => this.#ports.journal.updateStep(id, { failure }));
    this.#change(id, { failure, running: false });
  }

  /** Two reads did not find the first step: nothing is owed then, unless it turns up late. */
  notFound(id: string): void {
    const held = this.#held.get(id);
    if (!held) return;
    this.#held.set(id, { step: { ...held.step, running: false }, hidden: 'silent' });
    this.changed();
  }

  /** Tells that the list has changed. */
  changed(): void {
    this.changes.emit(null);
  }

  #takeAll(): void {
    for (const step of this.#ports.journal.openSteps()) if (!this.#held.has(step.id)) this.#take(step);
  }

  #all(): HeldStep<D>[] {
    return [...this.#held.values()];
  }

  #change(id: string, change: Partial<PendingStep<D>>): void {
    this.#held.set(id, { step: { ...this.get(id), ...change }, hidden: null });
    this.changed();
  }

  /** Writes an outcome. It stands also where the journal cannot be written at this moment: the next run finds out anew. */
  #written(write: () => void): void {
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
    return named.kind === undefined ? this.#reading.alsoUnnamed === true : named.kind === this.#reading.kind;
  }

  /**
   * Takes over a step of an earlier run. One whose first command was certainly never sent is not owed. One that cannot
   * be read stays in the journal only.
   */
  #take({ id, at, data, failure, library, afterLoss }: StepRow): void {
    const { read, after, ifNotFound } = this.#reading;
    const { journal, log } = this.#ports;
    if (!this.#isOfKind(data)) return;
    const known = read(data);
    if (known === null) {
      log.line('owed.unreadable', { id });
      return;
    }
    const first = journal.entry(after(known));
    const isLost = first === null && afterLoss === true;
    const listed = isLost || mayHaveHappened(first) || (ifNotFound === 'listed' && hasLeft(first));
    if (!listed && !(ifNotFound === 'hidden' && isSilent(first))) {
      this.#written(() => journal.updateStep(id, null));
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
    this.#held.set(id, { step, hidden: listed ? null : 'silent' });
  }
}

const mayHaveHappened = (entry: JournalEntry | null): boolean =>
  entry?.state === 'sent' || entry?.state === 'unknown' || entry?.state === 'accepted';

/** It has left and was not found, or a person said that it did not happen. The service did not refuse it. */
const hasLeft = (entry: JournalEntry | null): boolean =>
  entry?.state === 'notSent' && (entry.settledBy === 'silence' || entry.settledBy === 'person');

/** It has left and was not found, and it is still to be read once more. */
const isSilent = (entry: JournalEntry | null): boolean =>
  entry?.state === 'notSent' && entry.settledBy === 'silence' && entry.recheck !== null;
