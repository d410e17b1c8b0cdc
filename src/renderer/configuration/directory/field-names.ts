import { m } from '../../../messages/compiled/messages.js';

/**
 * What the fields of these records are called, in the order in which they are read. The description of the service names
 * few of them: the others are shown under their own names.
 */
const names: Readonly<Record<string, () => string>> = {
  code: m.configuration_field_code,
  id: m.configuration_field_id,
  name: m.configuration_field_name,
  description: m.configuration_field_description,
  institution: m.configuration_field_institution,
  library: m.configuration_field_library,
  owner: m.configuration_field_owner,
  type: m.configuration_field_type,
  status: m.configuration_field_status,
  primary: m.configuration_field_primary,
  campus: m.configuration_field_campus,
  default_location: m.configuration_field_default_location,
  resource_sharing: m.configuration_field_resource_sharing,
  work_order_type: m.configuration_field_work_order_type,
  amount: m.configuration_field_amount,
  currency: m.configuration_field_currency,
  email: m.configuration_field_email,
  printout_queue: m.configuration_field_printout_queue,
  circulation_desk: m.configuration_field_circulation_desk,
  location: m.configuration_field_location,
  physical_source_format: m.configuration_field_physical_source_format,
  default_language: m.configuration_field_default_language,
  default_currency: m.configuration_field_default_currency,
  timezone: m.configuration_field_timezone,
  time_zone: m.configuration_field_time_zone,
  workflow: m.configuration_field_workflow,
  start_time: m.configuration_field_start_time,
  end_time: m.configuration_field_end_time,
  parameters: m.configuration_field_parameters,
  result: m.configuration_field_result,
  path: m.configuration_field_path,
  link: m.configuration_field_link,
};
const order = Object.keys(names);

/** What a field is called; null for one that nobody here knows. */
export const fieldName = (name: string): string | null =>
  Object.hasOwn(names, name) ? (names[name]?.() ?? null) : null;

/** The place of a known field among the others; after all of them for an unknown one. */
export function placeOf(name: string): number {
  const place = order.indexOf(name);
  return place < 0 ? order.length : place;
}
