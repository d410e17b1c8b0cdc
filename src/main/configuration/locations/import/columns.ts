import { type RowProblem } from '../../../../contract/configuration-locations.ts';
import { m } from '../../../../messages/compiled/messages.js';
import { type LocationField, locationFields, wireNames } from '../../../../shared/location-fields.ts';

/** What a column of a file can be. */
export type Column = LocationField | 'code';

/** What the columns are called in the files that we save, and in a window. */
export const columnNames: Readonly<Record<Column, () => string>> = {
  code: m.configuration_locations_code,
  name: m.configuration_locations_name,
  type: m.configuration_locations_type,
  externalName: m.configuration_locations_external_name,
  description: m.configuration_locations_description,
  fulfillmentUnit: m.configuration_locations_fulfillment_unit,
  callNumberType: m.configuration_locations_call_number_type,
  suppress: m.configuration_locations_suppress,
};

/** The columns of a file that we save, in their order. */
export const columns: readonly Column[] = ['code', ...locationFields];

/** A name of a column in which case, blanks and what stands between words do not count. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[\s_-]+/g, '')
    .toLowerCase();

/** The column of this name: one of ours, or the service's own name of the field. */
function columnOf(name: string): Column | null {
  const wanted = plain(name);
  const isCalled = (column: Column): boolean => {
    const wire = column === 'code' ? 'code' : wireNames[column];
    return [columnNames[column](), wire, column].some((known) => plain(known) === wanted);
  };
  return columns.find(isCalled) ?? null;
}

/** How many of these names are known. */
export const knownIn = (names: readonly string[]): number =>
  names.filter((name) => columnOf(name) !== null).length;

/** The columns of a file by their names, each with its place, and what is wrong with them. */
export function columnsIn(names: readonly string[]): {
  readonly places: ReadonlyMap<Column, number>;
  readonly problems: readonly RowProblem[];
} {
  const places = new Map<Column, number>();
  const problems: RowProblem[] = [];
  for (const [place, name] of names.entries()) {
    const column = columnOf(name);
    if (column === null) {
      if (name.trim() !== '')
        problems.push({ kind: 'check', field: '', reason: 'columnUnused', detail: name.trim().slice(0, 60) });
    } else if (places.has(column)) {
      problems.push({ kind: 'wrong', field: column, reason: 'columnTwice', detail: '' });
    } else places.set(column, place);
  }
  if (!places.has('code'))
    problems.push({ kind: 'wrong', field: 'code', reason: 'noCodeColumn', detail: '' });
  return { places, problems };
}
