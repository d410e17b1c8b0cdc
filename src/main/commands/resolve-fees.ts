import Big from 'big.js';
import type { CallOptions, Client } from '../../client/client.ts';
import { amount, NotAnAmount } from '../../service/money.ts';
import { arrayOf, codeOf, textOf } from '../../service/read.ts';
import type { Fee } from '../../service/shapes/fee.ts';
import { didNotHappen, happened, unclear } from './found.ts';
import type { ResolversOf } from './resolver.ts';

interface OneFee {
  readonly client: Client;
  readonly options: CallOptions;
  readonly args: { readonly path: { readonly user_id: string; readonly fee_id: string } };
}

const feeOf = ({ client, options, args }: OneFee): Promise<Fee> =>
  client.call('users.fees.get', { path: args.path }, options);

/** Whether one of the fee's transactions carries this id. */
export const carries = (fee: Fee, id: string): boolean =>
  arrayOf(fee.transaction).some((entry) => textOf(entry.external_transaction_id) === id);

/** An amount; null where what stands there is none, which proves nothing. */
function readable(text: string): Big | null {
  try {
    return amount(text);
  } catch (error) {
    if (error instanceof NotAnAmount) return null;
    throw error;
  }
}

const sameAmount = (one: string, other: string): boolean => amount(one).eq(amount(other));

/** A payment shows by our id in the fee's transactions; anything else in its balance or status. Source: Fees. */
export const feeCommands: ResolversOf<'users.fees.'> = {
  'users.fees.create': async ({ client, options, args, before }) => {
    const { items } = await client.call('users.fees.list', { path: args.path }, options);
    const added = items.filter((fee) => !before.feeIds.includes(textOf(fee.id)));
    if (added.length === 0) return didNotHappen;
    const same = added.filter((fee) => codeOf(fee.type) === codeOf(args.body.type));
    return same.length === 1 && same[0] ? happened(same[0]) : unclear;
  },

  'users.fees.pay': async (question) => {
    const fee = await feeOf(question);
    if (carries(fee, question.id)) return happened(fee);
    const now = readable(textOf(fee.balance));
    const was = readable(question.before.balance);
    // A fee that says neither what is owed nor what was paid proves nothing.
    if (!now || !was) return unclear;
    // Less is owed, and not by our id: another desk's payment, or ours in a service that keeps no ids.
    return now.lt(was) ? unclear : didNotHappen;
  },

  'users.fees.payAll': async ({ client, options, id, args, before }) => {
    const fees: Fee[] = [];
    for (const feeId of before.feeIds) {
      const path = { user_id: args.path.user_id, fee_id: feeId };
      fees.push(await client.call('users.fees.get', { path }, options));
    }
    const paid = fees.filter((fee) => carries(fee, id));
    if (paid.length > 0) return happened({ fee: paid, total_record_count: paid.length });
    // Less is owed, and not by our id: another desk's payment, or ours in a service that keeps no ids.
    const balances = fees.map((fee) => readable(textOf(fee.balance)));
    const was = readable(before.owed ?? '');
    if (!was || !balances.every((balance) => balance !== null)) return unclear;
    const now = balances.reduce((total, balance) => total.plus(balance), new Big(0));
    return now.lt(was) ? unclear : didNotHappen;
  },

  'users.fees.waive': async (question) => {
    const { before } = question;
    const fee = await feeOf(question);
    try {
      const balance = textOf(fee.balance);
      if (sameAmount(balance, before.balance)) return didNotHappen;
      const wanted = amount(before.balance).minus(amount(before.waived));
      return amount(balance).eq(wanted) ? happened(fee) : unclear;
    } catch (error) {
      if (error instanceof NotAnAmount) return unclear;
      throw error;
    }
  },

  'users.fees.dispute': async (question) => {
    const fee = await feeOf(question);
    if (codeOf(fee.status).toUpperCase() === 'INDISPUTE') return happened(fee);
    return codeOf(fee.status) === question.before.status ? didNotHappen : unclear;
  },

  'users.fees.restore': async (question) => {
    const fee = await feeOf(question);
    if (codeOf(fee.status).toUpperCase() === 'ACTIVE') return happened(fee);
    return codeOf(fee.status) === question.before.status ? didNotHappen : unclear;
  },
};
