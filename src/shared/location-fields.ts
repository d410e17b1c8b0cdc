/** The fields of a location that can be edited, in the order of its form. Its code is only given once. */
export const locationFields = [
  'name',
  'type',
  'externalName',
  'description',
  'fulfillmentUnit',
  'callNumberType',
  'suppress',
] as const;
export type LocationField = (typeof locationFields)[number];

/** The service's name of each. Source: Configuration objects; those after the type are assumed. */
export const wireNames = {
  name: 'name',
  type: 'type',
  externalName: 'external_name',
  description: 'description',
  fulfillmentUnit: 'fulfillment_unit',
  callNumberType: 'call_number_type',
  suppress: 'suppress_from_publishing',
} as const satisfies Record<LocationField, string>;

/**
 * A code in which neither case nor blanks count: what a person, or a spreadsheet, takes for the same. Codes that differ
 * in these only are different codes to the service.
 */
export const foldedCode = (code: string): string =>
  code.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase();
