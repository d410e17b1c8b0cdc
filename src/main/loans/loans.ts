import { paginate } from '../../client/paginate.ts';
import type { Failure } from '../../contract/failure.ts';
import type { LoansRead, LoanView, RenewOutcome, RenewProgress, AskedFor } from '../../contract/loans.ts';
import { labelOf, momentOf, textOf, flagOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import { patronQueue } from '../commands/queues.ts';
import type { CommandOrder } from '../commands/order.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { loanView } from './view.ts';
import { dueOf, lentBarcodeOf, loanIdOf, refusalCodeOf } from './record.ts';
import { accepted, recordOfAnswer } from '../commands/accepted.ts';
import { Failed, failureOf, invalid } from '../failure.ts';

/** The largest page that the service gives. A patron with fewer loans needs no progress. Source: Limits. */
const pageSize = 100;

/**
 * All of a patron's loans, ordered by due date. Full pages are reported as they are read; the answer has only the
 * loans after them.
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

/** How an item is named in a call: by its barcode, or by its id where it has none. */
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
 * Renews one loan after the other, and reports the outcome of each. It stops before the next one when it is aborted or
 * the service cannot be reached. `remaining` has the loans that were not tried, so that the user can go on with them.
 */
export async function renewLoans(
  deps: Deps,
  { userId, loans: selection }: { userId: string; loans: 'all' | readonly string[] },
  report: (progress: RenewProgress) => void,
  signal: AbortSignal,
): Promise<{ outcomes: RenewOutcome[]; remaining: string[] }> {
  const service = await deps.connection.service();
  const path = { user_id: userId };
  const loans = await Array.fromAsync(paginate(service.client, 'users.loans.list', { path }, { signal }));
  const byId = new Map(loans.map((loan) => [loanIdOf(loan), loan]));
  const outcomes: RenewOutcome[] = [];
  let unknownInARow = 0;
  // A loan without an id cannot be renewed: it is reported as a failure at the end.
  const withoutId = selection === 'all' ? loans.filter((loan) => loanIdOf(loan) === '') : [];
  byId.delete('');
  const ids = selection === 'all' ? [...byId.keys()] : [...new Set(selection)];
  const total = ids.length + withoutId.length;
  for (const loanId of ids) {
    if (signal.aborted) break;
    // A loan that is no longer on the list is sent too: the service says why it cannot be renewed.
    const outcome = await renewOne(deps, service, userId, byId.get(loanId) ?? { loan_id: loanId });
    outcomes.push(outcome);
    report({ done: outcomes.length, total, outcome });
    // After two unknown outcomes in a row the others are not tried.
    unknownInARow = !outcome.ok && outcome.failure.kind === 'unknown-outcome' ? unknownInARow + 1 : 0;
    if (unknownInARow > 1) break;
    if (!outcome.ok && (outcome.failure.kind === 'unreachable' || outcome.failure.kind === 'unauthorized'))
      break;
  }
  const notTried = ids.slice(outcomes.length);
  if (notTried.length === 0) {
    for (const loan of withoutId) {
      const { failure } = invalid('loanId', 'noIds');
      const outcome: RenewOutcome = { ...loanLabels(loan), ok: false, failure };
      outcomes.push(outcome);
      report({ done: outcomes.length, total, outcome });
    }
  }
  return { outcomes, remaining: notTried };
}

const loanLabels = (loan: Loan): Pick<RenewOutcome, 'loanId' | 'title' | 'barcode'> => ({
  loanId: loanIdOf(loan),
  title: textOf(loan.title),
  barcode: lentBarcodeOf(loan),
});

async function renewOne(deps: Deps, service: Service, userId: string, loan: Loan): Promise<RenewOutcome> {
  const labels = loanLabels(loan);
  try {
    return { ...labels, ok: true, due: dueOf(await renewLoan(deps, { service, userId, loan })) };
  } catch (error) {
    return { ...labels, ok: false, failure: failureOf(error, deps.log) };
  }
}

interface Renewal extends Pick<CommandOrder<'users.loans.renew'>, 'id' | 'signal' | 'onSent' | 'onUnclear'> {
  readonly service: Service;
  readonly userId: string;
  readonly loan: Loan;
}

/** Renews a loan. Answers the loan after it, without a due date where that could not be read. */
export async function renewLoan(deps: Deps, { service, userId, loan, ...options }: Renewal): Promise<Loan> {
  const path = { user_id: userId, loan_id: loanIdOf(loan) };
  const before = { due: dueOf(loan), renewed: momentOf(loan.last_renew_date) };
  const { answer } = await deps.commands.run({
    ...options,
    operation: 'users.loans.renew',
    args: { path },
    queue: patronQueue(userId),
    about: textOf(loan.title) || lentBarcodeOf(loan),
    before,
    service,
  });
  const reread = () => service.client.call('users.loans.get', { path });
  const now = (await accepted(deps.log, () => recordOfAnswer(answer, dueOf, reread))).record ?? answer;
  const failure = refusalIn(now, before);
  if (failure) throw new Failed(failure);
  return now;
}

/**
 * Some services refuse a renewal with HTTP 200: the due date does not change, and `last_renew_status` holds a code
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

interface ItemIds {
  readonly mmsId: string;
  readonly holdingId: string;
  readonly itemId: string;
}

/** Finds out which of these items are requested, one after the other, with low priority. */
export async function askedFor(
  { connection }: Deps,
  items: readonly ItemIds[],
  report: (found: AskedFor) => void,
  signal: AbortSignal,
): Promise<null> {
  const { client } = await connection.service();
  for (const { mmsId, holdingId, itemId } of items) {
    if (signal.aborted) break;
    const path = { mms_id: mmsId, holding_id: holdingId, item_pid: itemId };
    try {
      const item = await client.call('bibs.items.get', { path }, { signal, priority: 'bulk' });
      report({ itemId, asked: flagOf(item.item_data?.requested) });
    } catch {
      // Nothing is reported about this item: a request is only one of the reasons for a refusal.
    }
  }
  return null;
}
