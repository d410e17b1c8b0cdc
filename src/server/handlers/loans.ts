import { codes, ours } from '../../service/codes.ts';
import { amount, toAmount } from '../../shared/money.ts';
import { codeOf, countOf, textOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import type { HandlersOf } from '../handler.ts';
import { readDueDate } from '../rules/calendar.ts';
import { nextHold } from '../rules/hold.ts';
import { inProcess, withRequested } from '../rules/item.ts';
import { overdueFine, policyOf, renewalObstacle, renewedDueDate } from '../rules/loan.ts';
import { activeBlock, loanLimitOf, mustBeInGoodStanding } from '../rules/patron.ts';
import { refused } from '../rules/refusal.ts';
import { periodOf } from '../rules/user-request.ts';
import { nextNumber } from '../store/counters.ts';
import { itemByPid, saveItem, type StoredItem } from '../store/items.ts';
import { addLoan, loanById, loanOrders, loansOf, saveLoan } from '../store/loans.ts';
import type { StoredRequest } from '../store/requests.ts';
import type { Db } from '../store/schema.ts';
import { loanCountOf } from '../store/user-counts.ts';
import type { StoredUser } from '../store/users.ts';
import { deskOfLoan, describeItem, dueDateOf, fulfilRequest, mustBeLendable, theItem } from './lendable.ts';
import { expansionsOf, institution, ordersOf, pageOf, theUser } from './lookup.ts';
import { waitingFor } from './waiting.ts';

/** Source: User loans. */
export const loans: HandlersOf<'users.loans.'> = {
  'users.loans.list': async ({ db, path, query, now }) => {
    const found = await theUser(db, path.user_id, query.user_id_type);
    const orders = ordersOf(query.order_by, loanOrders, 'due_date');
    const open = oneOf('loan_status', query.loan_status, ['active', 'complete']) === 'active';
    const direction = oneOf('direction', query.direction, ['asc', 'desc']);
    const { items, total } = await loansOf(db, found.key, { open, orders, direction, ...pageOf(query) });
    const withRenewable = expansionsOf(query.expand).has('renewable');
    const { decimals } = await institution(db);
    const answer = [];
    for (const loan of items) {
      const shown = withFine(loan, now, decimals);
      answer.push(withRenewable ? { ...shown, renewable: await isRenewable(db, found, loan, now) } : shown);
    }
    return { items: answer, total };
  },

  'users.loans.create': async (call) => {
    const { db, path, query, now } = call;
    const patron = await theUser(db, path.user_id, query.user_id_type);
    const item = await theItem(db, query);
    const { library, desk } = await deskOfLoan(call, item);
    const waiting = await waitingFor(db, item);
    await mustBeLendable(db, item, patron, { waiting, now });
    mustBeInGoodStanding(patron.user, now);
    const have = await loanCountOf(db, patron.key);
    const limit = loanLimitOf(patron.user);
    if (have >= limit)
      throw refused(ours.loanLimitReached, `Patron has reached the limit of ${limit} loans.`);
    const { timeZone, decimals } = await institution(db);
    const answered = await fulfilRequest(db, item, patron, { waiting, now });
    const due = dueDateOf(item, answered, { waiting, now, timeZone });
    const loan: Loan = {
      ...describeItem(item),
      loan_id: String(await nextNumber(db, 'loan')),
      user_id: patron.user.primary_id,
      circ_desk: { value: desk.code, desc: desk.name },
      library: { value: library.code, desc: library.name },
      loan_date: now.toISOString(),
      due_date: due.toISOString(),
      loan_status: 'ACTIVE',
      process_status: 'NORMAL',
      loan_fine: toAmount(amount(0), decimals),
      renewals: 0,
    };
    await addLoan(db, patron.key, loan);
    await saveItem(db, item.pid, withRequested(inProcess(item.data, 'LOAN'), false));
    return loan;
  },

  'users.loans.get': async ({ db, path, query, now }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const { decimals } = await institution(db);
    return withFine(await theLoan(db, key, path.loan_id), now, decimals);
  },

  'users.loans.renew': async ({ db, path, query, now }) => {
    const patron = await theUser(db, path.user_id, query.user_id_type);
    const loan = await openLoan(db, patron.key, path.loan_id);
    const policy = policyOf(codeOf(loan.item_policy));
    const obstacle = await obstacleTo(db, patron, loan, now);
    if (obstacle !== undefined || !policy) {
      if (policy?.refusesInBody) return saved(db, patron, refusedInBody(loan, obstacle ?? ''));
      throw refused(codes.cannotRenew, `Cannot renew loan: Loan ID ${path.loan_id}: ${obstacle ?? ''}.`);
    }
    const { timeZone } = await institution(db);
    return saved(db, patron, {
      ...loan,
      due_date: renewedDueDate(policy, loan, now, timeZone).toISOString(),
      process_status: 'RENEW',
      last_renew_date: now.toISOString(),
      last_renew_status: { value: 'RENEWED', desc: 'Renewed Successfully' },
      renewals: renewalsOf(loan) + 1,
    });
  },

  'users.loans.update': async ({ db, path, query, body, now }) => {
    const patron = await theUser(db, path.user_id, query.user_id_type);
    const loan = await openLoan(db, patron.key, path.loan_id);
    const { timeZone } = await institution(db);
    const due = readDueDate(body.due_date, timeZone);
    if (!due) {
      throw refused(codes.parameterInvalid, 'Parameter is not valid: due_date. Expected an ISO 8601 moment.');
    }
    if (due <= now) throw refused(codes.dueDateInPast, 'Due date cannot be in the past.');
    return saved(db, patron, { ...loan, due_date: due.toISOString() });
  },
};

/** A value of these, in any case; the first where none is given. */
function oneOf<const T extends string>(
  name: string,
  input: string | undefined,
  known: readonly [T, ...(readonly T[])],
): T {
  const value = known.find((one) => one === (input ?? known[0]).toLowerCase());
  if (value !== undefined) return value;
  throw refused(codes.paramInvalid, `Param value is invalid: ${name}. Known are ${known.join(', ')}.`);
}

async function theLoan(db: Db, userKey: number, id: string): Promise<Loan> {
  const loan = await loanById(db, userKey, id);
  if (!loan) throw refused(codes.loanNotFound, `Loan ID ${id} does not exist.`);
  return loan;
}

async function openLoan(db: Db, userKey: number, id: string): Promise<Loan> {
  const loan = await theLoan(db, userKey, id);
  if (textOf(loan.loan_status) === 'ACTIVE') return loan;
  throw refused(codes.loanNotFound, `Loan ID ${id} does not exist: the item was returned.`);
}

async function saved(db: Db, patron: StoredUser, loan: Loan): Promise<Loan> {
  await saveLoan(db, patron.key, loan);
  return loan;
}

async function isRenewable(db: Db, patron: StoredUser, loan: Loan, now: Date): Promise<boolean | null> {
  // Deployed services answer null where only the attempt can tell.
  if (policyOf(codeOf(loan.item_policy))?.refusesInBody) return null;
  return (await obstacleTo(db, patron, loan, now)) === undefined;
}

async function obstacleTo(db: Db, patron: StoredUser, loan: Loan, now: Date): Promise<string | undefined> {
  const item = await itemByPid(db, textOf(loan.item_id));
  return renewalObstacle({
    loan,
    renewals: renewalsOf(loan),
    blocked: activeBlock(patron.user, now),
    waiting: item && (await otherWaiting(db, patron, item, loan, now)),
  });
}

/** Somebody else's hold that this item could fulfil, or booking that begins before the loan, renewed, would be due. */
async function otherWaiting(
  db: Db,
  patron: StoredUser,
  item: StoredItem,
  loan: Loan,
  now: Date,
): Promise<StoredRequest | undefined> {
  const { holds, bookings } = await waitingFor(db, item);
  const isOther = ({ userKey }: StoredRequest) => userKey !== patron.key;
  const hold = nextHold(holds.filter(isOther), item);
  const policy = policyOf(codeOf(loan.item_policy));
  if (hold || !policy || bookings.length === 0) return hold;
  const due = renewedDueDate(policy, loan, now, (await institution(db)).timeZone).getTime();
  return bookings.filter(isOther).find(({ request }) => {
    const { start, end } = periodOf(request);
    return start < due && end > now.getTime();
  });
}

/** HTTP 200, the due date as it was, and the reason in the body: what some deployed services answer. */
function refusedInBody(loan: Loan, reason: string): Loan {
  return { ...loan, last_renew_status: { value: '401193;', desc: `Item cannot be renewed: ${reason}` } };
}

function renewalsOf(loan: Loan): number {
  return countOf(loan['renewals'] as number | undefined) ?? 0;
}

/** A loan as it is answered: with the fine that a return now would cost. */
export function withFine(loan: Loan, now: Date, decimals: number): Loan {
  if (textOf(loan.loan_status) !== 'ACTIVE') return loan;
  return { ...loan, loan_fine: overdueFine(loan, now, decimals) };
}
