import * as z from 'zod';
import type { LentNotDueView } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import { textOf } from '../../service/read.ts';
import { failureIn } from '../commands/failure-in.ts';
import { Listeners } from '../commands/listeners.ts';
import type { Cleared } from '../commands/unclear.ts';
import { Failed, invalid } from '../failed.ts';
import type { Service } from '../ports.ts';
import { dueOnDay, giveDue } from './due-date.ts';
import { OwedSteps, type Listed, type Owed } from '../commands/pending-steps.ts';
import { typedDay } from '../forms/fields.ts';
import { dueOf, loanIdOf } from './view.ts';
import { loanOfItem } from './loan-of-item.ts';
import type { Parts } from '../deps.ts';

const Text = z.string();

/** A loan that is to be due on a day set by hand, if it comes to that. */
const DueGiving = z.object({
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
type DueGiving = z.output<typeof DueGiving>;

/** A loan as it is after a try to give it its day, for the scan that made it; and why it has it not. */
export interface Given {
  readonly scan: string;
  readonly loan: Loan;
  readonly failure: Failure | null;
}

/**
 * The days set by hand that loans are still to be given. A loan is made without a day of ours: the day is owed from
 * before the loan leaves until it is given. Where nobody knew whether the book was lent, and it is found later, it gets
 * its day then, also where silence had said that it was not.
 */
export class OwedDues {
  readonly given = new Listeners<Given>();
  readonly #steps: OwedSteps<DueGiving>;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#steps = new OwedSteps<DueGiving>(parts, {
      kind: 'dueDate',
      read: (data) => DueGiving.safeParse(data).data ?? null,
      after: ({ loan }) => loan,
      ifSilent: 'hidden',
    });
    parts.unclear.cleared.add((cleared) => this.#cleared(cleared));
  }

  /** What could not be read can be: a key of the journal is back. */
  reread(): void {
    this.#steps.reread();
  }

  get changes(): Listeners<null> {
    return this.#steps.changes;
  }

  /** All, with the library of those that are another's. */
  list(): readonly LentNotDueView[] {
    return this.#steps.listed().map(viewOf);
  }

  /** How many are owed at the library that the station stands on now. */
  countHere(): number {
    return this.#steps.countHere();
  }

  /** Notes the day of a loan before that leaves; returns the id of what is owed. */
  owe(service: Service, giving: Omit<DueGiving, 'kind' | 'title'>): string {
    return this.#steps.owe(service.library.id, { ...giving, kind: 'dueDate', title: '' });
  }

  /** What the loan ended in: where it is not known whether the book was lent, the day stays owed. */
  notLent(id: string, failure: Failure): void {
    if (failure.kind !== 'unknown-outcome') {
      this.#steps.done(id);
      return;
    }
    const { loan } = this.#steps.get(id).data;
    this.#steps.failed(id, failure);
    const { journal, unclear } = this.#parts;
    // It may have come to light while it was waited for.
    if (!unclear.has(loan))
      this.#cleared({ id: loan, happened: journal.entry(loan)?.state === 'accepted', record: null });
  }

  /** Gives a loan that was just made its day; answers it as it then is. Throws where it has it not, which is then owed. */
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

  /** Does what is left to do of one that was not finished: the loan is read anew, and given its day if it has it not. */
  async finish(id: string): Promise<void> {
    const { standing, unclear } = this.#parts;
    const { data, library } = this.#steps.get(id);
    const service = await standing.service();
    if (service.library.id !== library) throw invalid('id', 'noIds');
    this.#steps.begin(id);
    let loan: Loan | null = null;
    try {
      if (unclear.has(data.loan)) await unclear.lookAgain(data.loan);
      loan = await loanOfItem({ ...data, service });
      const due = await this.#due(service, data, loan);
      this.#steps.done(id);
      this.given.tell({ scan: data.loan, loan: due, failure: null });
    } catch (error) {
      const failure = this.#left(id, data, loan, error);
      if (loan) this.given.tell({ scan: data.loan, loan, failure });
      throw new Failed(failure);
    }
  }

  /** A person has seen to it elsewhere. */
  settle(id: string): void {
    this.#steps.get(id);
    this.#steps.done(id);
  }

  /** The book is back at this library: no day is owed to its loan any more. Another's may have the same code. */
  isBack(at: string, code: string): void {
    const isIt = ({ library, data }: Owed<DueGiving>): boolean => library === at && data.code === code;
    for (const { id } of this.#steps.where(isIt)) this.#steps.done(id);
  }

  /** Tells that the list has changed. */
  tell(): void {
    this.#steps.tell();
  }

  /** It has its day still to be given; what the book is called is known, for whoever has to see to it. */
  #left(id: string, data: DueGiving, loan: Loan | null, error: unknown): Failure {
    const failure = failureIn(error, this.#parts.log);
    const title = textOf(loan?.title);
    if (title !== '' && title !== data.title) this.#steps.say(id, { ...data, title });
    this.#steps.failed(id, failure);
    return failure;
  }

  async #due(service: Service, { userId, day: text }: DueGiving, loan: Loan | null): Promise<Loan> {
    // It was never made, or is back.
    if (!loan) throw invalid('item', 'notOnLoan');
    const day = typedDay('due', text);
    const wanted = dueOnDay(day, dueOf(loan), this.#parts.clock.now());
    if (Date.parse(dueOf(loan)) === Date.parse(wanted)) return loan;
    const answer = await giveDue(this.#parts, { service, userId, loan, day });
    // It was accepted: it is due then, whatever the answer says.
    return dueOf(answer) === '' ? { ...loan, due_date: wanted } : answer;
  }

  /** Nobody has refused a loan that did not happen, nor said so: it may turn up late, and is owed its day then. */
  #maySurface(loan: string): boolean {
    const entry = this.#parts.journal.entry(loan);
    return entry?.settledBy === 'silence' || entry?.state === 'unknown';
  }

  /** It is known now what came of a command that was unclear: of the loan, or of its day. */
  #cleared({ id, happened }: Cleared): void {
    const steps = this.#steps;
    for (const step of steps.where(({ data }) => data.loan === id)) {
      if (happened) void this.finish(step.id).catch(() => undefined);
      else if (this.#maySurface(id)) steps.silent(step.id);
      else steps.done(step.id);
    }
    const isOfDay = ({ failure }: Owed<DueGiving>): boolean =>
      failure?.kind === 'unknown-outcome' && failure.journalId === id;
    if (happened) for (const step of steps.where(isOfDay)) void this.finish(step.id).catch(() => undefined);
  }
}

const viewOf = ({ id, since, failure, running, elsewhere, data }: Listed<DueGiving>): LentNotDueView => ({
  id,
  what: data.title || data.code,
  due: data.day,
  since,
  failure,
  running,
  elsewhere,
});
