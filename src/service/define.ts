import type * as z from 'zod';

/** A read may be repeated at will; a command only where it provably never ran. */
export type OperationKind = 'read' | 'command';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Under which key a list comes, and the keys that older releases use for it. */
export interface ListKeys {
  readonly key: string;
  readonly legacy: readonly string[];
}

/**
 * The one form in which the service takes a field: a plain code, a wrapped one (`{"value": code}`), or a flat array
 * where older releases wrap the array once more.
 */
export type WrittenForm = 'plain' | 'wrapped' | 'flat';

/** One operation of the service, as data. `op` and `when` tell apart the rows that share a method and a path. */
export interface Endpoint {
  readonly method: Method;
  readonly path: string;
  readonly op?: string;
  /** This row is meant where the query has this parameter; without it, the row that has no `when`. */
  readonly when?: string;
  readonly kind: OperationKind;
  readonly query: z.ZodObject;
  readonly body?: z.ZodType;
  /** Fields of the body that the service takes in one form only: the client writes them in it. */
  readonly written?: Readonly<Record<string, WrittenForm>>;
  /** The body travels as XML, under this root element. Source: Configuration, letters. */
  readonly xml?: string;
  /** One record: the answer itself, or one entry where `list` is set. */
  readonly returns: z.ZodType;
  readonly list?: ListKeys;
  /** Of these query parameters exactly one must be given. */
  readonly exactlyOneOf?: readonly string[];
  /** Of these query parameters one or more must be given. */
  readonly atLeastOneOf?: readonly string[];
  /** Codes that say "not now": the refusal passes within seconds, and the same call is then tried again. */
  readonly passing?: readonly string[];
  /** With these query parameters the answer is not JSON but the bytes themselves. Source: User attachments. */
  readonly bytesWhen?: Readonly<Record<string, string>>;
  /** The service may answer this one without a body, and that is not an error. */
  readonly mayBeEmpty?: true;
  /** The section of the service description this row is taken from. */
  readonly source: string;
  /** Set where the description leaves the row open and we chose: says what was assumed. */
  readonly assumed?: string;
}

type BraceNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | BraceNames<Rest>
  : never;

/** The parts of a path that the caller fills in: `'/users/{user_id}'` gives `{ user_id: string }`. */
export type PathParts<P extends string> = Record<BraceNames<P>, string>;

/** An entry of a list, or the record itself. */
export type Returned<E extends Endpoint> = z.output<E['returns']>;

/** A list as it came: its entries, how many the service says there are, and the envelope around them. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly envelope: Readonly<Record<string, unknown>>;
}

/** What a call of this row answers. */
export type AnswerOf<E extends Endpoint> = E extends { list: ListKeys }
  ? Page<Returned<E>>
  : E extends { mayBeEmpty: true }
    ? Returned<E> | undefined
    : Returned<E>;

/** The names in a path's braces, in order. */
export function pathNames(path: string): string[] {
  return Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name]) => name ?? '');
}
