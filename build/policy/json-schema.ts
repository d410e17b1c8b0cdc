import { policySchema } from '../../src/main/policy/parse.ts';
import { policyEntries, schemaOf } from './entries.ts';

/** The JSON Schema of a policy file, for editors. `carrel --check-policy` knows more: which addresses, which proxies. */
export function jsonSchemaOfPolicy(): object {
  const part = (description: string): object => ({
    type: 'object',
    description,
    additionalProperties: false,
    properties: Object.fromEntries(
      policyEntries.map((entry) => [
        entry.id,
        { title: entry.title, description: entry.help, ...schemaOf(entry), examples: [entry.sample] },
      ]),
    ),
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Policy of Carrel',
    type: 'object',
    additionalProperties: false,
    required: ['schema'],
    properties: {
      schema: { const: policySchema },
      mandatory: part('What holds whatever the user chooses.'),
      recommended: part('What holds until the user chooses otherwise.'),
    },
  };
}

/** A policy file with everything in it once. */
export function samplePolicy(): object {
  const isRecommended = (id: string): boolean => ['slipPrinters', 'clearAfter'].includes(id);
  const part = (recommended: boolean): object =>
    Object.fromEntries(
      policyEntries
        .filter(({ id }) => isRecommended(id) === recommended)
        .map(({ id, sample }) => [id, sample]),
    );
  return { schema: policySchema, mandatory: part(false), recommended: part(true) };
}
