import * as z from 'zod';
import type { AnswerOf, Endpoint, OperationKind, Method } from '../service/define.ts';
import { endpoints, type Endpoints, type Operation } from '../service/endpoints.ts';
import { baseUrl } from './address.ts';
import type { Arguments, ArgumentsOf, BytesArgumentsOf } from './arguments.ts';
import { CancelledError, InvalidArgumentError, type CallPlace } from './errors.ts';
import { exchange, type AnswerReport, type CallLine } from './exchange.ts';
import { judge } from './judge.ts';
import { createLimiter, type Limiter, type Priority } from './limiter.ts';
import { prepare } from './prepare.ts';
import { realPace, waitBefore, type Pace } from './repeat.ts';
import { ServiceTime } from './service-time.ts';

export interface ClientOptions {
  /** https, or http on this machine only: `https://library.example`. */
  readonly address: string;
  /** The first segment of every path, `svcws` unless the institution's service calls it otherwise (`almaws`). */
  readonly root?: string;
  /** Asked for every request, and kept nowhere. */
  readonly key: () => string | Promise<string>;
  /** One for the whole program; 8 calls a second, burst 10, unless given. */
  readonly limiter?: Limiter;
  /** For one try, from the moment its request leaves to the end of its answer. */
  readonly timeoutMs?: number;
  readonly onAnswer?: (report: AnswerReport) => void;
  readonly fetch?: typeof globalThis.fetch;
  readonly pace?: Pace;
}

export interface CallOptions {
  /** Aborting a read or what has not left yet is CancelledError; a command that was sent, UnknownOutcomeError. */
  readonly signal?: AbortSignal;
  readonly priority?: Priority;
  /**
   * Called right before a request leaves, and again where it is repeated: the place to journal that a command was sent.
   * If it throws, nothing is sent and the call fails with what it threw.
   */
  readonly onSent?: () => void;
  readonly timeoutMs?: number;
}

/** A call one level below the table: for an operation we have never heard of, which the service may know or refuse. */
export interface OpenCall {
  readonly method: Method;
  /** With names in braces for what is a patron's or an item's: `/users/{user_id}/deposits/{deposit_id}`. */
  readonly path: string;
  readonly parts?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  readonly kind: OperationKind;
}

type Rest<E extends Endpoint> =
  object extends ArgumentsOf<E>
    ? [input?: ArgumentsOf<E>, options?: CallOptions]
    : [input: ArgumentsOf<E>, options?: CallOptions];

/** The operations that can answer the bytes themselves. */
export type BytesOperation = {
  [K in Operation]: Endpoints[K] extends { bytesWhen: object } ? K : never;
}[Operation];

/** Calls the service. Every failure is one of the classes in errors.ts, but for what `key` and `onSent` throw. */
export interface Client {
  /** Calls an operation whose query asks for the bytes themselves. */
  call<K extends BytesOperation>(
    operation: K,
    input: BytesArgumentsOf<Endpoints[K]>,
    options?: CallOptions,
  ): Promise<Uint8Array>;
  /** Calls an operation of the table. A record comes back raw; a list as a page of raw records. */
  call<K extends Operation>(operation: K, ...rest: Rest<Endpoints[K]>): Promise<AnswerOf<Endpoints[K]>>;
  /** Answers whatever JSON came, or undefined where the answer had no body. */
  open(call: OpenCall, options?: CallOptions): Promise<unknown>;
  /** What time it is at the service, by its answers; null before one that said so. Its records are dated by it. */
  time(): Date | null;
}

const defaultTimeoutMs = 60_000;

/** Makes a client. Throws InvalidArgumentError for an address that the key must not be sent to. */
export function createClient(options: ClientOptions): Client {
  const { timeoutMs = defaultTimeoutMs, pace = realPace } = options;
  const line: CallLine = {
    base: baseUrl(options.address, options.root ?? 'svcws'),
    key: options.key,
    limiter: options.limiter ?? createLimiter(),
    fetch: options.fetch,
    onAnswer: options.onAnswer,
    time: new ServiceTime(),
  };

  async function run(
    operation: string,
    endpoint: Endpoint,
    input: Arguments,
    call: CallOptions,
  ): Promise<unknown> {
    const where: CallPlace = { operation, method: endpoint.method, path: endpoint.path };
    const { signal } = call;
    const prepared = prepare(endpoint, input);
    const sending = {
      ...prepared,
      operation,
      method: endpoint.method,
      timeoutMs: call.timeoutMs ?? timeoutMs,
      priority: call.priority ?? 'interactive',
      signal,
      onSent: call.onSent ?? (() => undefined),
    };
    for (let tries = 1; ; tries++) {
      const verdict = judge(where, endpoint, await exchange(line, sending));
      if ('value' in verdict) return verdict.value;
      const pause = waitBefore(verdict.again, tries, verdict.afterMs, pace.random);
      if (pause === null) throw verdict.error;
      try {
        await pace.sleep(pause, signal);
      } catch (error) {
        throw signal?.aborted === true ? new CancelledError(where) : error;
      }
    }
  }

  return {
    // The row's schema has been checked against the answer.
    call: ((operation: Operation, input: Arguments = {}, call: CallOptions = {}) =>
      run(operation, endpoints[operation], input, call)) as Client['call'],
    open: async ({ method, path, parts, query, body, kind }, call = {}) => {
      checkTemplate(path);
      return run('open', { ...openRow, method, path, kind }, { path: parts, query, body }, call);
    },
    time: () => line.time.now(),
  };
}

const openRow = {
  query: z.looseObject({}),
  body: z.unknown(),
  returns: z.unknown(),
  mayBeEmpty: true,
  source: 'Versioning',
} as const;

function checkTemplate(path: string): void {
  if (/^(?:\/(?!\.{1,2}(?:\/|$))[\w.{}-]+)+$/.test(path)) return;
  throw new InvalidArgumentError({
    place: 'path',
    field: 'path',
    reason: 'invalid',
    detail: 'expected a path such as /users/{user_id}/deposits',
  });
}
