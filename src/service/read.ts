import type { Amount, Code, Flag, Moment } from './shapes/common.ts';
import { amount, toAmount } from '../shared/money.ts';

/** The fields of a record, or of a part of one, whose shape is left open. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value has fields: an object, and not a list. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text of a field that may be a number, null or missing. */
export function textOf(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

/** Who did it; empty where the service names only the way it came, by an API key: nobody is called that. */
export function operatorOf(createdBy: string | number | null | undefined): string {
  const name = textOf(createdBy);
  return name === 'API' ? '' : name;
}

/** The code of a field, wrapped or plain; `''` where there is none. */
export function codeOf(value: Code): string {
  return typeof value === 'object' && value !== null ? textOf(value.value) : textOf(value);
}

/** What a person calls it: the description, else the name, else the code. */
export function labelOf(value: Code): string {
  if (typeof value !== 'object' || value === null) return textOf(value);
  return textOf(value.desc) || textOf(value.description) || textOf(value.name) || textOf(value.value);
}

/** A flag: true, or "true" in any case; anything else is false. */
export function flagOf(value: Flag): boolean {
  const plain = typeof value === 'object' && value !== null ? value.value : value;
  return plain === true || (typeof plain === 'string' && plain.toLowerCase() === 'true');
}

/** A flag that may be unknown: null where the service says nothing. */
export function flagOrNull(value: Flag): boolean | null {
  const plain = typeof value === 'object' && value !== null ? value.value : value;
  return plain === null || plain === undefined ? null : flagOf(plain);
}

/** An amount as a decimal text; `'0.00'` where there is none. */
export function amountOf(value: Amount, decimals = 2): string {
  return toAmount(amount(textOf(value) || 0), decimals);
}

/** The whole number in a field, or null. */
export function countOf(value: number | string | null | undefined): number | null {
  const text = textOf(value).trim();
  const number = Number(text);
  return text !== '' && Number.isInteger(number) ? number : null;
}

/** A moment as ISO 8601 in UTC, from ISO 8601 or epoch milliseconds; `''` where there is none or it cannot be read. */
export function momentOf(value: Moment): string {
  const instant = /^\d{11,}$/.test(textOf(value)) ? Number(value) : (value ?? Number.NaN);
  const date = new Date(
    typeof instant === 'string' ? instant.replace(/^(\d{4}-\d{2}-\d{2})[A-Z]$/, '$1') : instant,
  );
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

/** A calendar date as it came, with its zone letter: `2026-12-15Z`. */
export function dateOf(value: Moment): string {
  return typeof value === 'number' ? momentOf(value).slice(0, 10) : (value ?? '');
}

/** The calendar day of a service date, without its zone letter, or null where it is none. */
export function dayOf(value: string): string | null {
  return /^(\d{4}-\d{2}-\d{2})/.exec(value)?.[1] ?? null;
}

/** What a field that holds a list, or a single object in place of one, has as its entries. */
type EntryOf<V> = NonNullable<V> extends infer N ? (N extends readonly (infer E)[] ? E : N) : never;

/** A list from an array, a single object, or nothing. */
export function arrayOf<V>(value: V): readonly EntryOf<V>[];
export function arrayOf<T>(value: T | readonly T[] | null | undefined): readonly T[];
export function arrayOf<T>(value: T | readonly T[] | null | undefined): readonly T[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}

/** The rows of a code or mapping table, whether they are at the top or under `rows`. Source: Configuration objects. */
export function rowsOf<
  T extends { readonly row?: unknown; readonly rows?: { readonly row?: unknown } | null | undefined },
>(table: T): readonly EntryOf<T['row']>[] {
  return arrayOf<T['row']>(table.row ?? table.rows?.row);
}
