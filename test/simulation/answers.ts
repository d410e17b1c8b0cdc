import type { Fate } from './weather.ts';

/** A library's answer, read to its end. */
export interface RecordedAnswer {
  readonly status: number;
  readonly type: string;
  /** What time it was there; `''` where that is not said. */
  readonly date: string;
  readonly text: string;
}

export const isRefusal = ({ text }: RecordedAnswer): boolean => text.startsWith('{"errorsExist"');

/** Some refusals come as a success: a renewal that changes nothing says why in the loan itself. */
export const isVoid = ({ text }: RecordedAnswer): boolean =>
  text.includes('"last_renew_status":{"value":"401193;"');

export const loanOf = ({ text }: RecordedAnswer): string => /"loan_id":"(\w+)"/.exec(text)?.[1] ?? '';

export const dueOf = ({ text }: RecordedAnswer): string => dueIn(text);

/** The due date in what was sent or answered. */
export const dueIn = (text: string): string => /"due_date":"([^"]+)"/.exec(text)?.[1] ?? '';

export const barcodeOf = ({ text }: RecordedAnswer): string =>
  /"(?:item_)?barcode":"([^"]+)"/.exec(text)?.[1] ?? '';

/** What the caller hears of a request, `real` being the library's own answer where it gave one. */
export function heard(as: Fate['answer'], real: RecordedAnswer | null): Response | Error {
  switch (as) {
    case 'real':
      return real ? responseOf(real) : broken('ECONNRESET');
    case 'refused':
      return broken('ECONNREFUSED');
    case 'reset':
      return broken('ECONNRESET');
    case 'cut':
      return new Response(cutOff(half(real?.text ?? '')), { status: real?.status ?? 200 });
    case 'short':
      return responseOf({ ...json, status: real?.status ?? 200, text: half(real?.text ?? '{') });
    case 'bare':
    case 'odd':
      return real ? responseOf(sparing(real, as)) : broken('ECONNRESET');
    case 'halfClosed':
      return broken('UND_ERR_SOCKET');
    case 'length':
      return new Response(cutOff(half(real?.text ?? ''), 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), {
        status: real?.status ?? 200,
        headers: { 'content-length': String(real?.text.length ?? 2) },
      });
    case 'stalled':
      return new Response(stalled(half(real?.text ?? '{}')), { status: real?.status ?? 200 });
    case 'daily':
      return responseOf(overTheDay);
    case 'html':
      return page(200, 'Sign in');
    case 'gateway':
      return page(502, 'Bad gateway');
    case 'timeout408':
      return page(408, 'Request timeout');
    case 'fault':
      return responseOf(ownFault);
    case 'throttled':
      return responseOf(tooMany);
  }
}

/** A success that says nothing of what was done, or no amount that can be read. A refusal stays as it is. */
function sparing(real: RecordedAnswer, as: 'bare' | 'odd'): RecordedAnswer {
  if (real.status >= 300 || isRefusal(real) || !real.text.startsWith('{')) return real;
  const text =
    as === 'bare'
      ? '{}'
      : real.text.replaceAll(/"(balance|amount)":(?:"[^"]*"|[\d.]+)/g, '"$1":"see record"');
  return { ...real, text };
}

const json = { type: 'application/json', date: '' };

const responseOf = ({ status, type, date, text }: RecordedAnswer): Response =>
  new Response(status === 204 ? null : text, {
    status,
    headers: { 'content-type': type, ...(date !== '' && { date }) },
  });

const page = (status: number, title: string): Response =>
  responseOf({ status, type: 'text/html', date: '', text: `<html><title>${title}</title></html>` });

const broken = (code: string): TypeError => {
  const syscall = code === 'ECONNREFUSED' ? 'connect' : 'read';
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall }) });
};

const half = (text: string): string => text.slice(0, Math.floor(text.length / 2));

/** A body whose connection ends in the middle. */
const cutOff = (text: string, code = 'UND_ERR_SOCKET'): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.error(new TypeError('terminated', { cause: Object.assign(new Error(code), { code }) }));
    },
  });

/** A body of which nothing more comes, on a connection that stays. */
const stalled = (text: string): ReadableStream<Uint8Array> =>
  new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) });

const refusal = (status: number, errorCode: string, errorMessage: string): RecordedAnswer => ({
  ...json,
  status,
  text: JSON.stringify({
    errorsExist: true,
    errorList: { error: [{ errorCode, errorMessage }] },
    result: null,
  }),
});

/** An error of the service's own, with a code, that does not say whether anything was done. */
const ownFault = refusal(500, '402119', 'General Error - An error has occurred.');
const overTheDay = refusal(429, 'DAILY_THRESHOLD', 'Too Many Requests: the daily limit is reached');
const tooMany = refusal(429, 'PER_SECOND_THRESHOLD', 'HTTP requests are more than allowed per second');
