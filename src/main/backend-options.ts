import type { StationEvent, StationView } from '../contract/station.ts';
import type { Answers } from './command-line/asking.ts';
import type { StartTransform } from './configuration/letters/preview.ts';
import type { WindowControls } from './desktop/calls.ts';
import type { DiagnosticsHost } from './diagnostics/report.ts';
import type { RunMarker } from './diagnostics/run-marker.ts';
import type { Links } from './links/links.ts';
import type { OpenedFiles } from './opened/opened-files.ts';
import type { Policy } from './policy/policy.ts';
import type { Trust } from './policy/trust.ts';
import type { Clock, Files, Keychain, Log, Network, Printer } from './ports.ts';
import type { QuietDesk } from './quiet/quiet.ts';
import type { Router } from './router.ts';
import type { StationDesktop } from './station/calls.ts';
import type { PracticeProcess } from './station/practice.ts';
import type { SettingsStore } from './station/settings.ts';
import type { UpdatesSetup } from './updates/station-updates.ts';

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
