import type { ArgumentsOf } from '../../client/arguments.ts';
import type { Priority } from '../../client/limiter.ts';
import type { Failure } from '../../contract/failure.ts';
import type { AnswerOf } from '../../service/define.ts';
import type { Command, Endpoints } from '../../service/endpoints.ts';
import type { Service } from '../ports.ts';

/** One command to be done, once. `B`: the state before it, as its entry in the table asks for it. */
export interface CommandOrder<K extends Command, B = unknown> {
  readonly operation: K;
  readonly args: ArgumentsOf<Endpoints[K]>;
  /** The window's intent, which becomes the journal's id. Where the window gave none, a new one is made. */
  readonly id?: string;
  /** The commands of one lane leave one at a time, in their order. */
  readonly queue: string;
  /** What it is about, in the words of the record. */
  readonly about: string;
  /** What the journal keeps in place of the arguments, where these are more than it should hold. */
  readonly keep?: ArgumentsOf<Endpoints[K]>;
  readonly before: B;
  readonly service: Service;
  /** The till that the money goes into, or comes from. */
  readonly till?: string;
  /** Keeps the command from leaving, if it has not left. Afterwards it only ends the waiting for its outcome. */
  readonly signal?: AbortSignal;
  readonly priority?: Priority;
  /** Called when the request leaves and the journal knows it. */
  readonly onSent?: () => void;
  /** Called when no answer has come, or none that says anything: the lane is free, and the command is looked for. */
  readonly onUnclear?: (failure: Failure) => void;
}

/** A command that happened: by its own answer, or by a read after an unclear answer. */
export interface CommandResult<K extends Command> {
  readonly id: string;
  readonly answer: AnswerOf<Endpoints[K]>;
}

/** Does commands. `States`: the state before, for each command. */
export interface Commands<States extends Record<Command, unknown> = Record<Command, unknown>> {
  /** Rejects with the `Failed` that the journal keeps, where the command was not done or nobody knows. */
  run<K extends Command>(order: CommandOrder<K, States[K]>): Promise<CommandResult<K>>;
  /**
   * Throws `alreadySent` where the intent was used before, so that nothing is even read. The intent is for this
   * library, by default the one that is connected now. At another library `run` throws `moved`, or `alreadySent` where
   * the intent was asked for more than once.
   */
  mustBeNew(intent: string, library?: string): void;
}
