import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readXml } from '../../src/server/http/xml.ts';
import { NotForXml, toXml } from '../../src/service/xml.ts';

/** What XML 1.0 can carry: no control characters but tab and line ends, no halves of letters. */
// eslint-disable-next-line no-control-regex -- these are what it cannot
const carried = /^[^\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]*$/;
const text = fc
  .string({ unit: 'binary', maxLength: 40 })
  .filter((one) => carried.test(one) && one.isWellFormed());
const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,12}$/).filter((one) => one !== 'value');
const examples = [']]>', '<!--x-->', '&amp;', '\r\n\t', ' ', '"\'', '<xsl:if test="a &gt; b"/>', 'א‏', '📚'];

test('any text comes out as it went in', () => {
  fc.assert(
    fc.property(fc.dictionary(name, text, { noNullPrototype: true }), (record) => {
      expect(readXml('letter', toXml('letter', record))).toEqual(record);
    }),
    { numRuns: 300, examples: examples.map((one): [Record<string, string>] => [{ body: one }]) },
  );
});

test('a wrapped code comes out with all that stands beside it', () => {
  fc.assert(
    fc.property(text, fc.dictionary(name, text, { minKeys: 1, noNullPrototype: true }), (value, more) => {
      const record = { channel: { ...more, value } };
      expect(readXml('letter', toXml('letter', record))).toEqual(record);
    }),
    { numRuns: 300, examples: examples.map((one): [string, Record<string, string>] => [one, { desc: one }]) },
  );
});

test('a wrapped code that is none says nothing', () => {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  expect(toXml('letter', { channel: { value: null, desc: 'none' }, other: { value: undefined } })).toBe(
    `${head}<letter><channel desc="none"></channel><other></other></letter>`,
  );
});

test('records, lists, flags and numbers have one form', () => {
  const record = {
    code: 'X',
    enabled: true,
    size: 1.5,
    labels: { label: ['a', 'b'], one: { deep: 'c' } },
    bare: { value: 'EMAIL' },
    none: null,
  };
  expect(toXml('letter', record)).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<letter><code>X</code><enabled>true</enabled><size>1.5</size>' +
      '<labels><label>a</label><label>b</label><one><deep>c</deep></one></labels><bare>EMAIL</bare></letter>',
  );
});

test.each([
  [{ body: 'a\0b' }, 'body'],
  [{ body: '\ud800' }, 'body'],
  [{ labels: { label: ['fine', '\u0007'] } }, 'labels.label'],
  [{ channel: { value: 'E', desc: '\u0007' } }, 'channel.desc'],
  [{ 'no name': 'x' }, 'no name'],
])('what XML cannot carry is said with its field: %j', (record, field) => {
  const failing = () => toXml('letter', record);
  expect(failing).toThrow(NotForXml);
  expect(failing).toThrow(`${field}: `);
});
