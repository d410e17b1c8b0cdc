import type { Coded } from '../../contract/common.ts';
import type { PatronTables } from '../../contract/patrons.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { codesOf } from '../configuration/code-tables.ts';
import { isNotOffered } from '../commands/refusals.ts';

/** The code tables for a patron's coded fields. Assumption: the description names none of them. */
const tableNames: Readonly<Record<keyof PatronTables, string>> = {
  groups: 'UserGroups',
  accountTypes: 'UserAccountTypes',
  statuses: 'UserStatuses',
  identifierTypes: 'UserIdentifierTypes',
  addressTypes: 'UserAddressTypes',
  emailTypes: 'UserEmailTypes',
  phoneTypes: 'UserPhoneTypes',
  titles: 'UserTitles',
  genders: 'Genders',
  languages: 'UserPreferredLanguages',
  countries: 'CountryCodes',
};

/** How long the tables are cached. A form is filled in within minutes. */
const maxAgeMs = 10 * 60_000;

interface CachedTables {
  readonly at: number;
  readonly tables: Promise<PatronTables>;
}

/** The tables of each service that the station was connected to. */
const cache = new WeakMap<Service['client'], CachedTables>();

/**
 * The code tables for a patron's coded fields. They take eleven reads of a quota that the whole institution shares, so
 * the answers are cached. A failure is not cached.
 */
export async function patronTables({ connection, clock }: Deps): Promise<PatronTables> {
  const service = await connection.service();
  const at = clock.now().getTime();
  const cached = cache.get(service.client);
  if (cached && at - cached.at < maxAgeMs) return cached.tables;
  const tables = readAll(service);
  cache.set(service.client, { at, tables });
  tables.catch(() => cache.delete(service.client));
  return tables;
}

async function readAll(service: Service): Promise<PatronTables> {
  const tables = Object.entries(tableNames).map(
    async ([field, name]) => [field, await tableOrNull(service, name)] as const,
  );
  // The object has one entry for each name.
  return Object.fromEntries(await Promise.all(tables)) as object as PatronTables;
}

/** A table, or null where the service does not offer it: the user then types the codes. */
async function tableOrNull(service: Service, name: string): Promise<readonly Coded[] | null> {
  try {
    return await codesOf(service, name);
  } catch (error) {
    if (isNotOffered(error)) return null;
    throw error;
  }
}
