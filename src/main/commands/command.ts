import type * as z from 'zod';
import type { ArgumentsOf } from '../../client/arguments.ts';
import type { CallOptions, Client } from '../../client/client.ts';
import type { AskPerson } from '../../contract/desk.ts';
import type { AnswerOf } from '../../service/define.ts';
import type { Command, Endpoints } from '../../service/endpoints.ts';
import { codeOf, textOf, type Fields } from '../../service/read.ts';

/** A command that is looked up: what was sent, and the service to ask. */
export interface SentCommand<K extends Command> {
  readonly client: Client;
  readonly options: CallOptions;
  /** The journal's id, which the service got as its external id where it takes one. */
  readonly id: string;
  readonly args: ArgumentsOf<Endpoints[K]>;
}

/** The same with the state that the command found. */
export interface ResolverInput<K extends Command, B> extends SentCommand<K> {
  readonly before: B;
}

/**
 * What a read found out about a command. `didNotHappen` only where its effect would be visible and is not; the record
 * is what the command would have answered, read afterwards.
 */
export type Resolution<K extends Command> =
  | { readonly found: 'happened'; readonly record: AnswerOf<Endpoints[K]> }
  | { readonly found: 'didNotHappen' }
  | { readonly found: 'unclear' };

/** A read that finds out whether a command happened, or why no read can tell and a person has to decide. */
type Resolver<K extends Command, B> =
  ((question: ResolverInput<K, B>) => Promise<Resolution<K>>) | { readonly askPerson: AskPerson };

/** What was sent, and the state before it, as they come back from the journal: of any version of this program. */
export interface SentFields {
  readonly path: Fields;
  readonly query: Fields;
  readonly body: Fields;
  readonly before: Fields;
}

/** All that this program knows of one command. It stands with its subject, in `<subject>/resolve.ts`. */
export interface CommandEntry<K extends Command, B extends z.ZodType, State = z.output<B>> {
  /**
   * What the resolver needs to know of the state before the command. The journal keeps it beside the command; it is
   * parsed when it is read back. `null` where the state afterwards tells enough.
   */
  readonly before: B;
  /**
   * What the command has an effect on. Two commands share a name where doing both would do one thing twice, or where
   * the second undoes the first.
   */
  readonly effects: (sent: SentFields) => readonly string[];
  /** The effect carries the journal's id, so that it cannot be taken for another command's. */
  readonly carriesItsId?: true;
  /** Which of several things the operation was sent for, where people know them by different names; null for none. */
  readonly act?: (query: Fields) => string | null;
  readonly resolve: Resolver<K, State>;
}

/** An entry whose state before is not known to the type. */
export type AnyCommandEntry<K extends Command> = CommandEntry<K, z.ZodType, never>;

/** One entry for each command of the service whose name begins so: a missing one does not compile. */
export type CommandsOf<P extends string> = {
  readonly [K in Extract<Command, `${P}${string}`>]: AnyCommandEntry<K>;
};

/** Gives an entry its types: those of its operation from where it stands, that of the state before from its schema. */
export const command = <K extends Command, B extends z.ZodType>(
  entry: CommandEntry<K, B>,
): CommandEntry<K, B> => entry;

/** The name of an effect: what kind of thing it is on, and which one. */
export const effectOn = (kind: string, ...names: readonly string[]): string => `${kind}:${names.join('/')}`;

/** A field's text: plain, wrapped or a number; `''` where it has none. */
export function text(fields: Fields, field: string): string {
  const value = fields[field];
  if (typeof value === 'string' || typeof value === 'number') return textOf(value).trim();
  return typeof value === 'object' && value !== null ? codeOf(value as { value?: string }).trim() : '';
}
