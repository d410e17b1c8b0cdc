import path from 'node:path';
import type { DiagnosticsReport, LastRun } from '../../contract/diagnostics.ts';
import type { OpenJournal } from '../journal/journal.ts';
import type { Policy } from '../policy/policy.ts';
import { settingsView, type SettingsInForce } from '../policy/effective.ts';
import { printersInTime } from '../slips/printer-list.ts';
import type { Clock, Files, Log, Printer } from '../ports.ts';
import type { Station } from '../station/station.ts';
import type { StationJournal } from '../station/station-journal.ts';
import type { DiagnosticsParts } from './calls.ts';
import type { Dump } from './dumps.ts';
import { type DiagnosticsHost, reportOf } from './report.ts';
import type { RunMarker } from './run-marker.ts';

export interface RunParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly folder: string;
  readonly version: string;
  readonly policy: Policy;
  readonly settings: SettingsInForce;
  readonly files: Files;
  readonly printer: Pick<Printer, 'list'>;
  /** Left out where there is no host, as in tests. */
  readonly host: DiagnosticsHost | undefined;
  readonly copy: (text: string) => unknown;
  readonly journal: StationJournal;
  readonly station: () => Station;
  /** How many commands are unclear now. */
  readonly unclear: () => number;
  readonly lastRun: RunMarker['lastRun'];
}

const noHost: DiagnosticsHost = {
  ...{ name: '', chromium: null, locale: '', installedAs: 'unknown' },
  fuses: () => Promise.resolve([]),
  ...{ dumps: () => [], windows: () => [], screens: () => [] },
};

/** The running program's own part of diagnostics: it has the journal, the windows and the connection. */
export class DiagnosticsOfRun implements DiagnosticsParts {
  readonly clock: Clock;
  readonly files: Files;
  readonly copy: (text: string) => unknown;
  readonly lastRun: { now: LastRun | null };
  readonly #parts: RunParts;
  readonly #host: DiagnosticsHost;
  #isCounted = false;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#host = parts.host ?? noHost;
    this.clock = parts.clock;
    this.files = parts.files;
    this.copy = parts.copy;
    const before = parts.lastRun;
    const { unclear } = parts;
    this.lastRun = {
      now: before && {
        ...before,
        ...{ scans: 0, commands: 0 },
        get unclear() {
          return unclear();
        },
      },
    };
  }

  /** Counts what the last run left in the journal, before anything of it is taken up. */
  found(journal: Pick<OpenJournal, 'openScans' | 'unsettled'>): void {
    const { now } = this.lastRun;
    if (!now || this.#isCounted) return;
    this.#isCounted = true;
    const scans = journal.openScans('desk').length + journal.openScans('receiving').length;
    const { ended, startedAt } = now;
    const { unclear } = this.#parts;
    this.lastRun.now = {
      ...{ ended, startedAt, scans, commands: journal.unsettled().length },
      get unclear() {
        return unclear();
      },
    };
  }

  readonly dumps = (): readonly Dump[] => this.#host.dumps();

  readonly gather = async (): Promise<DiagnosticsReport> => {
    const { clock, log, folder, version, policy, settings } = this.#parts;
    return reportOf({
      ...{ clock, log, folder, version, host: this.#host },
      from: 'program',
      logFolder: path.join(folder, 'logs'),
      settings: settingsView(policy, settings),
      slips: settings.now.slips,
      journal: this.#journal(),
      service: this.#service(),
      printers: await this.#printers(),
    });
  };

  #journal(): DiagnosticsReport['journal'] {
    const { journal, log } = this.#parts;
    const { state } = journal.view();
    if (!journal.usable) return { state: 'notRead', why: state === 'open' ? 'notOpened' : state };
    const open = journal.usable.journal;
    try {
      return { state: 'read', ...open.counts(), unreadable: open.unreadable };
    } catch (error) {
      log.defect(error);
      return { state: 'notRead', why: 'notOpened' };
    }
  }

  #service(): DiagnosticsReport['service'] {
    const station = this.#parts.station();
    const { state, remaining } = station.status();
    return { mode: station.view().mode, state, ...station.answerTimes(), callsLeft: remaining };
  }

  /** A system whose printing hangs is what a report may be about: the report says that they are not known. */
  async #printers(): Promise<readonly string[] | null> {
    const list = await printersInTime(this.#parts.printer, this.clock);
    return list && list.map(({ label }) => label);
  }
}
