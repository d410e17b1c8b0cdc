import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Elsewhere } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import { Listeners } from './listeners.ts';
import { elsewhereIn, libraryOf } from '../journal/libraries.ts';
import type { Clock, Journal, JournalEntry, Log, OwedStep, Standing } from '../ports.ts';
import { invalid } from '../failure.ts';

const Kind = z.looseObject({ kind: z.string().optional() });

/** A second step as it is listed: with the other library it is owed at, null for the one that is connected. */
export type Listed<D> = Owed<D> & { readonly elsewhere: Elsewhere | null };

/** A second step that is owed. */
export interface Owed<D> {
  readonly id: string;
  readonly since: string;
  /** The id of the library it is owed at. */
  readonly library: string;
  readonly data: D;
  readonly failure: Failure | null;
  /** Being done at this moment. */
  readonly running: boolean;
}

interface Held<D> {
  step: Owed<D>;
  /**
   * Why it is not on the list:
   * - `fresh`  in its first attempt, which the person is waiting for
   * - `silent` silence says that the first never happened, and it is still to be read whether that is so
   */
  hidden: 'fresh' | 'silent' | null;
}

/** How one kind of step is read from the journal. */
interface Reading<D> {
  /** The name under which the journal has steps of this kind. */
  readonly kind: string;
  /** Earlier versions wrote this kind, and only this one, without its name. */
  readonly alsoUnnamed?: true;
  readonly read: (data: unknown) => D | null;
  /** The journal's id of the command that comes before it. */
  readonly after: (data: D) => string;
  /**
   * What becomes of it where the first left and was not found: `listed`, as finishing does the first too, or `hidden`
   * until the first turns up late, if it does.
   */
  readonly ifSilent: 'listed' | 'hidden';
}

/** What steps are kept with. */
export interface OwedPorts {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly standing: Standing;
  readonly log: Log;
}

/**
 * The second steps of jobs of two, until both are done. Each is in the journal before the command of the first leaves,
 * so that no end of the program between the two loses one.
 */
export class OwedSteps<D> {
  /** Tells that the list has changed. */
  readonly changes = new Listeners<null>();
  readonly #ports: OwedPorts;
  readonly #reading: Reading<D>;
  readonly #held = new Map<string, Held<D>>();

  constructor(ports: OwedPorts, reading: Reading<D>) {
    this.#ports = ports;
    this.#reading = reading;
    this.#takeAll();
  }

  /** What could not be read can be: a key of the journal is back. */
  reread(): void {
    this.#takeAll();
    this.tell();
  }

  /** All, those of other libraries too: they can be finished only there, and are not to be forgotten here. */
  listed(): readonly Listed<D>[] {
    const elsewhere = elsewhereIn(this.#ports);
    return this.#all()
      .filter(({ hidden }) => hidden === null)
      .map(({ step }) => ({ ...step, elsewhere: elsewhere(step.library) }));
  }

  /** How many are owed at the library that the station stands on now. */
  countHere(): number {
    return this.listed().filter(({ elsewhere }) => elsewhere === null).length;
  }

  get(id: string): Owed<D> {
    const held = this.#held.get(id);
    if (!held) throw invalid('id', 'noIds');
    return held.step;
  }

  /** Those that this is true of, at whichever library; not those that somebody waits for. */
  where(isIt: (step: Owed<D>) => boolean): readonly Owed<D>[] {
    return this.#all()
      .filter(({ hidden, step }) => hidden !== 'fresh' && !step.running && isIt(step))
      .map(({ step }) => step);
  }

  /** Notes a step before the command of the first leaves; returns the id of what is owed. */
  owe(library: string, data: D): string {
    const id = randomUUID();
    const since = this.#ports.clock.now().toISOString();
    this.#ports.journal.owe({ id, at: since, library, data });
    const step = { id, since, library, data, failure: null, running: true };
    this.#held.set(id, { step, hidden: 'fresh' });
    return id;
  }

  /** More is known of what is owed. */
  say(id: string, data: D): void {
    const held = this.#held.get(id);
    if (!held) return;
    const { since: at, library } = held.step;
    held.step = { ...held.step, data };
    this.#written(() => this.#ports.journal.owe({ id, at, library, data }));
  }

  /** Marks the step as being done at this moment. Throws `alreadySent` where it is. */
  begin(id: string): void {
    if (this.get(id).running) throw invalid('id', 'alreadySent');
    this.#change(id, { running: true });
  }

  /** Both steps are done, or there is nothing to be done: it leaves the list, if nobody has taken it off. */
  done(id: string): void {
    if (!this.#held.delete(id)) return;
    this.#written(() => this.#ports.journal.updateOwed(id, null));
    this.tell();
  }

  failed(id: string, failure: Failure): void {
    if (!this.#held.has(id)) return;
    this.#written(() => this.#ports.journal.updateOwed(id, { failure }));
    this.#change(id, { failure, running: false });
  }

  /** Silence says that the first did not happen: nothing is owed then, unless it turns up late. */
  silent(id: string): void {
    const held = this.#held.get(id);
    if (!held) return;
    this.#held.set(id, { step: { ...held.step, running: false }, hidden: 'silent' });
    this.tell();
  }

  /** Tells that the list has changed. */
  tell(): void {
    this.changes.tell(null);
  }

  #takeAll(): void {
    for (const step of this.#ports.journal.owed()) if (!this.#held.has(step.id)) this.#take(step);
  }

  #all(): Held<D>[] {
    return [...this.#held.values()];
  }

  #change(id: string, change: Partial<Owed<D>>): void {
    this.#held.set(id, { step: { ...this.get(id), ...change }, hidden: null });
    this.tell();
  }

  /** What was done was done, also where the journal cannot be written at this moment: then the next run finds out again. */
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

  /** From an earlier run. What was never sent, and that is known, is not owed; what cannot be read is kept in the journal only. */
  #take({ id, at, data, failure, library, doubted }: OwedStep): void {
    const { read, after, ifSilent } = this.#reading;
    const { journal, log } = this.#ports;
    if (!this.#isOfKind(data)) return;
    const known = read(data);
    if (known === null) {
      log.line('owed.unreadable', { id });
      return;
    }
    const first = journal.entry(after(known));
    const isLost = first === null && doubted === true;
    const listed = isLost || mayHaveHappened(first) || (ifSilent === 'listed' && hasLeft(first));
    if (!listed && !(ifSilent === 'hidden' && isSilent(first))) {
      this.#written(() => journal.updateOwed(id, null));
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

/** Nobody has found it, or a person has said that it did not happen; nobody has refused it. */
const hasLeft = (entry: JournalEntry | null): boolean =>
  entry?.state === 'notSent' && (entry.settledBy === 'silence' || entry.settledBy === 'person');

/** Nobody has found it, and it is still to be read whether that is so. */
const isSilent = (entry: JournalEntry | null): boolean =>
  entry?.state === 'notSent' && entry.settledBy === 'silence' && entry.recheck !== null;
