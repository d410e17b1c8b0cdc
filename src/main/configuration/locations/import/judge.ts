import type { RowProblem } from '../../../../contract/configuration-locations.ts';
import { cleaned, trimmed } from '../../../../shared/scanned-text.ts';
import type { LocationField } from '../../../../shared/location-fields.ts';
import { longest } from '../check.ts';
import type { Column } from './columns.ts';

/** A value that a row of a file sets, or what is wrong with it. */
export type Judged<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: RowProblem };

const wrong = (field: Column, reason: RowProblem['reason'], detail = ''): Judged<never> => ({
  ok: false,
  problem: { kind: 'wrong', field, reason, detail: detail.slice(0, 60) },
});

const mustBeThere: ReadonlySet<LocationField> = new Set<LocationField>(['name', 'type']);

/**
 * A text of a cell, as it can be sent. One that the location has already, but for the blanks around it, is taken as the
 * location has it, whatever is in it: what is not changed is not judged.
 */
export function judgeText(
  field: Exclude<LocationField, 'suppress'>,
  text: string,
  now: string | null,
): Judged<string> {
  if (now !== null && (text === now || trimmed(text) === trimmed(now))) return { ok: true, value: now };
  if (trimmed(text) === '')
    return mustBeThere.has(field) ? wrong(field, 'required') : { ok: true, value: '' };
  if (field === 'description') return judgeLines(field, text);
  const clean = cleaned(text, longest.name);
  return clean.ok ? { ok: true, value: clean.text } : wrong(field, clean.reason);
}

/** A text of several lines: each is judged by itself. */
function judgeLines(field: 'description', text: string): Judged<string> {
  const lines: string[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const clean = cleaned(line, longest.description);
    if (!clean.ok && clean.reason !== 'required') return wrong(field, clean.reason);
    lines.push(clean.ok ? clean.text : '');
  }
  const whole = lines.join('\n').trim();
  return whole.length > longest.description ? wrong(field, 'tooLong') : { ok: true, value: whole };
}

const flags: Readonly<Record<string, boolean | undefined>> = {
  ...{ true: true, yes: true, y: true, '1': true },
  ...{ false: false, no: false, n: false, '0': false },
};

/** A flag; null where the cell says nothing. Spreadsheets write TRUE. */
export function judgeFlag(text: string): Judged<boolean | null> {
  const plain = trimmed(text).toLowerCase();
  if (plain === '') return { ok: true, value: null };
  const value = Object.hasOwn(flags, plain) ? flags[plain] : undefined;
  return value === undefined ? wrong('suppress', 'notAFlag', plain) : { ok: true, value };
}
