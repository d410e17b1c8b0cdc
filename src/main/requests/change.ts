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
import { accepted, recordOfAnswer } from '../commands/accepted.ts';
import { type Difference, replaceWhole } from '../records/replace-whole.ts';
import { editedBody, bodyForms } from './body.ts';

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

/** Reads one request. */
export async function readRequest(
  { connection }: Deps,
  input: Parsed<'requests.get'>,
  signal: AbortSignal,
): Promise<RequestView> {
  return requestView(await read(await connection.service(), pathOf(input), signal));
}

/**
 * Writes the edited fields into a request; everything else goes back as it came. Throws `conflict` where an editable
 * field is no longer as it was shown. Source: User requests.
 */
export async function updateRequest(
  deps: Deps,
  input: Parsed<'requests.update'>,
  signal: AbortSignal,
): Promise<Accepted<RequestView>> {
  const { intent, userId, seen, fields } = input;
  deps.commands.mustBeNew(intent);
  const path = pathOf(input);
  const queue = patronQueue(userId);
  const service = await deps.connection.service();
  return replaceWhole(deps.queues, {
    queue,
    read: () => read(service, path, signal),
    differences: (fresh) => changedSince(seen, fieldsOf(fresh)),
    write: async (fresh) => {
      const edits = editedBody(codeOf(fresh.request_type).toUpperCase(), seen, fields, deps.clock.now());
      if (Object.keys(edits).length === 0) return { record: requestView(fresh) };
      const { answer } = await deps.commands.run({
        operation: 'users.requests.update',
        args: { path, body: edited(fresh, edits, bodyForms) },
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

/** The request after a change: from the answer, or read again. */
function requestAfter(
  { log }: Deps,
  { client }: Service,
  answer: UserRequest,
  path: Path,
): Promise<Accepted<RequestView>> {
  const reread = () => client.call('users.requests.get', { path });
  return accepted(log, async () => requestView(await recordOfAnswer(answer, requestIdOf, reread)));
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
  input: Parsed<'requests.nextStep'>,
  signal: AbortSignal,
): Promise<Accepted<RequestView>> {
  const { intent, userId, release } = input;
  deps.commands.mustBeNew(intent);
  const path = pathOf(input);
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
