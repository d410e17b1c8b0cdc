import { createHash } from 'node:crypto';
import { build, type PlistValue } from 'plist';
import { bundleId, recommendedKey } from '../../src/main/policy/mac.ts';
import { optionsOf, policyEntries, type PolicyEntry, schemaOf } from './entries.ts';
import { samplePolicy } from './json-schema.ts';

/** An id that is the same in each build: a profile with another id would be another profile. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(`carrel:${name}`).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join('-').toUpperCase();
}

/** A profile with everything in it once, for a management tool that takes profiles as they are. */
export function mobileconfig(): string {
  const { mandatory, recommended } = samplePolicy() as {
    readonly mandatory: Record<string, PlistValue>;
    readonly recommended: Record<string, PlistValue>;
  };
  return build({
    PayloadType: 'Configuration',
    PayloadVersion: 1,
    PayloadIdentifier: `${bundleId}.profile`,
    PayloadUUID: uuidOf('profile'),
    PayloadDisplayName: 'Carrel',
    PayloadScope: 'System',
    PayloadContent: [
      {
        PayloadType: bundleId,
        PayloadVersion: 1,
        PayloadIdentifier: `${bundleId}.policy`,
        PayloadUUID: uuidOf('policy'),
        PayloadDisplayName: 'Carrel',
        ...mandatory,
        [recommendedKey]: recommended,
      },
    ],
  });
}

interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
}

const types: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'integer',
  number: 'real',
  boolean: 'boolean',
  array: 'array',
  object: 'dictionary',
};

/** A value as a manifest describes it. */
function keyOf(name: string, schema: JsonSchema): Record<string, PlistValue> {
  const { type = 'string', description, minimum, maximum, properties = {}, required = [], items } = schema;
  const within = items
    ? [keyOf('', items)]
    : Object.entries(properties).map(([key, one]) => ({
        ...keyOf(key, one),
        ...(required.includes(key) && { pfm_require: 'always' }),
      }));
  return {
    ...(name !== '' && { pfm_name: name }),
    pfm_type: types[type] ?? 'string',
    ...(description !== undefined && { pfm_description: description }),
    ...(schema.enum && { pfm_range_list: [...schema.enum] }),
    ...(minimum !== undefined && { pfm_range_min: minimum }),
    ...(maximum !== undefined && { pfm_range_max: maximum }),
    ...(within.length > 0 && { pfm_subkeys: within }),
  };
}

const settingOf = (entry: PolicyEntry): Record<string, PlistValue> => {
  const options = optionsOf(entry);
  return {
    ...keyOf(entry.id, schemaOf(entry)),
    pfm_title: entry.title,
    pfm_description: entry.help,
    ...(options.length > 0 && { pfm_range_list_titles: options.map(({ title }) => title) }),
  };
};

/** The manifest from which editors of profiles make a form. */
export const manifest = (): string =>
  build({
    pfm_domain: bundleId,
    pfm_title: 'Carrel',
    pfm_description: 'Policy of Carrel',
    pfm_format_version: 1,
    pfm_version: 1,
    pfm_unique: true,
    pfm_platforms: ['macOS'],
    pfm_targets: ['system', 'user'],
    pfm_subkeys: [
      ...policyEntries.map(settingOf),
      {
        pfm_name: recommendedKey,
        pfm_title: 'Recommended',
        pfm_description: 'What holds until the user chooses otherwise.',
        pfm_type: 'dictionary',
        pfm_subkeys: policyEntries.map(settingOf),
      },
    ],
  });
