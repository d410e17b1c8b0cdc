import * as z from 'zod';
import { isSameAmount } from '../../shared/money.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Deposit, NewDeposit } from '../../service/shapes/deposit.ts';
import { createdAmong, didNotHappen, happened, unclear } from '../commands/found.ts';
import { wholeList } from '../commands/lists.ts';
import { command, type CommandsOf, effectOn, text } from '../commands/command.ts';

/** The state in which each known operation leaves a deposit; a restored one is in any but `INDISPUTE`. */
const after: Readonly<Record<string, (status: string) => boolean>> = {
  pay: (status) => status === 'PAID',
  refund: (status) => status === 'REFUNDED',
  dispute: (status) => status === 'INDISPUTE',
  restore: (status) => status !== 'INDISPUTE',
};

/** A new deposit stands in the user's list; an operation shows in the deposit's status. Source: User deposits. */
export const depositCommands = {
  'users.deposits.create': command({
    before: z.object({ depositIds: z.array(z.string()) }),
    effects: ({ path, body }) => [
      effectOn('new deposit', text(path, 'user_id'), text(body, 'deposit_profile'), text(body, 'amount')),
    ],
    resolve: async ({ client, options, args, before }) => {
      const deposits = await wholeList(client, 'users.deposits.list', { path: args.path }, { options });
      return createdAmong(
        deposits,
        before.depositIds,
        ({ id }) => textOf(id),
        (one) => isThat(one, args.body),
      );
    },
  }),

  /** The same done at another desk looks like ours: the service does it once, and a deposit names nobody. */
  'users.deposits.act': command({
    // The till's report needs the amount. Journals of earlier versions do not have it.
    before: z.object({ status: z.string(), amount: z.string().optional() }),
    effects: ({ path }) => [effectOn('deposit', text(path, 'deposit_id'))],
    act: ({ op }) => (typeof op === 'string' && Object.hasOwn(after, op) ? `deposit.${op}` : null),
    resolve: async ({ client, options, args, before }) => {
      const deposit = await client.call('users.deposits.get', { path: args.path }, options);
      const leftAs = Object.hasOwn(after, args.query.op) ? after[args.query.op] : undefined;
      // No state proves an operation that we do not know.
      if (!leftAs) return unclear;
      const status = codeOf(deposit.status).toUpperCase();
      // A deposit that says nothing of its state proves nothing.
      if (status === '') return unclear;
      if (status === before.status.toUpperCase()) return didNotHappen;
      return leftAs(status) ? happened(deposit) : unclear;
    },
  }),
} satisfies CommandsOf<'users.deposits.'>;

const isThat = (deposit: Deposit, sent: NewDeposit): boolean =>
  codeOf(deposit.deposit_profile) === codeOf(sent.deposit_profile) &&
  isSameAmount(deposit.amount, sent.amount);
