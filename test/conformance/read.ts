/**
 * Reads what a service answered, by the suite's own reading of the service description: nothing here comes from the
 * program that is tested.
 */
export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field by its path, `a.b.0.c`; undefined where the way ends. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        Array.isArray(inner) ? inner[Number(name)] : isObject(inner) ? inner[name] : undefined,
      value,
    );
}

/** A text as the service sends one: a string, or a number. Anything else is no text. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

/** The code of a field, wrapped as `{"value": code}` or plain. Source: General conventions, 2. */
export function code(value: unknown): string {
  return text(isObject(value) ? value['value'] : value);
}

/** The objects of a list; a single object counts as a list of one, as some services send it. */
export function objects(value: unknown): Json[] {
  if (Array.isArray(value)) return value.filter(isObject);
  return isObject(value) ? [value] : [];
}

/** An amount in hundredths, from a number or a string; NaN where it is neither. */
export function cents(value: unknown): number {
  const digits = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(text(value));
  if (!digits) return NaN;
  const whole = Number(digits[2]) * 100 + Number((digits[3] ?? '').padEnd(2, '0'));
  return digits[1] === '-' ? -whole : whole;
}

/** A moment in milliseconds, from ISO 8601, a date with a zone letter or epoch milliseconds; NaN where it is none. */
export function moment(value: unknown): number {
  if (typeof value === 'number') return value;
  return Date.parse(text(value).replace(/^(\d{4}-\d{2}-\d{2})[A-Z]$/, '$1'));
}

/** A record without one of its fields. */
export function without(record: Json, field: string): Json {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}

/** What a value is, without saying it: what a library sends of its patrons is never printed. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isObject(value)) return 'value' in value ? 'a wrapped value' : 'an object';
  return value === '' ? 'an empty string' : `a ${typeof value}`;
}
