import type * as z from 'zod';
import type { Endpoint, PathParts, WrittenForm } from '../service/define.ts';

type PathArgument<P extends string> = keyof PathParts<P> extends never
  ? { readonly path?: never }
  : { readonly path: Readonly<PathParts<P>> };

/** A row without a query takes no parameter at all; one whose query is open takes any. */
type QueryArgument<Q> =
  Q extends Readonly<Record<string, never>>
    ? { readonly query?: Readonly<Record<string, never>> }
    : object extends Q
      ? { readonly query?: Readonly<Q> }
      : { readonly query: Readonly<Q> };

type BodyArgument<E extends Endpoint> = E extends { readonly body: infer B extends z.ZodType }
  ? undefined extends z.input<B>
    ? { readonly body?: Loosened<z.input<B>, E> }
    : { readonly body: Loosened<z.input<B>, E> }
  : { readonly body?: never };

/** A body whose fields that the service takes in one form only may be given in the other: they are brought into it. */
type Loosened<B, E extends Endpoint> = E extends {
  readonly written: infer W extends Readonly<Record<string, WrittenForm>>;
}
  ? { [F in keyof B]: F extends keyof W & string ? B[F] | OtherForm<W[F], F, B[F]> : B[F] }
  : B;

type OtherForm<W extends WrittenForm, F extends string, T> = {
  readonly plain: { readonly value: T };
  readonly wrapped: string;
  readonly flat: Readonly<Record<F, unknown>>;
}[W];

/** The query by which a row is asked for bytes, where it has one. */
type BytesQuery<E extends Endpoint> = E extends { readonly bytesWhen: infer W } ? W : unknown;

/** A query that does not ask for bytes, as far as its values are told apart. */
type RecordQuery<Q, W> = { [K in keyof Q]: K extends keyof W ? Exclude<Q[K], W[K]> : Q[K] };

/** What a call of this row of the table takes: every part of its path, its query and its body, and nothing else. */
export type ArgumentsOf<E extends Endpoint> = PathArgument<E['path']> &
  QueryArgument<RecordQuery<z.input<E['query']>, BytesQuery<E>>> &
  BodyArgument<E>;

/** The same for a row that can answer the bytes themselves, asked for them. */
export type BytesArgumentsOf<E extends Endpoint> = PathArgument<E['path']> & {
  readonly query: Readonly<z.input<E['query']> & BytesQuery<E>>;
};

/** The same without types, as the checks see it. */
export interface Arguments {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}
