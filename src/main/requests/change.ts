import type { Accepted } from '../../contract/common.ts';
import type { Parsed } from '../../contract/index.ts';
import type { RequestFields, RequestView } from '../../contract/requests.ts';
import { edited } from '../../service/patch.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { UserRequest } from '../../service/shapes/request.ts';
import { patronQueue } from '../commands/queues.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { fieldsOf, requestIdOf, requestView } from './view.ts';
import { accepted, answered } from '../commands/accepted.ts';
import { type Difference, replaceWhole } from '../records/replace-whole.ts';
import { editsOf, saidForms } from './body.ts';

interface Path {
  readonly user_id: string;
  readonly request_id: string;
}

const pathOf = ({ userId, requestId }: { userId: string; requestId: string }): Path => ({
  user_id: userId,
  request_id: requestId,
});

const read = ({ client }: Service, path: Path, signal: AbortSignal): Promise<UserRequest> =>
  client.call('users.requests.get', { path }, { signal });

const aboutOf = (request: UserRequest): string => textOf(request.title) || requestIdOf(request);

/** One request as it stands now. */
export async function readRequest(
  { connection }: Deps,
  wanted: Parsed<'requests.get'>,
  signal: AbortSignal,
): Promise<RequestView> {
  return requestView(await read(await connection.service(), pathOf(wanted), signal));
}

/**
 * Puts what a person edited into a request, and everything else back as it came. Nothing is written where what the
 * person saw stands no more. Its place in the queue may have moved: nobody edits that. Source: User requests.
 */
export async function updateRequest(
  deps: Deps,
  wanted: Parsed<'requests.update'>,
  signal: AbortSignal,
): Promise<Accepted<RequestView>> {
  const { intent, userId, seen, fields } = wanted;
  deps.commands.mustBeNew(intent);
  const path = pathOf(wanted);
  const queue = patronQueue(userId);
  const service = await deps.connection.service();
  return replaceWhole(deps.queues, {
    queue,
    read: () => read(service, path, signal),
    differences: (fresh) => changedSince(seen, fieldsOf(fresh)),
    write: async (fresh) => {
      const edits = editsOf(codeOf(fresh.request_type).toUpperCase(), seen, fields, deps.clock.now());
      if (Object.keys(edits).length === 0) return { record: requestView(fresh) };
      const { answer } = await deps.commands.run({
        operation: 'users.requests.update',
        args: { path, body: edited(fresh, edits, saidForms) },
        id: intent,
        queue,
        about: aboutOf(fresh),
        before: fresh,
        service,
        signal,
      });
      return requestAfter(deps, service, answer, path);
    },
  });
}

/** The request after it was changed, from the answer or else from another read. */
function requestAfter(
  { log }: Deps,
  { client }: Service,
  answer: UserRequest,
  path: Path,
): Promise<Accepted<RequestView>> {
  const again = () => client.call('users.requests.get', { path });
  return accepted(log, async () => requestView(await answered(answer, requestIdOf, again)));
}

function changedSince(seen: RequestFields, fresh: RequestFields): Difference[] {
  const names = Object.keys(fresh) as (keyof RequestFields)[];
  return names
    .filter((field) => fresh[field] !== seen[field])
    .map((field) => ({ field, was: String(seen[field]), is: String(fresh[field]) }));
}

/** Moves a digitization to its next step. */
export async function stepRequest(
  deps: Deps,
  wanted: Parsed<'requests.nextStep'>,
  signal: AbortSignal,
): Promise<Accepted<RequestView>> {
  const { intent, userId, release } = wanted;
  deps.commands.mustBeNew(intent);
  const path = pathOf(wanted);
  const service = await deps.connection.service();
  const request = await read(service, path, signal);
  const { answer } = await deps.commands.run({
    operation: 'users.requests.nextStep',
    args: { path, ...(release ? { query: { release_item: true } } : {}) },
    id: intent,
    queue: patronQueue(userId),
    about: aboutOf(request),
    before: { status: codeOf(request.request_status), task: textOf(request.task_name) },
    service,
    signal,
  });
  return requestAfter(deps, service, answer, path);
}
