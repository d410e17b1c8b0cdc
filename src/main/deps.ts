import type { UnclearCommands } from './commands/unclear.ts';
import type { Rechecks } from './commands/rechecks.ts';
import type { Queues } from './commands/queues.ts';
import type { Commands, CommandOrder } from './commands/order.ts';
import type { StatesBefore } from './command-table.ts';
import type { Command } from '../service/endpoints.ts';
import type { Clock, Files, Log, Connection } from './ports.ts';
import type { Journal } from './journal/port.ts';
import type { PendingDueDates } from './loans/pending-due-dates.ts';

/** What the subjects work with: the ports, the commands and what belongs to them. */
export interface Deps {
  readonly connection: Connection;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly files: Files;
  readonly commands: Commands<StatesBefore>;
  /** The queues of the commands, for work that reads a record, decides, and then changes it. */
  readonly queues: Queues;
  readonly unclear: UnclearCommands;
  readonly rechecks: Rechecks;
  /** Aborted when the program ends. */
  readonly closing: AbortSignal;
}

/** A command to run, with the state that its entry in the table needs. */
export type OrderOf<K extends Command> = CommandOrder<K, StatesBefore[K]>;

/** What only the desk needs in addition. */
export interface DeskDeps extends Deps {
  /** Due dates chosen by the desk that loans do not have yet. */
  readonly dueDates: PendingDueDates;
}

/** What only the desks need in addition. */
export interface DesksDeps extends DeskDeps {
  /** Nobody new is taken: an installer waits until the desk is quiet. */
  readonly takesNobody: () => boolean;
}
