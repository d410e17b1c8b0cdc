import { paginate } from '../../client/paginate.ts';
import type { Accepted } from '../../contract/common.ts';
import type { Parsed } from '../../contract/index.ts';
import type { ItemView, RequestView } from '../../contract/requests.ts';
import { edited } from '../../service/patch.ts';
import { textOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import type { UserRequest } from '../../service/shapes/request.ts';
import { patronQueue } from '../commands/queues.ts';
import { invalid } from '../failure.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { itemView, requestIdOf, requestView } from './view.ts';
import { itemIdsOf } from '../items/record.ts';
import { accepted, recordOfAnswer } from '../commands/accepted.ts';
import { requiredChoice, codeIn } from '../forms/fields.ts';
import { bodyForms, newRequestBody } from './body.ts';
import { serviceNow } from '../commands/resolutions.ts';

const readRequests = (
  { client }: Service,
  userId: string,
  query: { request_type?: string; status?: string },
  signal: AbortSignal,
): Promise<UserRequest[]> =>
  Array.fromAsync(paginate(client, 'users.requests.list', { path: { user_id: userId }, query }, { signal }));

/** A patron's requests, active or past (the latest first), of one type or of all. */
export async function listRequests(
  { connection }: Deps,
  { userId, type, status }: Parsed<'requests.list'>,
  signal: AbortSignal,
): Promise<{ requests: RequestView[]; total: number }> {
  const query = { ...(type ? { request_type: type } : {}), ...(status ? { status } : {}) };
  const read = await readRequests(await connection.service(), userId, query, signal);
  const requests = read.map(requestView);
  if (status === 'history') requests.sort((one, other) => other.requested.localeCompare(one.requested));
  return { requests, total: requests.length };
}

const readItem = ({ client }: Service, barcode: string, signal: AbortSignal): Promise<Item> =>
  client.call('items.byBarcode', { query: { item_barcode: barcode } }, { signal });

/** Reads an item, to show what a request would be for. */
export async function previewItem(
  { connection }: Deps,
  barcode: string,
  signal: AbortSignal,
): Promise<ItemView> {
  const code = codeIn('barcode', barcode);
  return itemView(await readItem(await connection.service(), code, signal));
}

/** What a request is for: an item, a holding or a title. */
interface RequestTarget {
  readonly query: { readonly item_pid?: string; readonly holding_id?: string; readonly mms_id?: string };
  readonly mmsId: string;
  readonly pid: string;
  readonly about: string;
}

async function targetOf(
  service: Service,
  on: Parsed<'requests.place'>['on'],
  signal: AbortSignal,
): Promise<RequestTarget> {
  if (on.kind === 'title') {
    const mmsId = codeIn('mmsId', on.mmsId);
    return { query: { mms_id: mmsId }, mmsId, pid: '', about: mmsId };
  }
  if (on.kind === 'holding') {
    const holding = codeIn('holdingId', on.holdingId);
    const mmsId = on.mmsId.trim() === '' ? '' : codeIn('mmsId', on.mmsId);
    const query = { holding_id: holding, ...(mmsId === '' ? {} : { mms_id: mmsId }) };
    return { query, mmsId, pid: '', about: holding };
  }
  const barcode = codeIn('barcode', on.barcode);
  const item = await readItem(service, barcode, signal);
  const ids = itemIdsOf(item);
  if (!ids) throw invalid('barcode', 'noIds');
  const { item_pid: pid, mms_id: mmsId } = ids;
  return { query: { item_pid: pid }, mmsId, pid, about: textOf(item.bib_data?.title) || barcode };
}

/** Places a hold, a booking or a digitization. Source: User requests. */
export async function placeRequest(
  deps: Deps,
  { intent, userId, type, on, fields }: Parsed<'requests.place'>,
  signal: AbortSignal,
): Promise<Accepted<RequestView>> {
  deps.commands.mustBeNew(intent);
  const body = newRequestBody(type, fields, deps.clock.now());
  const service = await deps.connection.service();
  const { query, mmsId, pid, about } = await targetOf(service, on, signal);
  const requestIds = (await readRequests(service, userId, {}, signal)).map(requestIdOf);
  const { answer } = await deps.commands.run({
    operation: 'users.requests.create',
    args: { path: { user_id: userId }, query, body: edited({ request_type: type }, body, bodyForms) },
    id: intent,
    queue: patronQueue(userId),
    about,
    before: { requestIds, mmsId, pid, asked: serviceNow(service, deps.clock) },
    service,
    signal,
  });
  return accepted(deps.log, async () => requestView(await recordOfAnswer(answer, requestIdOf)));
}

/** Cancels a request, for a reason from the institution's table. */
export async function cancelRequest(
  deps: Deps,
  input: Parsed<'requests.cancel'>,
  signal: AbortSignal,
): Promise<null> {
  const { intent, userId, requestId } = input;
  deps.commands.mustBeNew(intent);
  const reason = requiredChoice('reason', input.reason);
  const service = await deps.connection.service();
  const path = { user_id: userId, request_id: requestId };
  const request = await service.client.call('users.requests.get', { path }, { signal });
  const note = input.note.trim() === '' ? {} : { note: input.note.trim() };
  await deps.commands.run({
    operation: 'users.requests.cancel',
    args: { path, query: { reason, ...note } },
    id: intent,
    queue: patronQueue(userId),
    about: textOf(request.title) || requestId,
    before: null,
    service,
    signal,
  });
  return null;
}
