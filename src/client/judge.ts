import { codes } from '../service/codes.ts';
import type { Endpoint } from '../service/define.ts';
import { readAnswer, readBytes } from './answer.ts';
import {
  CancelledError,
  RefusedError,
  ThrottledError,
  UnauthorizedError,
  UnexpectedAnswerError,
  UnknownOutcomeError,
  UnreachableError,
  type ClientError,
  type Refusal,
  type Unexpected,
  type CallPlace,
} from './errors.ts';
import type { RawAnswer, Outcome } from './exchange.ts';
import { gatewayRefusal, refusalOf } from './refusal.ts';

/**
 * Whether the same request may be sent again: `backOff` after a while that grows, `passing` after two seconds
 * (a state of the service that passes by itself), or not at all.
 */
export type Again = 'no' | 'passing' | 'backOff';

/** What a call comes to if it is not repeated. */
export type Verdict =
  | { readonly value: unknown }
  | { readonly error: ClientError; readonly again: Again; readonly afterMs: number | null };

/**
 * Decides what an outcome means. The one rule behind it: a read may be repeated at will, a command only where it
 * provably never ran; whatever is unclear about a command that was sent is an unknown outcome.
 */
export function judge(where: CallPlace, endpoint: Endpoint, outcome: Outcome): Verdict {
  const command = endpoint.kind === 'command';
  switch (outcome.came) {
    case 'abort':
      return fail(
        command && outcome.sent ? new UnknownOutcomeError(where, 'aborted') : new CancelledError(where),
      );
    case 'nothing': {
      const { why, neverRan, lasting, detail } = outcome;
      if (command && !neverRan) return fail(new UnknownOutcomeError(where, why));
      return fail(new UnreachableError(where, why, detail), lasting ? 'no' : 'backOff');
    }
    case 'redirect':
    case 'too-large':
      return wrongAnswer(where, command, { found: outcome.came, field: null, ...plain(outcome) });
    case 'answer':
      return outcome.status >= 200 && outcome.status <= 299
        ? success(where, endpoint, outcome)
        : refused(where, endpoint, outcome);
  }
}

function success(where: CallPlace, endpoint: Endpoint, answer: RawAnswer): Verdict {
  if (answer.bytes !== undefined) return { value: readBytes(answer.bytes, answer.contentType) };
  const refusal = /"errorsExist"|web_service_result/.test(answer.text) ? refusalOf(answer.text) : null;
  if (refusal !== null && (refusal.code !== '' || endpoint.kind === 'read'))
    return fail(new RefusedError(where, answer.status, cleaned(answer, refusal)));
  const read = readAnswer(endpoint, answer.text, answer.contentType);
  if ('value' in read) return read;
  return wrongAnswer(where, endpoint.kind === 'command', { ...read.mismatch, ...plain(answer) });
}

function refused(where: CallPlace, endpoint: Endpoint, answer: RawAnswer): Verdict {
  const { status } = answer;
  const refusal = cleaned(answer, refusalOf(answer.text) ?? gatewayRefusal(answer.text));
  const read = endpoint.kind === 'read';
  if (status >= 500 || status < 200) {
    return read
      ? fail(new RefusedError(where, status, refusal), 'backOff', afterMs(answer.retryAfter))
      : fail(new UnknownOutcomeError(where, 'server-error', status, refusal));
  }
  // A no without a code is a gateway's: what became of the command behind it is not known.
  if (!read && refusal.code === '') return fail(new UnknownOutcomeError(where, 'no-code', status, refusal));
  const perSecond = refusal.code === codes.perSecondThreshold;
  if (status === 429 || perSecond) {
    const wait = afterMs(answer.retryAfter);
    return fail(new ThrottledError(where, status, refusal, wait), read || perSecond ? 'backOff' : 'no', wait);
  }
  if (status === 401 || status === 403) return fail(new UnauthorizedError(where, status, refusal));
  const passing = endpoint.passing?.includes(refusal.code) === true;
  return fail(new RefusedError(where, status, refusal), passing ? 'passing' : 'no');
}

function wrongAnswer(where: CallPlace, command: boolean, unexpected: Unexpected): Verdict {
  return fail(
    command
      ? new UnknownOutcomeError(where, unexpected.found, unexpected.status)
      : new UnexpectedAnswerError(where, unexpected),
  );
}

function fail(error: ClientError, again: Again = 'no', wait: number | null = null): Verdict {
  return { error, again, afterMs: wait };
}

function plain({ status, contentType }: { status: number; contentType: string }) {
  return { status, contentType };
}

/** What a refusal may say of itself: it goes into the log, the journal and onto the screen. */
const longestCode = 60;
const longestTrackingId = 100;
const longestMessage = 2000;

/** Without the key, and no longer than a person reads. What is too long to be a code or a tracking id is none. */
function cleaned(answer: RawAnswer, refusal: Refusal): Refusal {
  const code = answer.withoutKey(refusal.code);
  const trackingId = answer.withoutKey(refusal.trackingId ?? '');
  return {
    code: isName(code, longestCode) ? code : '',
    serviceMessage: answer.withoutKey(refusal.serviceMessage).slice(0, longestMessage).toWellFormed(),
    trackingId: isName(trackingId, longestTrackingId) ? trackingId : null,
  };
}

/** One word on one line. */
const isName = (text: string, longest: number): boolean =>
  text !== '' && text.length <= longest && !/[\s\p{C}]/u.test(text);

/** `Retry-After` in milliseconds, from seconds or a date; null where there is none. */
function afterMs(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter.trim())) return Number(retryAfter) * 1000;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
