import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { StationEvent, StationView } from '../contract/station.ts';
import { journalUntil } from './commands/closing-journal.ts';
import { Emitter } from './emitter.ts';
import { createDomain, type Domain } from './domain.ts';
import { failureOf } from './failure.ts';
import { journalHandlers } from './journal/calls.ts';
import { slipHandlers } from './slips/calls.ts';
import { stationHandlers, type StationDesktop } from './station/calls.ts';
import { windowHandlers, type WindowDoor } from './desktop/calls.ts';
import type { Clock, Files, Keychain, Log, Network, Printer } from './ports.ts';
import { createRouter, delegating, type Handlers, type Router } from './router.ts';
import { ClockWatch } from './station/clock-watch.ts';
import { PracticeLibrary, type PracticeProcess } from './station/practice.ts';
import type { SettingsStore } from './station/settings.ts';
import { Station } from './station/station.ts';
import { StationJournal } from './station/station-journal.ts';
import { WindowDefects } from './desktop/window-defects.ts';
import { handlersWithoutJournal, noLibraries } from './without-journal.ts';

/** What the program hands in: everything here is a port, so that all of it can be put together without Electron. */
export interface BackendOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: SettingsStore;
  readonly keychain: Keychain;
  readonly network: Network;
  readonly desktop: StationDesktop;
  readonly windows: WindowDoor;
  readonly printer: Printer;
  readonly files: Files;
  readonly startPractice: () => PracticeProcess;
  /** Where the station's files are. */
  readonly folder: string;
  readonly host: StationView['host'];
  readonly version: string;
}

/** What answers the windows. */
export interface Backend {
  readonly router: Router;
  /** Tells how the station stands, then each change, whatever becomes of the journal. */
  readonly watchStation: (watcher: (event: StationEvent) => void) => void;
  /** Starts the practice library where it will be needed. */
  readonly warmUp: () => void;
  windowClosed(window: number): void;
  /** The machine has slept, and is awake again. */
  woke(): void;
  /** Ends what runs, and closes the journal. */
  close(): Promise<void>;
}

/** The station with the library's work, or without it where the journal cannot be used. */
interface Assembly {
  readonly station: Station;
  readonly handlers: Handlers;
  readonly domain: Domain | null;
}

/**
 * Puts together what answers the windows: journal, practice library, station, the desk's and the room's work. Where the
 * journal cannot be used, the windows are answered all the same: why that is, and nothing that needs it.
 */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  const { clock, log, settings, keychain, network, desktop, printer, files, folder, host, version } = options;
  const ownJournal = new StationJournal({ keychain, folder, clock, log, version });
  await ownJournal.open();

  const practice = new PracticeLibrary({
    start: options.startPractice,
    database: path.join(folder, 'practice.sqlite'),
    key: randomBytes(24).toString('base64url'),
    onGone: () => current.station.practiceGone(),
    clock,
    log,
  });
  const watchers = new Emitter<StationEvent>();
  const defects = new WindowDefects(log, clock);

  const closing = new AbortController();

  function assemble(usable: StationJournal['usable']): Assembly {
    const journalSeal = usable?.kept ?? 'file';
    // What is under way asks for its service still when the program has ended.
    const journal = usable ? journalUntil(closing.signal, usable.journal) : noLibraries;
    const station = new Station({
      ...{ settings, keychain, network, practice, journal, journalSeal, host, version, log },
      onLibraryChanged: () => current.domain?.serviceChanged(),
    });
    station.watch((event) => watchers.emit(event));
    const own = { ...journalHandlers(ownJournal), ...windowHandlers(options.windows) };
    if (!usable) return { station, handlers: handlersWithoutJournal(station, defects, own), domain: null };
    const domain = createDomain({ connection: station, journal: usable.journal, clock, log, files });
    const handlers = {
      ...domain.handlers,
      ...own,
      ...stationHandlers({ station, desktop, work: domain, defects }),
      ...slipHandlers({ station, printer, files, clock }),
    };
    return { station, handlers, domain };
  }

  let current = assemble(ownJournal.usable);
  // Before any window is told that it is open: what that window then asks is answered by the work.
  ownJournal.changes.on(() => {
    const { usable } = ownJournal;
    if (usable && !current.domain && !closing.signal.aborted) current = assemble(usable);
  });
  ownJournal.readable.on(() => current.domain?.journalReadable());

  const clockWatch = new ClockWatch({
    ...{ clock, log, closing: closing.signal },
    onJump: (byMs) => current.station.clockJumped(byMs),
  });
  void clockWatch.start();

  return {
    router: createRouter(
      delegating(() => current.handlers),
      (error) => failureOf(error, log),
    ),
    watchStation(watcher) {
      watchers.on(watcher);
      watcher({ type: 'station', station: current.station.view() });
    },
    warmUp() {
      if (current.domain) current.station.warmUp();
    },
    windowClosed: (window) => current.domain?.windowClosed(window),
    woke: () => clockWatch.woke(),
    async close() {
      closing.abort();
      current.domain?.close();
      await practice.stop();
      ownJournal.close();
    },
  };
}
