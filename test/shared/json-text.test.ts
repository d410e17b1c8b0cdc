import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeObject, type JsonFault, longestJson } from '../../src/shared/json-text.ts';

function faultOf(text: string): JsonFault {
  const judged = judgeObject(text);
  if (judged.ok) throw new Error('there is no fault');
  return judged.fault;
}

describe('a text that is to be a JSON object', () => {
  test.each([
    ['{"a": }', { why: { expected: 'value' }, line: 1, column: 7 }],
    ['{a: 1}', { why: { expected: 'name' }, line: 1, column: 2 }],
    ['{"a" 1}', { why: { expected: 'colon' }, line: 1, column: 6 }],
    ['{\n  "a": 1\n  "b": 2\n}', { why: { expected: 'comma' }, line: 3, column: 3 }],
    ['{"a": 1,}', { why: { expected: 'name' }, line: 1, column: 9 }],
    ['{"a": [1, ]}', { why: { expected: 'value' }, line: 1, column: 11 }],
    ['{} x', { why: { expected: 'end' }, line: 1, column: 4 }],
    ['{"a": "x', { why: { expected: 'quote' }, line: 1, column: 9 }],
    ['{"a": "\\q"}', { why: { expected: 'escape' }, line: 1, column: 8 }],
    ['{"a": nullx}', { why: { expected: 'value' }, line: 1, column: 7 }],
    ['{"a": 01}', { why: { expected: 'value' }, line: 1, column: 7 }],
    ['[1]', { why: 'notAnObject', line: 1, column: 1 }],
    ['"text"', { why: 'notAnObject', line: 1, column: 1 }],
    ['{"a": 12345678901234567890}', { why: 'inexact', line: 1, column: 7 }],
    ['{"a": 1e999}', { why: 'inexact', line: 1, column: 7 }],
    ['{"a": 1e-999}', { why: 'inexact', line: 1, column: 7 }],
    [`{"a": ${'['.repeat(60)}`, { why: 'tooDeep', line: 1, column: 56 }],
    [`{"a": "${'x'.repeat(longestJson)}"}`, { why: 'tooLong', line: 1, column: 1 }],
  ])('%.40s says what is wrong, and where', (text, fault) => {
    expect(faultOf(text)).toEqual(fault);
  });

  test('nothing is nothing, and a name twice is told', () => {
    expect(judgeObject(' \n')).toEqual({ ok: true, value: null, twice: [] });
    expect(judgeObject('{"a": 1, "b": {"a": 2, "\\u0061": 3}}')).toEqual({
      ok: true,
      value: { a: 1, b: { a: 3 } },
      twice: ['a'],
    });
  });

  test('every object is taken as it is, however it is laid out', () => {
    const numbers = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 });
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        ...[fc.string({ unit: 'binary' }), numbers, fc.boolean(), fc.constant(null)],
        fc.array(tie('json'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('json'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), json, { noNullPrototype: true }),
        fc.constantFrom(0, 2, '\t'),
        (value, space) => {
          const text = JSON.stringify(value, null, space);
          expect(judgeObject(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown, twice: [] });
        },
      ),
    );
  });

  test('what JSON does not take is not taken, whatever it is', () => {
    const piece = fc.constantFrom(
      ...'{}[]:,"\\ \n\t',
      '1',
      '-',
      '.',
      'e',
      'true',
      'null',
      'a',
      '\u00a0',
      '"a"',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const judged = judgeObject(text);
        if (!judged.ok) {
          if (typeof judged.fault.why === 'object') expect(() => void JSON.parse(text)).toThrow();
          return;
        }
        expect(judged.value).toEqual(text.trim() === '' ? null : JSON.parse(text));
      }),
      { numRuns: 3000 },
    );
  });
});
