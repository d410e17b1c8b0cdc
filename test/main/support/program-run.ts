import { commandTable } from '../../../src/main/command-table.ts';
import { createQueues } from '../../../src/main/commands/queues.ts';
import { Rechecks } from '../../../src/main/commands/rechecks.ts';
import { createCommands } from '../../../src/main/commands/runner.ts';
import { Settlements } from '../../../src/main/commands/settlements.ts';
import { UnclearCommands } from '../../../src/main/commands/unclear.ts';
import type { InvoiceDeps } from '../../../src/main/invoices/with-lines.ts';
import { InvoicePlans } from '../../../src/main/invoices/plans.ts';
import type { House } from './house.ts';
import { quietLog } from './ports.ts';

/** One run of the program, as far as tasks know it: over the house's service and journal. */
export function programRunOf(house: House): InvoiceDeps & { unclear: UnclearCommands; end: () => void } {
  const queues = createQueues();
  const closing = new AbortController();
  const { client } = house;
  const connection = {
    service: () => Promise.resolve({ client, library: house.library, currency: 'ILS', decimals: 2 }),
    library: () => house.library,
    view: () => ({ mode: house.library.mode }) as never,
  };
  const common = {
    connection,
    journal: house.journal,
    clock: house.clock,
    log: quietLog(),
    files: house.files,
    queues,
    table: commandTable,
    closing: closing.signal,
  };
  const settlements = new Settlements(common);
  const unclear = new UnclearCommands({ ...common, settlements });
  const rechecks = new Rechecks({ ...common, unclear, settlements });
  const commands = createCommands({ ...common, settlements, unclear });
  return {
    deps: { ...common, commands, unclear, rechecks },
    plans: new InvoicePlans(common),
    unclear,
    end: () => closing.abort(),
  };
}
