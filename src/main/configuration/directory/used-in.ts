import type {
  DirectoryKind,
  DirectoryRecord,
  Field,
  FieldValue,
  UnreadList,
  UsedIn,
  UsedKind,
  Uses,
  UsingKind,
} from '../../../contract/configuration.ts';
import type { Deps } from '../../deps.ts';
import { failureOf } from '../../failure.ts';
import type { Service } from '../../ports.ts';
import { desksOf, generalOf, locationsOf, wholeList } from './read.ts';

/** A code that is looked for: a desk or a location is that of its library. */
export interface UsedCode {
  readonly kind: UsedKind;
  readonly library: string;
  readonly code: string;
  readonly id?: string | undefined;
}

/** A list that can name a code, and in which of its fields. */
interface Source {
  readonly kind: UsingKind;
  readonly read: (service: Service, signal: AbortSignal) => Promise<readonly DirectoryRecord[]>;
  /** The fields that name such codes; null: the whole list is of it. */
  readonly field: ((name: string) => boolean) | null;
  /** Whether a record can mean this code at all. */
  readonly among?: (record: DirectoryRecord) => boolean;
}

/**
 * Where a code is used, from the lists that can name it, one after the other. A list that cannot be read is named: that
 * a code is not found in the others proves nothing about it. Nothing is said of a list whose records have no field that
 * could name it: the description of the service shows none of these fields. Source: Configuration objects.
 */
export async function usedIn(deps: Deps, code: UsedCode, signal: AbortSignal): Promise<UsedIn> {
  const service = await deps.connection.service();
  const codes = [code.code, code.id ?? code.code];
  const uses: Uses[] = [];
  const unread: UnreadList<UsingKind>[] = [];
  for (const { kind, read, field, among = () => true } of sourcesOf(code)) {
    try {
      const records = await read(service, signal);
      const isTold = field === null || records.length === 0 || records.some((one) => has(one, field, null));
      const names = (one: DirectoryRecord): boolean =>
        field === null || (among(one) && has(one, field, codes));
      if (isTold) uses.push({ kind, records: records.filter(names) });
    } catch (error) {
      signal.throwIfAborted();
      unread.push({ of: kind, failure: failureOf(error, deps.log) });
    }
  }
  return { uses, unread };
}

const has = (
  { fields }: DirectoryRecord,
  field: (name: string) => boolean,
  codes: readonly string[] | null,
): boolean => isNamed(fields, field, codes);

const coded = (code: string) => ({ code, label: code });
const lists = (
  kinds: readonly Exclude<DirectoryKind, 'circ-desks'>[],
  field: Source['field'],
  among?: Source['among'],
): Source[] =>
  kinds.map((kind) => ({
    ...{ kind, field, read: (service, signal) => wholeList(service, kind, signal) },
    ...(among ? { among } : {}),
  }));

/** The desks of a library; of all libraries where none is named. */
async function desksAt(service: Service, library: string, signal: AbortSignal): Promise<DirectoryRecord[]> {
  const all = library === '' ? await wholeList(service, 'libraries', signal) : [coded(library)];
  const desks: DirectoryRecord[] = [];
  for (const { code } of all) if (code !== '') desks.push(...(await desksOf(service, coded(code), signal)));
  return desks;
}

function sourcesOf({ kind, library, code }: UsedCode): readonly Source[] {
  const desks = (at: string, field: Source['field']): Source => ({
    ...{ kind: 'circ-desks', field, read: (service, signal) => desksAt(service, at, signal) },
  });
  switch (kind) {
    case 'libraries': {
      const field = (name: string): boolean => /librar|owner/i.test(name);
      return [
        desks(code, null),
        {
          ...{ kind: 'locations', field: null },
          read: (service, signal) => locationsOf(service, coded(code), signal),
        },
        ...lists(['departments', 'printers', 'deposit-profiles', 'import-profiles'], field),
        {
          ...{ kind: 'general', field },
          read: async (service, signal) => {
            const general = await generalOf(service, signal);
            return general ? [general] : [];
          },
        },
      ];
    }
    case 'departments': {
      const field = (name: string): boolean => /department/i.test(name);
      return [desks(library, field), ...lists(['printers', 'import-profiles'], field)];
    }
    case 'printers': {
      const field = (name: string): boolean => /printer/i.test(name);
      return [desks(library, field), ...lists(['libraries', 'departments'], field)];
    }
    case 'circ-desks':
      // A desk’s code is its library’s own.
      return lists(
        ['printers'],
        (name) => /desk/i.test(name),
        ({ library: own }) => own === null || own.code === library,
      );
    case 'locations':
      return [
        desks(library, (name) => name === 'location'),
        ...lists(
          ['libraries'],
          (name) => name === 'default_location',
          (record) => record.code === library,
        ),
      ];
  }
}

/** Whether a field of such a name has one of these codes, at any depth; null: whether there is such a field. */
function isNamed(
  fields: readonly Field[],
  isWanted: (name: string) => boolean,
  codes: readonly string[] | null,
): boolean {
  const hasOne = (value: FieldValue): boolean => {
    switch (value.as) {
      case 'text':
        return codes?.includes(value.text) ?? true;
      case 'code':
        return codes?.includes(value.code) ?? true;
      case 'list':
        return value.values.some(hasOne) || (codes === null && value.values.length === 0);
      case 'nothing':
        return codes === null;
      case 'flag':
      case 'fields':
        return false;
    }
  };
  const within = (value: FieldValue): boolean => {
    switch (value.as) {
      case 'code':
        return isNamed(value.more, isWanted, codes);
      case 'fields':
        return isNamed(value.fields, isWanted, codes);
      case 'list':
        return value.values.some(within);
      case 'text':
      case 'flag':
      case 'nothing':
        return false;
    }
  };
  return fields.some(({ name, value }) => (isWanted(name) && hasOne(value)) || within(value));
}
