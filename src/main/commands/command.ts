import type * as z from 'zod';
import type { ArgumentsOf } from '../../client/arguments.ts';
import type { CallOptions, Client } from '../../client/client.ts';
import type { AskPerson } from '../../contract/desk.ts';
import type { AnswerOf } from '../../service/define.ts';
import type { Command, Endpoints } from '../../service/endpoints.ts';
import { codeOf, textOf, type Fields } from '../../service/read.ts';

/** A command to look up: what was sent, and the client of the service. */
export interface SentCommand<K extends Command> {
  readonly client: Client;
  readonly options: CallOptions;
  /** The journal's id. The service has it as its external id where the operation takes one. */
  readonly id: string;
  readonly args: ArgumentsOf<Endpoints[K]>;
}

/** A command to look up, with the state of the record before it. */
export interface ResolverInput<K extends Command, B> extends SentCommand<K> {
  readonly before: B;
}

/**
 * What a read found out about a command. `didNotHappen` only if its effect would be visible and is not. The record is
 * what the command would have answered, read afterwards.
 */
export type Resolution<K extends Command> =
  | { readonly found: 'happened'; readonly record: AnswerOf<Endpoints[K]> }
  | { readonly found: 'didNotHappen' }
  | { readonly found: 'unclear' };

/** A read that finds out whether a command happened, or why no read can tell and a person has to decide. */
type Resolver<K extends Command, B> =
  ((input: ResolverInput<K, B>) => Promise<Resolution<K>>) | { readonly askPerson: AskPerson };

/** What was sent, and the state before it, as the journal has them. The row may be from any version of this program. */
export interface SentFields {
  readonly path: Fields;
  readonly query: Fields;
  readonly body: Fields;
  readonly before: Fields;
}

/** Everything that this program knows about one command. Each entry is in `<subject>/resolve.ts`. */
export interface CommandEntry<K extends Command, B extends z.ZodType, State = z.output<B>> {
  /**
   * The schema for what the resolver needs of the state before the command. The journal stores that state with the
   * command; it is parsed when it is read. `null` where the resolver does not need it.
   */
  readonly before: B;
  /**
   * What the command changes. Two commands have an effect in common if doing both would do one thing twice, or if the
   * second undoes the first.
   */
  readonly effects: (sent: SentFields) => readonly string[];
  /**
   * What the command puts in the place of what was there, if it replaces something. A command that puts something else
   * there is not the same done again, and a read can tell the two apart.
   */
  readonly replacement?: (sent: SentFields) => unknown;
  /** The effect contains the journal's id, so that it cannot be mistaken for another command's effect. */
  readonly carriesItsId?: true;
  /** Which of several actions the operation was sent for, where users know them by different names; null for none. */
  readonly act?: (query: Fields) => string | null;
  readonly resolve: Resolver<K, State>;
}

/** An entry of any type of state. */
export type AnyCommandEntry<K extends Command> = CommandEntry<K, z.ZodType, never>;

/** An entry for each command whose name begins with this prefix. A missing entry does not compile. */
export type CommandsOf<P extends string> = {
  readonly [K in Extract<Command, `${P}${string}`>]: AnyCommandEntry<K>;
};

/** Types an entry: by its operation from the table it is in, and by the schema of its state. */
export const command = <K extends Command, B extends z.ZodType>(
  entry: CommandEntry<K, B>,
): CommandEntry<K, B> => entry;

/** The name of an effect: the kind of record, and which one. */
export const effectOn = (kind: string, ...names: readonly string[]): string => `${kind}:${names.join('/')}`;

/** Which records of a kind are among these effects. */
export const recordsIn = (kind: string, effects: readonly string[]): string[] =>
  effects.filter((effect) => effect.startsWith(`${kind}:`)).map((effect) => effect.slice(kind.length + 1));

/** The text of a field, which may be plain, wrapped or a number; `''` if it has none. */
export function text(fields: Fields, field: string): string {
  const value = fields[field];
  if (typeof value === 'string' || typeof value === 'number') return textOf(value).trim();
  return typeof value === 'object' && value !== null ? codeOf(value as { value?: string }).trim() : '';
}
