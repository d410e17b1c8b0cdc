import { isDeepStrictEqual } from 'node:util';
import type { PatronForm } from '../../contract/patrons.ts';
import { invalid } from '../failure.ts';
import { cleaned } from '../../shared/scanned-text.ts';
import { addressLines } from './view.ts';
import { typedDay } from '../forms/fields.ts';

/** No name, street or number is longer: a longer text was pasted into the wrong field. */
const maxLength = 400;
// The expression has to name control characters. A line break is allowed, for addresses.
// eslint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

const texts = ['firstName', 'middleName', 'lastName'] as const;
const days = ['birth', 'expiry', 'purge'] as const;
const coded = ['title', 'gender', 'language', 'campus'] as const;
/** The fields that every user must have. Source: User. */
const required = ['accountType', 'status', 'group'] as const;

/**
 * Throws the first field that cannot be written, named by its path in the form (`emails.1.address`). Fields that did
 * not change are not checked, so that an old record with odd values can still get a new telephone number.
 */
export function checkPatron(form: PatronForm, previous: PatronForm | null): void {
  mustBeId('primaryId', form.primaryId);
  for (const field of texts) if (form[field] !== previous?.[field]) mustBeText(field, form[field]);
  for (const field of coded) mustBeText(field, form[field].code);
  for (const field of required) {
    mustBeText(field, form[field].code);
    if (form[field].code.trim() === '') throw invalid(field, 'required');
  }
  for (const field of days) {
    if (form[field] !== previous?.[field] && form[field].trim() !== '') typedDay(field, form[field]);
  }
  checkIdentifiers(form, previous);
  for (const [entry, path] of changedEntries('addresses', form, previous)) {
    const { lines, city, state, postalCode, country, type } = entry;
    for (const text of [lines, city, state, postalCode, country.code, type.code])
      mustBeText(`${path}.lines`, text);
    if (lines.trim() === '' && city.trim() === '') throw invalid(`${path}.lines`, 'required');
    if (lines.trim().split('\n').length > addressLines.length) throw invalid(`${path}.lines`, 'tooLong');
  }
  for (const [entry, path] of changedEntries('emails', form, previous))
    mustBeEmail(`${path}.address`, entry.address);
  for (const [entry, path] of changedEntries('phones', form, previous)) {
    mustBeText(`${path}.number`, entry.number);
    if (entry.number.trim() === '') throw invalid(`${path}.number`, 'required');
  }
}

function checkIdentifiers(form: PatronForm, previous: PatronForm | null): void {
  for (const [entry, path, index] of changedEntries('identifiers', form, previous)) {
    mustBeId(`${path}.value`, entry.value);
    mustBeText(`${path}.note`, entry.note);
    mustBeText(`${path}.type`, entry.type.code);
    if (entry.type.code.trim() === '') throw invalid(`${path}.type`, 'required');
    const same = (value: string) => value.trim().toLowerCase() === entry.value.trim().toLowerCase();
    const others = form.identifiers.filter((_, at) => at !== index);
    if (others.some((other) => same(other.value) && other.type.code === entry.type.code))
      throw invalid(`${path}.value`, 'twice');
  }
}

type ListField = 'identifiers' | 'addresses' | 'emails' | 'phones';

/** The entries of a list that are new or changed, each with its path and its index. */
function changedEntries<K extends ListField>(
  list: K,
  form: PatronForm,
  previous: PatronForm | null,
): [PatronForm[K][number], path: string, index: number][] {
  const known: readonly unknown[] = previous?.[list] ?? [];
  return form[list].flatMap((entry, index) =>
    known.some((one) => isDeepStrictEqual(one, entry)) ? [] : [[entry, `${list}.${index}`, index]],
  );
}

function mustBeText(field: string, text: string): void {
  if (controlCharacters.test(text)) throw invalid(field, 'controlCharacters');
  if (text.length > maxLength) throw invalid(field, 'tooLong');
  if (!text.isWellFormed()) throw invalid(field, 'malformed');
}

function mustBeId(field: string, text: string): void {
  const clean = cleaned(text);
  if (!clean.ok) throw invalid(field, clean.reason);
}

function mustBeEmail(field: string, text: string): void {
  mustBeText(field, text);
  if (text.trim() === '') throw invalid(field, 'required');
  if (!/^[^\s@]+@[^\s@]+$/.test(text.trim())) throw invalid(field, 'notAnEmail');
}
