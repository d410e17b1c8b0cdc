import { isDeepStrictEqual } from 'node:util';
import type { LocationForm } from '../../../contract/configuration-locations.ts';
import { edited, type FieldForms } from '../../../service/patch.ts';
import { codeOf, type Fields, flagOf, flagOrNull, isFields, textOf } from '../../../service/read.ts';
import type { Flag } from '../../../service/shapes/common.ts';
import type { Location, WrittenLocation } from '../../../service/shapes/config.ts';
import { type LocationField, wireNames } from '../../../shared/location-fields.ts';

/** Codes are written wrapped. Source: Configuration objects. */
const forms: FieldForms = { type: 'wrapped', fulfillment_unit: 'wrapped', call_number_type: 'wrapped' };

/** What can be edited of a location, as the form has it. */
export const formOf = (location: Location): LocationForm => ({
  code: textOf(location.code),
  name: textOf(location.name),
  type: codeOf(location.type),
  externalName: textOf(location.external_name),
  description: textOf(location.description),
  fulfillmentUnit: codeOf(location.fulfillment_unit),
  callNumberType: codeOf(location.call_number_type),
  suppress: flagOf(location.suppress_from_publishing),
});

/** The fields in which two forms are not the same. */
export const changedFields = (one: LocationForm, other: LocationForm): LocationField[] =>
  (Object.keys(wireNames) as LocationField[]).filter((field) => one[field] !== other[field]);

/**
 * The record with these fields of a form, and all other values as they came. An emptied field is removed, because the
 * whole record is replaced. Source: design, "Records stay as they came".
 */
export function withForm<L extends Location>(
  location: L,
  form: LocationForm,
  fields: readonly LocationField[],
): L {
  const edits = fields.map((field) => [wireNames[field], writtenAs(location, field, form)] as const);
  return edited(location, Object.fromEntries(edits), forms);
}

function writtenAs(location: Location, field: LocationField, form: LocationForm): unknown {
  if (field === 'suppress') return flagAs(location.suppress_from_publishing, form.suppress);
  const text = form[field];
  if (text !== '') return text;
  // What was empty and not missing stays so.
  return location[wireNames[field]] === '' ? '' : undefined;
}

/** A flag in the form in which it came. */
function flagAs(was: Flag, is: boolean): Flag {
  if (flagOrNull(was) === is) return was;
  if (isFields(was)) return { value: typeof was['value'] === 'boolean' ? is : String(is) };
  return typeof was === 'string' ? String(is) : is;
}

/** A new location: what is empty is not sent. */
export function newLocation(form: LocationForm): WrittenLocation {
  const given = changedFields(form, emptyForm).filter((field) => field !== 'name' && field !== 'type');
  const must = { code: form.code, name: form.name, type: { value: form.type } };
  return withForm(must, form, given);
}

/** A form in which nothing is filled in. */
export const emptyForm: LocationForm = {
  ...{ code: '', name: '', type: '', externalName: '', description: '', fulfillmentUnit: '' },
  ...{ callNumberType: '', suppress: false },
};

/** The record in the form in which it is written: its type wrapped, what it must have as text. */
export function writtenOf(location: Location): WrittenLocation {
  const type = isFields(location.type) ? location.type : {};
  return {
    ...(location as Fields),
    code: textOf(location.code),
    name: textOf(location.name),
    type: { ...type, value: codeOf(location.type) },
  };
}

/**
 * Whether two reads say the same of a location. A wrapped code counts by its code alone, and a field without a value as
 * none.
 */
export const isSameLocation = (one: Location, other: Location): boolean =>
  isDeepStrictEqual(comparable(one), comparable(other));

const comparable = (location: Location): Fields =>
  Object.fromEntries(
    Object.entries(location)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([field, value]) => [field, isFields(value) && 'value' in value ? codeOf(value) : value]),
  );
