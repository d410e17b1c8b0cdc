import { journalUntil } from './commands/closing-journal.ts';
import { commandTable } from './command-table.ts';
import { createQueues } from './commands/queues.ts';
import { Rechecks } from './commands/rechecks.ts';
import { createCommands } from './commands/runner.ts';
import { Settlements } from './commands/settlements.ts';
import { UnclearCommands } from './commands/unclear.ts';
import { attachmentHandlers } from './attachments/calls.ts';
import { depositHandlers } from './deposits/calls.ts';
import { deskHandlers } from './desk/calls.ts';
import { feeHandlers } from './fees/calls.ts';
import { loanHandlers } from './loans/calls.ts';
import { noteHandlers } from './notes/calls.ts';
import type { HandlersOf } from './router.ts';
import { patronHandlers } from './patrons/calls.ts';
import { purchaseHandlers } from './purchases/calls.ts';
import { receivingHandlers } from './receiving/calls.ts';
import { requestHandlers } from './requests/calls.ts';
import { scanHandlers } from './scans/calls.ts';
import { sharingHandlers } from './sharing/calls.ts';
import { takingsHandlers } from './takings/calls.ts';
import type { Clock, Files, Log, Connection } from './ports.ts';
import type { Journal } from './journal/port.ts';
import { Desks } from './desk/desk.ts';
import { PendingDueDates } from './loans/pending-due-dates.ts';
import type { Deps } from './deps.ts';
import { ReceivingRooms } from './receiving/rooms.ts';
import { Tills } from './takings/tills.ts';
import { InvoicePlans } from './invoices/plans.ts';
import type { InvoiceDeps } from './invoices/with-lines.ts';
import { ReadyFiles } from './attachments/ready-files.ts';
import { UnfinishedItems } from './receiving/unfinished.ts';

/** The ports that the library's work stands on. */
export interface DomainPorts {
  readonly connection: Connection;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly files: Files;
}

export type DomainHandlers = HandlersOf<'scans'> &
  HandlersOf<'desk'> &
  HandlersOf<'notes'> &
  HandlersOf<'attachments'> &
  HandlersOf<'patrons'> &
  HandlersOf<'loans'> &
  HandlersOf<'fees'> &
  HandlersOf<'deposits'> &
  HandlersOf<'takings'> &
  HandlersOf<'requests'> &
  HandlersOf<'sharing'> &
  HandlersOf<'purchases'> &
  HandlersOf<'receiving'>;

/** The library's work: the rooms with their queues of scans, the tasks, and the commands that carry them out. */
export interface Domain {
  readonly handlers: DomainHandlers;
  /** What enters invoices, and goes on with those that an earlier run left. No window asks for it yet. */
  readonly invoicing: InvoiceDeps;
  /** Throws `scansOpen` while a scan is under way at any desk: the station cannot change its service now. */
  refuseWhileOpen(): void;
  /** How much is unclear or unfinished at the library that is connected. */
  left(): { readonly unclear: number; readonly unfinished: number };
  /** The station stands on another service: nothing of the one before stays on any table. */
  serviceChanged(): void;
  /** Rows of the journal that could not be read can be: a key is back. */
  journalReadable(): void;
  /** The window is gone, and its patron with it. */
  windowClosed(window: number): void;
  /** Stops looking and waiting. What is under way stays in the journal for the next run. */
  close(): void;
}

/** Puts the domain together, and takes up what an earlier run left in the journal. */
export function createDomain(given: DomainPorts): Domain {
  const closing = new AbortController();
  const ports = { ...given, journal: journalUntil(closing.signal, given.journal) };
  const queues = createQueues();
  const common = { ...ports, queues, table: commandTable, closing: closing.signal };
  const settlements = new Settlements(common);
  const unclear = new UnclearCommands({ ...common, settlements });
  const rechecks = new Rechecks({ ...common, unclear, settlements });
  const commands = createCommands({ ...common, settlements, unclear });
  const deps: Deps = { ...ports, commands, queues, unclear, rechecks, closing: closing.signal };
  const unfinished = new UnfinishedItems(ports);
  const dueDates = new PendingDueDates(deps);
  const desks = new Desks({ ...deps, dueDates });
  const rooms = new ReceivingRooms(deps, unfinished);
  const ready = new ReadyFiles();
  unclear.recover();
  rechecks.recover();
  // Recovery first: what an earlier run never sent is in no till.
  const tills = new Tills(ports);

  const handlers: DomainHandlers = {
    ...scanHandlers(deps, desks, rooms),
    ...deskHandlers({ ...deps, dueDates }, desks, tills),
    ...noteHandlers(deps, desks),
    ...attachmentHandlers(deps, ready),
    ...patronHandlers(deps),
    ...loanHandlers(deps),
    ...feeHandlers(deps, tills),
    ...depositHandlers(deps, tills),
    ...takingsHandlers(deps, tills),
    ...requestHandlers(deps),
    ...sharingHandlers(deps),
    ...purchaseHandlers(deps),
    ...receivingHandlers({ deps, unfinished, rooms }),
  };

  return {
    handlers,
    invoicing: { deps, plans: new InvoicePlans(ports) },
    refuseWhileOpen() {
      desks.refuseWhileOpen();
      rooms.refuseWhileOpen();
    },
    left: () => ({
      unclear: unclear.countAt(ports.connection.library()?.id ?? ''),
      unfinished: unfinished.countHere() + dueDates.countHere(),
    }),
    serviceChanged() {
      desks.serviceChanged();
      rooms.serviceChanged();
      unclear.changed();
      rechecks.tell();
      unfinished.changed();
      dueDates.changed();
    },
    journalReadable() {
      unclear.reread();
      unfinished.reread();
      dueDates.reread();
      rechecks.recover();
      desks.adoptLeft();
      rooms.adoptLeft();
    },
    windowClosed(window) {
      desks.closed(window);
      ready.closed(window);
      rooms.closed(window);
      tills.closed(window);
    },
    close: () => closing.abort(),
  };
}
