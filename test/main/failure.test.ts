import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  InvalidArgumentError,
  RefusedError,
  UnauthorizedError,
  UnexpectedAnswerError,
  UnknownOutcomeError,
  UnreachableError,
} from '../../src/client/errors.ts';
import { Failed, failureOf } from '../../src/main/failure.ts';
import { KeychainProblem } from '../../src/main/station/keychain.ts';
import { quietLog } from './support/ports.ts';

const where = {
  operation: 'users.fees.pay',
  method: 'POST',
  path: '/users/{user_id}/fees/{fee_id}',
} as const;
const refusal = { code: '401651', serviceMessage: 'No', trackingId: 'E1' };
const unknown = {
  kind: 'unknown-outcome',
  operation: 'users.fees.pay',
  journalId: 'j',
  trackingId: null,
} as const;

describe('what is thrown, as a window understands it', () => {
  test.each([
    ['a failure on its way', new Failed(unknown), unknown],
    [
      'a refusal',
      new RefusedError(where, 400, refusal),
      { kind: 'refused', code: '401651', message: 'No', trackingId: 'E1' },
    ],
    [
      'a key that is not accepted',
      new UnauthorizedError(where, 401, refusal),
      { kind: 'unauthorized', trackingId: 'E1' },
    ],
    [
      'a keychain that is locked',
      new KeychainProblem('keychainLocked'),
      { kind: 'locked', why: 'keychainLocked' },
    ],
    [
      'an outcome that is not known',
      new UnknownOutcomeError(where, 'lost', 500, refusal),
      { kind: 'unknown-outcome', operation: 'users.fees.pay', journalId: '', trackingId: 'E1' },
    ],
    [
      'a connection that broke',
      new UnreachableError(where, 'lost'),
      { kind: 'unreachable', why: 'network', detail: '' },
    ],
    [
      'a page that is no answer',
      new UnexpectedAnswerError(where, { found: 'html', status: 200, contentType: '', field: null }),
      { kind: 'unreachable', why: 'notThatService', detail: '' },
    ],
    [
      'an address over plain http',
      new InvalidArgumentError({ place: 'connection', field: 'address', reason: 'insecure', detail: '' }),
      { kind: 'invalid', field: 'address', reason: 'notHttps' },
    ],
    [
      'an argument that is missing',
      new InvalidArgumentError({ place: 'query', field: 'reason', reason: 'missing', detail: '' }),
      { kind: 'invalid', field: 'reason', reason: 'required' },
    ],
    [
      'an input',
      z.object({ a: z.string() }).safeParse({}).error,
      { kind: 'invalid', field: 'a', reason: 'required' },
    ],
    ['an abort', new DOMException('', 'AbortError'), { kind: 'cancelled' }],
    ['anything else', new Error('x'), { kind: 'defect', id: 'defect-1' }],
    ['no error at all', 'x', { kind: 'defect', id: 'defect-1' }],
  ])('%s', (_, error, failure) => {
    expect(failureOf(error, quietLog())).toMatchObject(failure);
  });

  test('only a defect is logged', () => {
    const log = quietLog();
    failureOf(new Failed(unknown), log);
    failureOf(new DOMException('', 'AbortError'), log);
    expect(log.defects).toEqual([]);
  });
});
