import type { Method } from '../service/define.ts';

/**
 * Which call an error is about. The path is the template of the table (`/users/{user_id}`), never the filled one:
 * what stands in the braces, and the query, is patron data.
 */
export interface CallPlace {
  readonly operation: string;
  readonly method: Method;
  readonly path: string;
}

/** What the service says when it refuses: its code (`''` where it gave none), its own words, and the tracking id. */
export interface Refusal {
  readonly code: string;
  /** The service's own message. May name a patron: for the screen, not for a log. */
  readonly serviceMessage: string;
  readonly trackingId: string | null;
}

const noRefusal: Refusal = { code: '', serviceMessage: '', trackingId: null };

/**
 * What every failure of a call is: which endpoint, the status, and what the service said, as far as it said anything.
 * The classes below tell what it means for what was asked. `message` is safe to log: it holds no patron data, no words of the
 * service and no key. There is never a `cause`: causes hold the request, and the request holds the key.
 */
export abstract class ServiceError extends Error implements CallPlace, Refusal {
  readonly operation: string;
  readonly method: Method;
  readonly path: string;
  /** null where no answer came at all. */
  readonly status: number | null;
  readonly code: string;
  readonly serviceMessage: string;
  readonly trackingId: string | null;

  constructor(where: CallPlace, message: string, status: number | null = null, refusal: Refusal = noRefusal) {
    super(`${where.operation} (${where.method} ${where.path}): ${message}`);
    this.operation = where.operation;
    this.method = where.method;
    this.path = where.path;
    this.status = status;
    this.code = refusal.code;
    this.serviceMessage = refusal.serviceMessage;
    this.trackingId = refusal.trackingId;
  }

  /** The method and the path of the table: `POST /users/{user_id}/fees/{fee_id}`. */
  get endpoint(): string {
    return `${this.method} ${this.path}`;
  }
}

abstract class AnsweredError extends ServiceError {
  declare readonly status: number;

  constructor(where: CallPlace, message: string, status: number, refusal: Refusal) {
    const code = refusal.code === '' ? '' : `, code ${refusal.code}`;
    super(where, `${message} (HTTP ${status}${code})`, status, refusal);
  }
}

/** The service said no. Nothing was changed. Source: Errors. */
export class RefusedError extends AnsweredError {
  override readonly name = 'RefusedError';
  readonly kind = 'refused';

  constructor(where: CallPlace, status: number, refusal: Refusal) {
    super(where, 'the service refused', status, refusal);
  }
}

/** The key was not accepted (401), or not for this (403). Nothing was changed. Source: Authentication. */
export class UnauthorizedError extends AnsweredError {
  override readonly name = 'UnauthorizedError';
  readonly kind = 'unauthorized';

  constructor(where: CallPlace, status: number, refusal: Refusal) {
    super(where, 'the key was not accepted', status, refusal);
  }
}

/** Too many calls, still so after the repeats. Nothing was changed. `retryAfterMs` is what the service asked for. */
export class ThrottledError extends AnsweredError {
  override readonly name = 'ThrottledError';
  readonly kind = 'throttled';
  readonly retryAfterMs: number | null;

  constructor(where: CallPlace, status: number, refusal: Refusal, retryAfterMs: number | null) {
    super(where, 'too many calls', status, refusal);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Why there was no answer. `lost`: the connection broke after it stood; `tls`: no encrypted connection came about. */
export type Unreachable =
  'no-such-host' | 'refused' | 'timeout' | 'certificate' | 'tls' | 'lost' | 'network' | ProxyTrouble;

/**
 * Why a proxy did not lead to the service, which has seen nothing of the call then. `proxy-refused`: it said no, or broke
 * off; `proxy-login-kind`: it wants a kind of sign-in that is not spoken here; `proxy-kind`: it is no HTTP proxy.
 */
export type ProxyTrouble =
  | 'proxy-not-found'
  | 'proxy-unreachable'
  | 'proxy-certificate'
  | 'proxy-refused'
  | 'proxy-login'
  | 'proxy-login-refused'
  | 'proxy-login-kind'
  | 'proxy-kind';

/** No answer came, and nothing was changed: the request never left, or it was a read. */
export class UnreachableError extends ServiceError {
  override readonly name = 'UnreachableError';
  readonly kind = 'unreachable';
  readonly why: Unreachable;
  /** Of a certificate, what is wrong with it; of a proxy, which one and what it said; else `''`. */
  readonly detail: string;

  constructor(where: CallPlace, why: Unreachable, detail = '') {
    super(where, `no answer (${why})`);
    this.why = why;
    this.detail = detail;
  }
}

/** What was wrong with an answer. `field` says where in it, as far as that is known; its content is never included. */
export interface Unexpected {
  readonly found: 'html' | 'not-json' | 'empty' | 'shape' | 'redirect' | 'too-large' | 'not-this-service';
  readonly status: number;
  readonly contentType: string;
  readonly field: string | null;
}

/** A read was answered with something that is not the answer: a web page, half a JSON, nothing, another shape. */
export class UnexpectedAnswerError extends ServiceError implements Unexpected {
  override readonly name = 'UnexpectedAnswerError';
  readonly kind = 'unexpected-answer';
  declare readonly status: number;
  readonly found: Unexpected['found'];
  readonly contentType: string;
  readonly field: string | null;

  constructor(where: CallPlace, unexpected: Unexpected) {
    const at = unexpected.field === null ? '' : ` at ${unexpected.field}`;
    super(
      where,
      `unexpected answer (${unexpected.found}${at}, HTTP ${unexpected.status})`,
      unexpected.status,
    );
    this.found = unexpected.found;
    this.contentType = unexpected.contentType;
    this.field = unexpected.field;
  }
}

/**
 * Why the outcome of a command is unknown: no answer, an error of the service itself, a refusal without a code of the
 * service's own, or an answer that says nothing.
 */
export type Unknown = 'aborted' | 'server-error' | 'no-code' | Unreachable | Unexpected['found'];

/** A command was sent, and what came of it is not known. It must not be sent again before a read has shown that it did not happen. */
export class UnknownOutcomeError extends ServiceError {
  override readonly name = 'UnknownOutcomeError';
  readonly kind = 'unknown-outcome';
  readonly why: Unknown;

  constructor(where: CallPlace, why: Unknown, status: number | null = null, refusal?: Refusal) {
    super(where, `outcome unknown (${why}${status === null ? '' : `, HTTP ${status}`})`, status, refusal);
    this.why = why;
  }
}

/** Given up by the caller before it was sent, or a read. Nothing was changed. */
export class CancelledError extends ServiceError {
  override readonly name = 'CancelledError';
  readonly kind = 'cancelled';

  constructor(where: CallPlace) {
    super(where, 'cancelled');
  }
}

/** What a failed local check is about: which field, where it is in the request, and what is wrong with it. */
export interface Invalid {
  readonly place: 'path' | 'query' | 'body' | 'connection';
  readonly field: string;
  readonly reason: 'missing' | 'empty' | 'invalid' | 'unknown' | 'exactly-one' | 'at-least-one' | 'insecure';
  /** What was expected, in English, without the value that was given. */
  readonly detail: string;
}

/** Refused here, before any request. */
export class InvalidArgumentError extends Error implements Invalid {
  override readonly name = 'InvalidArgumentError';
  readonly kind = 'invalid';
  readonly place: Invalid['place'];
  readonly field: string;
  readonly reason: Invalid['reason'];
  readonly detail: string;

  constructor(invalid: Invalid) {
    super(`${invalid.place} ${invalid.field}: ${invalid.detail}`);
    this.place = invalid.place;
    this.field = invalid.field;
    this.reason = invalid.reason;
    this.detail = invalid.detail;
  }
}

/** Everything that a call can end in, besides its answer. */
export type ClientError =
  | RefusedError
  | UnauthorizedError
  | ThrottledError
  | UnreachableError
  | UnknownOutcomeError
  | UnexpectedAnswerError
  | CancelledError
  | InvalidArgumentError;

/** Tells the client's own failures from defects. */
export function isClientError(error: unknown): error is ClientError {
  return error instanceof ServiceError || error instanceof InvalidArgumentError;
}
