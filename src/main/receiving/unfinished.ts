import * as z from 'zod';
import type { UnfinishedView } from '../../contract/receiving.ts';
import type { Alert } from '../../contract/trolley.ts';
import {
  PendingSteps,
  type ListedStep,
  type PendingStep,
  type PendingStepPorts,
} from '../commands/pending-steps.ts';
import { Emitter } from '../emitter.ts';
import { AlertRows } from './alert-row.ts';
import { withAlert } from './alerts.ts';

const Text = z.string();

/**
 * A pending step: to receive an item (if that is still to be done) and to keep it in a department; or only that a person
 * sees who waits for it.
 */
const Keeping = z.object({
  kind: z.literal('keep').default('keep'),
  /** The journal's id of the receipt. */
  receipt: Text,
  pol: Text,
  pid: Text,
  barcode: Text,
  title: Text,
  /** Of the title and the holding; `''` where no one has named them yet. */
  mmsId: Text,
  holdingId: Text,
  receiveDate: Text,
  department: Text,
  departmentLibrary: Text,
  workOrderType: Text,
  status: Text,
  // Not in journals of earlier versions.
  /** False: it is only to be seen. */
  toKeep: z.boolean().default(true),
  alerts: AlertRows.default([]),
  seen: z.boolean().default(true),
  /** It was asked who waits for the item, since it was received. */
  asked: z.boolean().default(false),
});
export type Keeping = z.output<typeof Keeping>;

/** The end of a step: its item was kept, or a person has seen to it elsewhere. `alert`: someone waits for it. */
interface StepEnd {
  readonly step: PendingStep<Keeping>;
  readonly as: 'kept' | 'elsewhere';
  readonly alert: Alert | null;
}

/** The items that are to be received and kept in a department, until both are done, and those that are to be seen. */
export class UnfinishedItems extends PendingSteps<Keeping> {
  readonly ended = new Emitter<StepEnd>();
  readonly #journal: PendingStepPorts['journal'];

  constructor(ports: PendingStepPorts) {
    super(ports, {
      kind: 'keep',
      alsoUnnamed: true,
      read: (data) => Keeping.safeParse(data).data ?? null,
      firstCommandId: ({ receipt }) => receipt,
      ifNotFound: 'listed',
    });
    this.#journal = ports.journal;
    for (const { id, data } of this.all()) if (!data.toKeep && this.#wasNot(data)) this.done(id);
  }

  /** What was not received, or is not confirmed, is nothing to see. */
  override listed(): readonly ListedStep<Keeping>[] {
    return super.listed().filter(({ data }) => data.toKeep || this.#isReceived(data));
  }

  /** The receipt of an item that is only to be seen is known by now, or is looked for once more. */
  receiptResolved(receipt: string): void {
    if (this.all().some(({ data }) => !data.toKeep && data.receipt === receipt)) this.changed();
  }

  /** The item was received. It is not kept until a person has seen these. */
  waitUntilSeen(id: string, alerts: readonly Alert[]): void {
    this.update(id, { ...this.get(id).data, alerts, seen: false, asked: true });
    this.pause(id);
  }

  /** Nothing is left to do with an item but to see these. */
  waitOnlyUntilSeen(library: string, keeping: Keeping, alerts: readonly Alert[]): void {
    this.addWaiting(library, { ...keeping, alerts, toKeep: false, seen: false, asked: true });
  }

  #isReceived({ receipt }: Keeping): boolean {
    const entry = this.#journal.entry(receipt);
    return entry === null || entry.state === 'accepted';
  }

  /** It was not received, and no read looks for it any more. */
  #wasNot({ receipt }: Keeping): boolean {
    const entry = this.#journal.entry(receipt);
    return entry?.state === 'notSent' && entry.recheck === null;
  }

  /** It was asked who waits for the item, and nobody does. */
  nobodyWaits(id: string): void {
    this.update(id, { ...this.get(id).data, asked: true });
  }

  /** The item has another barcode. */
  barcodeGiven(library: string, pid: string, barcode: string): void {
    const steps = this.all().filter((step) => step.library === library && step.data.pid === pid);
    for (const { id, data } of steps) this.update(id, { ...data, barcode }, 'later');
    if (steps.length > 0) this.changed();
  }

  /** Ends a step. */
  end(id: string, as: StepEnd['as'], alert: Alert | null = null): void {
    const step = this.get(id);
    this.done(id);
    this.ended.emit({ step, as, alert });
  }

  /** All of them, also those of other libraries. */
  list(): readonly UnfinishedView[] {
    return this.listed().map(viewOf);
  }
}

/** Who waits for it could not be asked when it was received. */
const isUnasked = ({ toKeep, asked }: Keeping): boolean => !toKeep && !asked;

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
  toKeep: data.toKeep,
  alerts: isUnasked(data) ? withAlert(data.alerts, { kind: 'requestsUnread' }) : data.alerts,
  seen: data.seen && !isUnasked(data),
  needsIds: data.mmsId === '' || data.holdingId === '',
  running,
  elsewhere,
});
