import * as z from 'zod';
import { codeOf, flagOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';

const Text = z.string();

/** Where an item is, as far as a scan-in changes that. Codes, each `''` where the service does not say. */
export const Whereabouts = z.object({
  process: Text,
  status: Text,
  library: Text,
  workOrder: Text,
  department: Text,
  requested: z.boolean(),
});
export type Whereabouts = z.output<typeof Whereabouts>;

export function whereaboutsOf({ item_data: data }: Item): Whereabouts {
  return {
    process: codeOf(data?.process_type),
    status: codeOf(data?.base_status),
    library: codeOf(data?.library),
    workOrder: codeOf(data?.work_order_type),
    department: codeOf(data?.work_order_at),
    requested: flagOf(data?.requested),
  };
}

/** Whether an item is where it was, whatever is requested of it. */
export const isPlacedAs = (now: Whereabouts, before: Whereabouts): boolean =>
  now.process === before.process &&
  now.status === before.status &&
  now.library === before.library &&
  now.workOrder === before.workOrder &&
  now.department === before.department;

/** Whether an item is where no scan-in at a desk puts it: it was lent since, or a department has it. */
export const isElsewhereSince = ({ process }: Whereabouts): boolean => /^(?:LOAN|WORK_ORDER)/i.test(process);
