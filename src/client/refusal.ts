import { arrayOf, textOf } from '../service/read.ts';
import { ErrorBody } from '../service/shapes/error.ts';
import type { Refusal } from './errors.ts';

type OneError = Partial<
  Record<'errorCode' | 'errorMessage' | 'trackingId', string | number | null | undefined>
>;

const longestMessage = 500;

/**
 * Reads a refusal from the body of an answer in whichever form it came: the recorded JSON with its variants (one
 * error or several, a numeric code, no tracking id, no `result`), the same as XML, or a gateway's plain text.
 * null where the body is none of the service's. Source: Errors.
 */
export function refusalOf(body: string): Refusal | null {
  const text = body.trim();
  return text.startsWith('<') ? fromXml(text) : fromJson(text);
}

/** What a gateway in front of the service said: its plain text where that is a short one, and nothing of a web page. */
export function gatewayRefusal(body: string): Refusal {
  const text = body.trim();
  const short = text.length <= longestMessage && !/[<{[]/.test(text);
  return { code: '', ...describe(short ? text : '', '') };
}

function fromJson(text: string): Refusal | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const wrapped = value as { web_service_result?: unknown } | null;
  const parsed = ErrorBody.safeParse(wrapped?.web_service_result ?? value);
  if (!parsed.success) return null;
  const [first] = arrayOf<OneError>(parsed.data.errorList.error);
  if (first === undefined) return null;
  return {
    code: textOf(first.errorCode).trim(),
    ...describe(textOf(first.errorMessage), textOf(first.trackingId)),
  };
}

function fromXml(text: string): Refusal | null {
  if (!/<(?:\w+:)?web_service_result[\s>]/.test(text)) return null;
  return {
    code: element(text, 'errorCode'),
    ...describe(element(text, 'errorMessage'), element(text, 'trackingId')),
  };
}

/**
 * The text of the first element of this name. Each step goes through the text once: a body made of thousands of tags
 * that nobody closes costs no more than any other.
 */
function element(xml: string, name: string): string {
  const start = new RegExp(`<(?:\\w+:)?${name}(?=[\\s>])`).exec(xml)?.index ?? xml.length;
  const rest = xml.slice(start);
  const within = rest.slice(rest.indexOf('>') + 1);
  const end = new RegExp(`</(?:\\w+:)?${name}>`).exec(within)?.index ?? 0;
  const inner = within.slice(0, end);
  const literal = /^\s*<!\[CDATA\[([^]*?)\]\]>\s*$/.exec(inner)?.[1];
  return (literal ?? unescaped(inner)).trim();
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(#x?[\da-f]{1,6}|\w{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** Where a message ends in a tracking id, the id is within so many letters of its end. */
const longestTail = 200;

/** Some releases give the tracking id only at the end of the message. */
function describe(message: string, trackingId: string): Omit<Refusal, 'code'> {
  const plain = message.trim();
  const tail = /[\s.,;:([-]*\btracking[\s_-]?id\b\W*([A-Z]\d+-[\w-]*\w)[\s.)\]]*$/i.exec(
    plain.slice(-longestTail),
  );
  const id = trackingId.trim() || (tail?.[1] ?? '');
  return {
    serviceMessage:
      tail === null ? plain : plain.slice(0, Math.max(0, plain.length - longestTail) + tail.index),
    trackingId: id === '' ? null : id,
  };
}
