import fc from 'fast-check';
import { bodyOf, words, type Words } from './words.ts';

const origin = 'https://library.example';

const status = fc.oneof(
  { weight: 30, arbitrary: fc.constant(200) },
  { weight: 2, arbitrary: fc.constantFrom(201, 202, 204, 205, 206, 299) },
  { weight: 2, arbitrary: fc.constantFrom(300, 301, 302, 303, 304, 307, 308, 399) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(400, 400, 400, 401, 403, 404, 405, 408, 409, 413, 422, 429, 451, 499),
  },
  { weight: 2, arbitrary: fc.constantFrom(500, 502, 503, 504, 599) },
);

const header = (...odd: string[]) =>
  fc.option(
    fc.oneof(
      fc.constantFrom(...odd),
      fc.string({
        unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
        maxLength: 8,
      }),
    ),
    { nil: undefined },
  );

const headers = fc.record({
  'content-type': header(
    'application/json',
    'application/json',
    'text/html',
    'application/xml',
    'a/b; charset=utf-16',
    ';',
    '\u00ff',
  ),
  'retry-after': header(
    '0',
    '1',
    '-1',
    '1.5',
    '9'.repeat(400),
    'Wed, 21 Oct 2065 07:28:00 GMT',
    'soon',
    'Infinity',
    ' ',
  ),
  location: header(
    '/',
    '//other.example/x',
    `${origin}/svcws/v1/items`,
    `${origin}:444/`,
    `https://:pw@library.example/`,
    'javascript:alert(1)',
    'data:,x',
    'file:///etc/passwd',
    'http://library.example/',
    'http://[',
    '%',
    '?'.repeat(5000),
    '..',
  ),
  'x-exl-api-remaining': header('7', '-1', '1e9', '9'.repeat(400), 'lots'),
  'content-length': header('0', '99999999', '-1', 'x'),
});

/** How a body comes: whole, in pieces, as bytes that are no text, broken off on the way. */
const coming = fc.oneof(
  { weight: 20, arbitrary: fc.constant('whole' as const) },
  { weight: 2, arbitrary: fc.constantFrom('pieces', 'notUtf8', 'brokenOff') },
);

const noAnswers: Readonly<Record<string, unknown>> = {
  reset: Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET', syscall: 'read' } }),
  refused: Object.assign(new TypeError('fetch failed'), {
    cause: { code: 'ECONNREFUSED', syscall: 'connect' },
  }),
  circular: circular(),
  nothing: undefined,
  text: 'gone',
  oddCode: Object.assign(new Error('x'), { cause: { code: 7, errors: 'none', message: {} } }),
  noErrors: Object.assign(new Error('x'), { cause: { errors: [null] } }),
};

function circular(): Error {
  const error = new Error('round');
  error.cause = error;
  return error;
}

/** An answer as it never should be, or none. */
export type Malformed =
  | { readonly fails: string }
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string | undefined>>;
      readonly words: Words;
      readonly coming: 'whole' | 'pieces' | 'notUtf8' | 'brokenOff';
    };

export const malformed: fc.Arbitrary<Malformed> = fc.oneof(
  { weight: 30, arbitrary: fc.record({ status, headers, words, coming }) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(noAnswers)).map((fails) => ({ fails })) },
);

/** The answer as `fetch` gives it; throws where there is none. */
export function answered(real: string, input: Malformed): Response {
  if ('fails' in input) throw noAnswers[input.fails];
  const init = {
    status: input.status,
    headers: Object.entries(input.headers).filter((pair): pair is [string, string] => pair[1] !== undefined),
  };
  if ([204, 205, 304].includes(input.status)) return new Response(null, init);
  return new Response(streamed(bodyOf(real, input.words), input.coming), init);
}

function streamed(
  text: string,
  how: Exclude<Malformed, { fails: string }>['coming'],
): string | Uint8Array<ArrayBuffer> | ReadableStream {
  if (how === 'whole') return text;
  const bytes = new TextEncoder().encode(text);
  const half = bytes.length >> 1;
  if (how === 'notUtf8')
    return Uint8Array.of(...bytes.slice(0, Math.min(half, 100)), 0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0);
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.slice(0, half));
      if (how === 'brokenOff') controller.error(new TypeError('terminated'));
      else {
        controller.enqueue(bytes.slice(half));
        controller.close();
      }
    },
  });
}
