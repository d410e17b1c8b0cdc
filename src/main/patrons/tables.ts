import type { Coded } from '../../contract/common.ts';
import type { PatronTables } from '../../contract/patrons.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { codesOf } from '../configuration/code-tables.ts';
import { isNotOffered } from '../commands/refusals.ts';

/** Names of the tables behind a patron's coded fields. Assumptions: the description names none of these. */
const names: Readonly<Record<keyof PatronTables, string>> = {
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

/** How long the tables count as they were read. Source of the number: a form is filled in within minutes. */
const freshMs = 10 * 60_000;

interface TableRead {
  readonly at: number;
  readonly tables: Promise<PatronTables>;
}

/** What was read of each service on which the station stood. */
const read = new WeakMap<Service['client'], TableRead>();

/**
 * The tables behind a patron's coded fields. Eleven reads of a quota that is shared by the whole institution, so they
 * are kept for some minutes; a failure is not.
 */
export async function patronTables({ connection, clock }: Deps): Promise<PatronTables> {
  const service = await connection.service();
  const at = clock.now().getTime();
  const known = read.get(service.client);
  if (known && at - known.at < freshMs) return known.tables;
  const tables = readAll(service);
  read.set(service.client, { at, tables });
  tables.catch(() => read.delete(service.client));
  return tables;
}

async function readAll(service: Service): Promise<PatronTables> {
  const tables = Object.entries(names).map(
    async ([field, name]) => [field, await orNone(service, name)] as const,
  );
  // One entry for each name.
  return Object.fromEntries(await Promise.all(tables)) as object as PatronTables;
}

/** A table, or null where the service refuses it: the codes are then typed. */
async function orNone(service: Service, name: string): Promise<readonly Coded[] | null> {
  try {
    return await codesOf(service, name);
  } catch (error) {
    if (isNotOffered(error)) return null;
    throw error;
  }
}
