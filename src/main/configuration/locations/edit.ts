import type { Accepted } from '../../../contract/common.ts';
import type { LocationRecord } from '../../../contract/configuration-locations.ts';
import type { Parsed } from '../../../contract/index.ts';
import { textOf } from '../../../service/read.ts';
import { Location, type WrittenLocation } from '../../../service/shapes/config.ts';
import { accepted, recordOfAnswer } from '../../commands/accepted.ts';
import { runTask } from '../../commands/queues.ts';
import type { Deps } from '../../deps.ts';
import { invalid } from '../../failure.ts';
import { editRecord, type RecordDeps, type RecordEdit, type RecordKind } from '../edit-record.ts';
import { checkedForm } from './check.ts';
import { locationsOf, readLocation } from './read.ts';
import { changedFields, formOf, newLocation, withForm, writtenOf } from './record.ts';
import { locationRecord } from './view.ts';

/** Which location is meant: codes are unique per library. Source: Configuration objects. */
export interface LocationKey {
  readonly library: string;
  readonly code: string;
}

/** What a location is called in the journal and among the queues. */
export const aboutLocation = ({ library, code }: LocationKey): string => `${library} ${code}`;
export const locationQueue = (key: LocationKey): string => `location:${aboutLocation(key)}`;

/**
 * Makes a location. Its code is looked for in the library's list first, so that nothing is sent for one that is taken:
 * then throws `twice` of `code`. The service's answer is final.
 */
export async function createLocation(
  deps: Deps,
  { intent, library, form }: Parsed<'configuration.locations.create'>,
  signal: AbortSignal,
): Promise<Accepted<LocationRecord>> {
  deps.commands.mustBeNew(intent);
  const checked = checkedForm(form, null);
  const service = await deps.connection.service();
  const key = { library, code: checked.code };
  return runTask(deps.queues, locationQueue(key), async () => {
    const present = await locationsOf(service, library, { signal });
    if (present.some(({ code }) => textOf(code) === key.code)) throw invalid('code', 'twice', 'location');
    const { answer } = await deps.commands.run({
      operation: 'conf.locations.create',
      args: { path: { library_code: library }, body: newLocation(checked) },
      id: intent,
      queue: locationQueue(key),
      about: aboutLocation(key),
      before: null,
      service,
      signal,
    });
    return accepted(deps.log, async () =>
      locationRecord(
        await recordOfAnswer(
          answer,
          ({ code }) => textOf(code),
          () => readLocation(service, key),
        ),
      ),
    );
  });
}

/** Edits a location of a library. Throws `conflict` where it is not as it was `seen`. */
export function editLocation(
  deps: RecordDeps,
  key: LocationKey,
  edit: RecordEdit<Location, WrittenLocation>,
  signal: AbortSignal,
): Promise<Location> {
  const path = { library_code: key.library, location_code: key.code };
  const kind: RecordKind<Location, 'conf.locations.update'> = {
    name: 'location',
    about: aboutLocation(key),
    read: (service, options) => readLocation(service, key, options),
    order: (fresh) => ({
      operation: 'conf.locations.update',
      args: { path, body: edit.change(writtenOf(fresh)) },
      before: fresh,
    }),
  };
  return editRecord(deps, kind, edit, signal);
}

/** Writes what a person changed in a location; the rest goes back as it came. */
export async function updateLocation(
  deps: Deps,
  { intent, library, seen, form }: Parsed<'configuration.locations.update'>,
  signal: AbortSignal,
): Promise<Accepted<LocationRecord>> {
  const previous = Location.parse(seen);
  const before = formOf(previous);
  const checked = checkedForm(form, before);
  const fields = changedFields(before, checked);
  const key = { library, code: before.code };
  const service = await deps.connection.service();
  const answer = await editLocation(
    { ...deps, service },
    key,
    { intent, seen: previous, change: (record) => withForm(record, checked, fields) },
    signal,
  );
  return accepted(deps.log, async () =>
    locationRecord(
      await recordOfAnswer(
        answer,
        ({ code }) => textOf(code),
        () => readLocation(service, key),
      ),
    ),
  );
}

/** Deletes a location. Refused while items or holdings are linked to it. Source: Errors, 6. */
export async function deleteLocation(
  deps: Deps,
  { intent, library, code }: Parsed<'configuration.locations.delete'>,
  signal: AbortSignal,
): Promise<null> {
  deps.commands.mustBeNew(intent);
  const service = await deps.connection.service();
  const key = { library, code };
  await runTask(deps.queues, locationQueue(key), () =>
    deps.commands.run({
      operation: 'conf.locations.delete',
      args: { path: { library_code: library, location_code: code } },
      id: intent,
      queue: locationQueue(key),
      about: aboutLocation(key),
      before: null,
      service,
      signal,
    }),
  );
  return null;
}
