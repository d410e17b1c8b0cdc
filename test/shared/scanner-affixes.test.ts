import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tryBarcode, type BarcodeRules } from '../../src/shared/barcodes.ts';
import { findAffixes, taughtKinds, untaught, type TaughtScan } from '../../src/shared/scanner-affixes.ts';
import { defaultBarcodes } from '../../src/main/station/settings.ts';
import { barcodeOf } from '../../src/server/sample/barcode.ts';

const noRules: BarcodeRules = { rules: [], code39: true, aim: true };
const scansOf = (texts: readonly string[]): TaughtScan[] =>
  taughtKinds.map((kind, at) => ({ kind, text: texts[at] ?? '' }));
const codes = [barcodeOf('patron', 1), barcodeOf('item', 2), barcodeOf('patron', 3), barcodeOf('item', 4)];
const sent = (before: string, after: string): TaughtScan[] =>
  scansOf(codes.map((code) => before + code + after));

describe('what surrounds the codes of a scanner', () => {
  test.each([
    ['', ''],
    ['*', 'd'],
    ['LIB:', ''],
    ['', '#'],
    ['99', '7'],
    ['A', 'B'],
  ])('%j and %j are found', (prefix, suffix) => {
    expect(findAffixes(sent(prefix, suffix), defaultBarcodes)).toEqual({ affixes: { prefix, suffix } });
    const told = findAffixes(sent(`\u0002${prefix}]C1`, `${suffix}\r`), defaultBarcodes);
    expect(told, 'the AIM identifier goes by itself').toEqual({ affixes: { prefix, suffix } });
  });

  test('are found for any scanner, and leave each code as it was', () => {
    const affix = fc.stringMatching(/^[!-~]{0,8}$/);
    const number = fc.integer({ min: 0, max: 9_999_999 });
    fc.assert(
      fc.property(
        affix,
        affix,
        fc.uniqueArray(number, { minLength: 4, maxLength: 4 }),
        (prefix, suffix, numbers) => {
          const own = taughtKinds.map((kind, at) => barcodeOf(kind, numbers[at] ?? 0));
          const scans = scansOf(own.map((code) => prefix + code + suffix));
          const { affixes } = findAffixes(scans, defaultBarcodes);
          expect(affixes).not.toBeNull();
          if (!affixes) return;
          for (const [at, { text, kind }] of scans.entries())
            expect(tryBarcode(text, { ...defaultBarcodes, affixes })).toMatchObject({ kind, code: own[at] });
        },
      ),
    );
  });

  test('never break a code, whatever the rules are', () => {
    const rule = fc.record({
      kind: fc.constantFrom('patron' as const, 'item' as const),
      prefix: fc.constantFrom('', '1', '2', 'A'),
      length: fc.option(fc.integer({ min: 2, max: 6 })),
      digits: fc.boolean(),
      checkDigit: fc.boolean(),
    });
    const text = fc.stringMatching(/^[A12*]{2,8}$/);
    fc.assert(
      fc.property(
        fc.array(rule, { minLength: 1, maxLength: 3 }),
        fc.uniqueArray(text, { minLength: 4, maxLength: 4 }),
        (rules, texts) => {
          const library: BarcodeRules = { rules, aim: true, code39: true };
          const scans = scansOf(texts);
          const { affixes } = findAffixes(scans, library);
          if (!affixes) return;
          for (const scan of scans)
            expect(tryBarcode(scan.text, { ...library, affixes })).toMatchObject({
              why: 'rule',
              kind: scan.kind,
            });
        },
      ),
    );
  });

  test('are nothing where each code is one as it comes, with its own signs', () => {
    const printed = codes.map(
      (code, at) => `${'ABAC'.charAt(at)}${code.slice(0, 1)} ${code.slice(1)}${'BDCA'.charAt(at)}`,
    );
    expect(findAffixes(scansOf(printed), defaultBarcodes)).toEqual({ affixes: { prefix: '', suffix: '' } });
  });

  test('cannot be told where codes contradict each other', () => {
    const [card = '', book = '', otherCard = '', otherBook = ''] = codes;
    expect(
      findAffixes(scansOf([`#${card}`, `#${book}`, `#${otherCard}`, otherBook]), defaultBarcodes),
    ).toEqual({
      ...{ affixes: null, why: 'different' },
    });
    expect(
      findAffixes(scansOf([`#${card}`, `#${book}`, `#${otherBook}`, `#${otherCard}`]), defaultBarcodes),
    ).toEqual({
      ...{ affixes: null, why: 'otherKind', at: 2 },
    });
    expect(
      findAffixes(scansOf([`#${card}`, '#978-3', `#${otherCard}`, `#${otherBook}`]), defaultBarcodes),
    ).toEqual({
      ...{ affixes: null, why: 'noRule', at: 1 },
    });
    const loose = {
      ...noRules,
      rules: (['patron', 'item'] as const).map((kind) => ({
        ...{ kind, prefix: kind === 'patron' ? 'P' : '', length: 3, digits: false, checkDigit: false },
      })),
    };
    expect(findAffixes(scansOf(['12P5', '1235', '13P5', '1345']), loose)).toMatchObject({ affixes: null });
  });

  test('without rules are what all codes share before and after their digits', () => {
    const told = (...texts: string[]) => findAffixes(scansOf(texts), noRules);
    expect(told('*P123d', '*B124d', '*P99d', '*B98d')).toEqual({ affixes: { prefix: '*', suffix: 'd' } });
    expect(told('#]C1123', '#]C1124', '#]C199', '#]C198')).toEqual({ affixes: { prefix: '#', suffix: '' } });
    expect(told('123', '124', '99', '98')).toEqual({ affixes: { prefix: '', suffix: '' } });
    expect(told('#123', '#124', '#99', '98')).toEqual({ affixes: null, why: 'different' });
    expect(told('ABC', 'ABC D', 'ABC', 'ABC D')).toEqual({ affixes: null, why: 'different' });
  });
});

describe('a scan that teaches nothing', () => {
  const [card = '', book = ''] = codes;

  test.each([
    ['patron', '\u0001\u0002', 'unusable'],
    ['patron', `${card.slice(0, 4)}\u001d${card}`, 'unusable'],
    ['patron', book, 'otherKind'],
    ['item', `]C1${card}`, 'otherKind'],
    ['item', 'CRLEND', 'otherKind'],
    ['item', 'POL-1', 'otherKind'],
    ['item', `#${book}\r`, 'same'],
    ['item', `#${card}`, null],
  ] as const)('as %s %j: %s', (kind, text, why) => {
    const before = [{ kind: 'item', text: `#${book}` }] as const;
    expect(untaught({ kind, text }, before, defaultBarcodes)?.why ?? null).toBe(why);
  });
});
