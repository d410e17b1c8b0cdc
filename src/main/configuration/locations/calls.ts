import { m } from '../../../messages/compiled/messages.js';
import { listenUntil } from '../../emitter.ts';
import type { HandlersOf } from '../../router.ts';
import { createLocation, deleteLocation, updateLocation } from './edit.ts';
import { exportLocations, saveCsv } from './export.ts';
import { type ImportingDeps, previewFile, startImport } from './import/imports.ts';
import { jobInFull, jobList } from './job-view.ts';
import { libraries, listLocations, readLocation } from './read.ts';
import { runJob } from './run.ts';
import { locationRecord } from './view.ts';

/** The locations of a library: one by one, and as a file. */
export function locationHandlers(locating: ImportingDeps): HandlersOf<'configuration.locations'> {
  const { deps, jobs, imports } = locating;
  return {
    'configuration.locations.libraries': (_, { signal }) => libraries(deps, signal),
    'configuration.locations.list': ({ library }, { signal }) => listLocations(deps, library, signal),
    'configuration.locations.read': async (key, { signal }) =>
      locationRecord(await readLocation(await deps.connection.service(), key, { signal })),
    'configuration.locations.create': (input, { signal }) => createLocation(deps, input, signal),
    'configuration.locations.update': (input, { signal }) => updateLocation(deps, input, signal),
    'configuration.locations.delete': (input, { signal }) => deleteLocation(deps, input, signal),
    'configuration.locations.export': ({ library }, { window, signal }) =>
      exportLocations(deps, { window, library }, signal),

    'configuration.locations.import.open': async (_, { window }) => {
      const title = m.configuration_locations_choose_title();
      const chosen = await deps.files.choose(window, { use: 'locations', title });
      if (!chosen) return null;
      const { file, name, size } = await imports.files.chosen(window, chosen);
      return { file, name, size };
    },
    'configuration.locations.import.begin': async (file, { window }) =>
      Promise.resolve(imports.files.begin(window, file)),
    'configuration.locations.import.piece': async ({ file, bytes }, { window }) =>
      Promise.resolve({ received: imports.files.piece(window, file, bytes) }),
    'configuration.locations.import.preview': (input, { window, signal }) =>
      previewFile(locating, window, input, signal),
    'configuration.locations.import.forget': ({ file }, { window }) => {
      imports.forget(window, file);
      return Promise.resolve(null);
    },
    'configuration.locations.import.start': (input, { window }) => startImport(locating, window, input),

    'configuration.locations.watch': async (_, { signal, report }) => {
      report(jobList(locating));
      await listenUntil(jobs.changes, signal, () => report(jobList(locating)));
      return null;
    },
    'configuration.locations.job': async ({ id }) => {
      const service = await deps.connection.service();
      return jobInFull(locating, jobs.at(service.library.id, id));
    },
    'configuration.locations.run': ({ id }, control) => runJob(locating, id, control),
    'configuration.locations.pause': ({ id }) => {
      jobs.pause(id);
      return Promise.resolve(null);
    },
    'configuration.locations.dismiss': ({ id }) => {
      jobs.dismiss(id);
      return Promise.resolve(null);
    },
    'configuration.locations.saveOutcomes': ({ name, rows }, { window, signal }) =>
      saveCsv(deps, { window, name, rows }, signal),
  };
}
