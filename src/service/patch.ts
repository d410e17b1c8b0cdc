import type { WrittenForm } from './define.ts';
import { codeOf, dateOf, dayOf, type Fields, isFields } from './read.ts';
import type { Code, Moment } from './shapes/common.ts';
import { mended } from './written.ts';

/** The way to a field inside a record: the names of fields, and the numbers of entries in lists. */
export type FieldPath = readonly [string, ...(string | number)[]];

/** The one form in which an edited field is written; a `date` is a day with its zone letter. */
export type FieldForm = WrittenForm | 'date';

/** The forms of a record's fields, by their names. A field that is not named is written as it is given. */
export type FieldForms = Readonly<Record<string, FieldForm>>;

/**
 * The record with one field changed, and everything else the very same values as before: what a rebuilt record loses,
 * the library loses with the next PUT. `undefined` takes a field away; what is missing on the way to it is made. A
 * list that came as a single object stays one: its entry 0 is the object itself. The record is not changed.
 *
 * Source: design, "Records stay as they came".
 */
export function patched<T extends object>(record: T, at: FieldPath, to: unknown): T {
  // The same record but for one field, which its shape leaves open.
  return changed(record, at, to) as T;
}

/**
 * The record with these fields changed, each written in the one form that the service states. A field that says the
 * same already stays as it came, with its description and in whatever form.
 */
export function edited<T extends object>(record: T, edits: Fields, forms: FieldForms): T {
  return Object.entries(edits).reduce((now, [field, to]) => {
    const was = (now as Fields)[field];
    const form = Object.hasOwn(forms, field) ? forms[field] : undefined;
    return saysSame(form, was, to) ? now : patched(now, [field], written(field, form, was, to));
  }, record);
}

/** A wrapped code loses its description with its value: the service knows the new one's. */
function written(field: string, form: FieldForm | undefined, was: unknown, to: unknown): unknown {
  if (form === undefined) return to;
  if (form === 'date') return zoned(to, was);
  return mended({ written: { [field]: form } }, { [field]: to })[field];
}

/** A day with the zone letter it was given with, else with that of the date before, else `Z`. */
function zoned(to: unknown, was: unknown): unknown {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(String(to))) return to;
  return `${String(to)}${/\d([A-Z])$/.exec(String(was))?.[1] ?? 'Z'}`;
}

/** Whether a code or a day is edited to what it is already. Notes are a list: their editor compares them. */
function saysSame(form: FieldForm | undefined, was: unknown, to: unknown): boolean {
  if (to === null || to === undefined) return false;
  if (form === 'wrapped') return codeOf(was as Code) === codeOf(to as Code);
  return form === 'date' && to === dayOf(dateOf(was as Moment));
}

function changed(value: unknown, at: readonly (string | number)[], to: unknown): unknown {
  const [step, ...rest] = at;
  if (step === undefined) return to;
  if (typeof step === 'number') return inList(value, step, rest, to);
  const fields = isFields(value) ? value : {};
  const was = Object.hasOwn(fields, step) ? fields[step] : undefined;
  const is = changed(was, rest, to);
  if (is === was) return value;
  if (is !== undefined) return { ...fields, [step]: is };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== step));
}

function inList(value: unknown, index: number, rest: readonly (string | number)[], to: unknown): unknown {
  if (isFields(value) && index === 0) return changed(value, rest, to);
  const entries: readonly unknown[] = Array.isArray(value) ? value : isFields(value) ? [value] : [];
  const is = changed(entries[index], rest, to);
  if (is === entries[index]) return value;
  return is === undefined ? entries.toSpliced(index, 1) : entries.toSpliced(index, 1, is);
}
