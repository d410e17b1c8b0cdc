import fc from 'fast-check';
import { key } from '../stub.ts';
import { change, changed, type Change } from './json.ts';

const LONG = 200_000;

const tags = ['web_service_result', 'errorList', 'error', 'errorCode', 'errorMessage', 'trackingId'];
const xml = (...inner: string[]) => `<web_service_result>${inner.join('')}</web_service_result>`;

/** Bodies that are no answer to anything. */
const strangers: readonly string[] = [
  ...[
    '',
    ' ',
    ' '.repeat(LONG),
    '\u0000',
    '\ufeff',
    'null',
    'true',
    '0',
    '"text"',
    '[]',
    '{}',
    '[null]',
    '{',
    '[',
  ],
  ...['NaN', 'undefined', '{"a":1,}', "{'a':1}", '{"a":"\u0001"}', '\ufeff{}', '{}{}', '[1,2', ")]}',\n{}"],
  '<!doctype html><html><body>Sign in</body></html>',
  '<!DOCTYPE b [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><b>&b;&b;&b;&b;</b>',
  '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><web_service_result><errorList><error>&f;</error></errorList></web_service_result>',
  ...tags.map((tag) => xml(`<${tag}>`.repeat(LONG / 10))),
  ...tags.map((tag) => xml(`<${tag} `.repeat(LONG / 10))),
  ...tags.map((tag) => xml(`<a:${tag} b="`.repeat(LONG / 12), '>')),
  xml('<errorCode>', '&#x110000;&#99999999;&nope;&#;&#x;'.repeat(500), '</errorCode>'),
  xml('<errorCode><![CDATA[', ' '.repeat(LONG), ']]x></errorCode>'),
  xml('<errorMessage>', `tracking id ${'-'.repeat(LONG)}`, '</errorMessage>'),
  `<${'a'.repeat(LONG)}`,
  '<'.repeat(LONG),
  '['.repeat(LONG),
  '{"a":'.repeat(LONG / 5),
  `${'['.repeat(LONG)}${']'.repeat(LONG)}`,
  key,
  `Invalid key ${key}`,
  'x'.repeat(LONG),
  JSON.stringify({ primary_id: 'web_service_result "errorsExist"', errorsExist: 'false' }),
];

const refusal = fc
  .record(
    {
      errorsExist: fc.constantFrom<unknown>(true, false, 'true', null, []),
      errorList: fc.oneof(
        fc.record({
          error: fc.oneof(
            fc.array(
              fc.record(
                {
                  errorCode: fc.oneof(
                    fc.constantFrom(
                      '401129',
                      'PER_SECOND_THRESHOLD',
                      401652,
                      '',
                      key,
                      'x'.repeat(LONG),
                      'a\nb',
                    ),
                    fc.jsonValue({ maxDepth: 1 }),
                  ),
                  errorMessage: fc.oneof(
                    fc.constantFrom('No.', key, 'x'.repeat(LONG)),
                    fc.jsonValue({ maxDepth: 1 }),
                  ),
                  trackingId: fc.oneof(
                    fc.constantFrom('E01-1-A', key, 'x'.repeat(LONG)),
                    fc.jsonValue({ maxDepth: 1 }),
                  ),
                },
                { requiredKeys: [] },
              ),
              { maxLength: 3 },
            ),
            fc.jsonValue({ maxDepth: 2 }),
          ),
        }),
        fc.jsonValue({ maxDepth: 2 }),
      ),
      result: fc.jsonValue({ maxDepth: 1 }),
    },
    { requiredKeys: [] },
  )
  .map((body) => JSON.stringify(body));

/** What stands in the body, in which way. */
export type Words =
  | { readonly changes: readonly Change[] }
  | { readonly text: string }
  | { readonly cutAt: number }
  | { readonly after: string };

export const words: fc.Arbitrary<Words> = fc.oneof(
  { weight: 14, arbitrary: fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ text: fc.constantFrom(...strangers) }) },
  { weight: 3, arbitrary: fc.record({ text: refusal }) },
  { weight: 2, arbitrary: fc.record({ cutAt: fc.nat({ max: 3000 }) }) },
  { weight: 1, arbitrary: fc.record({ after: fc.constantFrom('}', ',', '\u0000', '{}', ' x', '\n\n') }) },
);

/** The body of a malformed answer, made from a real one. */
export function bodyOf(real: string, answer: Words): string {
  if ('text' in answer) return answer.text;
  if ('cutAt' in answer) return real.slice(0, real.length === 0 ? 0 : answer.cutAt % real.length);
  if ('after' in answer) return real + answer.after;
  return changed(real === '' ? '{}' : real, answer.changes);
}
