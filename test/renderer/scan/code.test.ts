import { describe, expect, it } from 'vitest';
import { looksLikeCode } from '../../../src/renderer/scan/code.ts';

describe('what is typed into the scan box', () => {
  it.each(['31234000123456', 'POL-1234', 'pol-A', 'P0001234', '12/34', ' 21234 '])('%s is a code', (text) => {
    expect(looksLikeCode(text)).toBe(true);
  });

  it.each(['', '  ', 'Ben', 'ben ami', 'דוד לוי', 'Smith 1990', 'ben2@example.org'])(
    '%s is searched for',
    (text) => {
      expect(looksLikeCode(text)).toBe(false);
    },
  );
});
