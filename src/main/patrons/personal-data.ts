import path from 'node:path';
import type { Client } from '../../client/client.ts';
import { RefusedError } from '../../client/errors.ts';
import type { Parsed } from '../../contract/index.ts';
import type { Exported } from '../../contract/patrons.ts';
import { m } from '../../messages/compiled/messages.js';
import { codes } from '../../service/codes.ts';
import { Failed } from '../failure.ts';
import type { Deps } from '../deps.ts';
import { localDay } from '../../shared/days.ts';
import { isAbsent } from '../commands/refusals.ts';

type Data = Readonly<Record<string, unknown>>;

/** The codes that say who is not there. Source: Errors, 401890; the other is what deployed services say of the same. */
const nobody: ReadonlySet<string> = new Set([codes.userOfTypeNotFound, codes.userNotFound]);

/**
 * All that the service holds about a patron, in a file where the person says. It is read first: nobody is asked for the
 * name of a file that there is nothing for. Source: Users, 3.
 */
export async function exportPersonalData(
  { connection, clock, files }: Deps,
  { userId, window }: Parsed<'patrons.export'> & { readonly window: number },
  signal: AbortSignal,
): Promise<Exported | null> {
  const { client } = await connection.service();
  const data = await personalData(client, userId, signal);
  if (data === null) return { outcome: 'nothingHeld' };
  const place = await files.placeFor(window, {
    use: 'personalData',
    title: m.desktop_personal_data_title(),
    name: m.desktop_personal_data_name({ id: userId, day: localDay(clock.now()) }),
    type: { name: m.desktop_personal_data_type(), extensions: ['json'] },
  });
  if (place === null) return null;
  // Given up while the dialog stood open: a file that nobody waits for is not left behind.
  if (signal.aborted) throw new Failed({ kind: 'cancelled' });
  await files.write(place, `${JSON.stringify(data, null, 2)}\n`);
  return { outcome: 'saved', savedAs: path.basename(place) };
}

/**
 * Null where the patron is there and nothing is held of them. "Does not exist" is said in two ways: with a code, the
 * patron is not there; with a bare 404 it may be the patron or the data, and the record tells which.
 */
async function personalData(client: Client, userId: string, signal: AbortSignal): Promise<Data | null> {
  const of = { path: { user_id: userId } };
  try {
    const data = await client.call('users.personalData', of, { signal });
    return Object.keys(data).length > 0 ? data : null;
  } catch (error) {
    const isBare = error instanceof RefusedError && error.status === 404;
    if (!(isBare || isAbsent(error)) || nobody.has(error.code)) throw error;
  }
  await client.call('users.get', of, { signal });
  return null;
}
