import type * as z from 'zod';
import { pathNames, type Endpoint } from '../service/define.ts';
import { mended } from '../service/written.ts';
import { NotForXml, toXml } from '../service/xml.ts';
import type { Arguments } from './arguments.ts';
import { InvalidArgumentError, type Invalid } from './errors.ts';

/** A body as it travels. */
export interface Body {
  readonly text: string;
  readonly contentType: string;
}

/** A request that passed the local checks: what stands after the base URL, and the body as text. */
export interface Prepared {
  readonly target: string;
  readonly body: Body | undefined;
  /** The answer is asked for as bytes. */
  readonly bytes: boolean;
}

/**
 * Checks the arguments of a call against its row, before anything is sent, and fills in the path and the query.
 * The body is checked but sent as given, but for the fields of which the service takes one form only: a record goes
 * back as it came. Throws InvalidArgumentError with the field.
 */
export function prepare(endpoint: Endpoint, input: Arguments): Prepared {
  const path = filledPath(endpoint.path, input.path ?? {});
  const query = checkedQuery(endpoint, input.query ?? {});
  checkTogether(endpoint, query);
  if (endpoint.op !== undefined) query.set('op', endpoint.op);
  const pairs = Array.from(
    query,
    ([name, value]) => `${encodeURIComponent(name)}=${encoded('query', name, value)}`,
  );
  return {
    target: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
    body: checkedBody(endpoint, input.body),
    bytes: isForBytes(endpoint, query),
  };
}

function filledPath(template: string, parts: Readonly<Record<string, unknown>>): string {
  for (const name of pathNames(template)) {
    const part = parts[name];
    if (part === undefined || part === null) throw invalid('path', name, 'missing', 'expected a text');
    if (typeof part !== 'string') throw invalid('path', name, 'invalid', 'expected a text');
    if (part.trim() === '') throw invalid('path', name, 'empty', 'expected a text that is not empty');
    // No encoding keeps a URL parser from taking these for steps in the path.
    if (part === '.' || part === '..') throw invalid('path', name, 'invalid', 'expected more than dots');
  }
  return template.replace(/\{([^}]+)\}/g, (_whole, name: string) =>
    encoded('path', name, String(parts[name])),
  );
}

function encoded(place: 'path' | 'query', field: string, value: string): string {
  if (value.includes('\0')) throw invalid(place, field, 'invalid', 'expected no NUL character');
  if (!value.isWellFormed()) throw invalid(place, field, 'invalid', 'expected whole Unicode characters');
  return encodeURIComponent(value);
}

function checkedQuery(endpoint: Endpoint, input: Readonly<Record<string, unknown>>): Map<string, string> {
  const open = endpoint.query.def.catchall !== undefined;
  const present = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  for (const name of Object.keys(present)) {
    if (!open && !Object.hasOwn(endpoint.query.shape, name)) {
      throw invalid('query', name, 'unknown', 'not a parameter of this operation');
    }
  }
  const parsed = endpoint.query.safeParse(present);
  if (!parsed.success) throw fromIssue('query', parsed.error.issues[0], present);
  const query = new Map<string, string>();
  for (const [name, value] of Object.entries(parsed.data)) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      throw invalid('query', name, 'invalid', 'expected a text, a number or a flag');
    }
    query.set(name, String(value));
  }
  return query;
}

/** Parameters that only make sense together or apart. Source: User loans; User requests. */
function checkTogether(endpoint: Endpoint, query: ReadonlyMap<string, string>): void {
  const present = (names: readonly string[]) => names.filter((name) => (query.get(name) ?? '').trim() !== '');
  const { exactlyOneOf, atLeastOneOf } = endpoint;
  if (exactlyOneOf !== undefined && present(exactlyOneOf).length !== 1) {
    throw invalid('query', exactlyOneOf.join(' | '), 'exactly-one', 'expected exactly one of them');
  }
  if (atLeastOneOf !== undefined && present(atLeastOneOf).length === 0) {
    throw invalid('query', atLeastOneOf.join(' | '), 'at-least-one', 'expected at least one of them');
  }
}

function isForBytes({ bytesWhen = {} }: Endpoint, query: ReadonlyMap<string, string>): boolean {
  const required = Object.entries(bytesWhen);
  return required.length > 0 && required.every(([name, value]) => query.get(name) === value);
}

function checkedBody(endpoint: Endpoint, input: unknown): Body | undefined {
  if (endpoint.body === undefined) {
    if (input === undefined) return undefined;
    throw invalid('body', 'body', 'unknown', 'this operation takes none');
  }
  const body = mended(endpoint, input);
  const parsed = endpoint.body.safeParse(body);
  if (!parsed.success) throw fromIssue('body', parsed.error.issues[0], body);
  // Where the row has a body of its own for those who give none.
  const sent = body ?? parsed.data;
  if (sent === undefined) return undefined;
  if (endpoint.xml !== undefined) return asXml(endpoint.xml, sent as object);
  try {
    return { text: JSON.stringify(sent), contentType: 'application/json' };
  } catch {
    throw invalid('body', 'body', 'invalid', 'expected plain data');
  }
}

function asXml(root: string, body: object): Body {
  try {
    return { text: toXml(root, { ...body }), contentType: 'application/xml; charset=utf-8' };
  } catch (error) {
    if (!(error instanceof NotForXml)) throw error;
    throw invalid('body', error.field, 'invalid', 'expected no character that XML cannot carry');
  }
}

function fromIssue(
  place: 'query' | 'body',
  issue: z.core.$ZodIssue | undefined,
  input: unknown,
): InvalidArgumentError {
  const path = issue?.path ?? [];
  const field = path.join('.') || place;
  const reason =
    valueAt(input, path) === undefined ? 'missing' : issue?.code === 'too_small' ? 'empty' : 'invalid';
  return invalid(place, field, reason, issue?.message ?? 'not as expected');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key],
    input,
  );
}

function invalid(
  place: Invalid['place'],
  field: string,
  reason: Invalid['reason'],
  detail: string,
): InvalidArgumentError {
  return new InvalidArgumentError({ place, field, reason, detail });
}
