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
import { commandCode, commandIn, commands } from '../../src/shared/command-barcodes.ts';
import { defaultBarcodes } from '../../src/main/station/settings.ts';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { sampleCode, samples } from '../../src/service/samples.ts';

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

/** Codes as scanners and people send them, and what they are. */
const sent = [
  ['A21234000001016B', 'patronGood', ['codabar']],
  ['a31234000001014d', 'itemFree1', ['codabar']],
  ['31234000001014d', 'itemFree1', ['codabar']],
  ['t31234000001014e', 'itemFree1', ['codabar']],
  ['*31234000001014d', 'itemFree1', ['codabar']],
  [']F0A31234000001014B', 'itemFree1', ['aim', 'codabar']],
  ['2 1234 00000 1016', 'patronGood', ['blanks']],
  ['3 1234 00000 1014', 'itemFree1', ['blanks']],
  [' ]F0a3\u00a01234 00000\u20091014b\r', 'itemFree1', ['around', 'aim', 'codabar', 'blanks']],
  ['３１２３４０００００１０１４', 'itemFree1', ['digits']],
  ['Ａ３１２３４０００００１０１４Ｂ', 'itemFree1', ['digits', 'width', 'codabar']],
  ['٣١٢٣٤٠٠٠٠٠١٠١٤', 'itemFree1', ['digits']],
  ['\u200b31234000001014', 'itemFree1', ['invisible']],
  ['31234000001014\u2060', 'itemFree1', ['invisible']],
  ['31234\u00ad000001014', 'itemFree1', ['invisible']],
  ['\u000231234000001014\u0003\r\n', 'itemFree1', ['around']],
  ['\u001d31234000001014\u001d', 'itemFree1', ['around']],
] as const;

/** What scanners of one desk were set to send. No part of it is a digit. */
const affix = fc.stringMatching(/^[!#%&A-Za-z+/<>_~-]{0,6}$/);
const wrap = (sign: string, code: string, end: string): string => sign + code + end;

describe('what comes along with a code', () => {
  test.each(sent)('%j is read as the code of %s, without %j', (text, sample, stripped) => {
    const code = sampleCode(sample);
    expect(classify(text)).toMatchObject({ ok: true, code });
    expect(tryBarcode(text, defaultBarcodes)).toMatchObject({ code, why: 'rule', stripped });
  });

  test('is read away in any combination, whatever the scanner was set to send', () => {
    const scanner = fc.record({
      affixes: fc.record({ prefix: affix, suffix: affix }),
      aim: fc.constantFrom('', ']C1', ']F0', ']A0'),
      signs: fc.constantFrom(['', ''], ['A', 'B'], ['c', 'd'], ['', 'n'], ['t', ''], ['*', 'E'], ['*', '*']),
      blanks: fc.boolean(),
      unseen: fc.constantFrom('', '\u200b', '\u00ad', '\u2060', '\u200f'),
      zero: fc.constantFrom('0', '٠', '۰', '०', '０'),
      around: fc.constantFrom(['', ''], ['\u0002', '\u0003'], [' ', '\r\n'], ['', '\u001d']),
    });
    fc.assert(
      fc.property(kind, number, scanner, (kind, n, { affixes, aim, signs, blanks, unseen, zero, around }) => {
        const code = barcodeOf(kind, n);
        const digits = code.replaceAll(/\d/g, (digit) =>
          String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)),
        );
        const printed = blanks ? [digits[0], digits.slice(1, 5), digits.slice(5)].join(' ') : digits;
        const data = aim + wrap(signs[0], printed, signs[1]);
        const text = wrap(around[0], wrap(affixes.prefix, data, affixes.suffix), around[1]);
        const heard = text.slice(0, 3) + unseen + text.slice(3);
        expect(classifyBy(heard, { ...defaultBarcodes, affixes })).toEqual({ ok: true, kind, code });
      }),
    );
  });

  test('is nothing of a code that fits a rule as it is', () => {
    const anyRule = fc.record({
      kind: fc.constantFrom('patron' as const, 'item' as const),
      prefix: fc.constantFrom('', 'A', 'B2', '3', 'T*'),
      length: fc.option(fc.integer({ min: 3, max: 8 })),
      digits: fc.boolean(),
      checkDigit: fc.boolean(),
    });
    const text = fc.stringMatching(/^[A-Da-d0-9*# -]{3,8}$/).filter((one) => one.trim() === one);
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 3 }), text, affix, affix, (rules, code, prefix, suffix) => {
        const asItIs = { rules, aim: false, code39: false };
        fc.pre(['rule', 'several'].includes(tryBarcode(code, { ...asItIs, rules }).why));
        fc.pre(tryBarcode(code, asItIs).code === code);
        const all: BarcodeRules = { ...asItIs, aim: true, affixes: { prefix, suffix } };
        expect(tryBarcode(code, all).code).toBe(code);
      }),
    );
  });

  test('stays where the rest fits no rule, but for what the scanners here are known to send', () => {
    const foreign = 'X98765';
    expect(classify(`A${foreign}B`)).toMatchObject({ kind: 'unknown', code: `A${foreign}B` });
    expect(classify('2 1234')).toMatchObject({ kind: 'unknown', code: '2 1234' });
    const here = { ...defaultBarcodes, affixes: { prefix: 'LIB:', suffix: '#' } };
    expect(tryBarcode(`LIB: ${foreign}#`, here)).toMatchObject({
      ...{ code: foreign, why: 'noRule', stripped: ['prefix', 'suffix'] },
    });
    expect(classifyBy(`LIB:${foreign}`, here)).toMatchObject({ code: `LIB:${foreign}` });
    expect(classifyBy('LIB:POL-7#', here)).toMatchObject({ kind: 'orderLine', code: 'POL-7' });
    expect(classifyBy(`LIB:${commandCode('END')}#`, here)).toMatchObject({ kind: 'command', command: 'END' });
    expect(commandIn(`LIB:${commandCode('END')}#`, here.affixes)).toBe('END');
    // Misread, and known to be.
    expect(classifyBy('LIB:31234000001015#', here)).toMatchObject({ ok: false, detail: 'checkDigit' });
    // There is nothing between them.
    expect(classifyBy('LIB:#', here)).toMatchObject({ code: 'LIB:#' });
  });

  test('is a control character only at the ends: with a rest after it the whole is refused', () => {
    for (const text of ['3123400\u001d0001014', '31234000001014\u001d99', '\u000231234\t000001014\r'])
      expect(classify(text)).toEqual({ ok: false, kind: 'unknown', reason: 'controlCharacters', detail: '' });
  });

  test('is not guessed where two codes are as near', () => {
    const rules = (prefix: string, kind: 'patron' | 'item') =>
      ({ kind, prefix, length: 4, digits: false, checkDigit: false }) as const;
    const both: BarcodeRules = {
      ...{ aim: true, code39: true, affixes: { prefix: '1', suffix: '9' } },
      rules: [rules('2', 'patron'), rules('12', 'item')],
    };
    expect(tryBarcode('12349', both)).toMatchObject({ code: '234', why: 'noRule' });
    expect(tryBarcode('123459', both)).toMatchObject({ code: '2345', kind: 'patron' });
  });

  test('leaves the other readings of the keys until none of them is a code as it is', () => {
    const [card, book] = [barcodeOf('patron', 7), barcodeOf('item', 7)];
    expect(readingOf(`a${card}b`, [book], defaultBarcodes)).toBe(book);
    expect(readingOf('Q&é', [`A${card}B`], defaultBarcodes)).toBe(`A${card}B`);
  });

  test('is a digit in each script that has digits', () => {
    for (const numberingSystem of Intl.supportedValuesOf('numberingSystem')) {
      const digits = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(1234567890);
      if (/^\p{Nd}{10}$/u.test(digits))
        expect(classify(digits), numberingSystem).toMatchObject({ code: '1234567890' });
    }
  });
});

describe('where only codes by the rules are taken', () => {
  const only = { ...defaultBarcodes, onlyRules: true };

  test('one that fits none is refused, with the reason; what is known by its form is not', () => {
    expect(classifyBy('978', only)).toEqual({
      ok: false,
      kind: 'unknown',
      reason: 'malformed',
      detail: 'noRule',
    });
    expect(classifyBy('a31234000001014b', only)).toMatchObject({ ok: true, kind: 'item' });
    expect(classifyBy('POL-7', only)).toMatchObject({ ok: true, kind: 'orderLine' });
    expect(classifyBy('CRLEND', only)).toMatchObject({ ok: true, kind: 'command' });
  });

  test('nothing is, as long as there are no rules', () => {
    expect(classifyBy('978', { ...only, rules: [] })).toMatchObject({ ok: true, kind: 'unknown' });
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
