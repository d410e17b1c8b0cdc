import * as z from 'zod';
import { LocationForm } from '../../../contract/configuration-locations.ts';
import { locationFields } from '../../../shared/location-fields.ts';

const Text = z.string();

/** What was found without anything being sent: see `RowState`. */
const Outcome = z.enum(['alreadySo', 'changedElsewhere', 'gone', 'taken']);
export type Outcome = z.output<typeof Outcome>;

const PlannedRow = z.object({
  act: z.enum(['make', 'change', 'delete']),
  /** In the file, from 1; 0 for a location that is not in it. */
  line: z.int(),
  code: Text,
  name: Text,
  changes: z.array(z.object({ field: z.enum(locationFields), was: Text, is: Text })),
  /** How it will be; null where it is deleted. */
  form: LocationForm.nullable(),
  /** How it was in the preview; null where it is made. */
  seen: z.looseObject({}).nullable(),
  outcome: Outcome.optional(),
});
export type PlannedRow = z.output<typeof PlannedRow>;

/** What a person has agreed to do with the locations of a library, row by row. */
export const LocationPlan = z.object({
  intent: Text,
  /** The code of the library whose locations they are. */
  library: Text,
  /** The file's name. */
  file: Text,
  rows: z.array(PlannedRow),
});
export type LocationPlan = z.output<typeof LocationPlan>;

/** The name of the step of a row: with the job's intent it is the row's command id, the same after every restart. */
export const rowStep = (nth: number): string => `row-${String(nth)}`;
