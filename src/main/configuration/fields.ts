import type { Field, FieldValue } from '../../contract/configuration.ts';
import { isFields, type Fields } from '../../service/read.ts';

/** Nested deeper than this it is shown as JSON: no record is meant to be read like that. */
const deepest = 8;

/** Where a code has its label. The first that is not empty is shown; the others are fields like any other. */
const labels = ['desc', 'description', 'name'] as const;

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** Every field of a record, as it is read. */
export const fieldsOf = (record: Fields, level = 0): Field[] =>
  Object.entries(record).map(([name, value]) => ({ name, value: valueOf(value, level) }));

function valueOf(value: unknown, level: number): FieldValue {
  if (value === null || value === undefined || value === '') return { as: 'nothing' };
  if (typeof value === 'boolean') return { as: 'flag', is: value };
  if (isPlain(value)) return textValue(String(value));
  if (level >= deepest) return { as: 'text', text: JSON.stringify(value) };
  if (Array.isArray(value)) {
    const values = value.map((one) => valueOf(one, level + 1));
    return values.length === 0 ? { as: 'nothing' } : { as: 'list', values };
  }
  return isFields(value) ? groupOf(value, level) : { as: 'text', text: JSON.stringify(value) };
}

/** Services send flags as texts too. */
const textValue = (text: string): FieldValue =>
  /^(true|false)$/i.test(text) ? { as: 'flag', is: text.toLowerCase() === 'true' } : { as: 'text', text };

/** A wrapped code, an entry with code and name, or a group of fields. */
function groupOf(group: Fields, level: number): FieldValue {
  const names = Object.keys(group);
  if (names.length === 0) return { as: 'nothing' };
  const key = ['value', 'code'].find((name) => Object.hasOwn(group, name));
  const code = key === undefined ? undefined : group[key];
  if (key === undefined || (typeof code === 'object' && code !== null))
    return { as: 'fields', fields: fieldsOf(group, level + 1) };
  const labelled = labels.find((name) => isPlain(group[name]) && group[name] !== '');
  const rest = Object.fromEntries(
    names.filter((name) => name !== key && name !== labelled).map((name) => [name, group[name]]),
  );
  const more = fieldsOf(rest, level + 1);
  if (labelled === undefined && more.length === 0) {
    const plain = valueOf(code, level);
    if (plain.as !== 'text') return plain;
  }
  const label = labelled === undefined ? '' : String(group[labelled]);
  if (code === null || code === undefined || code === '') {
    return label === '' && more.length === 0
      ? { as: 'nothing' }
      : { as: 'fields', fields: fieldsOf(group, level + 1) };
  }
  return { as: 'code', code: String(code), label, more };
}
