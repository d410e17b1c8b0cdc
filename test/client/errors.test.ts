import { expect, test } from 'vitest';
import { baseUrl } from '../../src/client/address.ts';
import {
  CancelledError,
  InvalidArgumentError,
  isClientError,
  RefusedError,
  ThrottledError,
  UnauthorizedError,
  UnexpectedAnswerError,
  UnknownOutcomeError,
  UnreachableError,
} from '../../src/client/errors.ts';

const where = { operation: 'users.get', method: 'GET', path: '/users/{user_id}' } as const;
const refusal = { code: '401861', serviceMessage: 'No Rivka Ben-Ami here.', trackingId: 'E1' };
const silent = { code: '', serviceMessage: '', trackingId: null };
const page = { found: 'html', status: 200, contentType: 'text/html', field: null } as const;
const call = 'users.get (GET /users/{user_id}): ';

/** What stands in the log of each: which call, what came of it, and nothing that the service said of anybody. */
test.each<[() => Error, string, string, string]>([
  [
    () => new RefusedError(where, 400, refusal),
    ...(['RefusedError', 'refused', 'the service refused (HTTP 400, code 401861)'] as const),
  ],
  [
    () => new RefusedError(where, 404, silent),
    ...(['RefusedError', 'refused', 'the service refused (HTTP 404)'] as const),
  ],
  [
    () => new UnauthorizedError(where, 401, silent),
    ...(['UnauthorizedError', 'unauthorized', 'the key was not accepted (HTTP 401)'] as const),
  ],
  [
    () => new ThrottledError(where, 429, silent, 5),
    ...(['ThrottledError', 'throttled', 'too many calls (HTTP 429)'] as const),
  ],
  [
    () => new UnreachableError(where, 'lost'),
    ...(['UnreachableError', 'unreachable', 'no answer (lost)'] as const),
  ],
  [
    () => new UnexpectedAnswerError(where, page),
    ...(['UnexpectedAnswerError', 'unexpected-answer', 'unexpected answer (html, HTTP 200)'] as const),
  ],
  [
    () => new UnexpectedAnswerError(where, { ...page, found: 'shape', field: 'fee.0.id' }),
    'UnexpectedAnswerError',
    'unexpected-answer',
    'unexpected answer (shape at fee.0.id, HTTP 200)',
  ],
  [
    () => new UnknownOutcomeError(where, 'timeout'),
    ...(['UnknownOutcomeError', 'unknown-outcome', 'outcome unknown (timeout)'] as const),
  ],
  [
    () => new UnknownOutcomeError(where, 'server-error', 500, refusal),
    ...(['UnknownOutcomeError', 'unknown-outcome', 'outcome unknown (server-error, HTTP 500)'] as const),
  ],
  [() => new CancelledError(where), 'CancelledError', 'cancelled', 'cancelled'],
])('%s', (made, name, kind, message) => {
  const error = made();
  expect(error).toMatchObject({
    ...where,
    name,
    kind,
    message: call + message,
    endpoint: 'GET /users/{user_id}',
  });
  expect(isClientError(error)).toBe(true);
});

test('a check of our own says which field of what it is about, and what was expected', () => {
  const wrong = new InvalidArgumentError({
    ...{ place: 'query', field: 'limit', reason: 'invalid', detail: 'expected a number' },
  });
  expect(wrong).toMatchObject({
    name: 'InvalidArgumentError',
    kind: 'invalid',
    message: 'query limit: expected a number',
  });
  expect(isClientError(wrong)).toBe(true);
});

test.each([new Error('x'), new TypeError('x'), 'text', null, { kind: 'refused' }])(
  'a defect is none of these: %s',
  (error) => {
    expect(isClientError(error)).toBe(false);
  },
);

test.each([
  ['library.example', 'svcws', 'address', 'invalid', 'expected an address such as https://library.example'],
  ['https://', 'svcws', 'address', 'invalid', 'expected an address such as https://library.example'],
  ['https://me@a.example', 'svcws', 'address', 'invalid', 'expected no user name or password in it'],
  ['https://:secret@a.example', 'svcws', 'address', 'invalid', 'expected no user name or password in it'],
  ['https://a.example/?a', 'svcws', 'address', 'invalid', 'expected no ? or # in it'],
  ['http://a.example', 'svcws', 'address', 'insecure', 'expected https:// (http:// only on this machine)'],
  ['https://a.example', 'a/b', 'root', 'invalid', 'expected one path segment, such as svcws'],
])('%s with %s says what is wrong with it', (address, root, field, reason, detail) => {
  expect(() => baseUrl(address, root)).toThrow(
    expect.objectContaining({ place: 'connection', field, reason, detail }),
  );
});

test('any number of slashes at the end is none', () => {
  expect(baseUrl('https://a.example/gate///', 'svcws')).toBe('https://a.example/gate/svcws/v1');
});
