import type { Endpoint, Page } from '../service/define.ts';
import { arrayOf, countOf } from '../service/read.ts';
import type { Unexpected } from './errors.ts';

/** What is wrong with an answer that should have been one. */
export type Mismatch = Pick<Unexpected, 'found' | 'field'>;

/** A success, read: its value, or what was wrong with it. */
export type ParsedAnswer = { readonly value: unknown } | { readonly mismatch: Mismatch };

/**
 * Reads the body of a success by its row. The shape is checked and the object is handed on as it came: what a check
 * dropped, the library would lose with the next PUT.
 */
export function readAnswer(endpoint: Endpoint, text: string, contentType: string): ParsedAnswer {
  if (text.trim() === '') {
    return endpoint.mayBeEmpty === true
      ? { value: undefined }
      : { mismatch: { found: 'empty', field: null } };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const html = /html/i.test(contentType) || text.trimStart().startsWith('<');
    return { mismatch: { found: html ? 'html' : 'not-json', field: null } };
  }
  if (isTooDeep(value, deepest)) return { mismatch: { found: 'shape', field: null } };
  return endpoint.list === undefined ? readRecord(endpoint, value) : readPage(endpoint, endpoint.list, value);
}

/** No real record is nested this deep: code that compares it or writes it back would overflow the stack. */
const deepest = 100;

function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1));
}

/**
 * The bytes of an answer that was asked for as bytes. Some releases send them as the text of a field of the record,
 * `content_no_encoding`, in place of the body itself.
 */
export function readBytes(body: Uint8Array, contentType: string): Uint8Array {
  if (!/\bjson\b/i.test(contentType)) return body;
  try {
    const record: unknown = JSON.parse(new TextDecoder().decode(body));
    const { content_no_encoding: content, id } = record as { content_no_encoding?: unknown; id?: unknown };
    return typeof content === 'string' && id !== undefined ? new TextEncoder().encode(content) : body;
  } catch {
    // A file that calls itself JSON need not be any.
    return body;
  }
}

function readRecord(endpoint: Endpoint, value: unknown): ParsedAnswer {
  const field = misfit(endpoint, value, []);
  return field === null ? { value } : { mismatch: { found: 'shape', field } };
}

/** Source: List envelopes; a missing key is an empty list. Source: General conventions, 4. */
function readPage(endpoint: Endpoint, list: NonNullable<Endpoint['list']>, value: unknown): ParsedAnswer {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { mismatch: { found: 'shape', field: list.key } };
  }
  const envelope = value as Readonly<Record<string, unknown>>;
  const key = [list.key, ...list.legacy].find((name) => (envelope[name] ?? null) !== null) ?? list.key;
  const items = arrayOf(envelope[key]);
  for (const [index, item] of items.entries()) {
    const field = misfit(endpoint, item, [key, index]);
    if (field !== null) return { mismatch: { found: 'shape', field } };
  }
  const page: Page<unknown> = { items, total: totalOf(envelope) ?? items.length, envelope };
  return { value: page };
}

/** How many entries the service says there are, or null where it says nothing that can be true. */
export function totalOf(envelope: Readonly<Record<string, unknown>>): number | null {
  const total = envelope.total_record_count;
  const count = typeof total === 'number' || typeof total === 'string' ? countOf(total) : null;
  return count !== null && count >= 0 && count <= Number.MAX_SAFE_INTEGER ? count : null;
}

function misfit(endpoint: Endpoint, value: unknown, prefix: readonly PropertyKey[]): string | null {
  const parsed = endpoint.returns.safeParse(value);
  if (parsed.success) return null;
  return [...prefix, ...(parsed.error.issues[0]?.path ?? [])].join('.') || 'the whole answer';
}
