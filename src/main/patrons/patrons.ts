import { isDeepStrictEqual } from 'node:util';
import type { Accepted } from '../../contract/common.ts';
import type { Parsed } from '../../contract/index.ts';
import type { PatronRecord } from '../../contract/patrons.ts';
import { type NewUser, User } from '../../service/shapes/user.ts';
import { patronQueue } from '../commands/queues.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { formOf, patronRecord } from './view.ts';
import { nameOf, userIdOf, recordOf } from './record.ts';
import { accepted, recordOfAnswer } from '../commands/accepted.ts';
import { differencesBetween, replaceWhole } from '../records/replace-whole.ts';
import { checkPatron } from './checks.ts';
import { withForm } from './edits.ts';

/** Reads a patron's record. */
export async function readRecord(
  { connection, clock }: Deps,
  userId: string,
  signal: AbortSignal,
): Promise<PatronRecord> {
  const { client } = await connection.service();
  const user = await client.call('users.get', { path: { user_id: userId } }, { signal });
  return patronRecord(user, clock.now());
}

/** Adds a patron. Source: Users. */
export async function createPatron(
  deps: Deps,
  { intent, form }: Parsed<'patrons.create'>,
  signal: AbortSignal,
): Promise<Accepted<PatronRecord>> {
  const { connection, commands } = deps;
  commands.mustBeNew(intent);
  checkPatron(form, null);
  const body = withForm({}, form) as NewUser;
  const service = await connection.service();
  const { answer } = await commands.run({
    operation: 'users.create',
    args: { body },
    id: intent,
    queue: patronQueue(body.primary_id),
    about: nameOf(body),
    before: null,
    service,
    signal,
  });
  return recordAfter(deps, service, answer, body.primary_id);
}

/** The record after a write: from the answer, or read again. */
function recordAfter(
  { log, clock }: Deps,
  service: Service,
  answer: User,
  userId: string,
): Promise<Accepted<PatronRecord>> {
  return accepted(log, async () => patronRecord(await userAfter(service, answer, userId), clock.now()));
}

/** A user's record after a write: from the answer, or read again. Throws if both fail. */
export const userAfter = ({ client }: Service, answer: User, userId: string): Promise<User> =>
  recordOfAnswer(answer, userIdOf, () => client.call('users.get', { path: { user_id: userId } }));

/**
 * Writes the changes of a form into a patron's record. Throws `conflict` where the record at the service is no longer
 * the one that was shown for editing. Source: User, note 4; design, rules of the house, 5.
 */
export async function savePatron(
  deps: Deps,
  { intent, seen, form }: Parsed<'patrons.save'>,
  signal: AbortSignal,
): Promise<Accepted<PatronRecord>> {
  deps.commands.mustBeNew(intent);
  const previous = User.parse(seen);
  checkPatron(form, formOf(previous));
  const path = { user_id: userIdOf(previous) };
  const queue = patronQueue(path.user_id);
  const service = await deps.connection.service();
  return replaceWhole(deps.queues, {
    queue,
    read: () => service.client.call('users.get', { path }, { signal }),
    differences: (fresh) => differencesBetween(recordOf(previous), recordOf(fresh)),
    write: async (fresh) => {
      const changed = withForm(fresh, form);
      if (isDeepStrictEqual(changed, fresh)) return { record: patronRecord(fresh, deps.clock.now()) };
      const { answer } = await deps.commands.run({
        operation: 'users.update',
        // The command checks before it is sent that required fields are there.
        args: { path, body: changed as NewUser },
        id: intent,
        queue,
        about: nameOf(fresh),
        before: fresh,
        service,
        signal,
      });
      return recordAfter(deps, service, answer, userIdOf(changed) || path.user_id);
    },
  });
}

/** Deletes a patron. The service refuses while they have loans, fees or requests. Source: Users, rule 1. */
export async function deletePatron(
  { connection, commands }: Deps,
  { intent, userId }: Parsed<'patrons.delete'>,
  signal: AbortSignal,
): Promise<null> {
  commands.mustBeNew(intent);
  const service = await connection.service();
  const path = { user_id: userId };
  const user = await service.client.call('users.get', { path }, { signal });
  await commands.run({
    operation: 'users.delete',
    args: { path },
    id: intent,
    queue: patronQueue(userId),
    about: nameOf(user),
    before: null,
    service,
    signal,
  });
  return null;
}
