import type { LetterEntry, LetterView } from '../../../contract/configuration-letters.ts';
import { codeOf, flagOrNull, textOf } from '../../../service/read.ts';
import type { Letter } from '../../../service/shapes/letter.ts';
import type { Deps } from '../../deps.ts';
import { codedOf } from '../../records/values.ts';
import type { Service } from '../../ports.ts';
import { formerLetters } from './former.ts';
import { formOf, markOf } from './record.ts';

const channelOf = ({ channel }: Letter) => (codeOf(channel) === '' ? null : codedOf(channel));

/** A letter of the list, which may say no more than its code. */
export const letterEntry = (letter: Letter): LetterEntry => ({
  code: textOf(letter.code),
  name: textOf(letter.letter_name) || textOf(letter.code),
  enabled: flagOrNull(letter.enabled),
  customized: flagOrNull(letter.customized),
  channel: channelOf(letter),
});

/** @param code the one that it was read by: its record may not say it */
export const letterView = (
  deps: Pick<Deps, 'journal'>,
  { library }: Service,
  code: string,
  letter: Letter,
): LetterView => ({
  code,
  name: textOf(letter.letter_name) || code,
  description: textOf(letter.description),
  form: formOf(letter),
  channel: channelOf(letter),
  opened: markOf(letter),
  former: formerLetters(deps, library.id, code),
});
