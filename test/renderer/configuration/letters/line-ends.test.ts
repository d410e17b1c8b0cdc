import { expect, test } from 'vitest';
import fc from 'fast-check';
import { lineEndDifference, lineEndWords } from '../../../../src/renderer/configuration/letters/line-ends.ts';

test.each([
  ['a\nb', 'a\r\nb', 'Only the line ends differ: Unix (LF) before, Windows (CR LF) after.'],
  ['a\rb', 'a\nb', 'Only the line ends differ: old Macintosh (CR) before, Unix (LF) after.'],
  ['a\nb\r\nc', 'a\nb\nc', 'Only the line ends differ: mixed before, Unix (LF) after.'],
  ['a\nb\r\nc', 'a\r\nb\nc', 'Only the line ends differ, in some lines.'],
  ['a\nb', 'a\r\nc', 'The line ends differ too: Unix (LF) before, Windows (CR LF) after.'],
])('%j and %j', (before, after, words) => {
  const found = lineEndDifference(before, after);
  expect(found && lineEndWords(found)).toContain(words);
});

test('nothing is said where every difference is seen line by line', () => {
  expect(lineEndDifference('a\nb', 'a\nb')).toBeNull();
  expect(lineEndDifference('a\nb', 'a\nc')).toBeNull();
  expect(lineEndDifference('', 'a\nc')).toBeNull();
});

test('two texts that differ, and not in a line, always differ in their line ends', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\r', '\n', '\r\n') });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = (one: string): string => JSON.stringify(one.split(/\r\n|\r|\n/));
      if (before !== after && lines(before) === lines(after))
        expect(lineEndDifference(before, after)).toMatchObject({ isAll: true });
    }),
  );
});
