import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code128Bars } from '../../src/shared/code128.ts';

/** The barcode as runs of modules, bar and space in turn: what a scanner sees. */
function runs(text: string): number[] {
  const { bars, width } = code128Bars(text);
  const seen = bars.flatMap(({ at, wide }, index) => {
    const before = bars[index - 1];
    return before ? [at - (before.at + before.wide), wide] : [wide];
  });
  expect(bars[0]?.at).toBe(0);
  expect(seen.reduce((sum, wide) => sum + wide, 0)).toBe(width);
  return seen;
}

describe('Code 128', () => {
  it('begins in digits for a barcode, ends with the stop, and is as long as its symbols', () => {
    const seen = runs('31234000001014');
    expect(seen.slice(0, 6).join('')).toBe('211232');
    expect(seen.slice(-7).join('')).toBe('2331112');
    expect(seen).toHaveLength((1 + 7 + 1) * 6 + 7);
  });

  it('begins in letters for the number of an order line', () => {
    expect(runs('POL-1001').slice(0, 6).join('')).toBe('211214');
  });

  it('draws symbols of eleven modules, each run one to four wide, the bars of each an even number', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 }), (text) => {
        const symbols = runs(text).slice(0, -7);
        expect(symbols.length % 6).toBe(0);
        for (let at = 0; at < symbols.length; at += 6) {
          const symbol = symbols.slice(at, at + 6);
          expect(symbol.every((wide) => wide >= 1 && wide <= 4)).toBe(true);
          expect(symbol.reduce((sum, wide) => sum + wide, 0)).toBe(11);
          expect(((symbol[0] ?? 0) + (symbol[2] ?? 0) + (symbol[4] ?? 0)) % 2).toBe(0);
        }
      }),
    );
  });
});
