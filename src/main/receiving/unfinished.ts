import * as z from 'zod';
import type { UnfinishedView } from '../../contract/receiving.ts';
import { OwedSteps, type Listed, type OwedPorts } from '../commands/pending-steps.ts';

const Text = z.string();

/** What it takes to receive an item, if it comes to that, and then to keep it in a department. */
const Keeping = z.object({
  kind: z.literal('keep').default('keep'),
  /** The journal's id of the receipt. */
  receipt: Text,
  pol: Text,
  pid: Text,
  barcode: Text,
  title: Text,
  mmsId: Text,
  holdingId: Text,
  receiveDate: Text,
  department: Text,
  departmentLibrary: Text,
  workOrderType: Text,
  status: Text,
});
export type Keeping = z.output<typeof Keeping>;

/** Items that are to be received and kept in a department, until both are done. */
export class UnfinishedItems extends OwedSteps<Keeping> {
  constructor(ports: OwedPorts) {
    super(ports, {
      kind: 'keep',
      alsoUnnamed: true,
      read: (data) => Keeping.safeParse(data).data ?? null,
      after: ({ receipt }) => receipt,
      ifSilent: 'listed',
    });
  }

  /** All, with the library of those that are another's. */
  list(): readonly UnfinishedView[] {
    return this.listed().map(viewOf);
  }
}

const viewOf = ({ id, since, failure, running, elsewhere, data }: Listed<Keeping>): UnfinishedView => ({
  id,
  pol: data.pol,
  pid: data.pid,
  barcode: data.barcode,
  title: data.title,
  department: data.department,
  workOrder: data.workOrderType,
  status: data.status,
  since,
  failure,
  running,
  elsewhere,
});
