import type { Accepted } from '../../contract/common.ts';
import type { LoanView } from '../../contract/loans.ts';
import { textOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import { patronQueue } from '../commands/queues.ts';
import { Failed, invalid } from '../failure.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { loanView } from './view.ts';
import { dueOf, lentBarcodeOf, loanIdOf } from './record.ts';
import { accepted, recordOfAnswer } from '../commands/accepted.ts';
import { localMoment, typedDay, type Day } from '../forms/fields.ts';

/** How many years ahead a due date may be. A later one is a typing error. */
const farthestYears = 2;

interface DueDateInput {
  readonly intent: string;
  readonly userId: string;
  readonly loanId: string;
  readonly due: string;
  /** The due date that was shown to the user. */
  readonly seen: string;
}

/**
 * Changes the due date of a loan to the typed day, at the time of day of the present due date. Throws `conflict` where
 * the present due date is not the one that was shown (`seen`).
 */
export async function setDueDate(
  deps: Deps,
  { intent, userId, loanId, due, seen }: DueDateInput,
  signal: AbortSignal,
): Promise<Accepted<LoanView>> {
  const { connection, clock, commands } = deps;
  commands.mustBeNew(intent);
  const day = typedDay('due', due);
  const service = await connection.service();
  const path = { user_id: userId, loan_id: loanId };
  const loan = await service.client.call('users.loans.get', { path }, { signal });
  const current = dueOf(loan);
  if (current !== seen)
    throw new Failed({ kind: 'conflict', differences: [{ field: 'due_date', was: seen, is: current }] });
  const answer = await changeDueDate(deps, { service, userId, loan, day, id: intent, signal });
  const reread = () => service.client.call('users.loans.get', { path });
  return accepted(deps.log, async () =>
    loanView(await recordOfAnswer(answer, loanIdOf, reread), clock.now()),
  );
}

interface DueDateChange {
  readonly service: Service;
  readonly userId: string;
  /** As it was read, or as the command that created it answered it. */
  readonly loan: Loan;
  readonly day: Day;
  readonly id?: string;
  readonly signal?: AbortSignal;
}

/** Sets the day on which a loan is due. Returns the service's answer. */
export async function changeDueDate(
  deps: Deps,
  { service, userId, loan, day, ...options }: DueDateChange,
): Promise<Loan> {
  const dueDate = dueOnDay(day, dueOf(loan), deps.clock.now());
  const { answer } = await deps.commands.run({
    ...options,
    operation: 'users.loans.update',
    // The whole loan is sent: a service may empty missing fields.
    args: { path: { user_id: userId, loan_id: loanIdOf(loan) }, body: { ...loan, due_date: dueDate } },
    queue: patronQueue(userId),
    about: textOf(loan.title) || lentBarcodeOf(loan),
    before: { due: dueOf(loan), wanted: dueDate },
    service,
  });
  return answer;
}

/** Checks a typed day on which later loans are to be due. Throws an invalid `due`. */
export function parseDueDay(text: string, now: Date): Day {
  const day = typedDay('due', text);
  dueOnDay(day, '', now);
  return day;
}

/**
 * The moment (ISO, UTC) at which a loan is due on this day, whose due date was `present`. Throws an invalid `due`.
 * Source: Loan.
 */
export function dueOnDay(day: Day, present: string, now: Date): string {
  const before = new Date(present);
  const endsDay =
    Number.isNaN(before.getTime()) ||
    (before.getHours() === 23 && before.getMinutes() === 59) ||
    (before.getHours() === 0 && before.getMinutes() === 0);
  const dueDate = endsDay
    ? localMoment(day, 23, 59, 59)
    : localMoment(day, before.getHours(), before.getMinutes(), before.getSeconds());
  if (dueDate <= now) throw invalid('due', 'inThePast');
  const farthest = new Date(now);
  farthest.setFullYear(now.getFullYear() + farthestYears);
  if (dueDate > farthest) throw invalid('due', 'tooFarAhead', String(farthestYears));
  return dueDate.toISOString();
}
