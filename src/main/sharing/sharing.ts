import type { CallOptions } from '../../client/client.ts';
import type { Accepted } from '../../contract/common.ts';
import type { Parsed } from '../../contract/index.ts';
import type { SharingView } from '../../contract/sharing.ts';
import { toAmount } from '../../shared/money.ts';
import { codeOf, dateOf, textOf } from '../../service/read.ts';
import type { SharingRequest } from '../../service/shapes/resource-sharing.ts';
import { sharingByExternalId } from './resolve.ts';
import { patronQueue } from '../commands/queues.ts';
import { invalid } from '../failure.ts';
import { orAbsent } from '../commands/refusals.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { sharingView } from './view.ts';
import { sharingIdOf, sharingName, shippingCostOf } from './record.ts';
import { accepted, recordOfAnswer } from '../commands/accepted.ts';
import { codeIn, typedText, typedCost } from '../forms/fields.ts';
import { sharingBody } from './body.ts';

/** How many of this station's own requests are read for one list. Each takes a call. */
const maxListed = 50;

const readByNumber = (
  { client }: Service,
  userId: string,
  requestId: string,
  options: CallOptions,
): Promise<SharingRequest> =>
  client.call('users.resourceSharing.get', { path: { user_id: userId, request_id: requestId } }, options);

/**
 * The patron's requests, as far as they are known. The service has no list of them: the journal has the external ids
 * of those that this station made, and the user has named others (`also`). Removed requests are left out.
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
  const total = Math.min(ours.length, maxListed) + also.length;
  // Low priority: scans at the desk go first.
  const bulk = { signal, priority: 'bulk' } as const;
  let read = 0;
  const countRead = async (reading: Promise<SharingRequest>): Promise<SharingRequest | null> => {
    const request = await orAbsent(reading);
    report({ read: (read += 1), total });
    return request;
  };
  const found = await Promise.all([
    ...ours
      .slice(0, maxListed)
      .map(({ id }) => countRead(sharingByExternalId(service.client, userId, id, bulk))),
    ...also.map((id) => countRead(readByNumber(service, userId, id, bulk))),
  ]);
  const byNumber = new Map(found.flatMap((request) => (request ? [[sharingIdOf(request), request]] : [])));
  return {
    requests: [...byNumber.values()].toSorted(newestFirst).map((request) => sharingView(request, service)),
    older: Math.max(ours.length - maxListed, 0),
  };
}

function newestFirst(one: SharingRequest, other: SharingRequest): number {
  const days = dateOf(other.request_date).localeCompare(dateOf(one.request_date));
  return days !== 0 ? days : sharingIdOf(other).localeCompare(sharingIdOf(one), 'en', { numeric: true });
}

/** Finds one request of the patron, by its number or by its external id. */
export async function findSharing(
  { connection }: Deps,
  { userId, id }: Parsed<'sharing.find'>,
  signal: AbortSignal,
): Promise<SharingView> {
  const code = codeIn('id', id);
  const service = await connection.service();
  const request =
    (await orAbsent(readByNumber(service, userId, code, { signal }))) ??
    (await sharingByExternalId(service.client, userId, code, { signal }));
  return sharingView(request, service);
}

/** Creates a borrowing request. Its external id is the journal's id, by which it is found again. */
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
  const reread = () => sharingByExternalId(service.client, userId, intent, {});
  return accepted(deps.log, async () =>
    sharingView(await recordOfAnswer(answer, sharingIdOf, reread), service),
  );
}

/** Cancels or removes a request, and notifies the patron if `notify` is set. */
export async function cancelSharing(
  deps: Deps,
  input: Parsed<'sharing.cancel'>,
  signal: AbortSignal,
): Promise<null> {
  const { intent, userId, requestId, remove, notify } = input;
  deps.commands.mustBeNew(intent);
  const reason = input.reason.trim();
  const note = typedText('note', input.note, 2000);
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

/** Sets the shipping cost of a request, and the fund that pays it. */
export async function setShipping(
  deps: Deps,
  input: Parsed<'sharing.setShipping'>,
  signal: AbortSignal,
): Promise<Accepted<SharingView>> {
  const { intent, userId, requestId } = input;
  deps.commands.mustBeNew(intent);
  const service = await deps.connection.service();
  const { decimals } = service;
  const cost = input.cost.trim() === '' ? null : typedCost('shipping_cost', input.cost, decimals);
  const fund = typedText('fund_code', input.fund);
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
  const reread = () => readByNumber(service, userId, requestId, {});
  return accepted(deps.log, async () =>
    sharingView(await recordOfAnswer(answer, sharingIdOf, reread), service),
  );
}
