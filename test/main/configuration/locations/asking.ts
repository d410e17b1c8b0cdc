import { randomUUID } from 'node:crypto';
import type {
  LocationForm,
  LocationJob,
  LocationJobInFull,
  LocationPreview,
} from '../../../../src/contract/configuration-locations.ts';
import type { Input } from '../../../../src/contract/index.ts';
import { textOf } from '../../../../src/service/read.ts';
import type { Location, WrittenLocation } from '../../../../src/service/shapes/config.ts';
import type { TestStation, Window } from '../../support/test-station.ts';

/** A new location, as somebody types it. */
export const form = (more: Partial<LocationForm> = {}): LocationForm => ({
  ...{ code: 'MAPS', name: 'Map room', type: 'OPEN', externalName: '', description: '' },
  ...{ fulfillmentUnit: '', callNumberType: '', suppress: false },
  ...more,
});

/** The locations of a library, past the program. */
export async function onRecord({ client }: TestStation, library = 'LAW'): Promise<readonly Location[]> {
  return (await client.call('conf.locations.list', { path: { library_code: library } })).items;
}

/** The codes of a library's locations, past the program. */
export const codesOnRecord = async (testStation: TestStation, library = 'LAW'): Promise<readonly string[]> =>
  (await onRecord(testStation, library)).map(({ code }) => textOf(code)).toSorted();

export const one = ({ client }: TestStation, code: string, library = 'LAW'): Promise<Location> =>
  client.call('conf.locations.get', { path: { library_code: library, location_code: code } });

/** Writes a location past the program, as another workstation does. */
export async function writeElsewhere(
  testStation: TestStation,
  code: string,
  change: Partial<WrittenLocation>,
): Promise<void> {
  const now = await one(testStation, code);
  await testStation.client.call('conf.locations.update', {
    path: { library_code: 'LAW', location_code: code },
    body: { ...now, ...change } as WrittenLocation,
  });
}

/** Puts a file beside a library, as a window does whose person chose it. */
export async function preview(
  { testStation, window }: { readonly testStation: TestStation; readonly window: Window },
  content: string | Uint8Array,
  how: Partial<Input<'configuration.locations.import.preview'>> = {},
): Promise<LocationPreview> {
  const bytes = Buffer.from(content);
  testStation.files.choice = {
    name: 'locations.csv',
    size: bytes.byteLength,
    read: () => Promise.resolve(bytes),
  };
  const file = await window.ask('configuration.locations.import.open', {});
  if (!file) throw new Error('no file was chosen');
  return window.ask('configuration.locations.import.preview', {
    ...{ file: file.file, library: 'LAW', charset: null, separator: null, deletes: false },
    ...how,
  });
}

/** Makes a job of a preview. */
export const start = (window: Window, { preview: id }: LocationPreview): Promise<LocationJobInFull> =>
  window.ask('configuration.locations.import.start', { intent: randomUUID(), preview: id });

/** The jobs that a window is told of. */
export async function jobsOf(window: Window): Promise<readonly LocationJob[]> {
  const controller = new AbortController();
  const reports: (readonly LocationJob[])[] = [];
  const watching = window.ask(
    'configuration.locations.watch',
    {},
    { signal: controller.signal, report: (jobs) => reports.push(jobs) },
  );
  controller.abort();
  await watching;
  return reports[0] ?? [];
}

/** The states of a job's rows, in their order. */
export const statesOf = ({ rows }: LocationJobInFull): string[] => rows.map(({ state }) => state);

/** The operations on locations that left, or may have, in their order. */
export const sentOf = (testStation: TestStation): string[] =>
  [...testStation.intended.values()].map(({ operation }) => operation.replace('conf.locations.', ''));
