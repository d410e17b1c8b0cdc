import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Failure } from '../../contract/failure.ts';
import type { UnfinishedView } from '../../contract/receiving.ts';
import { Listeners } from '../commands/listeners.ts';
import { invalid } from '../failed.ts';
import { isPlan } from './invoice-plans.ts';
import { libraryOf } from './owed-library.ts';
import type { Clock, Journal, Log, OwedStep, Standing } from '../ports.ts';

const Text = z.string();

/** What it takes to receive an item, if it comes to that, and then to keep it in a department. */
const Keeping = z.object({
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

interface Owed {
  readonly id: string;
  readonly since: string;
  /** The id of the library it is owed at. */
  readonly library: string;
  readonly keeping: Keeping;
  failure: Failure | null;
  /** In its first attempt, which the person is waiting for: not on the list yet. */
  fresh: boolean;
  running: boolean;
}

interface Ports {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly standing: Standing;
  readonly log: Log;
}

/**
 * Items that are to be received and kept in a department, until both are done. They are in the journal before the
 * receipt leaves, so that no end of the program between the two steps loses one.
 */
export class UnfinishedItems {
  readonly changes = new Listeners<readonly UnfinishedView[]>();
  readonly #ports: Ports;
  readonly #owed = new Map<string, Owed>();

  constructor(ports: Ports) {
    this.#ports = ports;
    for (const step of ports.journal.owed()) this.#take(step);
  }

  /** Those of the service that the station stands on now. */
  list(): readonly UnfinishedView[] {
    const here = this.#ports.standing.library()?.id;
    return [...this.#owed.values()]
      .filter(({ fresh, library }) => !fresh && library === here)
      .map(({ id, since, failure, running, keeping }) => ({
        id,
        pol: keeping.pol,
        pid: keeping.pid,
        barcode: keeping.barcode,
        title: keeping.title,
        department: keeping.department,
        workOrder: keeping.workOrderType,
        status: keeping.status,
        since,
        failure,
        running,
      }));
  }

  get(id: string): Keeping {
    const owed = this.#owed.get(id);
    if (!owed) throw invalid('id', 'noIds');
    return owed.keeping;
  }

  libraryOf(id: string): string {
    this.get(id);
    return this.#owed.get(id)?.library ?? '';
  }

  /** Notes an item before its receipt leaves; returns the id of what is owed. */
  owe(library: string, keeping: Keeping): string {
    const id = randomUUID();
    const since = this.#ports.clock.now().toISOString();
    this.#ports.journal.owe({ id, at: since, library, data: keeping });
    this.#owed.set(id, { id, since, library, keeping, failure: null, fresh: true, running: true });
    return id;
  }

  /** Marks the item as being finished at this moment. Throws `alreadySent` where it is. */
  begin(id: string): void {
    this.get(id);
    const owed = this.#owed.get(id);
    if (!owed || owed.running) throw invalid('id', 'alreadySent');
    owed.running = true;
    this.tell();
  }

  /** Both steps are done, or there is nothing to be done: the item leaves the list. */
  done(id: string): void {
    this.get(id);
    this.#ports.journal.updateOwed(id, null);
    this.#owed.delete(id);
    this.tell();
  }

  failed(id: string, failure: Failure): void {
    const owed = this.#owed.get(id);
    if (!owed) return;
    this.#ports.journal.updateOwed(id, { failure });
    owed.failure = failure;
    owed.fresh = false;
    owed.running = false;
    this.tell();
  }

  /** From an earlier run. What was never sent is not owed; what cannot be read is kept in the journal only. */
  #take({ id, at, data, failure, ...step }: OwedStep): void {
    const { journal, log } = this.#ports;
    if (isPlan(data)) return;
    const read = Keeping.safeParse(data);
    if (!read.success) {
      log.line('owed.unreadable', { id });
      return;
    }
    const keeping = read.data;
    const receipt = journal.entry(keeping.receipt)?.state;
    if (receipt === undefined || receipt === 'intended' || receipt === 'notSent' || receipt === 'refused') {
      journal.updateOwed(id, null);
      return;
    }
    this.#owed.set(id, {
      id,
      since: at,
      library: libraryOf(step.library, data),
      keeping,
      failure,
      fresh: false,
      running: false,
    });
  }

  /** Tells the list as it now stands. */
  tell(): void {
    this.changes.tell(this.list());
  }
}
