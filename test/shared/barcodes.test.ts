import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  classify as classifyBy,
  hasCheckDigit,
  readingOf,
  tryBarcode,
  type BarcodeRules,
} from '../../src/shared/barcodes.ts';
import { cleaned, longestCode, shown } from '../../src/shared/scanned-text.ts';
import { commandCode, commands } from '../../src/shared/command-barcodes.ts';
import { defaultBarcodes } from '../../src/main/station/settings.ts';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { samples } from '../../src/service/samples.ts';

const classify = (text: string) => classifyBy(text, defaultBarcodes);
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

describe('command barcodes', () => {
  test.each(commands)('CRL%s is a command, as it is read or passed on', (command) => {
    for (const text of [
      commandCode(command),
      `CRL${command}`,
      `crl${command.toLowerCase()}`,
      `]C1CRL${command}`,
      `*CRL${command}*\r`,
    ]) {
      expect(classify(text)).toMatchObject({ ok: true, kind: 'command', command });
    }
  });

  test('have no digit, and only letters that three keyboards share', () => {
    for (const command of commands) expect(`CRL${command}`).toMatch(/^[B-LN-PR-VX]+$/);
  });

  test.each([
    ['CRLDEPT3', 'DEPT', 3],
    ['crlstep120', 'STEP', 120],
    ['*CRLDEPT*', 'DEPT', null],
  ])('%s asks for one of several', (text, command, number) => {
    expect(classify(text)).toMatchObject({ ok: true, kind: 'command', command, number });
  });

  test.each(['CRLEND3', 'CRLDEPT0', 'CRLDEPT03', 'CRLSTEP1000', 'CRL3', 'CRLDEPT3A'])(
    '%s has a number that means nothing, and is no command',
    (text) => {
      expect(classify(text).kind).toBe('unknown');
    },
  );

  test('nothing else is one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^CRL[A-Z]{0,8}$/), (text) => {
        const known: readonly string[] = commands;
        expect(classify(text).kind).toBe(known.includes(text.slice(3)) ? 'command' : 'unknown');
      }),
    );
  });
});

const letters = fc.stringMatching(/^[A-Z]{1,3}$/);
const rule = fc.record({
  kind: fc.constantFrom('patron' as const, 'item' as const),
  prefix: letters,
  length: fc.option(fc.integer({ min: 4, max: 12 })),
  digits: fc.boolean(),
  checkDigit: fc.constant(false),
});

describe('rules of a library', () => {
  test('tell a code that was made by one, and name the rule', () => {
    fc.assert(
      fc.property(rule, fc.stringMatching(/^\d{12}$/), (one, number) => {
        const text = (one.prefix + number).slice(0, one.length ?? 12);
        const rules: BarcodeRules = { rules: [one], code39: true, aim: true };
        expect(classifyBy(text, rules)).toEqual({ ok: true, kind: one.kind, code: text });
        expect(tryBarcode(text, rules)).toMatchObject({ kind: one.kind, why: 'rule', rules: [0] });
        expect(tryBarcode(`#${text}`, rules)).toMatchObject({ kind: 'unknown', why: 'noRule', rules: [] });
      }),
    );
  });

  const two: BarcodeRules = {
    rules: [
      { kind: 'patron', prefix: '', length: 7, digits: true, checkDigit: false },
      { kind: 'item', prefix: '9', length: 7, digits: true, checkDigit: true },
      { kind: 'item', prefix: 'B', length: null, digits: true, checkDigit: false },
    ],
    code39: false,
    aim: false,
  };

  test.each([
    ['1234567', { kind: 'patron', why: 'rule', rules: [0] }],
    ['9234567', { kind: 'patron', why: 'rule', rules: [0] }],
    ['9234568', { kind: 'unknown', why: 'several', rules: [0, 1] }],
    ['b42', { kind: 'item', why: 'rule', rules: [2] }],
    ['B4x', { kind: 'unknown', why: 'noRule', rules: [] }],
    ['*b42*', { kind: 'unknown', code: '*b42*', why: 'noRule', stripped: [] }],
    [']C1b42', { kind: 'unknown', code: ']C1b42', why: 'noRule', stripped: [] }],
    [' POL-7 ', { kind: 'orderLine', why: 'form', stripped: ['around'] }],
    ['\u0000', { code: '', why: 'unusable' }],
  ] as const)('%j is read as %j', (text, expected) => {
    expect(tryBarcode(text, two)).toMatchObject(expected);
  });

  test('a wrong check digit is refused, and says which rule it would fit', () => {
    expect(tryBarcode(']C1*31234000001015*', defaultBarcodes)).toEqual({
      kind: 'item',
      code: '31234000001015',
      stripped: ['aim', 'code39'],
      why: 'checkDigit',
      rules: [1],
    });
    expect(classify('31234000001015')).toMatchObject({ ok: false, detail: 'checkDigit' });
  });

  test('choose among the readings of a scan: another only where the text is no code, and it is', () => {
    fc.assert(
      fc.property(kind, number, (kind, n) => {
        const code = barcodeOf(kind, n);
        // A machine that stuttered after the first key, a keyboard that types marks for digits, and what was typed before.
        expect(readingOf(code.slice(1), [code], defaultBarcodes)).toBe(code);
        expect(readingOf('à&é"\'', ['1234', code], defaultBarcodes)).toBe(code);
        expect(readingOf(code, [`5${code}`], defaultBarcodes)).toBe(code);
        expect(readingOf('ABC', ['XABC'], defaultBarcodes)).toBe('ABC');
      }),
    );
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
