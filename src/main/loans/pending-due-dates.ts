import * as z from 'zod';
import type { LentNotDueView } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import { textOf } from '../../service/read.ts';
import { Emitter } from '../emitter.ts';
import type { ResolvedCommand } from '../commands/lookups.ts';
import type { Service } from '../ports.ts';
import { dueOnDay, changeDueDate } from './due-date.ts';
import { PendingSteps, type ListedStep, type PendingStep } from '../commands/pending-steps.ts';
import { typedDay } from '../forms/fields.ts';
import { dueOf, loanIdOf } from './record.ts';
import { loanOfItem } from './loans.ts';
import type { Deps } from '../deps.ts';
import { Failed, failureOf, invalid } from '../failure.ts';

const Text = z.string();

/** A pending step: a loan is to be due on a day that was set by hand. */
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

/** The loan of a scan after an attempt to set its due day. `failure` says why that failed. */
export interface DueDateAttempt {
  readonly scan: string;
  readonly loan: Loan;
  readonly failure: Failure | null;
}

/**
 * The due days set by hand that loans do not have yet. A loan cannot be created with a due date, so the day is saved
 * as a pending step before the loan is sent, until the loan has it. A loan with an unknown outcome that is found later
 * gets its day then.
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
      firstCommandId: ({ loan }) => loan,
      ifNotFound: 'hidden',
    });
    deps.unclear.resolved.on((resolved) => this.#resolved(resolved));
  }

  /** A key of the journal is back: reads the rows again that could not be read. */
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

  /** Saves the day of a loan before the loan is sent. Returns the id of the pending step. */
  add(service: Service, step: Omit<DueDateStep, 'kind' | 'title'>): string {
    return this.#steps.add(service.library.id, { ...step, kind: 'dueDate', title: '' });
  }

  /** The loan failed. After an unknown outcome the step stays: the item may be lent. */
  loanFailed(id: string, failure: Failure): void {
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

  /** Sets the due day of a new loan. Answers the loan after it. Throws if that fails; the step then stays. */
  async setDueDate(id: string, service: Service, answer: Loan): Promise<Loan> {
    const { data } = this.#steps.get(id);
    let loan: Loan | null = answer;
    try {
      if (loanIdOf(answer) === '') loan = await loanOfItem({ ...data, service });
      const dueLoan = await this.#dueLoan(service, data, loan);
      this.#steps.done(id);
      return dueLoan;
    } catch (error) {
      throw new Failed(this.#noteFailure(id, data, loan, error));
    }
  }

  /** Tries a pending step again: reads the loan, and sets its due day unless it has it. */
  async finish(id: string): Promise<void> {
    const { connection, unclear } = this.#deps;
    const { data, library } = this.#steps.get(id);
    const service = await connection.service();
    if (service.library.id !== library) throw invalid('id', 'moved');
    this.#steps.begin(id);
    let loan: Loan | null = null;
    try {
      if (unclear.has(data.loan)) await unclear.lookAgain(data.loan);
      loan = await loanOfItem({ ...data, service });
      const dueLoan = await this.#dueLoan(service, data, loan);
      this.#steps.done(id);
      this.attempts.emit({ scan: data.loan, loan: dueLoan, failure: null });
    } catch (error) {
      const failure = this.#noteFailure(id, data, loan, error);
      if (loan) this.attempts.emit({ scan: data.loan, loan, failure });
      throw new Failed(failure);
    }
  }

  /** The user has done it elsewhere. */
  settle(id: string): void {
    this.#steps.get(id);
    this.#steps.done(id);
  }

  /**
   * The item was returned: its loan needs no due day any more. `at` is the library: another one may have an item with
   * the same code.
   */
  itemReturned(at: string, code: string): void {
    const matches = ({ library, data }: PendingStep<DueDateStep>): boolean =>
      library === at && data.code === code;
    for (const { id } of this.#steps.where(matches)) this.#steps.done(id);
  }

  /** Emits that the list has changed. */
  changed(): void {
    this.#steps.changed();
  }

  /** Saves why a day could not be set, and the title for the user who has to do it. */
  #noteFailure(id: string, data: DueDateStep, loan: Loan | null, error: unknown): Failure {
    const failure = failureOf(error, this.#deps.log);
    const title = textOf(loan?.title);
    if (title !== '' && title !== data.title) this.#steps.update(id, { ...data, title });
    this.#steps.failed(id, failure);
    return failure;
  }

  async #dueLoan(service: Service, { userId, day: text }: DueDateStep, loan: Loan | null): Promise<Loan> {
    // The item was not lent, or was returned.
    if (!loan) throw invalid('item', 'notOnLoan');
    const day = typedDay('due', text);
    const dueDate = dueOnDay(day, dueOf(loan), this.#deps.clock.now());
    if (Date.parse(dueOf(loan)) === Date.parse(dueDate)) return loan;
    const answer = await changeDueDate(this.#deps, { service, userId, loan, day });
    // The service accepted the date, even if its answer does not show it.
    return dueOf(answer) === '' ? { ...loan, due_date: dueDate } : answer;
  }

  /**
   * Whether a loan that was not found may still turn up: the service did not refuse it, and no user decided about it.
   */
  #mayStillHappen(loan: string): boolean {
    const entry = this.#deps.journal.entry(loan);
    return entry?.settledBy === 'silence' || entry?.state === 'unknown';
  }

  /** The outcome of an unclear command is known: of a loan, or of setting its due day. */
  #resolved({ id, happened }: ResolvedCommand): void {
    const steps = this.#steps;
    for (const step of steps.where(({ data }) => data.loan === id)) {
      if (happened) void this.finish(step.id).catch(() => undefined);
      else if (this.#mayStillHappen(id)) steps.notFound(step.id);
      else steps.done(step.id);
    }
    const isChangeOfDueDate = ({ failure }: PendingStep<DueDateStep>): boolean =>
      failure?.kind === 'unknown-outcome' && failure.journalId === id;
    if (happened)
      for (const step of steps.where(isChangeOfDueDate)) void this.finish(step.id).catch(() => undefined);
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
