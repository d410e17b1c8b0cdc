import { bundleId } from '../../src/main/policy/mac.ts';
import { adml, admx } from './admx.ts';
import { jsonSchemaOfPolicy, samplePolicy } from './json-schema.ts';
import { manifest, mobileconfig } from './mac.ts';
import { page } from './page.ts';

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** The files for IT, by name. Two builds of the same source give the same bytes. */
export const policyFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ['windows/Carrel.admx', admx()],
    ['windows/en-US/Carrel.adml', adml()],
    ['mac/Carrel.mobileconfig', mobileconfig()],
    [`mac/${bundleId}.plist`, manifest()],
    ['policy.schema.json', json(jsonSchemaOfPolicy())],
    ['sample-policy.json', json(samplePolicy())],
    ['policy.md', page()],
  ]);
