import type { Accepted } from '../../contract/common.ts';
import type { DepositList, DepositProfileView, DepositView } from '../../contract/deposits.ts';
import type { Parsed } from '../../contract/index.ts';
import { sum, toAmount } from '../../shared/money.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Deposit } from '../../service/shapes/deposit.ts';
import type { DepositProfile } from '../../service/shapes/config.ts';
import { patronQueue } from '../commands/queues.ts';
import { Failed } from '../failure.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { displayMoney } from '../records/values.ts';
import { depositAmountOf, depositIdOf, depositStatusOf, depositView } from './view.ts';
import { accepted, recordOfAnswer } from '../commands/accepted.ts';
import { requiredChoice, codeIn, typedAmount } from '../forms/fields.ts';

async function readDeposits(
  { client }: Service,
  userId: string,
  signal: AbortSignal,
): Promise<readonly Deposit[]> {
  return (await client.call('users.deposits.list', { path: { user_id: userId } }, { signal })).items;
}

/** A patron's deposits, in the service's order. Source: User deposits. */
export async function listDeposits(
  { connection }: Deps,
  userId: string,
  signal: AbortSignal,
): Promise<DepositList> {
  const service = await connection.service();
  const { currency, decimals } = service;
  const deposits = (await readDeposits(service, userId, signal)).map((one) => depositView(one, decimals));
  return { deposits, held: sumHeld(deposits, decimals), currency, decimals };
}

/** The money that the library holds for these deposits, each counted once; `''` where an amount cannot be read. */
function sumHeld(deposits: readonly DepositView[], decimals: number): string {
  const held = deposits.filter((one) => one.held);
  const amounts = new Map(held.map(({ depositId, amount }, place) => [depositId || place, amount]));
  const isReadable = held.every(
    ({ depositId, amount }) => amount !== '' && (depositId === '' || amounts.get(depositId) === amount),
  );
  return isReadable ? sum(amounts.values(), decimals) : '';
}

/** The institution's deposit profiles: what it takes deposits for. Source: Configuration; their fields are assumed. */
export async function listProfiles({ connection }: Deps, signal: AbortSignal): Promise<DepositProfileView[]> {
  const { client, decimals } = await connection.service();
  const { items } = await client.call('conf.depositProfiles.list', {}, { signal });
  return items.map((profile) => profileView(profile, decimals)).filter(({ code }) => code !== '');
}

function profileView(profile: DepositProfile, decimals: number): DepositProfileView {
  const code = textOf(profile.code) || textOf(profile.id);
  const usualAmount = profile['amount'];
  const amount = typeof usualAmount === 'string' || typeof usualAmount === 'number' ? usualAmount : null;
  return {
    code,
    label: textOf(profile.name) || textOf(profile.description) || code,
    amount: amount === null ? '' : displayMoney(amount, decimals),
  };
}

/** Creates a deposit. Other operations pay it and give it back. */
export async function createDeposit(
  deps: Deps,
  input: Parsed<'deposits.create'>,
  signal: AbortSignal,
): Promise<Accepted<DepositView>> {
  const { intent, userId } = input;
  deps.commands.mustBeNew(intent);
  const profile = requiredChoice('profile', input.profile);
  const owner = requiredChoice('owner', input.owner);
  const service = await deps.connection.service();
  const { currency, decimals } = service;
  const amount = toAmount(typedAmount('amount', input.amount, decimals), decimals);
  const comment = input.comment.trim();
  const depositIds = (await readDeposits(service, userId, signal)).map(depositIdOf);
  const { answer } = await deps.commands.run({
    operation: 'users.deposits.create',
    args: {
      path: { user_id: userId },
      body: {
        deposit_profile: { value: profile },
        amount,
        owner: { value: owner },
        ...(comment !== '' && { comment }),
      },
    },
    id: intent,
    queue: patronQueue(userId),
    about: `${profile}: ${amount} ${currency}`,
    before: { depositIds },
    service,
    signal,
  });
  return depositAfter(deps, service, answer);
}

/**
 * Pays, refunds, disputes or restores a deposit. It is read first, because the screen may be an hour old. Throws
 * `conflict` where its status is not the one that was shown.
 */
export async function actOnDeposit(
  deps: Deps,
  input: Parsed<'deposits.act'> & { till: string },
  signal: AbortSignal,
): Promise<Accepted<DepositView>> {
  const { intent, userId, depositId, till } = input;
  deps.commands.mustBeNew(intent);
  const op = codeIn('op', input.op);
  const service = await deps.connection.service();
  const { currency, decimals } = service;
  const path = { user_id: userId, deposit_id: depositId };
  const deposit = await service.client.call('users.deposits.get', { path }, { signal });
  const status = depositStatusOf(deposit);
  if (status !== input.seen.toUpperCase()) {
    const difference = { field: 'status', was: input.seen, is: codeOf(deposit.status) };
    throw new Failed({ kind: 'conflict', differences: [difference] });
  }
  const amount = depositAmountOf(deposit, decimals);
  const { answer } = await deps.commands.run({
    operation: 'users.deposits.act',
    args: { path, query: { op } },
    id: intent,
    queue: patronQueue(userId),
    about: `${codeOf(deposit.deposit_profile)}: ${amount} ${currency}`,
    before: { status: codeOf(deposit.status), amount },
    service,
    ...((op === 'pay' || op === 'refund') && { till }),
    signal,
  });
  return depositAfter(deps, service, answer, path);
}

/** The deposit after an operation: from its answer, or read again where `path` is known. */
function depositAfter(
  { log }: Deps,
  { client, decimals }: Service,
  answer: Deposit,
  path?: { user_id: string; deposit_id: string },
): Promise<Accepted<DepositView>> {
  const reread = path && (() => client.call('users.deposits.get', { path }));
  return accepted(log, async () => depositView(await recordOfAnswer(answer, depositIdOf, reread), decimals));
}
