import type { ArgumentsOf } from '../../client/arguments.ts';
import type { CallOptions, Client } from '../../client/client.ts';
import type { AskPerson } from '../../contract/desk.ts';
import type { AnswerOf } from '../../service/define.ts';
import type { Command, Endpoints } from '../../service/endpoints.ts';
import type { Before } from './before.ts';

/** What is known of a command when it is looked up. */
export interface Question<K extends Command> {
  readonly client: Client;
  readonly options: CallOptions;
  /** The journal's id, which the service got as its external id where it takes one. */
  readonly id: string;
  readonly args: ArgumentsOf<Endpoints[K]>;
  readonly before: Before<K>;
}

/**
 * What a read found out about a command. `didNotHappen` only where its effect would be visible and is not; the record
 * is what the command would have answered, read afterwards.
 */
export type Found<K extends Command> =
  | { readonly found: 'happened'; readonly record: AnswerOf<Endpoints[K]> }
  | { readonly found: 'didNotHappen' }
  | { readonly found: 'unclear' };

/** A read that finds out whether a command happened, or why no read can tell and a person has to decide. */
export type Resolver<K extends Command> =
  ((question: Question<K>) => Promise<Found<K>>) | { readonly askPerson: AskPerson };

export type ResolversOf<P extends string> = {
  readonly [K in Extract<Command, `${P}${string}`>]: Resolver<K>;
};
