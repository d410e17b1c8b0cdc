import { codes } from '../../service/codes.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Letter } from '../../service/shapes/letter.ts';
import { refused } from './refusal.ts';

/** What a letter keeps, whatever is sent: changing these has no effect, and is no error. */
const derived = ['code', 'letter_name', 'description', 'link'] as const;

/** Flags that are not there are off. */
const flags = ['enabled', 'customized'] as const;

/**
 * A letter is replaced as a whole, but for what is derived: its code, its name, its link, and the description, of
 * which the service says that a change succeeds without effect. What changes: `enabled`, `customized`, `channel` and
 * the template (`subject`, `body`, `letter_template_xsl`); one that is left out is dropped. Letters are neither
 * created nor deleted.
 *
 * Source: Configuration objects; which other fields stay is ours.
 */
export function letterToKeep(stored: Letter, sent: Letter): Letter {
  const code = textOf(stored.code);
  if (textOf(sent.code) !== '' && textOf(sent.code) !== code) {
    throw refused(codes.paramInvalid, `Letter code or other parameter is not valid: code. It is ${code}.`);
  }
  for (const flag of flags) {
    if (sent[flag] !== undefined && !/^(true|false)$/i.test(codeOf(sent[flag] as Letter['channel']))) {
      throw refused(codes.paramInvalid, `Letter code or other parameter is not valid: ${flag}.`);
    }
  }
  return { ...sent, ...Object.fromEntries(derived.map((field) => [field, stored[field]])) };
}
