import type {
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
import { desksOf, locationsOf, wholeList } from './read.ts';

/** A code that is looked for: a desk or a location is that of its library. */
export interface UsedCode {
  readonly kind: UsedKind;
  readonly library: string;
  readonly code: string;
}

/** A list that can name a code, and which of its records do. */
interface Source {
  readonly kind: UsingKind;
  readonly read: (service: Service, signal: AbortSignal) => Promise<readonly DirectoryRecord[]>;
  readonly names: (record: DirectoryRecord) => boolean;
}

/**
 * Where a code is used, from the lists that can name it, one after the other. A list that cannot be read is named: that
 * a code is not found in the others proves nothing about it.
 */
export async function usedIn(deps: Deps, code: UsedCode, signal: AbortSignal): Promise<UsedIn> {
  const service = await deps.connection.service();
  const uses: Uses[] = [];
  const unread: UnreadList<UsingKind>[] = [];
  for (const { kind, read, names } of sourcesOf(code)) {
    try {
      uses.push({ kind, records: (await read(service, signal)).filter(names) });
    } catch (error) {
      signal.throwIfAborted();
      unread.push({ of: kind, failure: failureOf(error, deps.log) });
    }
  }
  return { uses, unread };
}

function sourcesOf({ kind, library, code }: UsedCode): readonly Source[] {
  const coded = (own: string) => ({ code: own, label: own });
  const ofLibrary = (name: string): boolean => /librar|owner/i.test(name);
  switch (kind) {
    case 'libraries': {
      const names = ({ fields }: DirectoryRecord): boolean => isNamed(fields, ofLibrary, code);
      return [
        { kind: 'circ-desks', read: (s, signal) => desksOf(s, coded(code), signal), names: () => true },
        { kind: 'locations', read: (s, signal) => locationsOf(s, coded(code), signal), names: () => true },
        ...(['departments', 'printers', 'deposit-profiles', 'import-profiles'] as const).map(
          (one): Source => ({ kind: one, read: (s, signal) => wholeList(s, one, signal), names }),
        ),
      ];
    }
    case 'circ-desks':
      return [
        {
          kind: 'printers',
          read: (s, signal) => wholeList(s, 'printers', signal),
          // A desk’s code is its library’s own.
          names: ({ library: own, fields }) =>
            (own === null || own.code === library) && isNamed(fields, (name) => /desk/i.test(name), code),
        },
      ];
    case 'locations':
      return [
        {
          kind: 'circ-desks',
          read: (s, signal) => desksOf(s, coded(library), signal),
          names: ({ fields }) => isNamed(fields, (name) => name === 'location', code),
        },
        {
          kind: 'libraries',
          read: (s, signal) => wholeList(s, 'libraries', signal),
          names: (record) =>
            record.code === library && isNamed(record.fields, (name) => name === 'default_location', code),
        },
      ];
  }
}

/** Whether a field of such a name has this code, at any depth. */
function isNamed(fields: readonly Field[], isWanted: (name: string) => boolean, code: string): boolean {
  const has = (value: FieldValue): boolean => {
    switch (value.as) {
      case 'text':
        return value.text === code;
      case 'code':
        return value.code === code;
      case 'list':
        return value.values.some(has);
      default:
        return false;
    }
  };
  const within = (value: FieldValue): boolean => {
    switch (value.as) {
      case 'code':
        return isNamed(value.more, isWanted, code);
      case 'fields':
        return isNamed(value.fields, isWanted, code);
      case 'list':
        return value.values.some(within);
      default:
        return false;
    }
  };
  return fields.some(({ name, value }) => (isWanted(name) && has(value)) || within(value));
}
