import { RefusedError } from '../../../client/errors.ts';
import { paginate } from '../../../client/paginate.ts';
import type { Coded } from '../../../contract/common.ts';
import type {
  DirectoryKind,
  DirectoryList,
  DirectoryRecord,
  UnreadList,
} from '../../../contract/configuration.ts';
import { textOf, type Fields } from '../../../service/read.ts';
import type { Library } from '../../../service/shapes/config.ts';
import type { Deps } from '../../deps.ts';
import { Failed, failureOf, invalid } from '../../failure.ts';
import type { Service } from '../../ports.ts';
import { recordView } from './view.ts';

/** What a read needs, and how far it has come. */
export interface Reading {
  readonly signal: AbortSignal;
  readonly report?: (soFar: { readonly read: number; readonly total: number }) => void;
}

/** Every library of the institution. Source: Configuration. */
const libraries = (service: Service, signal: AbortSignal): Promise<Library[]> =>
  Array.fromAsync(paginate(service.client, 'conf.libraries.list', {}, { signal }));

/** The desks of a library, which do not say themselves whose they are. */
export async function desksOf(
  service: Service,
  library: Coded,
  signal: AbortSignal,
): Promise<DirectoryRecord[]> {
  const input = { path: { library_code: library.code } };
  const desks = await Array.fromAsync(paginate(service.client, 'conf.circDesks.list', input, { signal }));
  return desks.map((desk) => recordView(desk, library, 'code'));
}

/** The locations of a library, as far as another record can lead to one. */
export async function locationsOf(
  service: Service,
  library: Coded,
  signal: AbortSignal,
): Promise<DirectoryRecord[]> {
  const input = { path: { library_code: library.code } };
  const found = await Array.fromAsync(paginate(service.client, 'conf.locations.list', input, { signal }));
  return found.map((location) => recordView(location, library, 'code'));
}

/** The records of the kinds that are one list for the whole institution. */
export async function wholeList(
  { client }: Service,
  kind: Exclude<DirectoryKind, 'circ-desks'>,
  signal: AbortSignal,
): Promise<DirectoryRecord[]> {
  const options = { signal };
  const read = (): AsyncGenerator<Fields> => {
    switch (kind) {
      case 'libraries':
        return paginate(client, 'conf.libraries.list', {}, options);
      case 'departments':
        return paginate(client, 'conf.departments.list', {}, options);
      case 'deposit-profiles':
        return paginate(client, 'conf.depositProfiles.list', {}, options);
      case 'import-profiles':
        return paginate(client, 'conf.importProfiles.list', {}, options);
      case 'printers':
        return paginate(client, 'conf.printers.list', {}, options);
    }
  };
  const records = await Array.fromAsync(read());
  // Libraries and departments are named by their codes, profiles and printers are read by their ids. Source: Configuration.
  const by = kind === 'libraries' || kind === 'departments' ? 'code' : 'id';
  return records.map((record) => recordView(record, null, by));
}

/** The list of a kind. One library whose desks cannot be read keeps no other from being seen. */
export async function listOf(
  deps: Deps,
  { kind, library }: { readonly kind: DirectoryKind; readonly library: string },
  { signal, report }: Reading,
): Promise<DirectoryList> {
  const service = await deps.connection.service();
  if (kind !== 'circ-desks') return { records: await wholeList(service, kind, signal), unread: [] };
  const all = (await libraries(service, signal)).map(codedLibrary).filter(({ code }) => code !== '');
  const known = all.find(({ code }) => code === library) ?? { code: library, label: library };
  const wanted = library === '' ? all : [known];
  const records: DirectoryRecord[] = [];
  const unread: UnreadList<Coded>[] = [];
  for (const [read, of] of wanted.entries()) {
    report?.({ read, total: wanted.length });
    try {
      records.push(...(await desksOf(service, of, signal)));
    } catch (error) {
      signal.throwIfAborted();
      unread.push({ of, failure: failureOf(error, deps.log) });
    }
  }
  const [first] = unread;
  if (first && unread.length === wanted.length) throw new Failed(first.failure);
  return { records, unread };
}

const codedLibrary = ({ code, name }: Library): Coded => ({
  code: textOf(code),
  label: textOf(name) || textOf(code),
});

/** One record as it is now. */
export async function recordOf(
  deps: Deps,
  { kind, library, id }: { readonly kind: DirectoryKind; readonly library: string; readonly id: string },
  signal: AbortSignal,
): Promise<DirectoryRecord> {
  const service = await deps.connection.service();
  const { client } = service;
  const options = { signal };
  switch (kind) {
    case 'libraries':
      return recordView(
        await client.call('conf.libraries.get', { path: { library_code: id } }, options),
        null,
        'code',
      );
    case 'departments': {
      const found = (await wholeList(service, kind, signal)).find((one) => one.id === id);
      if (!found) throw invalid('id', 'gone');
      return found;
    }
    case 'circ-desks': {
      const path = { library_code: library, circ_desk_code: id };
      const desk = await client.call('conf.circDesks.get', { path }, options);
      return recordView(desk, { code: library, label: library }, 'code');
    }
    case 'deposit-profiles':
      return byIdOrCode(service, kind, id, signal, () =>
        client.call('conf.depositProfiles.get', { path: { deposit_profile_id: id } }, options),
      );
    case 'import-profiles':
      return byIdOrCode(service, kind, id, signal, () =>
        client.call('conf.importProfiles.get', { path: { profile_id: id } }, options),
      );
    case 'printers':
      return byIdOrCode(service, kind, id, signal, () =>
        client.call('conf.printers.get', { path: { printer_id: id } }, options),
      );
  }
}

/** A record that is read by its id. Another record may name it by its code: then it is the one of the list that has it. */
async function byIdOrCode(
  service: Service,
  kind: 'deposit-profiles' | 'import-profiles' | 'printers',
  id: string,
  signal: AbortSignal,
  read: () => Promise<Fields>,
): Promise<DirectoryRecord> {
  try {
    return recordView(await read());
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const found = (await wholeList(service, kind, signal)).filter(({ code }) => code === id);
    const [only] = found;
    if (only === undefined || found.length > 1) throw error;
    return only;
  }
}

/** What holds for the whole institution; null where the service answers nothing. Source: Configuration (general). */
export async function generalOf({ client }: Service, signal: AbortSignal): Promise<DirectoryRecord | null> {
  const general: Fields | undefined = await client.call('conf.general', {}, { signal });
  return general && Object.keys(general).length > 0 ? recordView(general) : null;
}
