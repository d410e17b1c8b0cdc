import type * as z from 'zod';
import type { ListKeys, PathParts } from '../service/define.ts';
import type { Endpoints, Operation } from '../service/endpoints.ts';
import type { Document } from './store/documents.ts';
import type { Db } from './store/schema.ts';

/** What a library decides about its server. */
export interface Settings {
  /** How long after a loan no new request on that title can be fulfilled. Source: User requests, timing caveat. */
  readonly settleMs: number;
}

/** A parsed call of one operation, inside its transaction. */
export interface Call<K extends Operation> {
  readonly db: Db;
  readonly now: Date;
  readonly settings: Settings;
  readonly path: PathParts<Endpoints[K]['path']>;
  readonly query: z.output<Endpoints[K]['query']>;
  readonly body: BodyOf<K>;
}

type BodyOf<K extends Operation> = Endpoints[K] extends { readonly body: infer B extends z.ZodType }
  ? z.output<B>
  : undefined;

/** A page of a list; `envelope` has what stands beside the entries. */
export interface Listed {
  readonly items: readonly object[];
  readonly total: number;
  readonly envelope?: Document;
}

/** Sends the caller on to another path of the service, relative to the version. */
export class Redirect {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** Without a value the answer is 204. */
export type Answer<K extends Operation> = Endpoints[K] extends { readonly list: ListKeys }
  ? Listed
  : object | undefined;

/** Carries out an operation, or throws a `Refusal`. */
export type Handler<K extends Operation> = (call: Call<K>) => Promise<Answer<K>>;

/** One handler for every row of the table: a missing one does not compile. */
export type Handlers = { readonly [K in Operation]: Handler<K> };

/** The handlers of one area, so that each file says which it has. */
export type HandlersOf<Prefix extends string> = Pick<Handlers, Extract<Operation, `${Prefix}${string}`>>;
