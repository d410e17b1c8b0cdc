import type { Unreachable } from './errors.ts';
import { NotConnected } from './proxy/not-connected.ts';

/** Why no answer came, and whether it is certain that the request never reached the service. */
export interface NoAnswer {
  readonly why: Unreachable;
  readonly neverRan: boolean;
  /** Trying again cannot help: a name that does not exist and a bad certificate stay what they are. */
  readonly lasting: boolean;
  /** Of a certificate, what is wrong with it; of a proxy, which one and what it said. */
  readonly detail?: string;
}

interface Cause {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

const certificate =
  /^(?:CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERROR_IN_CERT_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|ERR_TLS_CERT_)/;
/** Only what ends a handshake: other TLS errors can come later, after the request. */
const handshake =
  /^(?:EPROTO$|ERR_SSL_.*(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HANDSHAKE_FAILURE|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|UNRECOGNIZED_NAME|NO_PROTOCOLS_AVAILABLE))/;
const lost = /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_|HPE_)/;

/**
 * Reads off a failed fetch what happened. Only what is certain to have happened before the first byte counts as
 * `neverRan`; a reset on a pooled connection may have come after the service acted, so it does not.
 */
export function noAnswerOf(error: unknown): NoAnswer {
  const cause = innermost(error);
  if (cause instanceof NotConnected) {
    const { why, lasting, detail } = cause;
    return { why, neverRan: true, lasting, ...(detail !== '' && { detail }) };
  }
  const code = typeof cause.code === 'string' ? cause.code : '';
  const message = typeof cause.message === 'string' ? cause.message : '';
  if (code === 'ENOTFOUND') return { why: 'no-such-host', neverRan: true, lasting: true };
  if (code === 'EAI_AGAIN' || code === 'ENODATA') {
    return { why: 'no-such-host', neverRan: true, lasting: false };
  }
  // fetch keeps away from the ports of other protocols before it connects.
  if (code === 'ECONNREFUSED' || message === 'bad port') {
    return { why: 'refused', neverRan: true, lasting: message === 'bad port' };
  }
  if (certificate.test(code)) return { why: 'certificate', neverRan: true, lasting: true, detail: code };
  if (handshake.test(code)) return { why: 'tls', neverRan: true, lasting: true };
  if (message.includes('before secure TLS connection was established')) {
    return { why: 'tls', neverRan: true, lasting: false };
  }
  if (/^ERR_(?:SSL|TLS)_/.test(code)) return { why: 'tls', neverRan: false, lasting: false };
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return { why: 'timeout', neverRan: true, lasting: false };
  if (/^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/.test(code)) {
    return { why: 'timeout', neverRan: false, lasting: false };
  }
  const connecting = isConnecting(cause);
  if (code === 'ETIMEDOUT') return { why: 'timeout', neverRan: connecting, lasting: false };
  if (lost.test(code) && !connecting) return { why: 'lost', neverRan: false, lasting: false };
  return { why: 'network', neverRan: connecting, lasting: false };
}

function innermost(error: unknown): Cause {
  let cause = (error ?? {}) as Cause;
  for (let depth = 0; depth < 5 && typeof cause.cause === 'object' && cause.cause !== null; depth++) {
    cause = cause.cause;
  }
  return cause;
}

/** Where a name has several addresses, the failures of all of them come as one, and only while connecting. */
function isConnecting(cause: Cause): boolean {
  if (Array.isArray(cause.errors)) {
    return cause.errors.length > 0 && cause.errors.every((one: Cause | null) => one?.syscall === 'connect');
  }
  return cause.syscall === 'connect';
}
