import { expect, test } from 'vitest';
import { noAnswerOf } from '../../src/client/connection.ts';

/** What fetch throws where the connection fails with `cause`. */
const failed = (cause: object) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('x'), cause) });

test.each([
  ['ENOTFOUND', 'no-such-host'],
  ['EAI_AGAIN', 'no-such-host'],
  ['ECONNREFUSED', 'refused'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls'],
])('%s: the request never left', (code, why) => {
  expect(noAnswerOf(failed({ code }))).toMatchObject({ why, neverRan: true });
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
  expect(noAnswerOf(failed({ code }))).toMatchObject({ why, neverRan: false });
});

test.each(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])(
  '%s while connecting: the request never left',
  (code) => {
    expect(noAnswerOf(failed({ code, syscall: 'connect' }))).toMatchObject({ neverRan: true });
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

test.each([undefined, null, 'a text', 5, new Error('plain'), {}, { errors: [null] }, { errors: 'none' }])(
  '%s as an error is still understood',
  (error) => {
    expect(noAnswerOf(error)).toEqual({ why: 'network', neverRan: false, lasting: false });
  },
);
