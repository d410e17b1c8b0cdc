import { commandTable } from '../../../src/main/command-table.ts';
import { createQueues } from '../../../src/main/commands/queues.ts';
import { Rechecks } from '../../../src/main/commands/rechecks.ts';
import { createCommands } from '../../../src/main/commands/runner.ts';
import { Settlements } from '../../../src/main/commands/settlements.ts';
import { UnclearCommands } from '../../../src/main/commands/unclear.ts';
import type { InvoiceDeps } from '../../../src/main/invoices/run.ts';
import { InvoicePlans } from '../../../src/main/invoices/plans.ts';
import type { TestStation } from './test-station.ts';
import { quietLog } from './ports.ts';

/** One run of the program, as far as tasks know it: over the test station's service and journal. */
export function programRunOf(
  testStation: TestStation,
): InvoiceDeps & { unclear: UnclearCommands; end: () => void } {
  const queues = createQueues();
  const closing = new AbortController();
  const { client } = testStation;
  const connection = {
    service: () => Promise.resolve({ client, library: testStation.library, currency: 'ILS', decimals: 2 }),
    library: () => testStation.library,
    view: () => ({ mode: testStation.library.mode }) as never,
  };
  const common = {
    connection,
    journal: testStation.journal,
    clock: testStation.clock,
    log: quietLog(),
    files: testStation.files,
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
