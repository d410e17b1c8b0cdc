/** The longest text that is looked at. More than that no form is meant to send. */
export const longestJson = 100_000;
/** Nested deeper than this nothing is meant, and the service need not read it. */
const deepest = 50;
/** A number with more digits than this may not be the same once it was read. */
const exactDigits = 15;

/** What would have to stand where a fault is. */
export type Expected = 'value' | 'name' | 'colon' | 'comma' | 'end' | 'quote' | 'escape';

/** Why a text is no JSON object that can be sent as it stands. Lines and columns are counted from 1. */
export interface JsonFault {
  readonly why:
    | { readonly expected: Expected }
    /** Something else than an object in braces. */
    | 'notAnObject'
    | 'tooLong'
    | 'tooDeep'
    /** A number that would be another one once it was read: it can be sent as a text. */
    | 'inexact';
  readonly line: number;
  readonly column: number;
}

/** A JSON object, null for an empty text, with the names that one of its objects has twice; or what is wrong with it. */
export type JudgedObject =
  | {
      readonly ok: true;
      readonly value: Readonly<Record<string, unknown>> | null;
      readonly twice: readonly string[];
    }
  | { readonly ok: false; readonly fault: JsonFault };

class Fault extends Error {
  readonly at: number;
  readonly why: JsonFault['why'];

  constructor(at: number, why: JsonFault['why']) {
    super('a fault in JSON');
    this.at = at;
    this.why = why;
  }
}

/** Judges a text that is to be a JSON object, or nothing, with the place of its first fault. */
export function judgeObject(text: string): JudgedObject {
  if (text.length > longestJson) return { ok: false, fault: { why: 'tooLong', line: 1, column: 1 } };
  if (text.trim() === '') return { ok: true, value: null, twice: [] };
  const twice = new Set<string>();
  try {
    const start = afterSpace(text, 0);
    const end = afterSpace(text, valueAt(text, start, 0, twice));
    if (end < text.length) throw new Fault(end, { expected: 'end' });
    if (text[start] !== '{') throw new Fault(start, 'notAnObject');
    return { ok: true, value: JSON.parse(text) as Readonly<Record<string, unknown>>, twice: [...twice] };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const before = text.slice(0, error.at).split('\n');
    return {
      ok: false,
      fault: { why: error.why, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 },
    };
  }
}

/** Only what JSON takes for space: a fault in another kind of space has its place too. */
function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  return at;
}

/** The end of the value that begins here. */
function valueAt(text: string, at: number, depth: number, twice: Set<string>): number {
  const first = text.charAt(at);
  if ((first === '{' || first === '[') && depth >= deepest) throw new Fault(at, 'tooDeep');
  if (first === '{') return objectAt(text, at, depth, twice);
  if (first === '[') return listAt(text, at, depth, twice);
  if (first === '"') return stringAt(text, at);
  const word = /(?:true|false|null)(?![\p{L}\p{N}])/uy;
  word.lastIndex = at;
  if (word.test(text)) return word.lastIndex;
  return numberAt(text, at);
}

function objectAt(text: string, start: number, depth: number, twice: Set<string>): number {
  const names = new Set<string>();
  let at = afterSpace(text, start + 1);
  if (text[at] === '}') return at + 1;
  for (;;) {
    if (text[at] !== '"') throw new Fault(at, { expected: 'name' });
    const end = stringAt(text, at);
    const name = JSON.parse(text.slice(at, end)) as string;
    if (names.has(name)) twice.add(name);
    names.add(name);
    at = afterSpace(text, end);
    if (text[at] !== ':') throw new Fault(at, { expected: 'colon' });
    at = afterSpace(text, valueAt(text, afterSpace(text, at + 1), depth + 1, twice));
    if (text[at] === '}') return at + 1;
    if (text[at] !== ',') throw new Fault(at, { expected: 'comma' });
    at = afterSpace(text, at + 1);
  }
}

function listAt(text: string, start: number, depth: number, twice: Set<string>): number {
  let at = afterSpace(text, start + 1);
  if (text[at] === ']') return at + 1;
  for (;;) {
    at = afterSpace(text, valueAt(text, at, depth + 1, twice));
    if (text[at] === ']') return at + 1;
    if (text[at] !== ',') throw new Fault(at, { expected: 'comma' });
    at = afterSpace(text, at + 1);
  }
}

function stringAt(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const character = text.charAt(at);
    if (character === '"') return at + 1;
    // A line end, or another control character, is not part of a text.
    if (character === '' || character < ' ') throw new Fault(at, { expected: 'quote' });
    if (character === '\\') {
      const escape = /\\(?:["\\/bfnrt]|u[\da-f]{4})/iy;
      escape.lastIndex = at;
      if (!escape.test(text)) throw new Fault(at, { expected: 'escape' });
      at = escape.lastIndex;
    } else at += 1;
  }
}

function numberAt(text: string, at: number): number {
  const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?![\p{L}\p{N}.])/iuy;
  number.lastIndex = at;
  const found = number.exec(text)?.[0];
  if (found === undefined) throw new Fault(at, { expected: 'value' });
  if (!isExact(found)) throw new Fault(at, 'inexact');
  return number.lastIndex;
}

/** Whether a number is sent as it was typed: within the digits, and the size, that a number here can have. */
function isExact(number: string): boolean {
  const digits = number
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');
  const value = Number(number);
  return digits.length <= exactDigits && Number.isFinite(value) && (value !== 0 || digits === '');
}
