import * as z from 'zod';
import { policyIds, type PolicyId } from '../../src/contract/policy.ts';
import { catalogue } from '../../src/main/policy/catalogue.ts';
import type { Entry } from '../../src/main/policy/forms.ts';

/** One setting of the catalogue, as the templates for fleets are made from it. */
export interface PolicyEntry extends Pick<Entry<unknown>, 'form' | 'sample' | 'schema'> {
  readonly id: PolicyId;
  readonly title: string;
  readonly help: string;
  /** As the end of “has to be …”. */
  readonly expected: string;
}

/** The whole catalogue, in its order. */
export const policyEntries: readonly PolicyEntry[] = policyIds.map((id) => {
  const { form, sample, schema, title, help, expected } = catalogue[id];
  return { ...{ id, form, sample, schema }, title: title(), help: help(), expected: expected() };
});

/** The JSON Schema of a setting’s value. */
export function schemaOf(entry: PolicyEntry): Record<string, unknown> {
  const schema = z.toJSONSchema(entry.schema, { io: 'input' }) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema'));
}

/** The texts of a choice, by its values. */
export const optionsOf = ({
  form,
}: PolicyEntry): readonly { readonly value: string; readonly title: string }[] =>
  form.kind === 'choice' ? form.of.map(({ value, title }) => ({ value, title: title() })) : [];
