import type { Operation } from '../../src/service/endpoints.ts';
import { operationOf } from './coverage.ts';
import { isObject, type Json } from './read.ts';

/** What a service answered. */
export interface Answer {
  readonly operation: Operation | undefined;
  readonly method: string;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body read as JSON; undefined where it is none. */
  readonly body: unknown;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** What a call sends beside its method and path. */
export interface Sent {
  readonly query?: Query;
  readonly json?: unknown;
  readonly raw?: { readonly type: string; readonly text: string };
  readonly accept?: string;
  /** Another `Authorization` header than the right one; null leaves it out. */
  readonly authorization?: string | null;
}

/** How a service is reached. */
export interface Reach {
  /** Up to and with the version: `http://127.0.0.1:8080/svcws/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  /** Then nothing but GET is ever sent. */
  readonly readOnly: boolean;
  /** The least time from one call to the next: none on this machine, some for a service that others use too. */
  readonly gapMs: number;
  readonly fetch?: typeof fetch;
}

/** A call that was not sent, because the suite may only read. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}

const PATIENCE_MS = 30_000;
const THRESHOLD_TRIES = 5;

/** Calls a service over plain HTTP, follows no redirect, and remembers which operations answered well. */
export class Service {
  readonly reach: Reach;
  /** The operations that were called and answered as successes. */
  readonly answered = new Set<Operation>();
  /** The last answer, for the report of a check that fails. */
  last: Answer | undefined;
  #next = 0;

  constructor(reach: Reach) {
    this.reach = reach;
  }

  get = (path: string, query: Query = {}) => this.send('GET', path, { query });
  post = (path: string, query: Query = {}, json?: unknown) => this.send('POST', path, { query, json });
  put = (path: string, json: unknown, query: Query = {}) => this.send('PUT', path, { query, json });
  del = (path: string, query: Query = {}) => this.send('DELETE', path, { query });

  async send(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    if (this.reach.readOnly && method !== 'GET')
      throw new NotSent(`${method} is not sent: the suite only reads.`);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#once(method, path, sent);
      const tooFast = answer.status === 429 || answer.text.includes('PER_SECOND_THRESHOLD');
      if (tooFast && attempt < THRESHOLD_TRIES) {
        await pause(1100);
        continue;
      }
      this.last = answer;
      if (answer.operation !== undefined && answer.status >= 200 && answer.status < 400) {
        this.answered.add(answer.operation);
      }
      return answer;
    }
  }

  async #once(method: string, path: string, sent: Sent): Promise<Answer> {
    await this.#paced();
    const { query = {}, json, raw, accept = 'application/json', authorization } = sent;
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) search.set(name, String(value));
    const headers = new Headers({ Accept: accept });
    if (authorization !== null) headers.set('Authorization', authorization ?? `apikey ${this.reach.key}`);
    const body = raw?.text ?? (json === undefined ? undefined : JSON.stringify(json));
    if (body !== undefined) headers.set('Content-Type', raw?.type ?? 'application/json');
    const url = `${this.reach.baseUrl}${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
    const reply = await (this.reach.fetch ?? fetch)(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    const text = bytes.toString('utf8');
    const operation = operationOf(method, path, search);
    return {
      operation,
      method,
      status: reply.status,
      headers: reply.headers,
      bytes,
      text,
      body: parsed(text),
    };
  }

  async #paced(): Promise<void> {
    const wait = this.#next - Date.now();
    this.#next = Math.max(Date.now(), this.#next) + this.reach.gapMs;
    if (wait > 0) await pause(wait);
  }
}

/** A path whose open parts are encoded: a barcode may hold a slash. */
export function p(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.reduce((path, part, index) => `${path}${encodeURIComponent(values[index - 1] ?? '')}${part}`);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The body as an object; an empty one where it is none. */
export function objectOf(answer: Answer): Json {
  return isObject(answer.body) ? answer.body : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
