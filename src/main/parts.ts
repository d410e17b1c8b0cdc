import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { StationView } from '../contract/station.ts';
import { createDomain } from './domain.ts';
import { failureOf } from './failure.ts';
import { slipHandlers } from './handlers/slips.ts';
import { stationHandlers, type StationDesktop } from './handlers/station.ts';
import { openJournal, type JournalNotice } from './journal/journal.ts';
import { createSeal } from './journal/seal.ts';
import type { Clock, Files, Keychain, Log, Printer } from './ports.ts';
import { createRouter, type Router } from './router.ts';
import { ClockWatch } from './station/clock-watch.ts';
import { PracticeLibrary, type PracticeProcess, type Rehearsal } from './station/practice.ts';
import { sealKeys } from './station/seal-key.ts';
import type { SettingsStore } from './station/settings.ts';
import { Station } from './station/station.ts';
import { WindowDefects } from './window-defects.ts';

/** What the program hands in: everything here is a port, so that all of it can be put together without Electron. */
export interface PartsOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: SettingsStore;
  readonly keychain: Keychain;
  readonly desktop: StationDesktop;
  readonly printer: Printer;
  readonly files: Files;
  readonly startPractice: () => PracticeProcess;
  readonly rehearsal: Rehearsal;
  /** Where the station's files are. */
  readonly folder: string;
  readonly host: StationView['host'];
  readonly version: string;
}

/** What answers the windows. */
export interface Parts {
  readonly router: Router;
  readonly station: Station;
  windowClosed(window: number): void;
  /** The machine has slept, and is awake again. */
  woke(): void;
  /** Ends what runs, and closes the journal. */
  close(): Promise<void>;
}

/** Puts together what answers the windows: journal, practice library, station, the desk's and the room's work. */
export async function openParts(options: PartsOptions): Promise<Parts> {
  const { clock, log, settings, keychain, desktop, printer, files, folder, host, version } = options;
  const { keys, kept: journalSeal } = await sealKeys(keychain, path.join(folder, 'journal.key'), log);
  const journal = openJournal({
    file: path.join(folder, 'journal.sqlite'),
    seal: createSeal(...keys),
    clock,
    notice: (notice) => log.line(`journal.${notice.kind}`, factsOf(notice)),
  });

  const practice = new PracticeLibrary({
    start: options.startPractice,
    database: path.join(folder, 'practice.sqlite'),
    key: randomBytes(24).toString('base64url'),
    rehearsal: options.rehearsal,
    onGone: () => station.practiceGone(),
    clock,
    log,
  });
  const station = new Station({
    ...{ settings, keychain, practice, journal, journalSeal, host, version, log },
    onLibraryChanged: () => domain.serviceChanged(),
  });
  const closing = new AbortController();
  const clockWatch = new ClockWatch({
    ...{ clock, log, closing: closing.signal },
    onJump: (byMs) => station.clockJumped(byMs),
  });
  void clockWatch.start();
  const domain = createDomain({ standing: station, journal, clock, log, files });
  const handlers = {
    ...domain.handlers,
    ...stationHandlers({ station, desktop, work: domain, defects: new WindowDefects(log, clock) }),
    ...slipHandlers({ station, printer, files, clock }),
  };

  return {
    router: createRouter(handlers, (error) => failureOf(error, log)),
    station,
    windowClosed: (window) => domain.windowClosed(window),
    woke: () => clockWatch.woke(),
    async close() {
      closing.abort();
      domain.close();
      await practice.stop();
      journal.close();
    },
  };
}

function factsOf(notice: JournalNotice): Record<string, string> {
  if (notice.kind === 'unreadable') return { table: notice.table, id: notice.id };
  return { why: notice.why, keptAs: path.basename(notice.keptAs) };
}
