import type { Accepted } from '../../contract/common.ts';
import type { FeeView } from '../../contract/fees.ts';
import type { Parsed } from '../../contract/index.ts';
import { toAmount } from '../../shared/money.ts';
import { patronQueue } from '../commands/queues.ts';
import type { Deps } from '../deps.ts';
import { feeIdOf } from './view.ts';
import { chosen, codeIn, typedAmount } from '../forms/fields.ts';
import { feeAfter, readFees } from './fees.ts';
import { askedAt } from '../commands/found.ts';

/** Charges a patron a fee: of a type of the institution's table, owed to one of its libraries. Source: User fees. */
export async function chargeFee(
  deps: Deps,
  wanted: Parsed<'fees.create'>,
  signal: AbortSignal,
): Promise<Accepted<FeeView>> {
  const { intent, userId } = wanted;
  deps.commands.mustBeNew(intent);
  const type = chosen('type', wanted.type);
  const owner = chosen('owner', wanted.owner);
  const service = await deps.connection.service();
  const { decimals, currency } = service;
  const sum = toAmount(typedAmount('amount', wanted.amount, decimals), decimals);
  const comment = wanted.comment.trim();
  const barcode = wanted.barcode.trim() === '' ? '' : codeIn('barcode', wanted.barcode);
  const feeIds = (await readFees(service, userId, 'ACTIVE', signal)).map(feeIdOf);
  const { answer } = await deps.commands.run({
    operation: 'users.fees.create',
    args: {
      path: { user_id: userId },
      body: {
        type: { value: type },
        original_amount: sum,
        owner: { value: owner },
        ...(comment !== '' && { comment }),
        ...(barcode !== '' && { barcode: { value: barcode } }),
      },
    },
    id: intent,
    queue: patronQueue(userId),
    about: `${type}: ${sum} ${currency}`,
    before: { feeIds, asked: askedAt(service, deps.clock) },
    service,
    signal,
  });
  return feeAfter(deps, service, answer);
}
