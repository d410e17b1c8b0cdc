import type { LocationForm } from '../../../contract/configuration-locations.ts';
import { m } from '../../../messages/compiled/messages.js';
import { type LocationField, locationFields, wireNames } from '../../../shared/location-fields.ts';
import { clashesIn, type Choices, type Clash, mergedForm } from '../../ui/list/merge.ts';
import type { Differences } from '../../ui/list/record-edit.svelte.ts';

/** What the fields are called. */
export const fieldLabels: Readonly<Record<LocationField | 'code', () => string>> = {
  code: m.configuration_locations_code,
  name: m.configuration_locations_name,
  type: m.configuration_locations_type,
  externalName: m.configuration_locations_external_name,
  description: m.configuration_locations_description,
  fulfillmentUnit: m.configuration_locations_fulfillment_unit,
  callNumberType: m.configuration_locations_call_number_type,
  suppress: m.configuration_locations_suppress,
};

/** What a field is called in which two versions of a location differ; one that is in no form by the service's name. */
export function labelOf(field: string): string {
  const labels: Readonly<Record<string, (() => string) | undefined>> = fieldLabels;
  return labels[field]?.() ?? field;
}

/** A form in which nothing is filled in. */
export const blankForm = (): LocationForm => ({
  ...{ code: '', name: '', type: '', externalName: '', description: '', fulfillmentUnit: '' },
  ...{ callNumberType: '', suppress: false },
});

/** A value of a form as it is shown. */
export const shownValue = (field: LocationField, value: string): string =>
  field === 'suppress'
    ? value === 'true'
      ? m.configuration_locations_yes()
      : m.configuration_locations_no()
    : value;

export const clashesOf = (
  was: LocationForm,
  mine: LocationForm,
  theirs: LocationForm,
): Clash<LocationField>[] =>
  clashesIn(
    {
      names: locationFields,
      valueOf: (form, field) => form[field],
      shown: (field, form) => shownValue(field, String(form[field])),
    },
    { was, mine, theirs },
  );

/** The location as they have it, with the fields for which mine was chosen. */
export const merged = (
  was: LocationForm,
  mine: LocationForm,
  theirs: LocationForm,
  choices: Choices,
): LocationForm =>
  mergedForm(
    { was, mine, theirs },
    locationFields.filter((field) => choices[field] === 'mine'),
  );

const wires: ReadonlySet<string> = new Set(Object.values(wireNames));

/** Changes made elsewhere in parts of the record that no field of the form shows: they stay. */
export const besides = (differences: Differences): Differences =>
  differences.filter(({ field }) => !wires.has(field.split('.')[0] ?? ''));

/** Every field of the form, by the name that main gives it. */
export const formFields: readonly string[] = ['code', ...locationFields];
