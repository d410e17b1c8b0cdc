import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spineLines } from '../../src/shared/spine-label.ts';

describe('a call number in the lines of a spine label', () => {
  test.each([
    // Library of Congress
    ['PR6063.A438 W65 2009 v.2 c.1', ['PR', '6063', '.A438', 'W65', '2009', 'v.2', 'c.1']],
    ['QA76.73.P98 L88 2013', ['QA', '76.73', '.P98', 'L88', '2013']],
    ['QA76.73.P98L88 2013', ['QA', '76.73', '.P98', 'L88', '2013']],
    ['PR 6063 .A438W65', ['PR', '6063', '.A438', 'W65']],
    ['PR 6063.A438 W65x', ['PR', '6063', '.A438', 'W65x']],
    ['Z695 .A5 1998', ['Z', '695', '.A5', '1998']],
    ['REF Z695 .A5', ['REF', 'Z', '695', '.A5']],
    ['Folio ND1329.K64 A4 1990', ['Folio', 'ND', '1329', '.K64', 'A4', '1990']],
    ['KBM524.15.S76 2001 v. 2 copy 3', ['KBM', '524.15', '.S76', '2001', 'v. 2', 'copy 3']],
    // Dewey
    ['823.914 MAN 2009', ['823.914', 'MAN', '2009']],
    ['790.10 The', ['790.10', 'The']],
    ['REF 823/.914 W65', ['REF', '823/.914', 'W65']],
    ['FIC W65', ['FIC', 'W65']],
    ['823.914 W65m Vol. 2', ['823.914', 'W65m', 'Vol. 2']],
    // A library's own
    ['Hist-12/4 b', ['Hist-12/4', 'b']],
    ['892.41 עוז כרך ב', ['892.41', 'עוז', 'כרך', 'ב']],
    ['明-12 李', ['明-12', '李']],
    ['SHELF', ['SHELF']],
    ['  \u00a0', []],
    ['', []],
  ])('%s', (callNumber, lines) => {
    expect(spineLines(callNumber)).toEqual(lines);
  });

  const letters = fc.constantFrom(
    ...'A B P R W Z a v c x . 0 1 2 9 / - ע ל 李 é \u00a0'.split(/(?= )|(?<= )/u),
  );
  const text = fc.oneof(fc.string({ unit: letters, maxLength: 40 }), fc.string({ unit: 'grapheme' }));

  test('loses and moves no character but spaces, and has no empty line', () => {
    fc.assert(
      fc.property(text, (callNumber) => {
        const lines = spineLines(callNumber);
        expect(lines.join('').replaceAll(/\s/gu, '')).toBe(callNumber.replaceAll(/\s/gu, ''));
        for (const line of lines) expect(line.trim()).toBe(line);
        expect(lines).not.toContain('');
      }),
      { numRuns: 1000 },
    );
  });

  test('is the same again when its lines are written in one', () => {
    fc.assert(
      fc.property(text, (callNumber) => {
        const words = callNumber.split(/\s+/u).filter(Boolean).join(' ');
        expect(spineLines(words)).toEqual(spineLines(callNumber));
      }),
    );
  });
});
