import { describe, expect, it } from 'vitest';
import { defaultBarcodes } from '../../../src/main/station/settings.ts';
import { looksLikeCode } from '../../../src/renderer/scan/code.ts';

describe('what is typed into the scan box', () => {
  it.each(['31234000123456', 'POL-1234', 'pol-A', 'P0001234', '12/34', ' 21234 ', '３１２３４', '٣١٢٣٤'])(
    '%s is a code',
    (text) => {
      expect(looksLikeCode(text)).toBe(true);
    },
  );

  it.each(['', '  ', 'Ben', 'ben ami', 'דוד לוי', 'Smith 1990', 'ben2@example.org'])(
    '%s is searched for',
    (text) => {
      expect(looksLikeCode(text)).toBe(false);
      expect(looksLikeCode(text, defaultBarcodes)).toBe(false);
    },
  );

  it('is a code with blanks inside where the rules know it without them', () => {
    const printed = '2 1234 00000 1016';
    expect(looksLikeCode(printed, defaultBarcodes)).toBe(true);
    expect(looksLikeCode(`a${printed}b`, defaultBarcodes)).toBe(true);
    for (const other of ['2 1234 00000 1017', '2 1234', 'Smith 31234000001014'])
      expect(looksLikeCode(other, defaultBarcodes), other).toBe(false);
    const anyOfB = { kind: 'item', prefix: 'B', length: null, digits: false, checkDigit: false } as const;
    expect(looksLikeCode('Ben 1990', { ...defaultBarcodes, rules: [anyOfB] })).toBe(false);
    expect(looksLikeCode(printed)).toBe(false);
  });
});
