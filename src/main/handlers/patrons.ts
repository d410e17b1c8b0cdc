import { readObstacles } from '../tasks/obstacles.ts';
import { createPatron, deletePatron, readRecord, savePatron } from '../tasks/patrons.ts';
import { exportPersonalData } from '../tasks/personal-data.ts';
import { patronTables } from '../tasks/patron-tables.ts';
import type { Working } from '../tasks/turn.ts';
import type { HandlersOf } from './part.ts';

/** Patrons' records. */
export function patronHandlers(working: Working): HandlersOf<'patrons'> {
  const { parts } = working;
  return {
    'patrons.read': ({ userId }, { signal }) => readRecord(parts, userId, signal),
    'patrons.tables': () => patronTables(parts),
    'patrons.create': (wanted, { signal }) => createPatron(parts, wanted, signal),
    'patrons.save': (wanted, { signal }) => savePatron(working, wanted, signal),
    'patrons.obstacles': ({ userId }, { signal }) => readObstacles(parts, userId, signal),
    'patrons.delete': (wanted, { signal }) => deletePatron(parts, wanted, signal),
    'patrons.export': (of, { signal, window }) => exportPersonalData(parts, { ...of, window }, signal),
  };
}
