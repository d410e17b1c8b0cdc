import * as z from 'zod';
import type { UnfinishedView } from '../../contract/receiving.ts';
import { PendingSteps, type ListedStep, type PendingStepPorts } from '../commands/pending-steps.ts';

const Text = z.string();

/** A pending step: to receive an item (if that is still to be done) and to keep it in a department. */
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

/** The items that are to be received and kept in a department, until both are done. */
export class UnfinishedItems extends PendingSteps<Keeping> {
  constructor(ports: PendingStepPorts) {
    super(ports, {
      kind: 'keep',
      alsoUnnamed: true,
      read: (data) => Keeping.safeParse(data).data ?? null,
      firstCommandId: ({ receipt }) => receipt,
      ifNotFound: 'listed',
    });
  }

  /** All of them, also those of other libraries. */
  list(): readonly UnfinishedView[] {
    return this.listed().map(viewOf);
  }
}

const viewOf = ({ id, since, failure, running, elsewhere, data }: ListedStep<Keeping>): UnfinishedView => ({
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
