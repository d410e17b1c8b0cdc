import { journalUntil } from './commands/closing-journal.ts';
import { commandTable } from './command-table.ts';
import { createQueues } from './commands/queues.ts';
import { Rechecks } from './commands/rechecks.ts';
import { createCommands } from './commands/runner.ts';
import { Settlements } from './commands/settlements.ts';
import { UnclearCommands } from './commands/unclear.ts';
import type { BusyReason } from '../contract/quiet.ts';
import { attachmentHandlers } from './attachments/calls.ts';
import { configurationHandlers } from './configuration/calls.ts';
import type { StartTransform } from './configuration/letters/preview.ts';
import { LocationImports } from './configuration/locations/import/imports.ts';
import { LocationJobs } from './configuration/locations/jobs.ts';
import { depositHandlers } from './deposits/calls.ts';
import { deskHandlers } from './desk/calls.ts';
import { feeHandlers } from './fees/calls.ts';
import { invoiceHandlers } from './invoices/calls.ts';
import { lendingHandlers } from './lending/calls.ts';
import { loanHandlers } from './loans/calls.ts';
import { noteHandlers } from './notes/calls.ts';
import type { HandlersOf } from './router.ts';
import { orderHandlers } from './orders/calls.ts';
import { patronHandlers } from './patrons/calls.ts';
import { purchaseHandlers } from './purchases/calls.ts';
import { receivingHandlers } from './receiving/calls.ts';
import { reportsHandlers } from './reports/calls.ts';
import { requestHandlers } from './requests/calls.ts';
import { scanHandlers } from './scans/calls.ts';
import { sharingHandlers } from './sharing/calls.ts';
import { spendingHandlers } from './spending/calls.ts';
import { takingsHandlers } from './takings/calls.ts';
import type { Clock, Files, Log, Connection } from './ports.ts';
import type { Journal } from './journal/port.ts';
import type { VendorFiles } from './station/vendor-files.ts';
import { Desks } from './desk/desk.ts';
import { PendingDueDates } from './loans/pending-due-dates.ts';
import type { Deps } from './deps.ts';
import { importHandlers } from './invoices/import/calls.ts';
import { ImportFiles } from './records/import-files.ts';
import { ReceivingRooms } from './receiving/rooms.ts';
import { Tills } from './takings/tills.ts';
import { InvoicePlans } from './invoices/plans.ts';
import type { InvoiceDeps } from './invoices/run.ts';
import { ReadyFiles } from './attachments/ready-files.ts';
import { BookWork } from './receiving/book-work.ts';
import { followNotes } from './receiving/box-note.ts';
import { followBooks } from './receiving/follow-books.ts';
import { GivenBarcodes } from './receiving/given-barcodes.ts';
import { showChanged } from './receiving/show-order.ts';
import { Trolleys } from './receiving/trolleys.ts';
import { SentItems } from './receiving/sent-items.ts';
import { UnfinishedItems } from './receiving/unfinished.ts';

/** The ports that the library's work needs. */
export interface DomainPorts {
  readonly connection: Connection;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly files: Files;
  readonly vendorFiles: VendorFiles;
  readonly startTransform: StartTransform;
  /** Whether an installer has asked that nobody new is taken; left out: nobody asks. */
  readonly takesNobody?: () => boolean;
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
  HandlersOf<'receiving'> &
  HandlersOf<'orders'> &
  HandlersOf<'invoices'> &
  HandlersOf<'spending'> &
  HandlersOf<'configuration'> &
  HandlersOf<'lending'> &
  HandlersOf<'reports'>;

/** The library's work: the two rooms with their scans, the calls of the subjects, and the commands. */
export interface Domain {
  readonly handlers: DomainHandlers;
  /** What enters invoices, and goes on with those that an earlier run left. */
  readonly invoicing: InvoiceDeps;
  /** Throws `scansOpen` while a scan is under way at any desk: the station cannot change its service now. */
  refuseWhileOpen(): void;
  /** How many commands are unclear, and how many steps are pending, at the connected library. */
  pendingCounts(): { readonly unclear: number; readonly unfinished: number };
  /** What of its work is in use or under way, at any library. */
  openWork(): readonly BusyReason[];
  /** The station is connected to another service: everything of the previous one is removed from the windows. */
  serviceChanged(): void;
  /** A key of the journal is available again: rows that could not be read are read now. */
  journalReadable(): void;
  /** The window was closed: its patron session ends. */
  windowClosed(window: number): void;
  /** Stops all waiting and lookups. Whatever is unfinished stays in the journal for the next run. */
  close(): void;
}

/** Creates the domain, and recovers what an earlier run left in the journal. */
export function createDomain(options: DomainPorts): Domain {
  const closing = new AbortController();
  const ports = { ...options, journal: journalUntil(closing.signal, options.journal) };
  const queues = createQueues();
  const common = { ...ports, queues, table: commandTable, closing: closing.signal };
  const settlements = new Settlements(common);
  const unclear = new UnclearCommands({ ...common, settlements });
  const rechecks = new Rechecks({ ...common, unclear, settlements });
  const commands = createCommands({ ...common, settlements, unclear });
  const deps: Deps = { ...ports, commands, queues, unclear, rechecks, closing: closing.signal };
  const unfinished = new UnfinishedItems(ports);
  // An item is to be seen once its receipt is known.
  settlements.written.on(() => unfinished.changed());
  const sent = new SentItems(ports);
  const dueDates = new PendingDueDates(deps);
  const desks = new Desks({ ...deps, dueDates, takesNobody: options.takesNobody ?? (() => false) });
  const trolleys = new Trolleys(deps, unfinished);
  const books = new BookWork({ deps, unfinished, sent, trolleys });
  const rooms = new ReceivingRooms({ deps, unfinished, trolleys, books });
  const receiving = { deps, unfinished, sent, trolleys, books, rooms, given: new GivenBarcodes() };
  followBooks(receiving);
  followNotes(receiving);
  const ready = new ReadyFiles();
  const importFiles = new ImportFiles();
  const plans = new InvoicePlans(ports);
  const invoicing = { deps, plans };
  const locating = { deps, jobs: new LocationJobs(ports), imports: new LocationImports() };
  // What a read finds out of a row that was not confirmed.
  unclear.resolved.on(() => locating.jobs.changed());
  unclear.recover();
  rechecks.recover();
  // After recovery: commands that were never sent are then settled, and count in no till.
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
    ...importHandlers({ deps, files: importFiles, vendorFiles: options.vendorFiles }),
    ...receivingHandlers(receiving),
    ...orderHandlers(deps, (service, pol) => showChanged(receiving, service, pol)),
    ...invoiceHandlers(invoicing),
    ...spendingHandlers(deps),
    ...configurationHandlers(deps, { locating, startTransform: options.startTransform }),
    ...lendingHandlers(deps),
    ...reportsHandlers(deps),
  };

  return {
    handlers,
    invoicing,
    refuseWhileOpen() {
      desks.refuseWhileOpen();
      rooms.refuseWhileOpen();
    },
    pendingCounts() {
      const library = ports.connection.library()?.id ?? '';
      return {
        unclear: unclear.countAt(library),
        unfinished:
          unfinished.countHere() +
          dueDates.countHere() +
          plans.countAt(library) +
          locating.jobs.countAt(library),
      };
    },
    openWork() {
      const inUse: Readonly<Partial<Record<BusyReason, boolean>>> = {
        patron: desks.shown.some(({ isOccupied }) => isOccupied),
        scans: [...desks.all, ...rooms.shown].some(({ isBusy }) => isBusy),
        trolley: trolleys.isAnyInUse || rooms.shown.some(({ isOccupied }) => isOccupied),
        underWay: books.isWorking() || plans.isAnyRunning || locating.jobs.isAnyRunning,
        commands: queues.isBusy,
      };
      return (Object.keys(inUse) as BusyReason[]).filter((reason) => inUse[reason]);
    },
    serviceChanged() {
      desks.serviceChanged();
      rooms.serviceChanged();
      unclear.changed();
      rechecks.changed();
      unfinished.changed();
      dueDates.changed();
      plans.changed();
      locating.jobs.changed();
    },
    journalReadable() {
      unclear.reread();
      unfinished.reread();
      sent.reread();
      trolleys.reread();
      dueDates.reread();
      plans.reread();
      locating.jobs.reread();
      rechecks.recover();
      desks.recoverScans();
      rooms.recoverScans();
    },
    windowClosed(window) {
      desks.closed(window);
      ready.closed(window);
      importFiles.closed(window);
      locating.imports.closed(window);
      rooms.closed(window);
      tills.closed(window);
    },
    close: () => closing.abort(),
  };
}
