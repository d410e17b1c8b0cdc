import { readObstacles } from './obstacles.ts';
import { createPatron, deletePatron, readRecord, savePatron } from './patrons.ts';
import { exportPersonalData } from './personal-data.ts';
import { patronTables } from './tables.ts';
import type { HandlersOf } from '../router.ts';
import type { Deps } from '../deps.ts';

/** Patrons' records. */
export function patronHandlers(deps: Deps): HandlersOf<'patrons'> {
  return {
    'patrons.read': ({ userId }, { signal }) => readRecord(deps, userId, signal),
    'patrons.tables': () => patronTables(deps),
    'patrons.create': (input, { signal }) => createPatron(deps, input, signal),
    'patrons.save': (input, { signal }) => savePatron(deps, input, signal),
    'patrons.obstacles': ({ userId }, { signal }) => readObstacles(deps, userId, signal),
    'patrons.delete': (input, { signal }) => deletePatron(deps, input, signal),
    'patrons.export': (input, { signal, window }) => exportPersonalData(deps, { ...input, window }, signal),
  };
}
