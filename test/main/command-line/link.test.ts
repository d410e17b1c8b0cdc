import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAbout, readLink } from '../../../src/main/command-line/link.ts';

describe('a link', () => {
  test.each([
    ['carrel://patron/21000000000019', { kind: 'patron', id: '21000000000019', library: null }],
    ['carrel://patron/21000000000019/', { kind: 'patron', id: '21000000000019', library: null }],
    ['CARREL://Patron/AbC', { kind: 'patron', id: 'AbC', library: null }],
    ['carrel://patron/a%40example.edu', { kind: 'patron', id: 'a@example.edu', library: null }],
    ['carrel://patron/two%20words', { kind: 'patron', id: 'two words', library: null }],
    ['carrel://patron/a%2Fb', { kind: 'patron', id: 'a/b', library: null }],
    ['carrel://patron/%D7%90', { kind: 'patron', id: 'א', library: null }],
    ['carrel://order-line/POL-7', { kind: 'orderLine', id: 'POL-7', library: null }],
    [
      'carrel://order-line/POL-7?library=api.example.org',
      { kind: 'orderLine', id: 'POL-7', library: 'api.example.org' },
    ],
    ['carrel://patron/1?library=localhost:8080', { kind: 'patron', id: '1', library: 'localhost:8080' }],
  ])('%s', (text, link) => {
    expect(readLink(text)).toEqual({ link });
  });

  test.each([
    ['', 'malformed'],
    ['carrel:', 'malformed'],
    ['carrel:patron/1', 'malformed'],
    ['carrel://', 'unknownThing'],
    ['carrel://patron', 'malformed'],
    ['carrel://patron/', 'malformed'],
    ['carrel://patron/%20', 'malformed'],
    ['carrel://patron/%20a', 'malformed'],
    ['carrel://patron/1/2', 'malformed'],
    ['carrel://patron/../order-line/1', 'malformed'],
    ['carrel://patron/1#pay', 'malformed'],
    ['carrel://patron/1?pay=5', 'malformed'],
    ['carrel://patron/1?library=a&library=b', 'malformed'],
    ['carrel://patron/1?library=', 'malformed'],
    ['carrel://patron/1?library=a/b', 'malformed'],
    ['carrel://patron/1?library=a%0Ab', 'malformed'],
    ['carrel://me:secret@patron/1', 'malformed'],
    ['carrel://patron:80/1', 'unknownThing'],
    ['carrel://patron.example.org/1', 'unknownThing'],
    ['carrel://fee/1', 'unknownThing'],
    ['carrel://__proto__/1', 'unknownThing'],
    ['carrel://constructor/1', 'unknownThing'],
    ['https://example.org/patron/1', 'malformed'],
    ['carrel://patron/1 --drain', 'malformed'],
    ['carrel://patron/1\n--drain', 'malformed'],
    ['carrel://patron/1\u0000', 'malformed'],
    ['carrel://patron/1%00', 'malformed'],
    ['carrel://patron/1%0d%0a', 'malformed'],
    ['carrel://patron/%E2%80%AE1', 'malformed'],
    ['carrel://patron/%FF', 'malformed'],
    ['carrel://patron/%', 'malformed'],
    [`carrel://patron/${'1'.repeat(301)}`, 'malformed'],
    [`carrel://patron/${'1'.repeat(65_536)}`, 'tooLong'],
    [undefined, 'malformed'],
    [{ href: 'carrel://patron/1' }, 'malformed'],
  ])('%j is refused', (text, why) => {
    expect(readLink(text)).toEqual({ why });
  });

  test('any id comes back as it was', () => {
    const id = fc
      .string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
      .filter(
        (text) =>
          text.trim() === text && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) && text !== '.' && text !== '..',
      );
    fc.assert(
      fc.property(id, (text) => {
        expect(readLink(`carrel://patron/${encodeURIComponent(text)}`)).toEqual({
          link: { kind: 'patron', id: text, library: null },
        });
      }),
    );
  });

  test('whatever comes, it is judged', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readLink(`carrel://${text}`)));
  });
});

test.each([
  [null, 'practice', null, true],
  ['practice', 'practice', null, true],
  ['api.example.org', 'practice', { address: 'https://api.example.org' }, false],
  ['api.example.org', 'institution', { address: 'https://api.example.org' }, true],
  ['API.Example.org', 'institution', { address: 'https://api.example.org/x' }, true],
  ['api.example.org', 'institution', { address: 'https://api.example.org:8443' }, false],
  ['evil.example', 'institution', { address: 'https://api.example.org' }, false],
  ['practice', 'institution', { address: 'https://api.example.org' }, false],
])('a link for %s at a station in %s mode (%j): %s', (library, mode, institution, is) => {
  expect(isAbout({ kind: 'patron', id: '1', library }, { mode, institution })).toBe(is);
});
