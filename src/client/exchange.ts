import ky, { isTimeoutError } from 'ky';
import type { Method } from '../service/define.ts';
import { noAnswerOf, type NoAnswer } from './connection.ts';
import { authorization } from './key.ts';
import type { Limiter, Priority } from './limiter.ts';
import type { Prepared } from './prepare.ts';
import type { ServiceTime } from './service-time.ts';

/** What the client tells of every HTTP answer, redirects too: for the quota meter and the log. Holds no patron data. */
export interface AnswerReport {
  readonly operation: string;
  readonly status: number;
  readonly ms: number;
  /** What is left of the institution's calls today, where the service says so. */
  readonly remaining: number | null;
}

/** What all calls of one client share. */
export interface CallLine {
  readonly base: string;
  readonly key: () => string | Promise<string>;
  readonly limiter: Limiter;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly onAnswer: ((report: AnswerReport) => void) | undefined;
  readonly time: ServiceTime;
}

/** One request, to be sent once. */
export interface Sending extends Prepared {
  readonly operation: string;
  readonly method: Method;
  readonly timeoutMs: number;
  readonly priority: Priority;
  readonly signal: AbortSignal | undefined;
  /** Called when the request is about to leave. If it throws, the request does not leave. */
  readonly onSent: () => void;
}

/** An answer, read to its end. */
export interface RawAnswer {
  readonly came: 'answer';
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string | null;
  readonly text: string;
  /** A success that was asked for as bytes; its `text` is empty. */
  readonly bytes?: Uint8Array;
  /** Takes the key out of what a service or gateway may have echoed. */
  readonly withoutKey: (text: string) => string;
}

/**
 * What one sending came to. `redirect`: the service pointed somewhere we do not follow it to. `too-large`: its answer was
 * not read to its end.
 */
export type Outcome =
  | RawAnswer
  | ({ readonly came: 'nothing' } & NoAnswer)
  | { readonly came: 'redirect' | 'too-large'; readonly status: number; readonly contentType: string }
  | { readonly came: 'abort'; readonly sent: boolean };

/** The most bytes of an answer, unpacked: a file of 10 MB as base64, and lists many times as long as any that is sent. */
export const mostAnswerBytes = 32 * 1024 * 1024;

const maxRedirects = 3;

/**
 * Sends one request and reads the answer. Redirects of a GET are followed here, on the same origin only, so that the
 * key never goes anywhere else; each is a call of its own against the quota.
 */
export async function exchange(line: CallLine, sending: Sending): Promise<Outcome> {
  let url = line.base + sending.target;
  for (let hop = 0; ; hop++) {
    const outcome = await sendOnce(line, sending, url);
    if (outcome.came !== 'answer' || outcome.status < 300 || outcome.status > 399) return outcome;
    const next = sending.method === 'GET' && hop < maxRedirects ? sameOrigin(outcome.location, url) : null;
    if (next === null) return { came: 'redirect', status: outcome.status, contentType: outcome.contentType };
    url = next;
  }
}

function sameOrigin(location: string | null, from: string): string | null {
  const to = location === null ? null : URL.parse(location, from);
  return to !== null && to.origin === new URL(from).origin && to.username === '' ? to.href : null;
}

async function sendOnce(
  line: CallLine,
  sending: Sending,
  url: string,
): Promise<Exclude<Outcome, RawAnswer> | (RawAnswer & { location: string | null })> {
  const { signal } = sending;
  try {
    await line.limiter.turn(sending.priority, signal);
  } catch (error) {
    if (isAborted(signal)) return { came: 'abort', sent: false };
    throw error;
  }
  const key = await line.key();
  const header = authorization(key);
  if (isAborted(signal)) return { came: 'abort', sent: false };
  sending.onSent();

  const sentAt = performance.now();
  let answer: Omit<RawAnswer, 'text' | 'bytes'> & { location: string | null };
  let read: Pick<RawAnswer, 'text' | 'bytes'> = { text: '' };
  let isTooLarge = false;
  try {
    const pending = ky(url, {
      method: sending.method,
      headers: {
        authorization: header,
        accept: sending.bytes ? 'application/json, */*' : 'application/json',
        ...(sending.body && { 'content-type': sending.body.contentType }),
      },
      redirect: 'manual',
      retry: 0,
      throwHttpErrors: false,
      timeout: sending.timeoutMs,
      totalTimeout: sending.timeoutMs,
      ...(sending.body && { body: sending.body.text }),
      ...(signal && { signal }),
      fetch: async (input, init) => bounded(await (line.fetch ?? globalThis.fetch)(input, init)),
    });
    const response = await pending;
    const { headers, status } = response;
    line.time.hear(headers.get('date'));
    answer = {
      came: 'answer',
      status,
      contentType: headers.get('content-type') ?? '',
      retryAfter: headers.get('retry-after'),
      location: headers.get('location'),
      withoutKey: (text) => text.replaceAll(key, '…'),
    };
    try {
      read =
        sending.bytes && response.ok
          ? { text: '', bytes: new Uint8Array(await pending.arrayBuffer()) }
          : { text: await pending.text() };
    } catch (error) {
      // A refusal counts by its status, even when its text is cut off.
      const isRefusal = status >= 400 && status <= 499;
      isTooLarge = error instanceof TooLarge && !isRefusal;
      if (!isTooLarge && !isRefusal) throw error;
    }
    report(line, sending, status, performance.now() - sentAt, headers.get('x-exl-api-remaining'));
  } catch (error) {
    if (isAborted(signal)) return { came: 'abort', sent: true };
    if (isTimeoutError(error)) return { came: 'nothing', why: 'timeout', neverRan: false, lasting: true };
    return { came: 'nothing', ...noAnswerOf(error) };
  }
  const { status, contentType } = answer;
  return isTooLarge ? { came: 'too-large', status, contentType } : { ...answer, ...read };
}

/** More than `mostAnswerBytes` came. */
class TooLarge extends Error {}

/** The same answer, whose connection ends where its body is too large: a packed one grows a thousandfold. */
function bounded({ body, status, headers }: Response): Response {
  let bytes = 0;
  const counted = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        bytes += piece.length;
        if (bytes > mostAnswerBytes) throw new TooLarge();
        controller.enqueue(piece);
      },
    }),
  );
  return new Response(counted ?? null, { status, headers });
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function report(
  line: CallLine,
  sending: Sending,
  status: number,
  ms: number,
  remaining: string | null,
): void {
  try {
    line.onAnswer?.({
      operation: sending.operation,
      status,
      ms,
      remaining: remaining !== null && /^\d+$/.test(remaining) ? Number(remaining) : null,
    });
  } catch {
    // A listener that throws must not turn an answered command into an unclear one.
  }
}
