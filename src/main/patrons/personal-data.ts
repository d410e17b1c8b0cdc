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

/** The codes for a patron who does not exist. Source: Errors, 401890; deployed services use the other one. */
const noSuchPatron: ReadonlySet<string> = new Set([codes.userOfTypeNotFound, codes.userNotFound]);

/**
 * Saves all that the service holds about a patron in a file that the user chooses. The data is read first: where there
 * is none, the user is not asked for a file. Source: Users, 3.
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
  // The window aborted the call while the dialog was open: write no file.
  if (signal.aborted) throw new Failed({ kind: 'cancelled' });
  await files.write(place, `${JSON.stringify(data, null, 2)}\n`);
  return { outcome: 'saved', savedAs: path.basename(place) };
}

/**
 * Null where the patron exists and the service holds nothing. A refusal with a known code means that there is no such
 * patron. A bare 404 may mean the patron or the data, so the record is read to find out.
 */
async function personalData(client: Client, userId: string, signal: AbortSignal): Promise<Data | null> {
  const args = { path: { user_id: userId } };
  try {
    const data = await client.call('users.personalData', args, { signal });
    return Object.keys(data).length > 0 ? data : null;
  } catch (error) {
    const isBare = error instanceof RefusedError && error.status === 404;
    if (!(isBare || isAbsent(error)) || noSuchPatron.has(error.code)) throw error;
  }
  await client.call('users.get', args, { signal });
  return null;
}
