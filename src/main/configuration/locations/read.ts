import type { CallOptions } from '../../../client/client.ts';
import type { Answer } from '../../../contract/index.ts';
import type { Coded } from '../../../contract/common.ts';
import { codeOf, textOf } from '../../../service/read.ts';
import type { Location } from '../../../service/shapes/config.ts';
import { orAbsent } from '../../commands/refusals.ts';
import type { Deps } from '../../deps.ts';
import type { Service } from '../../ports.ts';
import { codedOf } from '../../records/values.ts';
import { codesOr } from '../code-tables.ts';
import { isOddCode } from './check.ts';
import { isSameLocation } from './record.ts';
import { locationRow } from './view.ts';

/** The table of the types that a location can have. Assumption: the description names no table. */
const typesTable = 'LocationTypes';

/** The libraries of the institution, and the workstation's own. */
export async function libraries(
  { connection }: Pick<Deps, 'connection'>,
  signal: AbortSignal,
): Promise<Answer<'configuration.locations.libraries'>> {
  const service = await connection.service();
  const { items } = await service.client.call('conf.libraries.list', {}, { signal });
  return {
    own: connection.view().library?.code ?? '',
    libraries: items
      .map(({ code, name }) => ({ code: textOf(code), label: textOf(name) || textOf(code) }))
      .filter(({ code }) => code !== ''),
  };
}

/** The locations of a library as they are at this moment. */
export async function locationsOf(
  { client }: Pick<Service, 'client'>,
  library: string,
  options: CallOptions = {},
): Promise<readonly Location[]> {
  const path = { library_code: library };
  return (await client.call('conf.locations.list', { path }, options)).items;
}

/** The location with this code as it is at this moment. */
export const readLocation = (
  { client }: Pick<Service, 'client'>,
  { library, code }: { readonly library: string; readonly code: string },
  options: CallOptions = {},
): Promise<Location> =>
  client.call('conf.locations.get', { path: { library_code: library, location_code: code } }, options);

/**
 * The locations of a list as a read of each alone has them: a run compares with these, and a file that lacks a field
 * would empty it. Where the list says as much of the `first`, it is taken to say as much of all.
 */
export async function inFull(
  service: Pick<Service, 'client'>,
  {
    library,
    listed,
    first,
  }: { readonly library: string; readonly listed: readonly Location[]; readonly first: string },
  signal: AbortSignal,
): Promise<readonly Location[]> {
  const read = (code: string): Promise<Location | null> =>
    // No path names such a code.
    code === '' || isOddCode(code)
      ? Promise.resolve(null)
      : orAbsent(readLocation(service, { library, code }, { signal }));
  const inList = listed.find(({ code }) => textOf(code) === first);
  const alone = await read(first);
  if (!alone || !inList || isSameLocation(alone, inList)) return listed;
  const whole: Location[] = [];
  for (const location of listed) whole.push((await read(textOf(location.code))) ?? location);
  return whole;
}

/** The types of the institution's table; without such a table, those that the locations have. */
export async function typesFor(
  service: Service,
  locations: readonly Location[],
  signal: AbortSignal,
): Promise<readonly Coded[]> {
  const seen = new Map(
    locations.map(({ type }) => [codeOf(type), codedOf(type)] as const).filter(([code]) => code !== ''),
  );
  const types = await codesOr(service, typesTable, [...seen.keys()], signal);
  return types.map((type) => (type.code === type.label ? (seen.get(type.code) ?? type) : type));
}

export async function listLocations(
  { connection }: Pick<Deps, 'connection'>,
  library: string,
  signal: AbortSignal,
): Promise<Answer<'configuration.locations.list'>> {
  const service = await connection.service();
  const locations = await locationsOf(service, library, { signal });
  return { locations: locations.map(locationRow), types: await typesFor(service, locations, signal) };
}
