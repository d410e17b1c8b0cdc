import { codes } from '../../service/codes.ts';
import type { Letter } from '../../service/shapes/letter.ts';
import type { HandlersOf } from '../handler.ts';
import { letterToKeep } from '../rules/letter.ts';
import { refused } from '../rules/refusal.ts';
import { configList, configRecord, replaceConfig } from '../store/config.ts';
import { without } from '../store/documents.ts';
import type { Db } from '../store/schema.ts';

/** Source: Configuration. A list names the letters; the text of each is read with the letter itself. */
export const letters: HandlersOf<'conf.letters.'> = {
  'conf.letters.list': async ({ db }) => {
    const items = (await configList(db, 'letter')).map((letter) =>
      without(letter, ['subject', 'body', 'letter_template_xsl']),
    );
    return { items, total: items.length };
  },

  'conf.letters.get': ({ db, path }) => theLetter(db, path.letter_code),

  'conf.letters.update': async ({ db, path, body }) => {
    const letter = letterToKeep(await theLetter(db, path.letter_code), body);
    await replaceConfig(db, { kind: 'letter', code: path.letter_code }, letter);
    return letter;
  },
};

async function theLetter(db: Db, code: string): Promise<Letter> {
  const letter = await configRecord<Letter>(db, 'letter', code);
  if (letter) return letter;
  throw refused(codes.paramInvalid, `Letter code is not valid: ${code.slice(0, 100)}.`);
}
