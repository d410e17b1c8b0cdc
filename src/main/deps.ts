import type { UnclearCommands } from './commands/unclear.ts';
import type { Rechecks } from './commands/rechecks.ts';
import type { Lanes } from './commands/lanes.ts';
import type { Commands, Order } from './commands/order.ts';
import type { StatesBefore } from './command-table.ts';
import type { Command } from '../service/endpoints.ts';
import type { Clock, Files, Log, Standing } from './ports.ts';
import type { Journal } from './journal/port.ts';
import type { OwedDues } from './loans/pending-dues.ts';

/** What the rooms and the tasks work with: the ports, and the two things that stand on them. */
export interface Parts {
  readonly standing: Standing;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly files: Files;
  readonly commands: Commands<StatesBefore>;
  /** Those of the commands, for what reads a record, decides, and then changes it. */
  readonly lanes: Lanes;
  readonly unclear: UnclearCommands;
  readonly rechecks: Rechecks;
  /** Aborted when the program ends. */
  readonly closing: AbortSignal;
}

/** A command to be done, with the state that its entry in the table asks for. */
export type OrderOf<K extends Command> = Order<K, StatesBefore[K]>;

/** What the desk works with beside that. */
export interface DeskParts extends Parts {
  /** Days set by hand that loans are still to be given. */
  readonly dues: OwedDues;
}
