import Big from 'big.js';
import type { CallOptions, Client } from '../../client/client.ts';
import { amount, isSameAmount, NotAnAmount } from '../../shared/money.ts';
import { arrayOf, codeOf, textOf } from '../../service/read.ts';
import type { Amount } from '../../service/shapes/common.ts';
import type { Fee, FeeTransaction } from '../../service/shapes/fee.ts';
import { feeIdOf } from './view.ts';
import { createdAmong } from '../commands/created-among.ts';
import { didNotHappen, happened, orAbsent, orRefused, unclear } from '../commands/found.ts';
import type { Question, ResolversOf } from '../commands/resolver.ts';
import { wasBefore } from '../commands/since.ts';
import { wholeList } from '../commands/whole-list.ts';

interface OneFee {
  readonly client: Client;
  readonly options: CallOptions;
  readonly args: { readonly path: { readonly user_id: string; readonly fee_id: string } };
}

const feeOf = ({ client, options, args }: OneFee): Promise<Fee> =>
  client.call('users.fees.get', { path: args.path }, options);

const statusOf = (fee: Fee): string => codeOf(fee.status).toUpperCase();

/** The fee's transactions that carry this id. */
const carried = (fee: Fee, id: string): FeeTransaction[] =>
  arrayOf(fee.transaction).filter((entry) => textOf(entry.external_transaction_id) === id);

/** How often something was waived of a fee; null where the service does not list what was done with it. */
export const waiversOf = ({ transaction }: Fee): number | null =>
  (transaction ?? null) === null
    ? null
    : arrayOf(transaction).filter(({ type }) => /WAIVE/i.test(codeOf(type))).length;

/** What these come to, or null where one of them is no amount: then nothing can be said of it. */
function readable(...amounts: readonly Amount[]): Big | null {
  try {
    return amounts.reduce<Big>((whole, one) => whole.plus(amount(one)), new Big(0));
  } catch (error) {
    if (error instanceof NotAnAmount) return null;
    throw error;
  }
}

/** As much is owed as before, as far as can be read. Less may be another desk's payment, or one that kept no id. */
function isNoLess(before: Amount, ...now: readonly Amount[]): boolean {
  const [owed, owedNow] = [readable(before), readable(...now)];
  return owed !== null && owedNow !== null && !owedNow.lt(owed);
}

/** A list has fees of one status, the active ones unless another is asked for. Source: User fees; service notes. */
const settled = ['INDISPUTE', 'CLOSED', 'EXPORTED'] as const;

/**
 * A payment shows by our id in the fee's transactions; anything else in its balance or status. A fee that is disputed
 * or restored at another desk cannot be told from ours: either way it is. Source: Fees.
 */
export const feeCommands: ResolversOf<'users.fees.'> = {
  'users.fees.create': async (question) => {
    const { client, options, args, before } = question;
    const isThat = (fee: Fee): boolean => isCharged(fee, question);
    const active = await wholeList(client, 'users.fees.list', { path: args.path }, { options });
    const found = createdAmong(active, before.feeIds, feeIdOf, isThat);
    if (found.found !== 'didNotHappen') return found;
    // Charged, and paid or disputed already: such a fee is in another list.
    for (const status of settled) {
      const given = { path: args.path, query: { status } };
      const list = await orRefused(client.call('users.fees.list', given, options));
      const since = list?.items.some(
        (fee) =>
          isThat(fee) &&
          !before.feeIds.includes(feeIdOf(fee)) &&
          wasBefore(fee.creation_time, before.asked) !== true,
      );
      if (since) return unclear;
    }
    return didNotHappen;
  },

  'users.fees.pay': async (question) => {
    const fee = await feeOf(question);
    if (carried(fee, question.id).length > 0) return happened(fee);
    return isNoLess(question.before.balance, fee.balance) ? didNotHappen : unclear;
  },

  'users.fees.payAll': async (question) => {
    const { client, options, id, args, before } = question;
    const fees: Fee[] = [];
    for (const feeId of before.feeIds) {
      const path = { user_id: args.path.user_id, fee_id: feeId };
      const fee = await orAbsent(client.call('users.fees.get', { path }, options));
      if (fee) fees.push(fee);
    }
    const paid = fees.filter((fee) => carried(fee, id).length > 0);
    if (paid.length > 0) {
      // Some of it: the service may be at the rest, or have stopped there.
      return isPaidWhole(paid, question) ? happened({ fee: paid, total_record_count: paid.length }) : unclear;
    }
    if (fees.length !== before.feeIds.length) return unclear;
    return isNoLess(before.owed, ...fees.map(({ balance }) => balance)) ? didNotHappen : unclear;
  },

  'users.fees.waive': async (question) => {
    const { before } = question;
    const fee = await feeOf(question);
    if (isSameAmount(fee.balance, before.balance)) return didNotHappen;
    const waivers = waiversOf(fee);
    // What is owed may be as much less by a payment of the same sum.
    if (waivers === null || before.waivers === undefined || waivers <= before.waivers) return unclear;
    const wanted = amount(before.balance).minus(amount(before.waived));
    return isSameAmount(fee.balance, wanted.toFixed()) ? happened(fee) : unclear;
  },

  'users.fees.dispute': async (question) => {
    const fee = await feeOf(question);
    const status = statusOf(fee);
    if (status !== '' && status === question.before.status.toUpperCase()) return didNotHappen;
    return status === 'INDISPUTE' ? happened(fee) : unclear;
  },

  'users.fees.restore': async (question) => {
    const fee = await feeOf(question);
    const status = statusOf(fee);
    if (status !== '' && status === question.before.status.toUpperCase()) return didNotHappen;
    return status === 'ACTIVE' ? happened(fee) : unclear;
  },
};

/** Whether a fee is what was to be charged, as far as it says so. One charged alike at another desk is, too. */
function isCharged(fee: Fee, { args: { body } }: Question<'users.fees.create'>): boolean {
  const owner = codeOf(fee.owner);
  const comment = textOf(fee.comment);
  const said = body['comment'];
  return (
    codeOf(fee.type) === codeOf(body.type) &&
    isSameAmount(fee.original_amount, body.original_amount) &&
    (owner === '' || owner === codeOf(body.owner)) &&
    (typeof said !== 'string' || comment === '' || comment === said)
  );
}

/** Whether our transactions of these fees come to the sum that was sent. */
function isPaidWhole(fees: readonly Fee[], { id, args, before }: Question<'users.fees.payAll'>): boolean {
  const asked = args.query?.amount ?? 'ALL';
  const sent = asked === 'ALL' ? before.owed : asked;
  if (sent === undefined) return fees.length === before.feeIds.length;
  const paid = readable(...fees.flatMap((fee) => carried(fee, id).map((entry) => entry.amount)));
  return paid !== null && isSameAmount(paid.toFixed(), sent);
}
