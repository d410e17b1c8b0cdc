import * as z from 'zod';
import type { OperationKind, Method, WrittenForm } from './define.ts';

type Shape = Readonly<Record<string, z.ZodType>>;

/** What a row of the table says beside its method and its path. */
interface RowSpec {
  readonly source: string;
  readonly when?: string;
  readonly returns: z.ZodType;
  readonly query?: Shape;
  /** Parameters beside those that are named are passed on as they are. */
  readonly openQuery?: true;
  readonly body?: z.ZodType;
  readonly written?: Readonly<Record<string, WrittenForm>>;
  readonly xml?: string;
  readonly bytesWhen?: Readonly<Record<string, string>>;
  readonly exactlyOneOf?: readonly string[];
  readonly atLeastOneOf?: readonly string[];
  readonly passing?: readonly string[];
  readonly mayBeEmpty?: true;
  readonly assumed?: string;
}

// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- a row without a query has an object without fields
type NoQuery = Record<never, never>;

/** A parameter that no row names. */
const other = z.union([z.string(), z.number(), z.boolean()]).optional();

type QueryOf<S extends RowSpec> = z.ZodObject<
  S extends { readonly query: infer Q extends Shape } ? { -readonly [K in keyof Q]: Q[K] } : NoQuery,
  S extends { readonly openQuery: true } ? z.core.$catchall<typeof other> : z.core.$strip
>;

type Row<M extends Method, K extends OperationKind, P extends string, S extends RowSpec> = Omit<
  S,
  'query' | 'openQuery'
> & {
  readonly method: M;
  readonly kind: K;
  readonly path: P;
  readonly query: QueryOf<S>;
};

function row<M extends Method, K extends OperationKind, P extends string, S extends RowSpec>(
  method: M,
  kind: K,
  path: P,
  spec: S,
): Row<M, K, P, S> {
  const { openQuery, ...rest } = spec;
  const named = z.object(spec.query ?? {});
  const query = openQuery ? named.catchall(other) : named;
  // Put together from parts whose types TypeScript cannot follow through a spread of a generic.
  return { ...rest, method, kind, path, query } as object as Row<M, K, P, S>;
}

/** Reads one record. */
export const get = <const P extends string, const S extends RowSpec>(path: P, spec: S) =>
  row('GET', 'read', path, spec);

/** Reads a list: an envelope with the entries under `key`, or under one of the `legacy` keys of older releases. */
export const list = <
  const P extends string,
  const S extends RowSpec & { key: string; legacy?: readonly string[] },
>(
  path: P,
  spec: S,
) => ({ ...row('GET', 'read', path, spec), list: { key: spec.key, legacy: spec.legacy ?? [] } });

/** Creates a record. */
export const create = <const P extends string, const S extends RowSpec>(path: P, spec: S) =>
  row('POST', 'command', path, spec);

/** Replaces a record as a whole. */
export const replace = <const P extends string, const S extends RowSpec>(path: P, spec: S) =>
  row('PUT', 'command', path, spec);

/** Deletes or cancels. */
export const remove = <const P extends string, const S extends RowSpec>(path: P, spec: S) =>
  row('DELETE', 'command', path, spec);

/** Carries out `op` on a record, by POST with `op` in the query. */
export const act = <const P extends string, const O extends string, const S extends RowSpec>(
  path: P,
  op: O,
  spec: S,
) => ({ ...row('POST', 'command', path, spec), op });

/**
 * Carries out an `op` that the caller names, by POST: new ones may be added, so any is passed on, and the service
 * refuses those it does not know. Source: Versioning, 2.
 */
export const actOpen = <
  const P extends string,
  const S extends RowSpec & { query: Shape & { op: z.ZodType } },
>(
  path: P,
  spec: S,
) => row('POST', 'command', path, spec);
