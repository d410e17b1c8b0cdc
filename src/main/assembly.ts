import type { StationEvent } from '../contract/station.ts';
import type { BackendOptions } from './backend-options.ts';
import { journalUntil } from './commands/closing-journal.ts';
import { windowHandlers } from './desktop/calls.ts';
import type { WindowDefects } from './desktop/window-defects.ts';
import { diagnosticsHandlers } from './diagnostics/calls.ts';
import type { DiagnosticsOfRun } from './diagnostics/of-run.ts';
import { createDomain, type Domain } from './domain.ts';
import type { Emitter } from './emitter.ts';
import { firstStartHandlers } from './first-start/calls.ts';
import { FirstStart } from './first-start/first-start.ts';
import { journalHandlers } from './journal/calls.ts';
import { labelHandlers } from './labels/calls.ts';
import { linkHandlers } from './links/calls.ts';
import { networkHandlers } from './network/calls.ts';
import { openedHandlers } from './opened/calls.ts';
import type { OpenedFiles } from './opened/opened-files.ts';
import { openingCheckHandlers } from './opening-check/calls.ts';
import { policyHandlers } from './policy/calls.ts';
import { calmOf, Following } from './policy/following.ts';
import type { effectiveSettings } from './policy/settings.ts';
import type { Printer } from './ports.ts';
import { quietHandlers } from './quiet/calls.ts';
import type { DrainWatch } from './quiet/drain-watch.ts';
import type { Quiet } from './quiet/quiet.ts';
import type { WindowWork } from './quiet/window-work.ts';
import type { Handlers } from './router.ts';
import { savingHandlers } from './saving/calls.ts';
import type { HandedTables } from './saving/tables.ts';
import { settingsTransferHandlers } from './settings-transfer/calls.ts';
import { slipHandlers } from './slips/calls.ts';
import { stationHandlers } from './station/calls.ts';
import type { PracticeLibrary } from './station/practice.ts';
import { Station } from './station/station.ts';
import type { StationJournal } from './station/station-journal.ts';
import { vendorFilesIn } from './station/vendor-files.ts';
import { updateHandlers } from './updates/calls.ts';
import type { Updates } from './updates/updates.ts';
import { handlersWithoutJournal, noLibraries } from './without-journal.ts';

/** The station and its handlers. `domain` is null while the journal cannot be used. */
export interface Assembly {
  readonly station: Station;
  readonly handlers: Handlers;
  readonly domain: Domain | null;
  readonly following: Following | null;
}

/** What stays the same when a journal that was closed is opened. */
interface Parts {
  readonly options: BackendOptions;
  readonly settings: ReturnType<typeof effectiveSettings>;
  readonly practice: PracticeLibrary;
  readonly stationJournal: StationJournal;
  readonly diagnosed: DiagnosticsOfRun;
  readonly watchers: Emitter<StationEvent>;
  readonly defects: WindowDefects;
  readonly printer: Printer;
  readonly windowWork: WindowWork;
  readonly tables: HandedTables;
  readonly policyChanges: Emitter<undefined>;
  readonly quiet: Quiet;
  readonly draining: DrainWatch;
  readonly updates: Updates;
  readonly opened: OpenedFiles;
  /** Aborted when the program ends. */
  readonly closing: AbortSignal;
  /** What is in use now: another one, once a journal was opened. */
  readonly current: () => Assembly;
  readonly authoritiesChanged: () => void;
}

/** Puts the station together, with what answers the windows' calls: with a journal, or as far as it goes without one. */
export function assembleStation(usable: StationJournal['usable'], parts: Parts): Assembly {
  const { options, settings, stationJournal, diagnosed, defects, printer, policyChanges, quiet } = parts;
  const { draining, updates, closing, current } = parts;
  const { clock, log, policy, keychain, network, desktop, files, host, version } = options;
  const journalSeal = usable?.keyPlace ?? 'file';
  // Work in progress may still ask for its service after the program has begun to close.
  const journal = usable ? journalUntil(closing, usable.journal) : noLibraries;
  const station = new Station({
    ...{ settings, keychain, network, practice: parts.practice, journal, journalSeal, host, version, log },
    onLibraryChanged: () => current().domain?.serviceChanged(),
    isWorkOpen: () => (current().domain?.openWork().length ?? 0) > 0,
  });
  station.watch((event) => parts.watchers.emit(event));
  const own = {
    ...journalHandlers(stationJournal),
    ...windowHandlers(options.windows),
    ...updateHandlers(updates, settings),
    ...policyHandlers({
      ...{ policy, settings, clock, version },
      following: () => current().following,
      changes: policyChanges,
    }),
    ...quietHandlers({ quiet, windows: parts.windowWork, draining }),
    ...linkHandlers(options.links, () => station.view()),
    ...openedHandlers(parts.opened, () => station.view()),
    ...diagnosticsHandlers(diagnosed),
  };
  if (usable) diagnosed.found(usable.journal);
  if (!usable) {
    const handlers = handlersWithoutJournal(station, defects, own);
    return { station, handlers, domain: null, following: null };
  }
  const domain = createDomain({
    ...{ connection: station, journal: usable.journal, clock, log, files },
    vendorFiles: vendorFilesIn(settings),
    startTransform: options.startTransform,
    takesNobody: () => draining.isDraining,
  });
  const withJournal = {
    ...{ station, printer, clock, log },
    journal: journalUntil(closing, usable.journal),
  };
  const first = new FirstStart({
    ...{ settings, policy, station, log },
    serviceChanged: () => domain.serviceChanged(),
  });
  first.start();
  const handlers = {
    ...domain.handlers,
    ...own,
    ...stationHandlers({ station, desktop, work: domain, defects }),
    ...networkHandlers({ station, files, authoritiesChanged: parts.authoritiesChanged }),
    ...slipHandlers({ station, printer, files, clock }),
    ...savingHandlers({ station, printer, files, clock, tables: parts.tables }),
    ...labelHandlers(withJournal),
    ...openingCheckHandlers(withJournal),
    ...firstStartHandlers(first, station),
    ...settingsTransferHandlers({
      ...{ settings, policy, station, files, printer, clock, version },
      updatesChanged: () => updates.settingsChanged(),
    }),
  };
  const following = new Following({
    ...{ policy, settings, station, clock, log },
    calm: calmOf(quiet, closing),
    serviceChanged: () => domain.serviceChanged(),
  });
  following.changes.on(() => policyChanges.emit(undefined));
  return { station, handlers, domain, following };
}
