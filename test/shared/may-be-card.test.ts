import { describe, expect, test } from 'vitest';
import { mayBeCard } from '../../src/shared/may-be-card.ts';
import type { BarcodeRules } from '../../src/shared/barcodes.ts';

const card = { kind: 'patron', prefix: '2', length: 14, digits: true, checkDigit: true } as const;
const book = { kind: 'item', prefix: '3', length: 14, digits: true, checkDigit: true } as const;
const rules: BarcodeRules = { rules: [card, book], code39: true, aim: true };
const noRules: BarcodeRules = { ...rules, rules: [] };

describe('a scan that opened nobody', () => {
  test.each(['21234000001016', '21234000001017', ']C021234000001017', '*21234000001016*'])(
    '%j is a card by the rules, whatever its check digit',
    (text) => {
      expect(mayBeCard([text], rules)).toBe('card');
      expect(mayBeCard([text], noRules)).toBe('maybe');
    },
  );

  test.each([
    ['31234000001014', 'a book by the rules'],
    ['31234000001015', 'a misread book'],
    ['POL-1001', 'an order line'],
    ['CRLEND', 'a command'],
    ['9780306406157', 'an ISBN'],
    ['978030640615754321', 'an ISBN and a price'],
    ['ISBN 0-306-40615-2', 'an ISBN in words'],
    ['080442957X', 'an older ISBN'],
    ['9771234567898', 'an ISSN in bars'],
    ['0378-5955', 'an ISSN'],
    ['https://library.example/card/1', 'a web address'],
    ['www.example.org', 'a web address without its scheme'],
    ['3123\u0000\u001d456', 'unreadable, and begins as a book'],
  ])('%j is none: %s', (text) => {
    expect(mayBeCard([text], rules)).toBe('no');
  });

  test.each([
    ['12/34', 'a code of no rule'],
    ['2123400000101', 'a digit short'],
    ['3123400000101', 'one that begins as a book'],
    ['0306406152', 'ten digits that an ISBN may be'],
    ['03785955', 'eight digits that an ISSN may be'],
    ['9780306406158', 'an ISBN with a wrong check digit'],
    ['2123\u0000456', 'unreadable, and begins as a card'],
    ['a\u0000b', 'unreadable'],
    ['9'.repeat(4000), 'too long'],
  ])('%j may be one: %s', (text) => {
    expect(mayBeCard([text], rules)).toBe('maybe');
  });

  test('that begins as cards and books alike may be one', () => {
    const alike = { ...rules, rules: [{ ...card, prefix: '3' }, book] };
    expect(mayBeCard(['3123\u0000456'], alike)).toBe('maybe');
  });

  test('is what the first reading that tells says it is', () => {
    expect(mayBeCard(['"&"34', '21234000001017'], rules)).toBe('card');
    expect(mayBeCard(['12/34', '31234000001014'], rules)).toBe('no');
    expect(mayBeCard(['31234000001015', '21234000001016'], rules)).toBe('no');
    expect(mayBeCard(['12/34', '12-34'], rules)).toBe('maybe');
  });
});
