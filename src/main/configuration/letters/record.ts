import { createHash } from 'node:crypto';
import type { LetterField, LetterForm } from '../../../contract/configuration-letters.ts';
import type { CallOptions } from '../../../client/client.ts';
import { codeOf, type Fields, flagOf, isFields, textOf } from '../../../service/read.ts';
import type { Letter } from '../../../service/shapes/letter.ts';
import type { Service } from '../../ports.ts';

export const readLetter = ({ client }: Service, code: string, options: CallOptions): Promise<Letter> =>
  client.call('conf.letters.get', { path: { letter_code: code } }, options);

/** The fields of the record that the form has, by their names there. */
const names = {
  enabled: 'enabled',
  customized: 'customized',
  channel: 'channel',
  subject: 'subject',
  body: 'body',
  template: 'letter_template_xsl',
} as const satisfies Record<LetterField, keyof Letter>;

export const letterFields = Object.keys(names) as readonly LetterField[];

const textOrNull = (value: Letter['subject']): string | null =>
  value === null || value === undefined ? null : textOf(value);

/** What is to be changed: fields that are not there stay. */
type LetterChanges = { readonly [F in LetterField]?: LetterForm[F] | undefined };

/** What the record says of what can be changed in it. */
export const formOf = (letter: Letter): LetterForm => ({
  enabled: flagOf(letter.enabled),
  customized: flagOf(letter.customized),
  channel: codeOf(letter.channel),
  subject: textOrNull(letter.subject),
  body: textOrNull(letter.body),
  template: textOrNull(letter.letter_template_xsl),
});

/**
 * The record with the changes, and everything else as it came: a PUT replaces the whole letter. A field that says the
 * same already is not touched, and a flag or code keeps the form that it came in. A null changes nothing: no field is
 * taken away. Only the description is not sent: the service derives it.
 */
export function withChanges(letter: Letter, changes: LetterChanges): Letter {
  const now = formOf(letter);
  const edited: Record<string, unknown> = { ...letter, description: undefined };
  for (const field of letterFields) {
    const value = changes[field];
    if (value === undefined || value === null || value === now[field]) continue;
    edited[names[field]] = asItCame(letter[names[field]], value);
  }
  return edited;
}

function asItCame(before: unknown, value: string | boolean): unknown {
  if (isFields(before)) return { value: String(value) };
  return typeof before === 'boolean' ? value : String(value);
}

/** A name for the record as it is, all of it: another content has another name. */
export const markOf = (letter: Letter): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(letter)))
    .digest('base64url');

/** The order of fields says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isFields(value)) return value;
  const fields: Fields = value;
  return Object.keys(fields)
    .sort()
    .map((name) => [name, sorted(fields[name])]);
}
