import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tryBarcode, type BarcodeRules } from '../../src/shared/barcodes.ts';
import { isMixed, isRest, mayBeMixed, readScan } from '../../src/shared/mixed-scans.ts';
import { defaultBarcodes } from '../../src/main/station/settings.ts';
import { Wedge, type Burst, type Stroke } from '../../src/renderer/scan/wedge.ts';
import { barcodeOf } from '../../src/server/sample/barcode.ts';

const kind = fc.constantFrom('patron', 'item');
const number = fc.integer({ min: 0, max: 99_999_999 });
const label = fc.tuple(kind, number).map(([kind, number]) => barcodeOf(kind, number));
const gap = fc.integer({ min: 3, max: 15 });

/** The keys of a scanner, with their times. */
function keys(code: string, from: number, gap: number): Stroke[] {
  const typed = { into: 'field', acts: false, moves: false } as const;
  return [...Array.from(code), ''].map((key, index) => ({
    ...{ ...typed, readings: [key, key, key, key] },
    ...{ is: key === '' ? 'end' : 'text', at: from + index * gap },
  }));
}

/** What is heard of two scanners of which one begins so much later than the other. */
function heard(one: Stroke[], other: Stroke[]): Burst[] {
  const wedge = new Wedge();
  return [...one, ...other]
    .sort((a, b) => a.at - b.at)
    .flatMap((stroke) => {
      const verdict = wedge.stroke(stroke);
      return verdict.do === 'scan' ? [verdict] : [];
    });
}

const plain = ({ text, also, behind = [] }: Burst) => ({ text, also: [...also], behind: [...behind] });

describe('two scanners that read at the same time', () => {
  test('give the two codes or say that they ran into each other, and never make a third', () => {
    fc.assert(
      fc.property(label, label, gap, gap, fc.nat({ max: 300 }), (one, other, gap, otherGap, later) => {
        for (const burst of heard(keys(one, 1000, gap), keys(other, 1000 + later, otherGap))) {
          const reading = readScan(plain(burst), defaultBarcodes);
          if (reading.isMixed) continue;
          expect(reading).toMatchObject({ why: 'rule' });
          expect([one, other]).toContain(reading.text);
        }
      }),
    );
  });

  test('are told by their prefixes and lengths where there is no check digit', () => {
    const rules: BarcodeRules = {
      rules: [
        { kind: 'patron', prefix: 'P', length: 6, digits: true, checkDigit: false },
        { kind: 'item', prefix: 'B', length: 8, digits: false, checkDigit: true },
      ],
      code39: true,
      aim: true,
    };
    expect(isMixed('P1B22343A4556C', null, rules)).toBe(true);
    expect(isMixed('P1B223', null, rules)).toBe(false);
    expect(isMixed('P1B223', '43A4556C', rules)).toBe(false);
    expect(isMixed('P1B22343A45', '56C', rules)).toBe(true);
    expect(isMixed('P1X22343A4556C', null, rules)).toBe(false);
  });

  test('are not suspected behind a code of the library’s, nor where nothing is known of its codes', () => {
    const [card, book] = [barcodeOf('patron', 1001), barcodeOf('item', 1)];
    for (const code of [card, book, '978014044913', 'POL-1001', `9${card}${book.slice(1)}`]) {
      expect(mayBeMixed(code, defaultBarcodes), code).toBe(false);
    }
    expect(isRest({ text: book, also: [], behind: [card] }, defaultBarcodes)).toBe(false);
    const nothing: BarcodeRules = { rules: [], code39: true, aim: true };
    expect(mayBeMixed(card + book, nothing)).toBe(false);
  });

  test('both check digits have to be right where both codes are whole', () => {
    fc.assert(
      fc.property(label, label, (one, other) => {
        const text = one + other;
        expect(isMixed(text, null, defaultBarcodes)).toBe(true);
        expect(tryBarcode(text, defaultBarcodes).why).toBe('noRule');
      }),
      { numRuns: 15 },
    );
    // One digit only can be of either.
    expect(isMixed(`2${'0'.repeat(26)}`, null, defaultBarcodes)).toBe(false);
  });
});

test('a field is given the reading that is a code of the library’s', () => {
  const card = barcodeOf('patron', 1001);
  expect(readScan({ text: card.slice(1), also: [card] }, defaultBarcodes)).toMatchObject({
    text: card,
    kind: 'patron',
    why: 'rule',
    isMixed: false,
  });
});
