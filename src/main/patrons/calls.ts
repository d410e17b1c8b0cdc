import { readObstacles } from './obstacles.ts';
import { createPatron, deletePatron, readRecord, savePatron } from './patrons.ts';
import { exportPersonalData } from './personal-data.ts';
import { patronTables } from './tables.ts';
import type { HandlersOf } from '../router.ts';
import type { Parts } from '../deps.ts';

/** Patrons' records. */
export function patronHandlers(parts: Parts): HandlersOf<'patrons'> {
  return {
    'patrons.read': ({ userId }, { signal }) => readRecord(parts, userId, signal),
    'patrons.tables': () => patronTables(parts),
    'patrons.create': (wanted, { signal }) => createPatron(parts, wanted, signal),
    'patrons.save': (wanted, { signal }) => savePatron(parts, wanted, signal),
    'patrons.obstacles': ({ userId }, { signal }) => readObstacles(parts, userId, signal),
    'patrons.delete': (wanted, { signal }) => deletePatron(parts, wanted, signal),
    'patrons.export': (of, { signal, window }) => exportPersonalData(parts, { ...of, window }, signal),
  };
}
