import type { Accepted } from '../../contract/common.ts';
import type { LoanView } from '../../contract/loans.ts';
import { textOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import { patronQueue } from '../commands/queues.ts';
import { Failed, invalid } from '../failure.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { dueOf, lentBarcodeOf, loanIdOf, loanView } from './view.ts';
import { accepted, answered } from '../commands/accepted.ts';
import { localMoment, typedDay, type Day } from '../forms/fields.ts';

/** How many years ahead a due date may be: a later one is a typing error. */
const farthestYears = 2;

interface NewDue {
  readonly intent: string;
  readonly userId: string;
  readonly loanId: string;
  readonly due: string;
  /** When it was due as it was shown. */
  readonly seen: string;
}

/**
 * Gives a loan another due date: the day that was typed, at the time of day that it was due before. Throws `conflict`
 * where its due date is not the one that was shown (`seen`): somebody has changed it meanwhile.
 */
export async function setDueDate(
  deps: Deps,
  { intent, userId, loanId, due, seen }: NewDue,
  signal: AbortSignal,
): Promise<Accepted<LoanView>> {
  const { connection, clock, commands } = deps;
  commands.mustBeNew(intent);
  const day = typedDay('due', due);
  const service = await connection.service();
  const path = { user_id: userId, loan_id: loanId };
  const loan = await service.client.call('users.loans.get', { path }, { signal });
  const is = dueOf(loan);
  if (is !== seen)
    throw new Failed({ kind: 'conflict', differences: [{ field: 'due_date', was: seen, is }] });
  const given = await giveDue(deps, { service, userId, loan, day, id: intent, signal });
  const again = () => service.client.call('users.loans.get', { path });
  return accepted(deps.log, async () => loanView(await answered(given, loanIdOf, again), clock.now()));
}

interface Giving {
  readonly service: Service;
  readonly userId: string;
  /** As it was read, or as its own loan answered it. */
  readonly loan: Loan;
  readonly day: Day;
  readonly id?: string;
  readonly signal?: AbortSignal;
}

/** Sets the day on which a loan is due. Answers the loan as the service does. */
export async function giveDue(deps: Deps, { service, userId, loan, day, ...more }: Giving): Promise<Loan> {
  const wanted = dueOnDay(day, dueOf(loan), deps.clock.now());
  const { answer } = await deps.commands.run({
    ...more,
    operation: 'users.loans.update',
    // The whole loan: a service may empty the fields that are missing.
    args: { path: { user_id: userId, loan_id: loanIdOf(loan) }, body: { ...loan, due_date: wanted } },
    queue: patronQueue(userId),
    about: textOf(loan.title) || lentBarcodeOf(loan),
    before: { due: dueOf(loan), wanted },
    service,
  });
  return answer;
}

/** Checks a typed day on which later loans are to be due. Throws an invalid `due`. */
export function mayBeDue(text: string, now: Date): Day {
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
  const wanted = endsDay
    ? localMoment(day, 23, 59, 59)
    : localMoment(day, before.getHours(), before.getMinutes(), before.getSeconds());
  if (wanted <= now) throw invalid('due', 'inThePast');
  const farthest = new Date(now);
  farthest.setFullYear(now.getFullYear() + farthestYears);
  if (wanted > farthest) throw invalid('due', 'tooFarAhead', String(farthestYears));
  return wanted.toISOString();
}
