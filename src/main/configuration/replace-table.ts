import { codeOf, textOf } from '../../service/read.ts';
import type { Location, WrittenLocation } from '../../service/shapes/config.ts';
import { editRecord, type RecordDeps, type RecordEdit, type RecordKind } from './edit-record.ts';

/** Edits a location of a library. */
export function editLocation(
  deps: RecordDeps,
  { library, code }: { readonly library: string; readonly code: string },
  edit: RecordEdit<Location, WrittenLocation>,
  signal: AbortSignal,
): Promise<Location> {
  const path = { library_code: library, location_code: code };
  const kind: RecordKind<Location, 'conf.locations.update'> = {
    name: 'location',
    about: `${library} ${code}`,
    read: ({ client }, options) => client.call('conf.locations.get', { path }, options),
    order: (fresh) => {
      const type = typeof fresh.type === 'object' ? fresh.type : {};
      const written = {
        ...fresh,
        code: textOf(fresh.code),
        name: textOf(fresh.name),
        type: { ...type, value: codeOf(fresh.type) },
      };
      const body = edit.change(written);
      return { operation: 'conf.locations.update', args: { path, body }, before: fresh };
    },
  };
  return editRecord(deps, kind, edit, signal);
}
