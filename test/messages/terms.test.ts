import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';

interface Text {
  readonly file: string;
  readonly id: string;
  readonly text: string;
}

/** A text, or one with its forms for one and for several. */
type Message = string | readonly { readonly match: Readonly<Record<string, string>> }[];

const texts: readonly Text[] = globSync('src/messages/en/*.json').flatMap((path) => {
  const file = basename(path, '.json');
  const messages = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, Message>>;
  return Object.entries(messages)
    .filter(([id]) => id !== '$schema')
    .flatMap(([id, message]) =>
      (typeof message === 'string' ? [message] : message.flatMap(({ match }) => Object.values(match))).map(
        (text) => ({ file, id, text }),
      ),
    );
});

/** The rows of the table in `terms.md`: a term, and the phrases that it is never called by. */
const terms = readFileSync('src/messages/terms.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => {
    const [term = '', , never = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return [term, never === '–' ? [] : never.split(',').map((phrase) => phrase.trim())] as const;
  });

const usesOf = (phrase: string, within: readonly Text[] = texts): readonly string[] => {
  const whole = new RegExp(`(?<![\\w-])${phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`, 'i');
  return within.filter(({ text }) => whole.test(text)).map(({ id, text }) => `${id}: ${text}`);
};

const wordsIn = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}{]/u.test(word)).length;

describe('one thing has one name', () => {
  test('there is a table', () => expect(terms.length).toBeGreaterThan(40));

  test.each(terms)('%s', (_, never) => {
    expect(never.flatMap((phrase) => usesOf(phrase))).toEqual([]);
  });
});

describe('what is said is short', () => {
  const desk = ['desk', 'loans', 'requests', 'fees', 'notes', 'app', 'lists', 'failures'];
  const said = texts.filter(({ file }) => desk.includes(file));

  test('at the desk and in failures: five words on average, and none over sixteen', () => {
    const lengths = said.map(({ text }) => wordsIn(text));
    expect(lengths.reduce((sum, length) => sum + length, 0) / lengths.length).toBeLessThanOrEqual(5);
    expect(said.filter(({ text }) => wordsIn(text) > 16)).toEqual([]);
  });

  test('nothing stands, and nobody has to know of a service', () => {
    const outside = texts.filter(({ file }) => !['station', 'help'].includes(file));
    const uses = ['stand', 'stands', 'the service'].flatMap((phrase) => usesOf(phrase, outside));
    expect(uses.length, uses.join('\n')).toBeLessThanOrEqual(10);
  });
});
