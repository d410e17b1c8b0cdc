import type { CallOptions } from '../../client/client.ts';
import type { Accepted } from '../../contract/common.ts';
import type { Parsed } from '../../contract/index.ts';
import type { SharingView } from '../../contract/sharing.ts';
import { toAmount } from '../../shared/money.ts';
import { codeOf, dateOf, textOf } from '../../service/read.ts';
import type { SharingRequest } from '../../service/shapes/resource-sharing.ts';
import { sharingByExternalId, shippingCostOf } from './resolve.ts';
import { patronQueue } from '../commands/queues.ts';
import { invalid } from '../failure.ts';
import { orAbsent } from '../commands/refusals.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { sharingIdOf, sharingName, sharingView } from './view.ts';
import { accepted, answered } from '../commands/accepted.ts';
import { codeIn, typedText, typedCost } from '../forms/fields.ts';
import { sharingBody } from './body.ts';

/** How many of this station's own requests are read for one list: each is a call of its own. */
const most = 50;

const readByNumber = (
  { client }: Service,
  userId: string,
  requestId: string,
  options: CallOptions,
): Promise<SharingRequest> =>
  client.call('users.resourceSharing.get', { path: { user_id: userId, request_id: requestId } }, options);

/**
 * The patron's requests as far as they can be known. The service has no list of them: those that this station made
 * stand in its journal, under the id that it gave them; the others (`also`) a person has named. What was removed is not
 * there any more, and is left out.
 */
export async function listSharing(
  { connection, journal }: Deps,
  { userId, also }: Parsed<'sharing.list'>,
  report: (soFar: { read: number; total: number }) => void,
  signal: AbortSignal,
): Promise<{ requests: SharingView[]; older: number }> {
  const service = await connection.service();
  const ours = journal
    .doneIn(patronQueue(userId), 'users.resourceSharing.create')
    .filter(({ library }) => library === service.library.id);
  const total = Math.min(ours.length, most) + also.length;
  // A scan at the desk goes before any of these.
  const quiet = { signal, priority: 'bulk' } as const;
  let read = 0;
  const counted = async (reading: Promise<SharingRequest>): Promise<SharingRequest | null> => {
    const request = await orAbsent(reading);
    report({ read: (read += 1), total });
    return request;
  };
  const found = await Promise.all([
    ...ours.slice(0, most).map(({ id }) => counted(sharingByExternalId(service.client, userId, id, quiet))),
    ...also.map((id) => counted(readByNumber(service, userId, id, quiet))),
  ]);
  const byNumber = new Map(found.flatMap((request) => (request ? [[sharingIdOf(request), request]] : [])));
  return {
    requests: [...byNumber.values()].toSorted(newestFirst).map((request) => sharingView(request, service)),
    older: Math.max(ours.length - most, 0),
  };
}

function newestFirst(one: SharingRequest, other: SharingRequest): number {
  const days = dateOf(other.request_date).localeCompare(dateOf(one.request_date));
  return days !== 0 ? days : sharingIdOf(other).localeCompare(sharingIdOf(one), 'en', { numeric: true });
}

/** One request of the patron, by its number or else by the id of whoever asked for it. */
export async function findSharing(
  { connection }: Deps,
  { userId, id }: Parsed<'sharing.find'>,
  signal: AbortSignal,
): Promise<SharingView> {
  const wanted = codeIn('id', id);
  const service = await connection.service();
  const request =
    (await orAbsent(readByNumber(service, userId, wanted, { signal }))) ??
    (await sharingByExternalId(service.client, userId, wanted, { signal }));
  return sharingView(request, service);
}

/** Asks for something to be borrowed. The journal's id goes with it, and finds it again. */
export async function createSharing(
  deps: Deps,
  { intent, userId, form, overrideBlocks }: Parsed<'sharing.create'>,
  signal: AbortSignal,
): Promise<Accepted<SharingView>> {
  deps.commands.mustBeNew(intent);
  const body = sharingBody(form, intent, deps.clock.now());
  const service = await deps.connection.service();
  const { answer } = await deps.commands.run({
    operation: 'users.resourceSharing.create',
    args: { path: { user_id: userId }, query: overrideBlocks ? { override_blocks: true } : {}, body },
    id: intent,
    queue: patronQueue(userId),
    about: sharingName(body),
    before: null,
    service,
    signal,
  });
  const again = () => sharingByExternalId(service.client, userId, intent, {});
  return accepted(deps.log, async () => sharingView(await answered(answer, sharingIdOf, again), service));
}

/** Cancels a request, or has the service forget it; the patron is told or not, as was chosen. */
export async function cancelSharing(
  deps: Deps,
  wanted: Parsed<'sharing.cancel'>,
  signal: AbortSignal,
): Promise<null> {
  const { intent, userId, requestId, remove, notify } = wanted;
  deps.commands.mustBeNew(intent);
  const reason = wanted.reason.trim();
  const note = typedText('note', wanted.note, 2000);
  const service = await deps.connection.service();
  const request = await readByNumber(service, userId, requestId, { signal });
  await deps.commands.run({
    operation: 'users.resourceSharing.cancel',
    args: {
      path: { user_id: userId, request_id: requestId },
      query: {
        ...(reason === '' ? {} : { reason }),
        ...(note === '' ? {} : { note }),
        ...(remove ? { remove_request: true } : {}),
        notify_user: notify,
      },
    },
    id: intent,
    queue: patronQueue(userId),
    about: sharingName(request),
    before: { status: codeOf(request.status) },
    service,
    signal,
  });
  return null;
}

/** Writes what the shipping cost, and which fund bears it. */
export async function setShipping(
  deps: Deps,
  wanted: Parsed<'sharing.setShipping'>,
  signal: AbortSignal,
): Promise<Accepted<SharingView>> {
  const { intent, userId, requestId } = wanted;
  deps.commands.mustBeNew(intent);
  const service = await deps.connection.service();
  const { decimals } = service;
  const cost = wanted.cost.trim() === '' ? null : typedCost('shipping_cost', wanted.cost, decimals);
  const fund = typedText('fund_code', wanted.fund);
  if (cost === null && fund === '') throw invalid('shipping_cost', 'required');
  const request = await readByNumber(service, userId, requestId, { signal });
  const { answer } = await deps.commands.run({
    operation: 'users.resourceSharing.updateShipping',
    args: {
      path: { user_id: userId, request_id: requestId },
      query: {
        ...(cost === null ? {} : { shipping_cost: toAmount(cost, decimals) }),
        ...(fund === '' ? {} : { fund_code: fund }),
      },
    },
    id: intent,
    queue: patronQueue(userId),
    about: sharingName(request),
    before: { cost: textOf(shippingCostOf(request)), fund: codeOf(request.fund_code) },
    service,
    signal,
  });
  const again = () => readByNumber(service, userId, requestId, {});
  return accepted(deps.log, async () => sharingView(await answered(answer, sharingIdOf, again), service));
}
