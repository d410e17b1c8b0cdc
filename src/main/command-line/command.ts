import type { Readable } from 'node:stream';
import type { Clock, Keychain, Log } from '../ports.ts';
import type { Trust } from '../policy/trust.ts';
import type { ExitCode } from './exit-code.ts';

/** What stood on the command line beside the command's own name. */
export interface Given {
  /** The file of a command that takes one; `''` for any other. As typed: not resolved, not looked at. */
  readonly file: string;
  /** The values of the command's further switches, as typed, by their names. */
  readonly options: Readonly<Record<string, string>>;
}

/** Standard input, as the command `--provision` reads it. */
export type Input = Readable & {
  /** Whether a person types: then the input is not shown (`setRawMode`). */
  readonly isTTY?: boolean;
  readonly setRawMode?: (raw: boolean) => unknown;
};

/** What a command without a window may be told about, or ask of, the program of this user that runs already. */
export type Question = 'report' | 'provision';

/** What a command works with. All of it can be put in place of the real thing by a test. */
export interface Program {
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly keychain: Keychain;
  /** Writes a line to standard output. */
  readonly say: (line: string) => void;
  /** Writes a line to standard error. */
  readonly complain: (line: string) => void;
  readonly input: Input;
  /** Where the policy says that the library system is; null where it does not. */
  readonly policyService: () => Promise<{ readonly address: string; readonly root: string } | null>;
  /** The folder that a relative FILE is in. */
  readonly workingFolder: string;
  /** The folder of this user's station: its settings, its journal. */
  readonly folder: string;
  /** The folder of the machine that only an administrator may write. It may not exist. */
  readonly machineFolder: string;
  /** Says who else could change a file there. */
  readonly trust: Trust;
  /**
   * Asks the program of this user that runs already, which holds the journal and the settings. Null: none runs, and none
   * can start until this command has ended. Throws a `NoAnswer` if it does not answer in time. Never send a secret.
   */
  readonly askRunning: (question: Question, input: unknown) => Promise<unknown>;
  /** Aborted when the command is to end: Ctrl+C, or the end of its session. */
  readonly signal: AbortSignal;
}

/** The running program did not answer in time: it may be hung, or of a version that knows no such question. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Something on the command line that the command cannot use; the message says what, for people. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command of the command line that opens no window. Its subject has it in a file of its own. */
export type Command = (given: Given, program: Program) => ExitCode | Promise<ExitCode>;

/** How a command stands in the table. */
export interface Entry {
  /** What follows its name, as `--help` shows it; null where nothing does. */
  readonly takes: 'FILE' | null;
  /** Further switches that go with it, each with a value, and what the value is called in `--help`. */
  readonly options?: Readonly<Record<string, string>>;
  /** What it does, in one line for `--help`. */
  readonly about: () => string;
  /** Loaded only when it runs: no command makes the start of the desk slower. */
  readonly load: () => Promise<Command>;
}
