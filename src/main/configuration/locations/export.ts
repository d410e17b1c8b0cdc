import path from 'node:path';
import { m } from '../../../messages/compiled/messages.js';
import { flagOrNull, isFields, type Fields, textOf } from '../../../service/read.ts';
import type { Location } from '../../../service/shapes/config.ts';
import { localDay } from '../../../shared/days.ts';
import { wireNames } from '../../../shared/location-fields.ts';
import type { Deps } from '../../deps.ts';
import { Failed } from '../../failure.ts';
import { csvOf } from '../../records/csv-cells.ts';
import { isOddCode } from './check.ts';
import { columnNames, columns, type Column } from './import/columns.ts';
import { inFull, locationsOf } from './read.ts';
import { formOf } from './record.ts';

const known: ReadonlySet<string> = new Set(['code', ...Object.values(wireNames)]);

/** A field that we do not know, as one text; null where it is none. */
function simple(value: unknown): string | null {
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  return isFields(value) && Object.hasOwn(value, 'value') ? simple(value['value']) : null;
}

/** A field that we know, as a file has it. A flag of which the record says nothing is empty. */
function cellOf(location: Location, column: Column): string {
  if (column !== 'suppress') return formOf(location)[column];
  const flag = flagOrNull(location.suppress_from_publishing);
  return flag === null ? '' : String(flag);
}

/** All locations as a table: the fields that we know under our names, then the other simple ones under the service's. */
export function tableOf(locations: readonly Location[]): readonly (readonly string[])[] {
  const others = new Set(
    locations.flatMap((location) =>
      Object.entries(location)
        .filter(([field, value]) => !known.has(field) && simple(value) !== null)
        .map(([field]) => field),
    ),
  );
  const head = [...columns.map((column) => columnNames[column]()), ...others];
  const rows = locations.map((location) => [
    ...columns.map((column) => cellOf(location, column)),
    ...[...others].map((field) => simple((location as Fields)[field]) ?? ''),
  ]);
  return [head, ...rows];
}

/** Saves the locations of a library where the person chooses; null if they cancel. */
export async function exportLocations(
  deps: Deps,
  { window, library }: { readonly window: number; readonly library: string },
  signal: AbortSignal,
): Promise<{ savedAs: string } | null> {
  const service = await deps.connection.service();
  const listed = await locationsOf(service, library, { signal });
  const first = listed.map(({ code }) => textOf(code)).find((code) => code !== '' && !isOddCode(code));
  const locations = first === undefined ? listed : await inFull(service, { library, listed, first }, signal);
  const name = m.configuration_locations_file_name({ library: textOf(library) });
  return saveCsv(deps, { window, name, rows: tableOf(locations) }, signal);
}

/** Saves a table where the person chooses, under a name with today’s date; null if they cancel. */
export async function saveCsv(
  { files, clock }: Pick<Deps, 'files' | 'clock'>,
  {
    window,
    name,
    rows,
  }: { readonly window: number; readonly name: string; readonly rows: readonly (readonly string[])[] },
  signal: AbortSignal,
): Promise<{ savedAs: string } | null> {
  const place = await files.placeFor(window, {
    use: 'locations',
    title: m.configuration_locations_save_title(),
    name: `${name} ${localDay(clock.now())}.csv`,
    type: { name: 'CSV', extensions: ['csv'] },
  });
  if (place === null) return null;
  if (signal.aborted) throw new Failed({ kind: 'cancelled' });
  await files.write(place, csvOf(rows));
  return { savedAs: path.basename(place) };
}
