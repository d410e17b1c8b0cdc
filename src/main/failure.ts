import * as z from 'zod';
import {
  type ClientError,
  type InvalidArgumentError,
  isClientError,
  type Unexpected,
  type Unreachable as NoAnswer,
} from '../client/errors.ts';
import type { Failure, Invalid, Unreachable } from '../contract/failure.ts';
import { journalTroubleOf } from './journal/trouble.ts';
import type { JournalEntry } from './journal/port.ts';
import type { Log } from './ports.ts';
import { KeychainProblem } from './station/keychain.ts';

/** An error that already carries a `Failure`: main throws it on purpose. */
export class Failed extends Error {
  override readonly name = 'Failed';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** A failure for a field that is not accepted, with the reason. */
export const invalid = (field: string, reason: Invalid, detail = ''): Failed =>
  new Failed({ kind: 'invalid', field, reason, detail });

/** The failure of a command whose outcome is unknown. */
export const unknownOutcome = ({
  id: journalId,
  operation,
  trackingId,
}: Pick<JournalEntry, 'id' | 'trackingId'> & { readonly operation: string }): Failure & {
  readonly kind: 'unknown-outcome';
} => ({ kind: 'unknown-outcome', operation, journalId, trackingId });

/**
 * Translates any error into the shape that a window understands. Errors travel through main as they were thrown. They
 * are translated only at the router, and where a failure is stored as data (a row, a journal entry, one outcome of
 * several). An error that no code expects is a defect: it is logged under an id, and the window gets that id.
 */
export function failureOf(error: unknown, log: Pick<Log, 'defect'>): Failure {
  if (error instanceof Failed) return error.failure;
  if (isClientError(error)) return callFailure(error);
  if (error instanceof KeychainProblem) return { kind: 'locked', why: error.why };
  if (error instanceof z.ZodError) return inputFailure(error);
  const trouble = journalTroubleOf(error);
  if (trouble) return { kind: 'journal', why: trouble };
  if (error instanceof Error && error.name === 'AbortError') return { kind: 'cancelled' };
  return { kind: 'defect', id: log.defect(error) };
}

const unreachableReasons: Record<NoAnswer, Unreachable> = {
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

const unexpectedReasons: Record<Unexpected['found'], Unreachable> = {
  html: 'notThatService',
  'not-this-service': 'notThatService',
  redirect: 'notThatService',
  'not-json': 'unreadable',
  empty: 'unreadable',
  shape: 'unreadable',
  'too-large': 'unreadable',
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

/** Translates an error of the client. Only the command runner knows the journal id: here it is `''`. */
export function callFailure(error: ClientError): Failure {
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
      return { kind: 'unreachable', why: unreachableReasons[error.why], detail: error.detail };
    case 'unexpected-answer':
      return { kind: 'unreachable', why: unexpectedReasons[error.found], detail: error.field ?? '' };
    case 'unknown-outcome':
      return unknownOutcome({ id: '', operation: error.operation, trackingId: error.trackingId });
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'invalid':
      if (error.place === 'connection') return connectionFailure(error);
      return { kind: 'invalid', field: error.field, reason: reasons[error.reason], detail: error.detail };
  }
}

/** The fields of a connection form have reasons of their own. */
function connectionFailure({ field, reason, detail }: InvalidArgumentError): Failure {
  const malformed = field === 'key' ? 'notAKey' : 'notAnAddress';
  const reasons: Partial<Record<typeof reason, Invalid>> = { insecure: 'notHttps', empty: 'required' };
  return { kind: 'invalid', field, reason: reasons[reason] ?? malformed, detail };
}

/** The first field that a schema rejects. zod's messages name types and limits, never the value. */
function inputFailure(error: z.ZodError): Failure {
  const [issue] = error.issues;
  if (!issue) return { kind: 'invalid', field: '', reason: 'malformed', detail: '' };
  const field = issue.path.map(String).join('.');
  return { kind: 'invalid', field, reason: reasonOf(issue), detail: issue.message };
}

function reasonOf(issue: z.core.$ZodIssue): Invalid {
  if (issue.code === 'too_big') return 'tooLong';
  if (issue.code === 'too_small') return 'required';
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'required';
  return 'malformed';
}
