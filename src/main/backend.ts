import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { StationEvent, StationView } from '../contract/station.ts';
import { journalUntil } from './commands/closing-journal.ts';
import type { StartTransform } from './configuration/letters/preview.ts';
import { Emitter } from './emitter.ts';
import { createDomain, type Domain } from './domain.ts';
import { Failed, failureOf } from './failure.ts';
import type { Journal } from './journal/port.ts';
import { journalHandlers } from './journal/calls.ts';
import { linkHandlers } from './links/calls.ts';
import type { Answers } from './command-line/asking.ts';
import type { Links } from './links/links.ts';
import { openedHandlers } from './opened/calls.ts';
import { OpenedFiles } from './opened/opened-files.ts';
import type { Trust } from './policy/trust.ts';
import { DrainWatch } from './quiet/drain-watch.ts';
import { quietHandlers } from './quiet/calls.ts';
import { CountedPrinter } from './quiet/counted-printer.ts';
import { Quiet, type MainWork, type QuietDesk } from './quiet/quiet.ts';
import { WindowWork } from './quiet/window-work.ts';
import { labelHandlers } from './labels/calls.ts';
import { savingHandlers } from './saving/calls.ts';
import { HandedTables } from './saving/tables.ts';
import { openingCheckHandlers } from './opening-check/calls.ts';
import { diagnosticsHandlers } from './diagnostics/calls.ts';
import { DiagnosticsOfRun } from './diagnostics/of-run.ts';
import type { DiagnosticsHost } from './diagnostics/report.ts';
import type { RunMarker } from './diagnostics/run-marker.ts';
import { firstStartHandlers } from './first-start/calls.ts';
import { FirstStart } from './first-start/first-start.ts';
import { policyHandlers } from './policy/calls.ts';
import { calmOf, Following } from './policy/following.ts';
import { gated } from './policy/gate.ts';
import type { Policy } from './policy/policy.ts';
import { effectiveSettings } from './policy/settings.ts';
import { watchPolicy } from './policy/watch.ts';
import { settingsTransferHandlers } from './settings-transfer/calls.ts';
import { slipHandlers } from './slips/calls.ts';
import { stationHandlers, type StationDesktop } from './station/calls.ts';
import { windowHandlers, type WindowControls } from './desktop/calls.ts';
import type { Clock, Files, Keychain, Log, Network, Printer } from './ports.ts';
import {
  createRouter,
  delegating,
  forEachCall,
  type Handlers,
  type HandlersOf,
  type Router,
} from './router.ts';
import { trustSystem } from './station/clients.ts';
import { ClockWatch } from './station/clock-watch.ts';
import { PracticeLibrary, type PracticeProcess } from './station/practice.ts';
import type { SettingsStore } from './station/settings.ts';
import { answerStoredKey } from './station/answer-stored-key.ts';
import { Station } from './station/station.ts';
import { StationJournal } from './station/station-journal.ts';
import { vendorFilesIn } from './station/vendor-files.ts';
import { updateHandlers } from './updates/calls.ts';
import { stationUpdates, type UpdatesSetup } from './updates/station-updates.ts';
import { WindowDefects } from './desktop/window-defects.ts';

/** What the program provides. These are all ports, so that the backend can be tested without Electron. */
export interface BackendOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** What the user has chosen, without the policy. */
  readonly settings: SettingsStore;
  readonly policy: Policy;
  readonly keychain: Keychain;
  readonly network: Network;
  readonly desktop: StationDesktop;
  readonly windows: WindowControls;
  readonly printer: Printer;
  readonly files: Files;
  readonly startPractice: () => PracticeProcess;
  readonly startTransform: StartTransform;
  /** The folder with the station's files. */
  readonly folder: string;
  readonly host: StationView['host'];
  readonly version: string;
  readonly links: Links;
  /** The files that were opened outside the program; left out: none ever are. */
  readonly opened?: OpenedFiles;
  /** What only the host knows of itself, for reports; left out: nothing. */
  readonly reported?: DiagnosticsHost;
  /** How the last run ended, where that was not in order. */
  readonly lastRun?: RunMarker['lastRun'];
  /** The folder of the machine that only an administrator may write, and who else could change a file there. */
  readonly machineFolder: string;
  readonly trust: Trust;
  /** What the program knows of its own copy. */
  readonly updates: UpdatesSetup;
}

/** Answers the calls of the windows. */
export interface Backend {
  readonly router: Router;
  /** Whether this desk is in use: whatever would disturb it asks here first. */
  readonly quiet: QuietDesk;
  /** Answers what a command without a window asks of the running program. */
  readonly answers: Answers;
  /** Calls the watcher with the station's state now, and again after each change, also while the journal is closed. */
  readonly watchStation: (watcher: (event: StationEvent) => void) => void;
  /** Starts the practice library if the station uses it. */
  readonly warmUp: () => void;
  windowClosed(window: number): void;
  /** The page of a window was left, or is gone. */
  pageGone(window: number): void;
  /** The machine wakes up from sleep. */
  woke(): void;
  /** Stops everything that runs, and closes the journal. */
  close(): Promise<void>;
}

/** The station and its handlers. `domain` is null while the journal cannot be used. */
interface Assembly {
  readonly station: Station;
  readonly handlers: Handlers;
  readonly domain: Domain | null;
  readonly following: Following | null;
}

/**
 * Creates everything that answers the windows: journal, practice library, station and domain. Where the journal cannot
 * be used, windows still get answers: the reason, and nothing that needs the journal.
 */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  const { clock, log, policy, keychain, network, desktop, files, folder, host, version, links } = options;
  const opened = options.opened ?? new OpenedFiles(log);
  const settings = effectiveSettings(options.settings, policy);
  const stationJournal = new StationJournal({ keychain, folder, clock, log, version });
  await stationJournal.open();

  const practice = new PracticeLibrary({
    start: options.startPractice,
    database: path.join(folder, 'practice.sqlite'),
    key: randomBytes(24).toString('base64url'),
    onGone: () => current.station.practiceGone(),
    clock,
    log,
  });
  const diagnosed = new DiagnosticsOfRun({
    ...{ clock, log, folder, version, policy, settings, files },
    printer: options.printer,
    host: options.reported,
    copy: (text) => desktop.copy(text),
    journal: stationJournal,
    station: () => current.station,
    unclear: () => current.domain?.pendingCounts().unclear ?? 0,
    lastRun: options.lastRun ?? null,
  });
  const watchers = new Emitter<StationEvent>();
  const defects = new WindowDefects(log, clock);
  const printer = new CountedPrinter(options.printer);

  const { events, open } = options.windows;
  const windowWork = new WindowWork({
    clock,
    // Without a journal nothing can be open in a window.
    open: () => (current.domain ? open() : []),
    ask: (window) => events.send(window, { type: 'workAsked' }),
  });
  const ofMain = (): MainWork => ({
    reasons: [
      ...(current.domain?.openWork() ?? []),
      ...(printer.isPrinting ? (['printing'] as const) : []),
      ...(stationJournal.isOpening ? (['journal'] as const) : []),
    ],
    unsettled: current.domain?.pendingCounts() ?? noneUnsettled,
  });

  const tables = new HandedTables();
  const closing = new AbortController();
  const policyChanges = new Emitter<undefined>();
  const quiet = new Quiet({ clock, windows: windowWork, ofMain, closing: closing.signal });
  const draining = new DrainWatch({
    ...{ clock, log, version, quiet, closing: closing.signal },
    ...{ machineFolder: options.machineFolder, trust: options.trust },
  });
  const updates = stationUpdates({
    ...{ setup: options.updates, folder, version, policy, quiet, clock, log, closing: closing.signal },
    fetch: () => current.station.outward,
    copyJournal() {
      const { usable } = stationJournal;
      return usable && ((file) => usable.journal.copyTo(file));
    },
  });

  function assemble(usable: StationJournal['usable']): Assembly {
    const journalSeal = usable?.keyPlace ?? 'file';
    // Work in progress may still ask for its service after the program has begun to close.
    const journal = usable ? journalUntil(closing.signal, usable.journal) : noLibraries;
    const station = new Station({
      ...{ settings, keychain, network, practice, journal, journalSeal, host, version, log },
      onLibraryChanged: () => current.domain?.serviceChanged(),
    });
    station.watch((event) => watchers.emit(event));
    const own = {
      ...journalHandlers(stationJournal),
      ...windowHandlers(options.windows),
      ...updateHandlers(updates),
      ...policyHandlers({
        ...{ policy, settings, clock, version },
        following: () => current.following,
        changes: policyChanges,
      }),
      ...quietHandlers({ quiet, windows: windowWork, draining }),
      ...linkHandlers(links, () => station.view()),
      ...openedHandlers(opened, () => station.view()),
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
      journal: journalUntil(closing.signal, usable.journal),
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
      ...slipHandlers({ station, printer, files, clock }),
      ...savingHandlers({ station, printer, files, clock, tables }),
      ...labelHandlers(withJournal),
      ...openingCheckHandlers(withJournal),
      ...firstStartHandlers(first, station),
      ...settingsTransferHandlers({ settings, policy, station, files, printer, clock, version }),
    };
    const following = new Following({
      ...{ policy, settings, station, clock, log },
      calm: calmOf(quiet, closing.signal),
      serviceChanged: () => domain.serviceChanged(),
    });
    following.changes.on(() => policyChanges.emit(undefined));
    return { station, handlers, domain, following };
  }

  let current = assemble(stationJournal.usable);
  void current.following?.start(closing.signal);
  let trusted = policy.authorities.join('');
  policy.changes.on(() => {
    const isTrusted = policy.authorities.join('');
    if (isTrusted !== trusted) trustSystem(network, log);
    trusted = isTrusted;
    current.station.settingsChanged();
    policyChanges.emit(undefined);
  });
  void watchPolicy(policy, { clock, log, signal: closing.signal });
  // This listener comes first: when a window hears that the journal is open, the domain must exist for its next call.
  stationJournal.changes.on(() => {
    const { usable } = stationJournal;
    if (!usable || current.domain || closing.signal.aborted) return;
    current = assemble(usable);
    void current.following?.start(closing.signal);
  });
  stationJournal.readable.on(() => current.domain?.journalReadable());

  const clockWatch = new ClockWatch({
    ...{ clock, log, closing: closing.signal },
    onJump: (byMs) => current.station.clockJumped(byMs),
  });
  void clockWatch.start();
  void draining.start();
  void updates.start();

  return {
    router: createRouter(
      gated(
        delegating(() => current.handlers),
        policy,
      ),
      (error) => failureOf(error, log),
    ),
    watchStation(watcher) {
      watchers.on(watcher);
      watcher({ type: 'station', station: current.station.view() });
    },
    warmUp() {
      if (current.domain) current.station.warmUp();
    },
    windowClosed(window) {
      windowWork.gone(window);
      links.closed(window);
      opened.closed(window);
      tables.closed(window);
      current.domain?.windowClosed(window);
    },
    pageGone(window) {
      windowWork.gone(window);
    },
    quiet,
    answers: {
      report: () => diagnosed.gather(),
      provision: (input) => answerStoredKey(input, { station: current.station, work: current.domain, quiet }),
    },
    woke: () => clockWatch.woke(),
    async close() {
      closing.abort();
      current.domain?.close();
      await practice.stop();
      stationJournal.close();
    },
  };
}

const noneUnsettled = { unclear: 0, unfinished: 0 };

/** A station without a journal knows no library, and cannot save one. */
const noLibraries: Pick<Journal, 'libraries' | 'keepLibrary' | 'marks'> = {
  libraries: () => [],
  keepLibrary: () => undefined,
  marks: () => [],
};

/**
 * The handlers while the journal cannot be used. The window can read the station's state; every other call fails with
 * the reason. Without a journal nothing may be sent to the service.
 */
function handlersWithoutJournal(
  station: Station,
  defects: WindowDefects,
  own: HandlersOf<'journal' | 'window' | 'quiet' | 'links' | 'opened' | 'policy' | 'updates' | 'diagnostics'>,
): Handlers {
  const closed = () => Promise.reject(new Failed({ kind: 'journal', why: 'closed' }));
  const noWork = {
    refuseWhileOpen: () => undefined,
    serviceChanged: () => undefined,
    pendingCounts: () => noneUnsettled,
  };
  const desktop = { print: () => Promise.resolve({ file: null }), copy: () => Promise.resolve() };
  const stationCalls = stationHandlers({ station, desktop, work: noWork, defects });
  return {
    ...forEachCall(() => closed),
    'station.get': stationCalls['station.get'],
    'station.watch': stationCalls['station.watch'],
    'station.appearance': stationCalls['station.appearance'],
    'station.defect': stationCalls['station.defect'],
    ...own,
  };
}
