import { expect, test } from 'vitest';
import { noAnswerOf } from '../../src/client/connection.ts';

/** What fetch throws where the connection fails with `cause`. */
const failed = (cause: object) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('x'), cause) });

test.each([
  ['EAI_AGAIN', 'no-such-host'],
  ['ENODATA', 'no-such-host'],
  ['ECONNREFUSED', 'refused'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
])('%s: the request never left, and may the next time', (code, why) => {
  expect(noAnswerOf(failed({ code }))).toEqual({ why, neverRan: true, lasting: false });
});

test.each([
  ['ENOTFOUND', 'no-such-host'],
  ['EPROTO', 'tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls'],
])('%s: the request never left, and trying again is of no use', (code, why) => {
  expect(noAnswerOf(failed({ code }))).toEqual({ why, neverRan: true, lasting: true });
});

test.each([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])('%s: the request never left, and it is told what is wrong with the certificate', (code) => {
  const why = 'certificate';
  expect(noAnswerOf(failed({ code }))).toEqual({ why, neverRan: true, lasting: true, detail: code });
});

test('a port that fetch keeps away from stays closed to it', () => {
  const stored = new TypeError('fetch failed', { cause: new Error('bad port') });
  expect(noAnswerOf(stored)).toEqual({ why: 'refused', neverRan: true, lasting: true });
});

test('a connection that ends before it is a secure one: the request never left', () => {
  const message = 'Client network socket disconnected before secure TLS connection was established';
  expect(noAnswerOf(failed({ code: 'ECONNRESET', message }))).toEqual({
    ...{ why: 'tls', neverRan: true, lasting: false },
  });
});

test.each([
  ['ECONNRESET', 'lost'],
  ['EPIPE', 'lost'],
  ['UND_ERR_SOCKET', 'lost'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'tls'],
  ['ETIMEDOUT', 'timeout'],
  ['EHOSTUNREACH', 'network'],
  ['SOMETHING_NEW', 'network'],
])('%s: nobody knows whether it was acted on', (code, why) => {
  expect(noAnswerOf(failed({ code }))).toEqual({ why, neverRan: false, lasting: false });
});

test.each(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])(
  '%s while connecting: the request never left',
  (code) => {
    const why = code === 'ETIMEDOUT' ? 'timeout' : 'network';
    expect(noAnswerOf(failed({ code, syscall: 'connect' }))).toEqual({
      ...{ why, neverRan: true, lasting: false },
    });
    const several = {
      code,
      errors: [
        { code, syscall: 'connect' },
        { code, syscall: 'connect' },
      ],
    };
    expect(noAnswerOf(failed(several))).toMatchObject({ neverRan: true });
    expect(noAnswerOf(failed({ code, errors: [{ code }, { code, syscall: 'connect' }] }))).toMatchObject({
      neverRan: false,
    });
  },
);

const inACircle = new Error('the cause of itself');
inACircle.cause = inACircle;
const uncaused = new Error('of no cause', { cause: null });

test.each([
  ...[undefined, null, 'a text', 5, new Error('plain'), {}, { errors: [null] }, { errors: 'none' }],
  ...[{ errors: [] }, inACircle, uncaused],
])('%s as an error is still understood', (error) => {
  expect(noAnswerOf(error)).toEqual({ why: 'network', neverRan: false, lasting: false });
});
