import type { LocationRecord, LocationRow } from '../../../contract/configuration-locations.ts';
import { flagOrNull, isFields, textOf } from '../../../service/read.ts';
import type { Location } from '../../../service/shapes/config.ts';
import { wireNames } from '../../../shared/location-fields.ts';
import { codedOf } from '../../records/values.ts';
import { formOf } from './record.ts';

/** A location in a list, for a window. */
export const locationRow = (location: Location): LocationRow => ({
  code: textOf(location.code),
  name: textOf(location.name),
  type: codedOf(location.type),
  externalName: textOf(location.external_name),
});

const known: ReadonlySet<string> = new Set(['code', ...Object.values(wireNames)]);

/** A location in full, also with what we do not know. */
export const locationRecord = (location: Location): LocationRecord => ({
  ...locationRow(location),
  seen: location,
  form: formOf(location),
  fulfillmentUnit: codedOf(location.fulfillment_unit),
  callNumberType: codedOf(location.call_number_type),
  suppressed: flagOrNull(location.suppress_from_publishing),
  others: Object.entries(location)
    .filter(([field, value]) => !known.has(field) && value !== null && value !== undefined)
    .map(([field, value]) => ({ field, value: shownValue(value) })),
});

/** A value as it came: a simple one as its text, a wrapped one as its code and name, anything else as JSON. */
function shownValue(value: unknown): string {
  if (typeof value === 'string') return value;
  const isWrapped = isFields(value) && typeof value['value'] === 'string';
  if (isWrapped && Object.values(value).every((part) => typeof part === 'string'))
    return [...new Set(Object.values(value))].join(' · ');
  return JSON.stringify(value);
}
