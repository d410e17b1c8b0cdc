import * as z from 'zod';
import { isSameAmount } from '../../shared/money.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Deposit, NewDeposit } from '../../service/shapes/deposit.ts';
import { createdAmong, didNotHappen, happened, unclear } from '../commands/resolutions.ts';
import { wholeList } from '../commands/lists.ts';
import { command, type CommandsOf, effectOn, text } from '../commands/command.ts';

/** For each known operation, whether a deposit of this status may come from it. */
const stateAfter: Readonly<Record<string, (status: string) => boolean>> = {
  pay: (status) => status === 'PAID',
  refund: (status) => status === 'REFUNDED',
  dispute: (status) => status === 'INDISPUTE',
  restore: (status) => status !== 'INDISPUTE',
};

/** A new deposit is in the user's list. An operation shows in the deposit's status. Source: User deposits. */
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
        (one) => isSameDeposit(one, args.body),
      );
    },
  }),

  /** The same operation at another desk looks like ours: a deposit does not say who did it. */
  'users.deposits.act': command({
    // The takings report needs the amount. Journals of earlier versions do not have it.
    before: z.object({ status: z.string(), amount: z.string().optional() }),
    effects: ({ path }) => [effectOn('deposit', text(path, 'deposit_id'))],
    act: ({ op }) => (typeof op === 'string' && Object.hasOwn(stateAfter, op) ? `deposit.${op}` : null),
    resolve: async ({ client, options, args, before }) => {
      const deposit = await client.call('users.deposits.get', { path: args.path }, options);
      const isDone = Object.hasOwn(stateAfter, args.query.op) ? stateAfter[args.query.op] : undefined;
      // No status can prove an operation that is not known here.
      if (!isDone) return unclear;
      const status = codeOf(deposit.status).toUpperCase();
      // A deposit without a status proves nothing.
      if (status === '') return unclear;
      if (status === before.status.toUpperCase()) return didNotHappen;
      return isDone(status) ? happened(deposit) : unclear;
    },
  }),
} satisfies CommandsOf<'users.deposits.'>;

const isSameDeposit = (deposit: Deposit, sent: NewDeposit): boolean =>
  codeOf(deposit.deposit_profile) === codeOf(sent.deposit_profile) &&
  isSameAmount(deposit.amount, sent.amount);
