import * as z from 'zod';
import Big from 'big.js';
import type { CallOptions, Client } from '../../client/client.ts';
import { amount, isSameAmount, NotAnAmount } from '../../shared/money.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Amount } from '../../service/shapes/common.ts';
import type { Fee } from '../../service/shapes/fee.ts';
import { feeIdOf, transactionsOf, waiversOf } from './record.ts';
import { createdAmong, didNotHappen, happened, unclear, existedBefore } from '../commands/resolutions.ts';
import { orAbsent, orRefused } from '../commands/refusals.ts';
import { wholeList } from '../commands/lists.ts';
import {
  type SentCommand,
  command,
  type CommandsOf,
  effectOn,
  type ResolverInput,
  text,
  type SentFields,
} from '../commands/command.ts';

interface OneFee {
  readonly client: Client;
  readonly options: CallOptions;
  readonly args: { readonly path: { readonly user_id: string; readonly fee_id: string } };
}

const feeOf = ({ client, options, args }: OneFee): Promise<Fee> =>
  client.call('users.fees.get', { path: args.path }, options);

const statusOf = (fee: Fee): string => codeOf(fee.status).toUpperCase();

/** The sum of these amounts; null where one of them cannot be read. */
function sumOrNull(...amounts: readonly Amount[]): Big | null {
  try {
    return amounts.reduce<Big>((whole, one) => whole.plus(amount(one)), new Big(0));
  } catch (error) {
    if (error instanceof NotAnAmount) return null;
    throw error;
  }
}

/** Whether the patron owes at least as much as before. If less, this or another payment happened. */
function isNoLess(before: Amount, ...now: readonly Amount[]): boolean {
  const [sumBefore, sumNow] = [sumOrNull(before), sumOrNull(...now)];
  return sumBefore !== null && sumNow !== null && !sumNow.lt(sumBefore);
}

/** The list has the active fees unless another status is named. Source: User fees; service notes. */
const inactiveStatuses = ['INDISPUTE', 'CLOSED', 'EXPORTED'] as const;

const onFee = (id: string): string => effectOn('fee', id);
const onOneFee = ({ path }: SentFields): string[] => [onFee(text(path, 'fee_id'))];
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** `owed` is missing in journals of earlier versions. */
const PayAllState = z.object({ feeIds: z.array(z.string()), owed: z.string().optional() });

/**
 * A payment shows in the fee's transactions by our id. Everything else shows in the balance or the status. A dispute
 * or a restore at another desk looks like ours; in both cases it has happened. Source: Fees.
 */
export const feeCommands = {
  'users.fees.create': command({
    // `asked` is the time by the service's clock. Journals of earlier versions do not have it.
    before: z.object({ feeIds: z.array(z.string()), asked: z.string().optional() }),
    effects: ({ path, body }) => [
      effectOn('new fee', text(path, 'user_id'), text(body, 'type'), text(body, 'original_amount')),
    ],
    resolve: async (input) => {
      const { client, options, args, before } = input;
      const matches = (fee: Fee): boolean => isCharged(fee, input);
      const active = await wholeList(client, 'users.fees.list', { path: args.path }, { options });
      const found = createdAmong(active, before.feeIds, feeIdOf, matches);
      if (found.found !== 'didNotHappen') return found;
      // A fee that was paid or disputed meanwhile is in another list.
      for (const status of inactiveStatuses) {
        const { path } = args;
        const list = await orRefused(client.call('users.fees.list', { path, query: { status } }, options));
        const since = list?.items.some(
          (fee) =>
            matches(fee) &&
            !before.feeIds.includes(feeIdOf(fee)) &&
            existedBefore(fee.creation_time, before.asked) !== true,
        );
        if (since) return unclear;
      }
      return didNotHappen;
    },
  }),

  'users.fees.pay': command({
    before: z.object({ balance: z.string() }),
    effects: onOneFee,
    carriesItsId: true,
    resolve: async (input) => {
      const fee = await feeOf(input);
      if (transactionsOf(fee, input.id).length > 0) return happened(fee);
      return isNoLess(input.before.balance, fee.balance) ? didNotHappen : unclear;
    },
  }),

  'users.fees.payAll': command({
    before: PayAllState,
    effects: ({ path, before }) => [
      effectOn('all fees', text(path, 'user_id')),
      ...listOf(before['feeIds']).map((id) => onFee(String(id))),
    ],
    carriesItsId: true,
    resolve: async (input) => {
      const { client, options, id, args, before } = input;
      const fees: Fee[] = [];
      for (const feeId of before.feeIds) {
        const path = { user_id: args.path.user_id, fee_id: feeId };
        const fee = await orAbsent(client.call('users.fees.get', { path }, options));
        if (fee) fees.push(fee);
      }
      const paid = fees.filter((fee) => transactionsOf(fee, id).length > 0);
      if (paid.length > 0) {
        // Where only some fees are paid, the service may still be paying, or may have stopped.
        return isPaidWhole(paid, input) ? happened({ fee: paid, total_record_count: paid.length }) : unclear;
      }
      if (fees.length !== before.feeIds.length) return unclear;
      return isNoLess(before.owed, ...fees.map(({ balance }) => balance)) ? didNotHappen : unclear;
    },
  }),

  'users.fees.waive': command({
    before: z.object({ balance: z.string(), waived: z.string(), waivers: z.number().optional() }),
    effects: onOneFee,
    resolve: async (input) => {
      const { before } = input;
      const fee = await feeOf(input);
      if (isSameAmount(fee.balance, before.balance)) return didNotHappen;
      const waivers = waiversOf(fee);
      // A payment of the same sum leaves the same balance.
      if (waivers === null || before.waivers === undefined || waivers <= before.waivers) return unclear;
      const expected = amount(before.balance).minus(amount(before.waived));
      return isSameAmount(fee.balance, expected.toFixed()) ? happened(fee) : unclear;
    },
  }),

  'users.fees.dispute': command({
    before: z.object({ status: z.string() }),
    effects: onOneFee,
    resolve: async (input) => {
      const fee = await feeOf(input);
      const status = statusOf(fee);
      if (status !== '' && status === input.before.status.toUpperCase()) return didNotHappen;
      return status === 'INDISPUTE' ? happened(fee) : unclear;
    },
  }),

  'users.fees.restore': command({
    before: z.object({ status: z.string() }),
    effects: onOneFee,
    resolve: async (input) => {
      const fee = await feeOf(input);
      const status = statusOf(fee);
      if (status !== '' && status === input.before.status.toUpperCase()) return didNotHappen;
      return status === 'ACTIVE' ? happened(fee) : unclear;
    },
  }),
} satisfies CommandsOf<'users.fees.'>;

/** Whether a fee looks like the one that was to be charged. An equal fee from another desk does too. */
function isCharged(fee: Fee, { args: { body } }: SentCommand<'users.fees.create'>): boolean {
  const owner = codeOf(fee.owner);
  const comment = textOf(fee.comment);
  const sentComment = body['comment'];
  return (
    codeOf(fee.type) === codeOf(body.type) &&
    isSameAmount(fee.original_amount, body.original_amount) &&
    (owner === '' || owner === codeOf(body.owner)) &&
    (typeof sentComment !== 'string' || comment === '' || comment === sentComment)
  );
}

/** Whether our transactions on these fees add up to the sum that was sent. */
function isPaidWhole(
  fees: readonly Fee[],
  { id, args, before }: ResolverInput<'users.fees.payAll', z.output<typeof PayAllState>>,
): boolean {
  const amountSent = args.query?.amount ?? 'ALL';
  const sent = amountSent === 'ALL' ? before.owed : amountSent;
  if (sent === undefined) return fees.length === before.feeIds.length;
  const paid = sumOrNull(...fees.flatMap((fee) => transactionsOf(fee, id).map((entry) => entry.amount)));
  return paid !== null && isSameAmount(paid.toFixed(), sent);
}
