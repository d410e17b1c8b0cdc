import type { Client } from '../../client/client.ts';
import { RefusedError } from '../../client/errors.ts';
import type { Coded } from '../../contract/common.ts';
import type { Places } from '../../contract/station.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { CircDesk, Library } from '../../service/shapes/config.ts';
import { invalid } from '../failure.ts';
import type { Connection } from '../ports.ts';

const coded = ({ code, name }: Pick<Library | CircDesk, 'code' | 'name'>): Coded => ({
  code: textOf(code),
  label: textOf(name) || textOf(code),
});

/** The circulation desks of a library. The service may refuse the list for a library without desks. */
async function desksOf(client: Client, library: string, options: { signal?: AbortSignal }): Promise<Coded[]> {
  try {
    const { items } = await client.call('conf.circDesks.list', { path: { library_code: library } }, options);
    return items.map(coded);
  } catch (error) {
    if (error instanceof RefusedError) return [];
    throw error;
  }
}

/** The possible places of a workstation of this institution. Source: Configuration. */
export async function readPlaces(client: Client, signal?: AbortSignal): Promise<Places> {
  const options = signal ? { signal } : {};
  const [libraries, departments] = await Promise.all([
    client.call('conf.libraries.list', {}, options),
    client.call('conf.departments.list', {}, options),
  ]);
  return {
    libraries: await Promise.all(
      libraries.items.map(coded).map(async (library) => ({
        ...library,
        desks: await desksOf(client, library.code, options),
      })),
    ),
    departments: departments.items.map((department) => ({
      ...coded(department),
      library: codeOf(department.library),
    })),
  };
}

/** The circulation desk of this station. Throws `noDesk` if it has none. */
export function deskOf(connection: Connection): { library: string; desk: string } {
  const { library, desk } = connection.view();
  if (!library || !desk) throw invalid('desk', 'noDesk');
  return { library: library.code, desk: desk.code };
}
