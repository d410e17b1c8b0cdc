import type { Accepted } from '../../contract/common.ts';
import type { FeeView } from '../../contract/fees.ts';
import type { Parsed } from '../../contract/index.ts';
import { toAmount } from '../../shared/money.ts';
import { patronQueue } from '../commands/queues.ts';
import type { Deps } from '../deps.ts';
import { feeIdOf } from './record.ts';
import { requiredChoice, codeIn, typedAmount } from '../forms/fields.ts';
import { feeAfter, readFees } from './fees.ts';
import { serviceNow } from '../commands/resolutions.ts';

/** Charges a patron a fee, with a type from the institution's table, for one of its libraries. Source: User fees. */
export async function chargeFee(
  deps: Deps,
  input: Parsed<'fees.create'>,
  signal: AbortSignal,
): Promise<Accepted<FeeView>> {
  const { intent, userId } = input;
  deps.commands.mustBeNew(intent);
  const type = requiredChoice('type', input.type);
  const owner = requiredChoice('owner', input.owner);
  const service = await deps.connection.service();
  const { decimals, currency } = service;
  const sum = toAmount(typedAmount('amount', input.amount, decimals), decimals);
  const comment = input.comment.trim();
  const barcode = input.barcode.trim() === '' ? '' : codeIn('barcode', input.barcode);
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
    before: { feeIds, asked: serviceNow(service, deps.clock) },
    service,
    signal,
  });
  return feeAfter(deps, service, answer);
}
