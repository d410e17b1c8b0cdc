import * as z from 'zod';
import type { LentNotDueView } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import { textOf } from '../../service/read.ts';
import { Emitter } from '../emitter.ts';
import type { Resolved } from '../commands/lookups.ts';
import type { Service } from '../ports.ts';
import { dueOnDay, giveDue } from './due-date.ts';
import { PendingSteps, type ListedStep, type PendingStep } from '../commands/pending-steps.ts';
import { typedDay } from '../forms/fields.ts';
import { dueOf, loanIdOf } from './view.ts';
import { loanOfItem } from './loans.ts';
import type { Deps } from '../deps.ts';
import { Failed, failureOf, invalid } from '../failure.ts';

const Text = z.string();

/** A loan that is to be due on a day set by hand, once it is made. */
const DueDateStep = z.object({
  kind: z.literal('dueDate'),
  /** The journal's id of the loan, and that of its scan. */
  loan: Text,
  userId: Text,
  code: Text,
  by: z.enum(['barcode', 'itemId']),
  title: Text,
  /** `YYYY-MM-DD`. */
  day: Text,
});
type DueDateStep = z.output<typeof DueDateStep>;

/** A loan after an attempt to give it its day, for the scan that made it. `failure`: why it does not have the day. */
export interface DueDateAttempt {
  readonly scan: string;
  readonly loan: Loan;
  readonly failure: Failure | null;
}

/**
 * The days set by hand that loans are still to be given. A loan cannot be created with a due date, so the day is noted
 * as a pending step before the loan leaves, until the loan has it. Where nobody knows whether the item was lent and the
 * loan is found later, it gets its day then, even where the search had given up.
 */
export class PendingDueDates {
  readonly attempts = new Emitter<DueDateAttempt>();
  readonly #steps: PendingSteps<DueDateStep>;
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#steps = new PendingSteps<DueDateStep>(deps, {
      kind: 'dueDate',
      read: (data) => DueDateStep.safeParse(data).data ?? null,
      after: ({ loan }) => loan,
      ifNotFound: 'hidden',
    });
    deps.unclear.resolved.on((resolved) => this.#resolved(resolved));
  }

  /** A key of the journal is back: rows that could not be read can be. */
  reread(): void {
    this.#steps.reread();
  }

  get changes(): Emitter<null> {
    return this.#steps.changes;
  }

  /** All of them, also those of other libraries. */
  list(): readonly LentNotDueView[] {
    return this.#steps.listed().map(viewOf);
  }

  /** How many there are at the connected library. */
  countHere(): number {
    return this.#steps.countHere();
  }

  /** Notes the day of a loan before the loan leaves. Returns the id of the pending step. */
  add(service: Service, giving: Omit<DueDateStep, 'kind' | 'title'>): string {
    return this.#steps.add(service.library.id, { ...giving, kind: 'dueDate', title: '' });
  }

  /** The loan failed. Where nobody knows whether the item was lent, its day is still to be given. */
  notLent(id: string, failure: Failure): void {
    if (failure.kind !== 'unknown-outcome') {
      this.#steps.done(id);
      return;
    }
    const { loan } = this.#steps.get(id).data;
    this.#steps.failed(id, failure);
    const { journal, unclear } = this.#deps;
    // The outcome may have become known meanwhile.
    if (!unclear.has(loan))
      this.#resolved({ id: loan, happened: journal.entry(loan)?.state === 'accepted', record: null });
  }

  /**
   * Gives a new loan its day. Answers the loan as it is then. Throws where that fails; the day is then still to be
   * given.
   */
  async give(id: string, service: Service, answer: Loan): Promise<Loan> {
    const { data } = this.#steps.get(id);
    let loan: Loan | null = answer;
    try {
      if (loanIdOf(answer) === '') loan = await loanOfItem({ ...data, service });
      const due = await this.#due(service, data, loan);
      this.#steps.done(id);
      return due;
    } catch (error) {
      throw new Failed(this.#left(id, data, loan, error));
    }
  }

  /** Tries a pending one again: reads the loan anew, and gives it its day unless it has it. */
  async finish(id: string): Promise<void> {
    const { connection, unclear } = this.#deps;
    const { data, library } = this.#steps.get(id);
    const service = await connection.service();
    if (service.library.id !== library) throw invalid('id', 'noIds');
    this.#steps.begin(id);
    let loan: Loan | null = null;
    try {
      if (unclear.has(data.loan)) await unclear.lookAgain(data.loan);
      loan = await loanOfItem({ ...data, service });
      const due = await this.#due(service, data, loan);
      this.#steps.done(id);
      this.attempts.emit({ scan: data.loan, loan: due, failure: null });
    } catch (error) {
      const failure = this.#left(id, data, loan, error);
      if (loan) this.attempts.emit({ scan: data.loan, loan, failure });
      throw new Failed(failure);
    }
  }

  /** A person has done it elsewhere. */
  settle(id: string): void {
    this.#steps.get(id);
    this.#steps.done(id);
  }

  /** The item is returned: its loan needs no day any more. `at`: the library; another one may have the same code. */
  isBack(at: string, code: string): void {
    const isIt = ({ library, data }: PendingStep<DueDateStep>): boolean =>
      library === at && data.code === code;
    for (const { id } of this.#steps.where(isIt)) this.#steps.done(id);
  }

  /** Tells that the list has changed. */
  changed(): void {
    this.#steps.changed();
  }

  /** Notes why a day could not be given, and the title for the person who has to do it. */
  #left(id: string, data: DueDateStep, loan: Loan | null, error: unknown): Failure {
    const failure = failureOf(error, this.#deps.log);
    const title = textOf(loan?.title);
    if (title !== '' && title !== data.title) this.#steps.update(id, { ...data, title });
    this.#steps.failed(id, failure);
    return failure;
  }

  async #due(service: Service, { userId, day: text }: DueDateStep, loan: Loan | null): Promise<Loan> {
    // There was no such loan, or the item is returned.
    if (!loan) throw invalid('item', 'notOnLoan');
    const day = typedDay('due', text);
    const wanted = dueOnDay(day, dueOf(loan), this.#deps.clock.now());
    if (Date.parse(dueOf(loan)) === Date.parse(wanted)) return loan;
    const answer = await giveDue(this.#deps, { service, userId, loan, day });
    // The service accepted: the loan is due then, even where the answer does not say so.
    return dueOf(answer) === '' ? { ...loan, due_date: wanted } : answer;
  }

  /**
   * Whether a loan that was not found may still turn up: nobody refused it, and no person decided. It then gets its
   * day.
   */
  #maySurface(loan: string): boolean {
    const entry = this.#deps.journal.entry(loan);
    return entry?.settledBy === 'silence' || entry?.state === 'unknown';
  }

  /** The outcome of an unclear command is known now: of a loan, or of giving it its day. */
  #resolved({ id, happened }: Resolved): void {
    const steps = this.#steps;
    for (const step of steps.where(({ data }) => data.loan === id)) {
      if (happened) void this.finish(step.id).catch(() => undefined);
      else if (this.#maySurface(id)) steps.notFound(step.id);
      else steps.done(step.id);
    }
    const isOfDay = ({ failure }: PendingStep<DueDateStep>): boolean =>
      failure?.kind === 'unknown-outcome' && failure.journalId === id;
    if (happened) for (const step of steps.where(isOfDay)) void this.finish(step.id).catch(() => undefined);
  }
}

const viewOf = ({
  id,
  since,
  failure,
  running,
  elsewhere,
  data,
}: ListedStep<DueDateStep>): LentNotDueView => ({
  id,
  what: data.title || data.code,
  due: data.day,
  since,
  failure,
  running,
  elsewhere,
});
