import * as z from 'zod';
import Big from 'big.js';
import type { CallOptions, Client } from '../../client/client.ts';
import { amount, isSameAmount, NotAnAmount } from '../../shared/money.ts';
import { arrayOf, codeOf, textOf } from '../../service/read.ts';
import type { Amount } from '../../service/shapes/common.ts';
import type { Fee, FeeTransaction } from '../../service/shapes/fee.ts';
import { feeIdOf } from './view.ts';
import { createdAmong, didNotHappen, happened, unclear, wasBefore } from '../commands/found.ts';
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

/** Whether as much is owed as before. Less may come from another desk's payment, or from one that kept no id. */
function isNoLess(before: Amount, ...now: readonly Amount[]): boolean {
  const [owed, owedNow] = [readable(before), readable(...now)];
  return owed !== null && owedNow !== null && !owedNow.lt(owed);
}

/** A list has fees of one status, the active ones unless another is asked for. Source: User fees; service notes. */
const settled = ['INDISPUTE', 'CLOSED', 'EXPORTED'] as const;

const onFee = (id: string): string => effectOn('fee', id);
const onOneFee = ({ path }: SentFields): string[] => [onFee(text(path, 'fee_id'))];
const unknowns = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Journals of earlier versions do not have what was owed. */
const PayAllState = z.object({ feeIds: z.array(z.string()), owed: z.string().optional() });

/**
 * A payment shows by our id in the fee's transactions; everything else shows in the balance or the status. A fee that
 * another desk disputes or restores looks like ours; in both cases it is disputed or restored. Source: Fees.
 */
export const feeCommands = {
  'users.fees.create': command({
    // `asked`: when, by the service's clock. Journals of earlier versions do not have it.
    before: z.object({ feeIds: z.array(z.string()), asked: z.string().optional() }),
    effects: ({ path, body }) => [
      effectOn('new fee', text(path, 'user_id'), text(body, 'type'), text(body, 'original_amount')),
    ],
    resolve: async (question) => {
      const { client, options, args, before } = question;
      const isThat = (fee: Fee): boolean => isCharged(fee, question);
      const active = await wholeList(client, 'users.fees.list', { path: args.path }, { options });
      const found = createdAmong(active, before.feeIds, feeIdOf, isThat);
      if (found.found !== 'didNotHappen') return found;
      // A fee that is paid or disputed already is in another list.
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
  }),

  'users.fees.pay': command({
    before: z.object({ balance: z.string() }),
    effects: onOneFee,
    carriesItsId: true,
    resolve: async (question) => {
      const fee = await feeOf(question);
      if (carried(fee, question.id).length > 0) return happened(fee);
      return isNoLess(question.before.balance, fee.balance) ? didNotHappen : unclear;
    },
  }),

  'users.fees.payAll': command({
    before: PayAllState,
    effects: ({ path, before }) => [
      effectOn('all fees', text(path, 'user_id')),
      ...unknowns(before['feeIds']).map((id) => onFee(String(id))),
    ],
    carriesItsId: true,
    resolve: async (question) => {
      const { client, options, id, args, before } = question;
      const fees: Fee[] = [];
      for (const feeId of before.feeIds) {
        const path = { user_id: args.path.user_id, fee_id: feeId };
        const fee = await orAbsent(client.call('users.fees.get', { path }, options));
        if (fee) fees.push(fee);
      }
      const paid = fees.filter((fee) => carried(fee, id).length > 0);
      if (paid.length > 0) {
        // Where only a part is paid, the service may be at the rest, or have stopped there.
        return isPaidWhole(paid, question)
          ? happened({ fee: paid, total_record_count: paid.length })
          : unclear;
      }
      if (fees.length !== before.feeIds.length) return unclear;
      return isNoLess(before.owed, ...fees.map(({ balance }) => balance)) ? didNotHappen : unclear;
    },
  }),

  'users.fees.waive': command({
    before: z.object({ balance: z.string(), waived: z.string(), waivers: z.number().optional() }),
    effects: onOneFee,
    resolve: async (question) => {
      const { before } = question;
      const fee = await feeOf(question);
      if (isSameAmount(fee.balance, before.balance)) return didNotHappen;
      const waivers = waiversOf(fee);
      // A payment of the same sum leaves the same balance.
      if (waivers === null || before.waivers === undefined || waivers <= before.waivers) return unclear;
      const wanted = amount(before.balance).minus(amount(before.waived));
      return isSameAmount(fee.balance, wanted.toFixed()) ? happened(fee) : unclear;
    },
  }),

  'users.fees.dispute': command({
    before: z.object({ status: z.string() }),
    effects: onOneFee,
    resolve: async (question) => {
      const fee = await feeOf(question);
      const status = statusOf(fee);
      if (status !== '' && status === question.before.status.toUpperCase()) return didNotHappen;
      return status === 'INDISPUTE' ? happened(fee) : unclear;
    },
  }),

  'users.fees.restore': command({
    before: z.object({ status: z.string() }),
    effects: onOneFee,
    resolve: async (question) => {
      const fee = await feeOf(question);
      const status = statusOf(fee);
      if (status !== '' && status === question.before.status.toUpperCase()) return didNotHappen;
      return status === 'ACTIVE' ? happened(fee) : unclear;
    },
  }),
} satisfies CommandsOf<'users.fees.'>;

/** Whether a fee is what was to be charged, as far as it says so. One that another desk charged alike is too. */
function isCharged(fee: Fee, { args: { body } }: SentCommand<'users.fees.create'>): boolean {
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
function isPaidWhole(
  fees: readonly Fee[],
  { id, args, before }: ResolverInput<'users.fees.payAll', z.output<typeof PayAllState>>,
): boolean {
  const asked = args.query?.amount ?? 'ALL';
  const sent = asked === 'ALL' ? before.owed : asked;
  if (sent === undefined) return fees.length === before.feeIds.length;
  const paid = readable(...fees.flatMap((fee) => carried(fee, id).map((entry) => entry.amount)));
  return paid !== null && isSameAmount(paid.toFixed(), sent);
}
