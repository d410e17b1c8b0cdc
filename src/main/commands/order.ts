import type { ArgumentsOf } from '../../client/arguments.ts';
import type { Priority } from '../../client/limiter.ts';
import type { Failure } from '../../contract/failure.ts';
import type { AnswerOf } from '../../service/define.ts';
import type { Command, Endpoints } from '../../service/endpoints.ts';
import type { Service } from '../ports.ts';

/** One command to run once. `B`: the state before it, as its entry in the table needs it. */
export interface CommandOrder<K extends Command, B = unknown> {
  readonly operation: K;
  readonly args: ArgumentsOf<Endpoints[K]>;
  /** The window's intent, which becomes the journal's id. Without one, a new id is created. */
  readonly id?: string;
  /** The name of its queue. The commands of one queue are sent one at a time, in order. */
  readonly queue: string;
  /** What the command is about, in the words of the record. */
  readonly about: string;
  /** What the journal stores instead of the arguments, if they contain more than it should store. */
  readonly journaledArgs?: ArgumentsOf<Endpoints[K]>;
  readonly before: B;
  readonly service: Service;
  /** The till where the money is paid in or out. */
  readonly till?: string;
  /** Stops the command if it is not sent yet. Afterwards it only ends the wait for its outcome. */
  readonly signal?: AbortSignal;
  readonly priority?: Priority;
  /** Called when the request is sent and the journal has noted it. */
  readonly onSent?: () => void;
  /**
   * Called when there is no answer, or an answer without meaning. The queue then continues, and the command is looked
   * up.
   */
  readonly onUnclear?: (failure: Failure) => void;
}

/** A command that happened: by its own answer, or by a lookup after an unclear answer. */
export interface CommandResult<K extends Command> {
  readonly id: string;
  readonly answer: AnswerOf<Endpoints[K]>;
}

/** Runs commands. `States`: the state before, for each command. */
export interface Commands<States extends Record<Command, unknown> = Record<Command, unknown>> {
  /** Rejects with the `Failed` that is in the journal, if the command was not done or its outcome is unknown. */
  run<K extends Command>(order: CommandOrder<K, States[K]>): Promise<CommandResult<K>>;
  /**
   * Throws `alreadySent` if the intent was used before; call it before the first read. The intent is valid at one
   * library, by default the connected one. At another library `run` throws `moved`, or `alreadySent` if the same intent
   * came more than once.
   */
  mustBeNew(intent: string, library?: string): void;
}
