import { createLanes } from '../../src/main/commands/lanes.ts';
import { createCommands } from '../../src/main/commands/runner.ts';
import { UnclearCommands } from '../../src/main/commands/unclear.ts';
import type { Invoicing } from '../../src/main/tasks/invoice-with-lines.ts';
import { InvoicePlans } from '../../src/main/tasks/invoice-plans.ts';
import { hastyClock, type House } from './house.ts';
import { quietLog } from './support.ts';

/** One run of the program, as far as tasks know it: over the house's service and journal. */
export function workingOf(house: House): Invoicing & { unclear: UnclearCommands; end: () => void } {
  const lanes = createLanes();
  const closing = new AbortController();
  const service = { client: house.client, library: house.library, currency: 'ILS', decimals: 2 } as const;
  const standing = {
    service: () => Promise.resolve(service),
    library: () => house.library,
    view: () => ({ mode: house.library.mode }) as never,
  };
  const common = {
    standing,
    journal: house.journal,
    clock: hastyClock,
    log: quietLog(),
    files: house.files,
    lanes,
    closing: closing.signal,
  };
  const unclear = new UnclearCommands(common);
  const commands = createCommands({ ...common, unclear });
  return {
    parts: { ...common, commands, unclear },
    lanes,
    plans: new InvoicePlans(common),
    unclear,
    end: () => closing.abort(),
  };
}
