import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { DiagnosticsReport } from '../../contract/diagnostics.ts';
import { m } from '../../messages/compiled/messages.js';
import { type Command, NoAnswer, type Program } from '../command-line/command.ts';
import { exitCode } from '../command-line/exit-code.ts';
import { installationOf } from '../installation.ts';
import { openPolicy, policySystem } from '../policy/open.ts';
import { effectiveSettings } from '../policy/settings.ts';
import { settingsView } from '../policy/effective.ts';
import { defaultSettings, Settings, type SettingsStore } from '../station/settings.ts';
import { readFuses } from './fuses.ts';
import { hostVersions } from './host-versions.ts';
import { countJournalFile } from './journal-file.ts';
import { reportOf, reportText } from './report.ts';

/**
 * `--report FILE`: what the running program says of itself; where none runs, what the files say. The file is written
 * whole or not at all, and none that is there is written over.
 */
export const report: Command = async ({ file }, program) => {
  const { complain, say, workingFolder } = program;
  const target = path.resolve(workingFolder, file);
  const refuse = (words: string) => {
    complain(m.command_line_trouble({ words }));
    return exitCode.cannotWrite;
  };
  if (fs.existsSync(target)) return refuse(m.diagnostics_command_exists({ file: target }));
  const answer = await program.askRunning('report', {});
  const parsed = DiagnosticsReport.safeParse(answer);
  // Another version runs, whose answer this one does not know.
  if (answer !== null && !parsed.success) throw new NoAnswer();
  const made = parsed.data ?? (await reportOfFiles(program));
  try {
    writeNew(target, reportText(made));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EEXIST') return refuse(m.diagnostics_command_exists({ file: target }));
    return refuse(m.diagnostics_command_not_written({ file: target, code }));
  }
  say(
    made.from === 'program'
      ? m.diagnostics_command_running({ file: target })
      : m.diagnostics_command_files({ file: target }),
  );
  return exitCode.done;
};

/** Writes a file that is not there yet: whole, or not at all. Throws `EEXIST`, and other errors of the system. */
export function writeNew(target: string, text: string): void {
  const part = `${target}.${randomUUID()}.part`;
  try {
    fs.writeFileSync(part, text, { mode: 0o600, flag: 'wx', flush: true });
    try {
      fs.linkSync(part, target);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      // A drive without links: another file cannot be kept out at the same moment, but is looked for.
      if (code === 'EEXIST' || fs.existsSync(target)) throw error;
      fs.renameSync(part, target);
    }
  } finally {
    fs.rmSync(part, { force: true });
  }
}

/** The report without the program: windows and printers are not known, and nothing is repaired or set aside. */
function reportOfFiles({ clock, log, folder, version }: Program): Promise<DiagnosticsReport> {
  const policy = openPolicy(folder, clock, log, policySystem(process.platform));
  const settings = effectiveSettings(readSettings(folder), policy);
  return reportOf({
    ...{ clock, log, folder, version },
    from: 'files',
    logFolder: path.join(folder, 'logs'),
    host: {
      ...hostVersions(),
      locale: Intl.DateTimeFormat().resolvedOptions().locale,
      installedAs: installationOf({
        isPackaged: !process.defaultApp,
        resourcesPath: process.resourcesPath,
      }),
      fuses: () => readFuses(process.execPath),
      ...{ dumps: () => [], windows: () => [], screens: () => [] },
    },
    settings: settingsView(policy, settings),
    slips: settings.now.slips,
    journal: countJournalFile(path.join(folder, 'journal.sqlite')),
    ...{ service: null, printers: null },
  });
}

/** The settings as they are stored; the usual ones where they cannot be read. */
function readSettings(folder: string): SettingsStore {
  const read = (): Settings => {
    try {
      return Settings.parse(JSON.parse(fs.readFileSync(path.join(folder, 'settings.json'), 'utf8')));
    } catch {
      return defaultSettings;
    }
  };
  const now = read();
  return {
    now,
    change: () => {
      throw new Error('a report changes no settings');
    },
  };
}
