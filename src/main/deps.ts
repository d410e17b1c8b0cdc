import type { UnclearCommands } from './commands/unclear.ts';
import type { Rechecks } from './commands/rechecks.ts';
import type { Queues } from './commands/queues.ts';
import type { Commands, CommandOrder } from './commands/order.ts';
import type { StatesBefore } from './command-table.ts';
import type { Command } from '../service/endpoints.ts';
import type { Clock, Files, Log, Connection } from './ports.ts';
import type { Journal } from './journal/port.ts';
import type { PendingDueDates } from './loans/pending-due-dates.ts';

/** What the rooms and the tasks work with: the ports, and the two things that stand on them. */
export interface Deps {
  readonly connection: Connection;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly files: Files;
  readonly commands: Commands<StatesBefore>;
  /** Those of the commands, for what reads a record, decides, and then changes it. */
  readonly queues: Queues;
  readonly unclear: UnclearCommands;
  readonly rechecks: Rechecks;
  /** Aborted when the program ends. */
  readonly closing: AbortSignal;
}

/** A command to be done, with the state that its entry in the table asks for. */
export type OrderOf<K extends Command> = CommandOrder<K, StatesBefore[K]>;

/** What the desk works with beside that. */
export interface DeskDeps extends Deps {
  /** Days set by hand that loans are still to be given. */
  readonly dueDates: PendingDueDates;
}
