import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { policyIds } from '../../../src/contract/policy.ts';
import { catalogue } from '../../../src/main/policy/catalogue.ts';
import { parsePolicy, parsePolicyText } from '../../../src/main/policy/parse.ts';
import { loadLocated } from '../../../src/main/policy/readers.ts';
import { lineOf, problemAt } from '../../../src/main/policy/words.ts';

await loadLocated();

const schema = '"schema": "carrel-policy/1"';

/** The problems of a text, as the command line prints them. */
function problemsOf(text: string | Uint8Array): string[] {
  const judged = typeof text === 'string' ? parsePolicyText(text) : parsePolicy(text);
  return judged.ok ? [] : judged.problems.map((one) => lineOf(problemAt('p', one)));
}
const whys = (text: string | Uint8Array): unknown[] => {
  const judged = typeof text === 'string' ? parsePolicyText(text) : parsePolicy(text);
  return judged.ok ? [] : judged.problems.map(({ why, key, line, column }) => [why, key, line, column]);
};

describe('a policy file', () => {
  test('is read with all that the catalogue has', () => {
    const mandatory = Object.fromEntries(policyIds.map((id) => [id, catalogue[id].sample]));
    const text = JSON.stringify({ schema: 'carrel-policy/1', mandatory, recommended: { blurAfter: 60 } });
    expect(parsePolicyText(text)).toEqual({
      ok: true,
      content: { mandatory, recommended: { blurAfter: 60 } },
    });
  });

  test('may say nothing', () => {
    expect(parsePolicyText(`{${schema}}`)).toEqual({ ok: true, content: { mandatory: {}, recommended: {} } });
  });

  test('each problem has its line and column', () => {
    const text = [
      '{',
      `  ${schema},`,
      '  "mandatory": {',
      '    "blurafter": 60,',
      '    "clearAfter": "600",',
      '    "allowExports": "false",',
      '    "placeByHost": [',
      '      { "host": "a-*", "library": "MAIN", "dsk": "D" },',
      '      { "library": 7 }',
      '    ]',
      '  },',
      '  "include": "other.json"',
      '}',
    ].join('\r\n');
    expect(problemsOf(text)).toMatchInlineSnapshot(`
      [
        "p:4:5: “mandatory.blurafter” is not a setting. “blurAfter” is.",
        "p:5:5: “mandatory.clearAfter” has to be a whole number from 0 to 86400. What is there is of another type.",
        "p:6:5: “mandatory.allowExports” has to be true or false, without quotation marks. What is there is of another type.",
        "p:8:43: “mandatory.placeByHost[0].dsk” is not a setting.",
        "p:9:7: “mandatory.placeByHost[1].host” is missing, or not as it should be: “mandatory.placeByHost” has to be a list of objects with “host”, “library” and, where there are any, “desk” and “department”.",
        "p:9:9: “mandatory.placeByHost[1].library” is missing, or not as it should be: “mandatory.placeByHost” has to be a list of objects with “host”, “library” and, where there are any, “desk” and “department”.",
        "p:12:3: “include” is not a setting.",
      ]
    `);
  });

  test.each([
    ['', [['empty', '', null, null]]],
    [' \n ', [['empty', '', null, null]]],
    ['[]', [['type', '', 1, 1]]],
    ['null', [['type', '', 1, 1]]],
    ['{}', [['schema', 'schema', 1, 1]]],
    ['{"schema": "carrel-policy/2"}', [['schema', 'schema', 1, 2]]],
    [`{${schema}, "mandatory": []}`, [['type', 'mandatory', 1, 31]]],
    [`{${schema},}`, [['syntax', '', 1, 30]]],
    [`{\n// no\n${schema}}`, [['syntax', '', 2, 1]]],
    [
      `{${schema}, "mandatory": {"blurAfter": 1,\n "blurAfter": 2}}`,
      [['twice', 'mandatory.blurAfter', 2, 2]],
    ],
    [`{${schema}, ${schema}}`, [['twice', 'schema', 1, 31]]],
    [`{${schema}, "mandatory": {"apiKey": "x"}}`, [['secret', 'mandatory.apiKey', 1, 45]]],
    [`{${schema}, "password": "x"}`, [['secret', 'password', 1, 31]]],
    [
      `{${schema}, "mandatory": {"proxy": "PROXY anna:pw@proxy.example:3128"}}`,
      [['secret', 'mandatory.proxy', 1, 45]],
    ],
    [
      `{${schema}, "mandatory": {"serviceAddress": "https://library.example/?apikey=l7xx"}}`,
      [['secret', 'mandatory.serviceAddress', 1, 45]],
    ],
    [
      `{${schema}, "mandatory": {"serviceAddress": "http://library.example"}}`,
      [['value', 'mandatory.serviceAddress', 1, 45]],
    ],
    [`{${schema}, "mandatory": {"blurAfter": 1.5}}`, [['type', 'mandatory.blurAfter', 1, 45]]],
    [`{${schema}, "mandatory": {"blurAfter": -1}}`, [['value', 'mandatory.blurAfter', 1, 45]]],
    [`{${schema}, "mandatory": {"blurAfter": null}}`, [['type', 'mandatory.blurAfter', 1, 45]]],
    [`{${schema}, "__proto__": {"allowExports": true}}`, [['unknown', '__proto__', 1, 31]]],
    [`{${schema}, "mandatory": {"toString": 1}}`, [['unknown', 'mandatory.toString', 1, 45]]],
  ])('%s', (text, expected) => expect(whys(text)).toEqual(expected));

  test('is read in UTF-8 and UTF-16 with a mark, and in nothing else', () => {
    const text = `{${schema}, "mandatory": {"blurAfter": 60}}`;
    const le = Buffer.from(`\uFEFF${text}`, 'utf16le');
    const be = Buffer.from(le).swap16();
    for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), le, be])
      expect(parsePolicy(bytes)).toMatchObject({ ok: true, content: { mandatory: { blurAfter: 60 } } });
    expect(whys(le.subarray(2))).toEqual([['encoding', '', null, null]]);
    expect(whys(Buffer.from([0x7b, 0xff, 0x7d]))).toEqual([['encoding', '', null, null]]);
  });

  test('of ten megabytes, or nested deep, is refused at once', () => {
    expect(whys(Buffer.alloc(10_000_000, 0x20))).toEqual([['tooLarge', '', null, null]]);
    const deep = '['.repeat(400_000);
    expect(whys(deep)).toEqual([['tooDeep', '', 1, 21]]);
    expect(whys(`{${schema}, "a": ${'{"a":'.repeat(30)}1${'}'.repeat(30)}}`)[0]).toContain('tooDeep');
  });

  test.each([
    ['names that nothing has', (nth: number) => `"a${nth}"`],
    ['one name', () => '"a"'],
  ])('with a megabyte of %s has the first hundred faults named', (_of, name) => {
    const text = `{${schema}${Array.from({ length: 70_000 }, (_, nth) => `,\n${name(nth)}: 1`).join('')}}`;
    const found = whys(text);
    expect(found).toHaveLength(100);
    expect(found[0]).toContain(name(0) === name(1) ? 3 : 2);
  });

  test('says nothing of a value', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...policyIds),
        fc.stringMatching(/^s3cr3t-[a-z0-9]{4,20}$/),
        (id, value) => {
          const text = JSON.stringify({ schema: value, mandatory: { [id]: [value] } });
          expect(problemsOf(text).join('\n')).not.toContain(value);
        },
      ),
    );
  });

  test('what is accepted is JSON, and means the same to others', () => {
    const values = fc.dictionary(
      fc.constantFrom<string>(...policyIds, 'other'),
      fc.oneof(fc.boolean(), fc.integer(), fc.string(), fc.constant('en')),
    );
    const texts = fc
      .record({ mandatory: values, recommended: values })
      .map((parts) => JSON.stringify({ schema: 'carrel-policy/1', ...parts }));
    fc.assert(
      fc.property(texts, fc.nat(), fc.string({ maxLength: 2 }), (text, at, typed) => {
        const place = at % (text.length + 1);
        for (const one of [text, text.slice(0, place) + typed + text.slice(place)]) {
          const judged = parsePolicyText(one);
          if (judged.ok) expect(JSON.parse(one)).toMatchObject({ mandatory: judged.content.mandatory });
          else expect(judged.problems.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  test('nothing at all makes it fail, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(parsePolicy(bytes)).toHaveProperty('ok');
      }),
    );
  });
});
