import os from 'node:os';
import type { DiagnosticsReport } from '../../contract/diagnostics.ts';
import type { EffectiveSetting } from '../../contract/policy.ts';
import { slipKinds } from '../../contract/slips.ts';
import type { Clock, Log } from '../ports.ts';
import type { StoredSlips } from '../station/slip-settings.ts';
import { UpdateMemory } from '../updates/memory.ts';
import { cleanedAll } from './clean.ts';
import type { Dump } from './dumps.ts';
import type { Fuse } from './fuses.ts';
import { logLinesIn } from './log-lines.ts';

/** What only the host of the program knows. */
export interface DiagnosticsHost {
  /** `Electron 38.1.0` */
  readonly name: string;
  readonly chromium: string | null;
  readonly locale: string;
  readonly installedAs: string;
  readonly fuses: () => Promise<readonly Fuse[]>;
  readonly dumps: () => readonly Dump[];
  readonly windows: () => DiagnosticsReport['windows'];
  readonly screens: () => DiagnosticsReport['screens'];
}

export interface ReportParts {
  readonly from: DiagnosticsReport['from'];
  readonly clock: Clock;
  readonly log: Pick<Log, 'line' | 'defect'>;
  /** The folder of the station, and of its logs. */
  readonly folder: string;
  readonly logFolder: string;
  readonly version: string;
  readonly host: DiagnosticsHost;
  readonly settings: readonly EffectiveSetting[];
  readonly slips: StoredSlips;
  readonly journal: DiagnosticsReport['journal'];
  readonly service: DiagnosticsReport['service'];
  readonly printers: readonly string[] | null;
}

/** Puts a report together. Nothing of patrons and no key is in its parts, and what looks like one is removed. */
export async function reportOf(parts: ReportParts): Promise<DiagnosticsReport> {
  const { from, clock, host, version, journal, service } = parts;
  const report: DiagnosticsReport = {
    schema: 'carrel-report/1',
    at: clock.now().toISOString(),
    from,
    versions: {
      ...{ program: version, host: host.name, node: process.versions.node, chromium: host.chromium },
      system: `${os.type()} ${os.release()} ${os.arch()}`,
      locale: host.locale,
    },
    installed: { as: host.installedAs, fuses: [...(await host.fuses())] },
    clock: {
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      startedAgoMs: Math.round(process.uptime() * 1000),
      machineUpMs: Math.round(os.uptime() * 1000),
    },
    settings: parts.settings.map(({ id, title, value, origin }) => ({
      ...{ id, title, value, from: origin.from },
      place: 'place' in origin ? origin.place : '',
    })),
    updates: new UpdateMemory(parts.folder, parts.log).now.log.map((line) => ({
      ...line,
      trouble: line.trouble ?? '',
    })),
    log: [...logLinesIn(parts.logFolder)],
    ...{ journal, service },
    printers: {
      names: parts.printers && [...parts.printers],
      slips: slipKinds.map((slip) => {
        const { when, printer } = parts.slips.kinds[slip];
        return { slip, when, printer: printer.at === 'printer' ? printer.name : printer.at };
      }),
    },
    ...{ windows: host.windows(), screens: host.screens() },
    dumps: host.dumps().length,
  };
  return cleanedAll(report, os.homedir());
}

/** What a file of it holds. */
export const reportText = (report: object): string => `${JSON.stringify(report, null, 2)}\n`;
