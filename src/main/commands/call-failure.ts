import {
  isClientError,
  type ClientError,
  type InvalidArgumentError,
  type Unexpected,
  type Unreachable as NoAnswer,
} from '../../client/errors.ts';
import type { Failure, Invalid, Unreachable } from '../../contract/failure.ts';
import { Failed } from '../failed.ts';

const noAnswers: Record<NoAnswer, Unreachable> = {
  'no-such-host': 'noSuchHost',
  refused: 'connectionRefused',
  timeout: 'timeout',
  certificate: 'certificate',
  tls: 'network',
  lost: 'network',
  network: 'network',
  'proxy-not-found': 'proxyNotFound',
  'proxy-unreachable': 'proxyUnreachable',
  'proxy-certificate': 'proxyCertificate',
  'proxy-refused': 'proxyRefused',
  'proxy-login': 'proxyLogin',
  'proxy-login-refused': 'proxyLoginRefused',
  'proxy-login-kind': 'proxyLoginKind',
  'proxy-kind': 'proxyKind',
};

const answers: Record<Unexpected['found'], Unreachable> = {
  html: 'notThatService',
  'not-this-service': 'notThatService',
  redirect: 'notThatService',
  'not-json': 'unreadable',
  empty: 'unreadable',
  shape: 'unreadable',
};

const reasons: Record<InvalidArgumentError['reason'], Invalid> = {
  missing: 'required',
  empty: 'required',
  invalid: 'malformed',
  unknown: 'malformed',
  'exactly-one': 'malformed',
  'at-least-one': 'required',
  insecure: 'notHttps',
};

/** What the client says, in the windows' words. `journalId` names the entry of a command whose outcome is unknown. */
export function callFailure(error: ClientError, journalId = ''): Failure {
  switch (error.kind) {
    case 'refused':
      return {
        kind: 'refused',
        operation: error.operation,
        status: error.status,
        code: error.code,
        message: error.serviceMessage,
        trackingId: error.trackingId,
      };
    case 'unauthorized':
      return { kind: 'unauthorized', trackingId: error.trackingId };
    case 'throttled':
      return { kind: 'throttled' };
    case 'unreachable':
      return { kind: 'unreachable', why: noAnswers[error.why], detail: error.detail };
    case 'unexpected-answer':
      return { kind: 'unreachable', why: answers[error.found], detail: error.field ?? '' };
    case 'unknown-outcome':
      return {
        kind: 'unknown-outcome',
        operation: error.operation,
        journalId,
        trackingId: error.trackingId,
      };
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'invalid':
      return { kind: 'invalid', field: error.field, reason: reasons[error.reason], detail: error.detail };
  }
}

/** The same error where it already has a failure, the client's as one, and anything else as it is: a defect. */
export function asFailed(error: unknown): unknown {
  return isClientError(error) ? new Failed(callFailure(error)) : error;
}
