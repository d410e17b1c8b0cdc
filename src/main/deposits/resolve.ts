import { isSameAmount } from '../../shared/money.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Deposit, NewDeposit } from '../../service/shapes/deposit.ts';
import { createdAmong } from '../commands/created-among.ts';
import { didNotHappen, happened, unclear } from '../commands/found.ts';
import type { ResolversOf } from '../commands/resolver.ts';
import { wholeList } from '../commands/whole-list.ts';

/** The state in which each known operation leaves a deposit; a restored one is in any but `INDISPUTE`. */
const after: Readonly<Record<string, (status: string) => boolean>> = {
  pay: (status) => status === 'PAID',
  refund: (status) => status === 'REFUNDED',
  dispute: (status) => status === 'INDISPUTE',
  restore: (status) => status !== 'INDISPUTE',
};

/** A new deposit stands in the user's list; an operation shows in the deposit's status. Source: User deposits. */
export const depositCommands: ResolversOf<'users.deposits.'> = {
  'users.deposits.create': async ({ client, options, args, before }) => {
    const deposits = await wholeList(client, 'users.deposits.list', { path: args.path }, { options });
    return createdAmong(
      deposits,
      before.depositIds,
      ({ id }) => textOf(id),
      (one) => isThat(one, args.body),
    );
  },

  /** The same done at another desk cannot be told from ours: the service does it once, and a deposit names nobody. */
  'users.deposits.act': async ({ client, options, args, before }) => {
    const deposit = await client.call('users.deposits.get', { path: args.path }, options);
    const leftAs = Object.hasOwn(after, args.query.op) ? after[args.query.op] : undefined;
    // Of an operation that we do not know, no state proves anything.
    if (!leftAs) return unclear;
    const status = codeOf(deposit.status).toUpperCase();
    // A deposit that says nothing of its state proves nothing.
    if (status === '') return unclear;
    if (status === before.status.toUpperCase()) return didNotHappen;
    return leftAs(status) ? happened(deposit) : unclear;
  },
};

const isThat = (deposit: Deposit, sent: NewDeposit): boolean =>
  codeOf(deposit.deposit_profile) === codeOf(sent.deposit_profile) &&
  isSameAmount(deposit.amount, sent.amount);
