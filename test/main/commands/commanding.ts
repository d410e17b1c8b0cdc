import type { Client } from '../../../src/client/client.ts';
import { UnreachableError } from '../../../src/client/errors.ts';
import { journalUntil } from '../../../src/main/commands/closing-journal.ts';
import { commandTable } from '../../../src/main/command-table.ts';
import { createQueues } from '../../../src/main/commands/queues.ts';
import { Rechecks } from '../../../src/main/commands/rechecks.ts';
import type { CommandResult } from '../../../src/main/commands/order.ts';
import { createCommands } from '../../../src/main/commands/runner.ts';
import { Settlements } from '../../../src/main/commands/settlements.ts';
import { UnclearCommands } from '../../../src/main/commands/unclear.ts';
import type { OrderOf } from '../../../src/main/deps.ts';
import type { Clock, KnownLibrary } from '../../../src/main/ports.ts';
import type { Journal } from '../../../src/main/journal/port.ts';
import { type Command, endpoints, type Operation } from '../../../src/service/endpoints.ts';
import { here } from '../support/test-station.ts';
import { quietLog } from '../support/ports.ts';

/** What the commands of a run stand on, as it is at the moment: a test may change it while the program runs. */
export interface Ground {
  readonly client: Client;
  readonly journal: Journal;
  readonly clock: Clock;
  /** The library that is connected; `here` where none is named. */
  library?: KnownLibrary;
  /** Nobody is connected to anything. */
  isAway?: boolean;
}

/** An order without what all orders of these tests have in common. */
export type CommandRequest<K extends Command> = Omit<OrderOf<K>, 'service' | 'queue' | 'about'> & {
  readonly queue?: string;
};

/** One run of the program, as far as its commands go. */
export function runOn(ground: Ground) {
  const { clock } = ground;
  const queues = createQueues();
  const ending = new AbortController();
  const journal = journalUntil(ending.signal, ground.journal);
  const libraryNow = () => ground.library ?? here;
  const serviceNow = () => ({ client: ground.client, library: libraryNow(), currency: 'ILS', decimals: 2 });
  const connection = {
    service: () =>
      ground.isAway === true
        ? Promise.reject(new UnreachableError(placeOf('users.get'), 'refused'))
        : Promise.resolve(serviceNow()),
    library: () => (ground.isAway === true ? null : libraryNow()),
    view: () => ({ mode: libraryNow().mode }) as never,
  };
  const log = quietLog();
  const common = { connection, journal, clock, log, queues, table: commandTable, closing: ending.signal };
  const settlements = new Settlements(common);
  const unclear = new UnclearCommands({ ...common, settlements });
  const rechecks = new Rechecks({ ...common, unclear, settlements });
  const commands = createCommands({ ...common, settlements, unclear });
  return {
    commands,
    unclear,
    rechecks,
    log,
    end: () => ending.abort(),
    run: <K extends Command>(order: CommandRequest<K>): Promise<CommandResult<K>> =>
      commands.run<K>({ queue: 'test', ...order, service: serviceNow(), about: 'a test' }),
  };
}

/** Where in the table an operation stands, for an error about it. */
export function placeOf(operation: Operation) {
  const { method, path } = endpoints[operation];
  return { operation, method, path };
}
