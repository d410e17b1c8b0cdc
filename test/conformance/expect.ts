import { isDeepStrictEqual } from 'node:util';
import { LeftOut, Mismatch, type Trial } from './check.ts';
import type { Answer } from './http.ts';
import { at, isObject, type Json, kindOf, objects, text } from './read.ts';

/** Fails unless two values are equal. Only for values that the suite itself made. */
export function equal(what: string, got: unknown, expected: unknown): void {
  if (isDeepStrictEqual(got, expected)) return;
  throw new Mismatch(what, shown(expected), shown(got));
}

/** Fails unless the condition holds. */
export function holds(what: string, condition: boolean, expected: string, got: string): void {
  if (!condition) throw new Mismatch(what, expected, got);
}

/** Fails unless a field is what it has to be; says only of what kind it is, as it may be a patron's. */
export function has(record: unknown, field: string, is: (value: unknown) => boolean, expected: string): void {
  const value = at(record, field);
  holds(field, is(value), expected, kindOf(value));
}

export const isText = (value: unknown) => typeof value === 'string' && value !== '';
export const isWrapped = (value: unknown) => isObject(value) && 'value' in value;

/** Fails unless the service took the call; answers the object it sent. */
export function done(trial: Trial, answer: Answer): Json {
  took(trial, answer);
  holds('content type', isJson(answer), 'application/json', answerOf(answer, 'content-type'));
  if (!isObject(answer.body)) throw new Mismatch('body', 'an object', kindOf(answer.body));
  return answer.body;
}

/** Fails unless the service took the call, whether it says something or nothing. */
export function took(trial: Trial, answer: Answer): void {
  if (answer.status === 200) return;
  holds('status', answer.status > 200 && answer.status < 300, '200', statusOf(answer));
  trial.differs('status', '200', String(answer.status));
}

/** Fails unless the service took the call; an acknowledgement without a body is as good. */
export function acknowledged(trial: Trial, answer: Answer): void {
  if (answer.status !== 204) took(trial, answer);
}

/** Fails unless the answer is 204 without a body. */
export function noContent(trial: Trial, answer: Answer): void {
  holds('status', answer.status >= 200 && answer.status < 300, '204', statusOf(answer));
  if (answer.status !== 204) trial.differs('status', '204, empty body', String(answer.status));
  else equal('body', answer.text, '');
}

export interface Listed {
  readonly items: Json[];
  readonly total: number;
}

/** Reads a list in its envelope; `older` are keys that older releases use. Source: General conventions, 4. */
export function listed(trial: Trial, answer: Answer, key: string, older: readonly string[] = []): Listed {
  const envelope = done(trial, answer);
  const total = envelope['total_record_count'];
  holds('total_record_count', Number.isInteger(total), 'a whole number', kindOf(total));
  const used = [key, ...older].find((name) => name in envelope) ?? key;
  if (used !== key) trial.differs('key of the list', key, used);
  const value = envelope[used];
  if (value !== undefined && !Array.isArray(value)) {
    holds(key, isObject(value), 'an array', kindOf(value));
    trial.differs(key, 'an array', 'a single object');
  }
  const items = objects(value);
  holds('total_record_count', Number(total) >= items.length, `${items.length} or more`, String(total));
  return { items, total: Number(total) };
}

/** What a refusal may be: its code, where the description names one, and its status, a 400 unless said. */
export interface Refused {
  readonly code?: string | readonly string[];
  readonly status?: readonly number[];
}

/** Fails unless the service refused with an error in its own shape: code, message, tracking id. Source: Errors, 1. */
export function refused(trial: Trial, answer: Answer, expected: Refused = {}): void {
  const { status, code } = expected;
  const codes = typeof code === 'string' ? [code] : code;
  const target = `a refusal${codes ? ` with code ${codes.join(' or ')}` : ''}`;
  holds('status', answer.status >= 400 && answer.status < 500, target, statusOf(answer));
  if (status && !status.includes(answer.status)) {
    holds('status', answer.status === 400, status.join(' or '), statusOf(answer));
    trial.differs('status', status.join(' or '), `${answer.status} with a code`);
  }
  if (!isJson(answer))
    trial.differs('content type of a refusal', 'application/json', answerOf(answer, 'content-type'));
  const { code: got, message, tracking } = errorOf(trial, answer);
  holds('error code', got !== '', target, 'none');
  holds('error message', message !== '', 'a message', 'none');
  if (tracking === '') trial.differs('tracking id', 'one', 'none');
  if (codes) holds('error code', codes.includes(got), codes.join(' or '), got);
}

/** Fails unless the service says that there is no such thing: 404, or another refusal with a code. Source: Errors, 5. */
export function notFound(trial: Trial, answer: Answer, code?: string | readonly string[]): void {
  refused(trial, answer, { status: [404], ...(code === undefined ? {} : { code }) });
}

function errorOf(trial: Trial, answer: Answer): { code: string; message: string; tracking: string } {
  if (/<errorCode>/.test(answer.text)) {
    trial.differs('error body', 'JSON', 'XML');
    const of = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(answer.text)?.[1] ?? '';
    return { code: of('errorCode'), message: of('errorMessage'), tracking: of('trackingId') };
  }
  const errors = at(answer.body, 'errorList.error');
  if (isObject(errors)) trial.differs('errorList.error', 'an array', 'a single object');
  const first = objects(errors)[0];
  return {
    code: text(first?.['errorCode']),
    message: text(first?.['errorMessage']),
    tracking: text(first?.['trackingId']),
  };
}

/** The value, or the check is left out: the service has none to try it with. */
export function need<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new LeftOut(`the service has ${what} that the suite could find`);
  return value;
}

/** The status, and what a refusal says of itself. */
export function statusOf(answer: Answer): string {
  const error = objects(at(answer.body, 'errorList.error'))[0];
  const why = error ? ` (${text(error['errorCode'])}: ${text(error['errorMessage']).slice(0, 120)})` : '';
  return `${answer.status}${why}`;
}

function isJson(answer: Answer): boolean {
  return /^application\/(?:[\w.+-]*\+)?json\b/.test(answerOf(answer, 'content-type'));
}

function answerOf(answer: Answer, header: string): string {
  return answer.headers.get(header) ?? 'none';
}

function shown(value: unknown): string {
  const json = JSON.stringify(value) as string | undefined;
  return (json ?? 'nothing').slice(0, 200);
}
