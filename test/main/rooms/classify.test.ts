import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classify, hasCheckDigit } from '../../../src/main/rooms/classify.ts';
import { cleaned, longestCode, shown } from '../../../src/main/rooms/clean.ts';
import { barcodeOf } from '../../../src/server/sample/barcode.ts';
import { samples } from '../../../src/service/samples.ts';

const number = fc.integer({ min: 0, max: 99_999_999 });
const kind = fc.constantFrom('patron', 'item');
const padding = fc.stringMatching(/^[ \t\r\n\u200e\u200f\u202a-\u202e\u2066-\u2069]{0,4}$/);

describe('classify', () => {
  test.each(samples.map(({ code, kind }) => [code, kind] as const))(
    'tells the sample %s as %s',
    (code, kind) => {
      expect(classify(code)).toEqual({ ok: true, kind, code });
    },
  );

  test('tells labels by their first digit, whatever stands around them', () => {
    fc.assert(
      fc.property(kind, number, padding, padding, fc.boolean(), (kind, n, before, after, wrapped) => {
        const code = barcodeOf(kind, n);
        const text = wrapped ? `]A0*${code}*` : code;
        expect(classify(before + text + after)).toEqual({ ok: true, kind, code });
      }),
    );
  });

  test('sees one wrong digit, and keeps what kind it was meant to be', () => {
    fc.assert(
      fc.property(
        kind,
        number,
        fc.integer({ min: 1, max: 13 }),
        fc.integer({ min: 1, max: 9 }),
        (kind, n, at, by) => {
          const code = barcodeOf(kind, n);
          const digit = (Number(code[at]) + by) % 10;
          const misread = code.slice(0, at) + String(digit) + code.slice(at + 1);
          expect(hasCheckDigit(misread)).toBe(false);
          expect(classify(misread)).toEqual({ ok: false, kind, reason: 'malformed', detail: 'checkDigit' });
        },
      ),
    );
  });

  test('takes any text, and answers with a code that can be sent or a reason', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const what = classify(text);
        if (!what.ok) {
          expect(what.reason).toMatch(/^(required|controlCharacters|tooLong|malformed)$/);
          return;
        }
        expect(what.code).not.toBe('');
        expect(what.code.length).toBeLessThanOrEqual(longestCode);
        expect(() => encodeURIComponent(what.code)).not.toThrow();
        expect(what.code).not.toMatch(/\p{Cc}/u);
      }),
    );
  });

  test.each([
    ['😀', '😀'],
    ['a/b', 'a/b'],
    ['x~y AND z', 'x~y AND z'],
    ['*ABC*', 'ABC'],
    [']C1ABC', 'ABC'],
    ['*', '*'],
    ['2123', '2123'],
    ['POL', 'POL'],
  ])('%j is unknown, and harmless', (text, code) => {
    expect(classify(text)).toEqual({ ok: true, kind: 'unknown', code });
  });

  test('an order line’s number is told in any case', () => {
    expect(classify(' pol-1001\n')).toEqual({ ok: true, kind: 'orderLine', code: 'POL-1001' });
  });
});

describe('clean', () => {
  test.each([
    ['', 'required'],
    [' \u200f \u2067', 'required'],
    ['a\u0000b', 'controlCharacters'],
    ['a\tb', 'controlCharacters'],
    ['a\u009bb', 'controlCharacters'],
    ['x'.repeat(201), 'tooLong'],
    ['\ud800', 'malformed'],
  ])('refuses %j as %s', (text, reason) => {
    expect(cleaned(text)).toEqual({ ok: false, reason });
  });

  test('leaves a clean text as it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\p{L}\p{N}/~"*-]{1,60}$/u), (text) => {
        expect(cleaned(text)).toEqual({ ok: true, text });
      }),
    );
  });

  test('shows anything, short and without a control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1000 }), (text) => {
        const seen = shown(text);
        expect(seen.length).toBeLessThanOrEqual(longestCode);
        expect(seen).not.toMatch(/\p{Cc}/u);
        expect(seen.isWellFormed()).toBe(true);
      }),
    );
    expect(shown('a\u0000\u001b\u007fb')).toBe('a\u2400\u241b\u2421b');
  });
});
