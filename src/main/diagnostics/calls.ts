import path from 'node:path';
import type { DiagnosticsReport, LastRun } from '../../contract/diagnostics.ts';
import { m } from '../../messages/compiled/messages.js';
import { localDay } from '../../shared/days.ts';
import { Failed } from '../failure.ts';
import type { Clock, Files } from '../ports.ts';
import type { HandlersOf } from '../router.ts';
import { type Dump, dumpContents } from './dumps.ts';
import { reportText } from './report.ts';

export interface DiagnosticsParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly files: Pick<Files, 'placeFor' | 'write'>;
  readonly copy: (text: string) => unknown;
  readonly gather: () => Promise<DiagnosticsReport>;
  readonly dumps: () => readonly Dump[];
  readonly lastRun: { now: LastRun | null };
}

/** Reports of this installation for the windows: what is saved is what was shown. */
export function diagnosticsHandlers(parts: DiagnosticsParts): HandlersOf<'diagnostics'> {
  const { clock, files, copy, gather, dumps, lastRun } = parts;
  const shown = new Map<number, DiagnosticsReport>();
  const shownIn = (window: number): DiagnosticsReport => {
    const report = shown.get(window);
    if (!report) throw new Failed({ kind: 'cancelled' });
    return report;
  };
  return {
    'diagnostics.read': async (_, { window }) => {
      const report = await gather();
      shown.set(window, report);
      return { report, text: reportText(report) };
    },
    'diagnostics.save': async ({ dumps: withDumps }, { window, signal }) => {
      const report = shownIn(window);
      const place = await files.placeFor(window, {
        use: 'save',
        title: m.diagnostics_save_title(),
        name: `${m.diagnostics_file_name()} ${localDay(clock.now())}.json`,
        type: { name: 'JSON', extensions: ['json'] },
      });
      if (place === null) return null;
      if (signal.aborted) throw new Failed({ kind: 'cancelled' });
      const content = withDumps ? { ...report, dumpFiles: dumpContents(dumps()) } : report;
      await files.write(place, reportText(content));
      return { savedAs: path.basename(place) };
    },
    'diagnostics.copy': async (_, { window }) => {
      await copy(reportText(shownIn(window)));
      return null;
    },
    'diagnostics.lastRun': () => Promise.resolve(lastRun.now),
    'diagnostics.lastRunSeen': () => {
      lastRun.now = null;
      return Promise.resolve(null);
    },
  };
}
