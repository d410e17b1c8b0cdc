import type { UnclearCommands } from './commands/unclear.ts';
import type { Rechecks } from './commands/rechecks.ts';
import type { Commands } from './commands/runner.ts';
import type { Clock, Files, Journal, Log, Standing } from './ports.ts';
import type { OwedDues } from './loans/pending-dues.ts';

/** What the rooms and the tasks work with: the ports, and the two things that stand on them. */
export interface Parts {
  readonly standing: Standing;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly files: Files;
  readonly commands: Commands;
  readonly unclear: UnclearCommands;
  readonly rechecks: Rechecks;
  /** Aborted when the program ends. */
  readonly closing: AbortSignal;
}

/** What the desk works with beside that. */
export interface DeskParts extends Parts {
  /** Days set by hand that loans are still to be given. */
  readonly dues: OwedDues;
}
