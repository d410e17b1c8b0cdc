import { paginate } from '../../client/paginate.ts';
import type { Failure } from '../../contract/failure.ts';
import type { LoansRead, LoanView, RenewOutcome, RenewProgress } from '../../contract/loans.ts';
import { labelOf, momentOf, textOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import { patronQueue } from '../commands/queues.ts';
import type { CommandOrder } from '../commands/order.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { dueOf, lentBarcodeOf, loanIdOf, loanView, refusalCodeOf } from './view.ts';
import { accepted, answered } from '../commands/accepted.ts';
import { Failed, failureOf, invalid } from '../failure.ts';

/** The service gives at most this many at once. A patron with fewer loans needs no progress. Source: Limits. */
const pageSize = 100;

/**
 * All of a patron's loans, the next to be due first. Full pages are reported as they are read; the answer has the loans
 * after them only.
 */
export async function listLoans(
  { connection, clock }: Deps,
  userId: string,
  report: (progress: LoansRead) => void,
  signal: AbortSignal,
): Promise<{ loans: LoanView[]; total: number }> {
  const { client } = await connection.service();
  const path = { user_id: userId };
  const query = { expand: 'renewable', order_by: 'due_date' };
  let loans: LoanView[] = [];
  let read = 0;
  let total = 0;
  for await (const loan of paginate(client, 'users.loans.list', { path, query }, { signal })) {
    loans.push(loanView(loan, clock.now()));
    read += 1;
    if (loans.length < pageSize) continue;
    if (total === 0) {
      total = (await client.call('users.loans.list', { path, query: { limit: 1 } }, { signal })).total;
    }
    report({ loans, read, total: Math.max(total, read) });
    loans = [];
  }
  return { loans, total: read };
}

/** What an item is asked for by: its barcode, or its id where it has none. */
export interface ItemCode {
  readonly code: string;
  readonly by: 'barcode' | 'itemId';
}

/** The patron's loan of an item; null where they do not have it. */
export async function loanOfItem({
  service,
  userId,
  code,
  by,
}: ItemCode & { readonly service: Service; readonly userId: string }): Promise<Loan | null> {
  const codeOf = (loan: Loan): string => (by === 'itemId' ? textOf(loan.item_id) : lentBarcodeOf(loan));
  for await (const loan of paginate(service.client, 'users.loans.list', { path: { user_id: userId } })) {
    if (codeOf(loan) === code) return loan;
  }
  return null;
}

/**
 * Renews one loan after the other, and reports the outcome of each. Aborting stops before the next one; a service that
 * cannot be reached is not asked again. The loans that were not tried are answered in `left`, so that somebody can go
 * on with them.
 */
export async function renewLoans(
  deps: Deps,
  { userId, loans: wanted }: { userId: string; loans: 'all' | readonly string[] },
  report: (progress: RenewProgress) => void,
  signal: AbortSignal,
): Promise<{ outcomes: RenewOutcome[]; left: string[] }> {
  const service = await deps.connection.service();
  const path = { user_id: userId };
  const loans = await Array.fromAsync(paginate(service.client, 'users.loans.list', { path }, { signal }));
  const byId = new Map(loans.map((loan) => [loanIdOf(loan), loan]));
  const outcomes: RenewOutcome[] = [];
  let lost = 0;
  // A loan without an id cannot be renewed: it is reported as such.
  const nameless = wanted === 'all' ? loans.filter((loan) => loanIdOf(loan) === '') : [];
  byId.delete('');
  const ids = wanted === 'all' ? [...byId.keys()] : [...new Set(wanted)];
  const total = ids.length + nameless.length;
  for (const loanId of ids) {
    if (signal.aborted) break;
    // A loan that is not on the list any more is still sent: the service says why it cannot be renewed.
    const outcome = await renewOne(deps, service, userId, byId.get(loanId) ?? { loan_id: loanId });
    outcomes.push(outcome);
    report({ done: outcomes.length, total, outcome });
    // Two answers in a row were lost: the others are not tried.
    lost = !outcome.ok && outcome.failure.kind === 'unknown-outcome' ? lost + 1 : 0;
    if (lost > 1) break;
    if (!outcome.ok && (outcome.failure.kind === 'unreachable' || outcome.failure.kind === 'unauthorized'))
      break;
  }
  const left = ids.slice(outcomes.length);
  if (left.length === 0) {
    for (const loan of nameless) {
      const { failure } = invalid('loanId', 'noIds');
      const outcome: RenewOutcome = { ...named(loan), ok: false, failure };
      outcomes.push(outcome);
      report({ done: outcomes.length, total, outcome });
    }
  }
  return { outcomes, left };
}

const named = (loan: Loan): Pick<RenewOutcome, 'loanId' | 'title' | 'barcode'> => ({
  loanId: loanIdOf(loan),
  title: textOf(loan.title),
  barcode: lentBarcodeOf(loan),
});

async function renewOne(deps: Deps, service: Service, userId: string, loan: Loan): Promise<RenewOutcome> {
  const of = named(loan);
  try {
    return { ...of, ok: true, due: dueOf(await renewLoan(deps, { service, userId, loan })) };
  } catch (error) {
    return { ...of, ok: false, failure: failureOf(error, deps.log) };
  }
}

interface Renewing extends Pick<CommandOrder<'users.loans.renew'>, 'id' | 'signal' | 'onSent' | 'onUnclear'> {
  readonly service: Service;
  readonly userId: string;
  readonly loan: Loan;
}

/** Renews a loan. Answers it as it is then, without a due date where that could not be read. */
export async function renewLoan(deps: Deps, { service, userId, loan, ...more }: Renewing): Promise<Loan> {
  const path = { user_id: userId, loan_id: loanIdOf(loan) };
  const before = { due: dueOf(loan), renewed: momentOf(loan.last_renew_date) };
  const { answer } = await deps.commands.run({
    ...more,
    operation: 'users.loans.renew',
    args: { path },
    queue: patronQueue(userId),
    about: textOf(loan.title) || lentBarcodeOf(loan),
    before,
    service,
  });
  const again = () => service.client.call('users.loans.get', { path });
  const now = (await accepted(deps.log, () => answered(answer, dueOf, again))).record ?? answer;
  const failure = refusalIn(now, before);
  if (failure) throw new Failed(failure);
  return now;
}

/**
 * Some services refuse a renewal with HTTP 200: the due date is as it was, and `last_renew_status` holds a code
 * (`"401193;"`). Source: Loan; service notes, Bodies.
 */
function refusalIn(loan: Loan, before: { due: string; renewed: string }): Failure | null {
  const due = dueOf(loan);
  const renewed = momentOf(loan.last_renew_date);
  if (due !== before.due || renewed !== before.renewed) return null;
  const code = refusalCodeOf(loan);
  const message = code === '' ? '' : labelOf(loan.last_renew_status);
  return { kind: 'refused', operation: 'users.loans.renew', status: 200, code, message, trackingId: null };
}
