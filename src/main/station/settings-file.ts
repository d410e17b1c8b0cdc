import fs from 'node:fs';
import path from 'node:path';
import Store from 'electron-store';
import * as z from 'zod';
import { Failed } from '../failure.ts';
import type { Clock, Log } from '../ports.ts';
import { setAside } from '../own-files.ts';
import { firstSettings, Settings, type SettingsStore } from './settings.ts';

const fields = Object.keys(Settings.shape) as (keyof Settings)[];

/** The settings in what was read, field by field, and the fields that cannot be used. */
function salvage(read: Readonly<Record<string, unknown>>): { settings: Settings; damaged: string[] } {
  const good: Record<string, unknown> = {};
  const damaged: string[] = [];
  for (const field of fields) {
    if (!(field in read)) continue;
    const parsed = Settings.shape[field].safeParse(read[field]);
    if (parsed.success) good[field] = parsed.data;
    else damaged.push(field);
  }
  return { settings: { ...firstSettings, ...good }, damaged };
}

/** What stands in the file; nothing where there is none, null where it is no settings file. */
function readObject(file: string): Readonly<Record<string, unknown>> | null {
  if (!fs.existsSync(file)) return {};
  try {
    const read: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    return z.record(z.string(), z.unknown()).safeParse(read).data ?? null;
  } catch {
    return null;
  }
}

/** A profile that takes nothing is no reason not to start: the journal says so. */
function orNull<T>(log: Log, act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    log.defect(error);
    return null;
  }
}

/** What a window is told of a file that was not written; an error of anything else is thrown as it is. */
function notWritten(error: unknown, log: Log): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^E[A-Z]+$/.test(code)) return error;
  log.line('settings.notWritten', { code });
  const why = code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'notWritten';
  return new Failed({ kind: 'settings', why });
}

/**
 * Opens the settings file in `folder`. A file that cannot be read, or fields that make no sense, are never fatal: the
 * file is set aside (or copied aside), the log says so, and what is left is used.
 */
export function openSettings(folder: string, clock: Pick<Clock, 'now'>, log: Log): SettingsStore {
  const file = path.join(folder, 'settings.json');
  let read = readObject(file);
  if (read === null) {
    // Where nothing can be written, what stands there stays there, and the first settings are used all the same.
    const keptAs = orNull(log, () => path.basename(setAside(file, clock.now())));
    log.line('settings.setAside', { keptAs });
    read = {};
  }
  const { settings, damaged } = salvage(read);
  if (damaged.length > 0) {
    const keptAs = `${file}.aside`;
    orNull(log, () => fs.copyFileSync(file, keptAs));
    log.line('settings.damaged', { fields: damaged.join(' '), keptAs: path.basename(keptAs) });
  }

  let now = settings;
  // Made when something is to be written: it reads and judges the file once more.
  let store: Store | undefined;
  return {
    get now() {
      return now;
    },
    change(change) {
      const next = { ...now, ...change };
      try {
        store ??= new Store({
          name: 'settings',
          cwd: folder,
          configFileMode: 0o600,
          accessPropertiesByDotNotation: false,
        });
        store.store = next;
      } catch (error) {
        throw notWritten(error, log);
      }
      now = next;
    },
  };
}
