import * as z from 'zod';
import type { SentItem } from '../../contract/department-work.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Keeping } from './unfinished.ts';
import { PendingSteps, type PendingStep, type PendingStepPorts } from '../commands/pending-steps.ts';

const Text = z.string();

const Sent = z.object({
  kind: z.literal('sent'),
  /** The journal's id of the command that this began with: a receipt, or a scan-in. */
  command: Text,
  state: z.enum(['department', 'sentOn']),
  pol: Text,
  pid: Text,
  barcode: Text,
  title: Text,
  /** Of the title and the holding; `''` where they are not known yet. */
  mmsId: Text,
  holdingId: Text,
  department: Text,
  departmentLibrary: Text,
  workOrderType: Text,
  status: Text,
  /** When it was sent there, and when it was last read; `''` for never. */
  at: Text,
  readAt: Text,
});
type Sent = z.output<typeof Sent>;

/** What is known of an item when it is sent somewhere. */
export type Sending = Omit<Sent, 'kind' | 'state' | 'at' | 'readAt'>;

/** An item to be received, and to be kept: as it is followed. */
export const sendingOf = ({ receipt, ...keeping }: Keeping): Sending => {
  const { pol, pid, barcode, title, mmsId, holdingId } = keeping;
  const { department, departmentLibrary, workOrderType, status } = keeping;
  return {
    ...{ command: receipt, pol, pid, barcode, title, mmsId, holdingId },
    ...{ department, departmentLibrary, workOrderType, status },
  };
};

/** An item that is followed. `isNew`: since now. */
export interface Followed {
  readonly id: string;
  readonly isNew: boolean;
}

/** So many are followed: of more, nobody reads the list. The oldest goes first. */
export const mostFollowed = 2000;

/**
 * The items that this station has received or scanned into a department, until they have arrived. Each is in the journal
 * before its command is sent. It is no work that is left to do: leaving the library does not ask about it.
 */
export class SentItems extends PendingSteps<Sent> {
  readonly #clock: PendingStepPorts['clock'];

  constructor(ports: PendingStepPorts) {
    super(ports, {
      kind: 'sent',
      read: (data) => Sent.safeParse(data).data ?? null,
      firstCommandId: ({ command }) => command,
      ifNotFound: 'hidden',
    });
    this.#clock = ports.clock;
  }

  /** Follows an item that is about to be sent somewhere. One that is followed already stays what it is. */
  follow(library: string, sending: Sending): Followed {
    const [known] = this.#of(library, sending.pid);
    if (known) return { id: known.id, isNew: false };
    const listed = this.listed();
    const [oldest] = listed;
    if (oldest && listed.length >= mostFollowed) this.done(oldest.id);
    const at = this.#now();
    // With the command, which is written and flushed after it.
    return {
      id: this.add(library, { ...sending, kind: 'sent', state: 'sentOn', at, readAt: '' }, 'later'),
      isNew: true,
    };
  }

  /** The command was not done, or that is not known: then the item may be on its way. */
  notSent({ id, isNew }: Followed, failure: Failure): void {
    if (failure.kind === 'unknown-outcome' || !isNew) this.pause(id);
    else this.done(id);
  }

  /** The item is where it was sent: on its way, or in the department, by now or since it was known to be there. */
  is(
    id: string,
    state: Sent['state'],
    more: Partial<Omit<Sending, 'pid' | 'command'>> = {},
  ): SentItem | null {
    const step = this.find(id);
    if (!step) return null;
    const data = { ...step.data, ...more, state, at: this.#now() };
    this.update(id, data, 'later');
    this.pause(id);
    return viewOf({ ...step, data });
  }

  /** It was read, and is where it was thought to be, or in this state. */
  wasRead(id: string, found: Partial<Omit<Sent, 'kind' | 'command'>>): SentItem | null {
    const step = this.find(id);
    if (!step) return null;
    const data = { ...step.data, ...found, readAt: this.#now() };
    this.update(id, data, 'later');
    return viewOf({ ...step, data });
  }

  /** An item that was received is kept in its department. */
  kept(library: string, keeping: Sending): void {
    const { id } = this.follow(library, keeping);
    const { mmsId, holdingId, department, departmentLibrary, workOrderType, status } = keeping;
    this.is(id, 'department', { mmsId, holdingId, department, departmentLibrary, workOrderType, status });
  }

  /** The item has another barcode. */
  barcodeGiven(library: string, pid: string, barcode: string): void {
    for (const { id, data } of this.#of(library, pid)) this.update(id, { ...data, barcode }, 'later');
  }

  /** Those of this library, oldest first. */
  list(): readonly SentItem[] {
    return this.listed()
      .filter(({ elsewhere, running }) => elsewhere === null && !running)
      .map(viewOf)
      .toSorted((one, other) => (one.since < other.since ? -1 : Number(one.since > other.since)));
  }

  #of(library: string, pid: string): readonly PendingStep<Sent>[] {
    return this.all().filter((step) => step.library === library && step.data.pid === pid);
  }

  #now(): string {
    return this.#clock.now().toISOString();
  }
}

const viewOf = ({ id, data }: Pick<PendingStep<Sent>, 'id' | 'data'>): SentItem => ({
  ...{ id, state: data.state, pol: data.pol, pid: data.pid, barcode: data.barcode, title: data.title },
  ...{ department: data.department, departmentLibrary: data.departmentLibrary },
  ...{ workOrder: data.workOrderType, status: data.status, since: data.at, readAt: data.readAt },
});
