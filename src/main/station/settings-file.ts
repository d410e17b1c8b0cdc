import fs from 'node:fs';
import path from 'node:path';
import Store from 'electron-store';
import * as z from 'zod';
import { Failed } from '../failure.ts';
import type { Clock, Log } from '../ports.ts';
import { setAside } from '../own-files.ts';
import { defaultSettings, Settings, type SettingsStore } from './settings.ts';

const fields = Object.keys(Settings.shape) as (keyof Settings)[];

/** Parses the settings field by field. Returns also the fields that cannot be used. */
function salvage(read: Readonly<Record<string, unknown>>): { settings: Settings; damaged: string[] } {
  const good: Record<string, unknown> = {};
  const damaged: string[] = [];
  for (const field of fields) {
    if (!(field in read)) continue;
    const parsed = Settings.shape[field].safeParse(read[field]);
    if (parsed.success) good[field] = parsed.data;
    else damaged.push(field);
  }
  const isOlder = Object.keys(read).length > 0 && !('firstStart' in read);
  return { settings: { ...defaultSettings, ...(isOlder && { firstStart: 'decided' }), ...good }, damaged };
}

/** The content of the file; empty if there is none, null if it is no settings file. */
function readObject(file: string): Readonly<Record<string, unknown>> | null {
  if (!fs.existsSync(file)) return {};
  try {
    const read: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    return z.record(z.string(), z.unknown()).safeParse(read).data ?? null;
  } catch {
    return null;
  }
}

/** A read-only profile must not keep the program from starting: the journal reports it. */
function orNull<T>(log: Log, act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    log.defect(error);
    return null;
  }
}

/** Translates an error of writing the file; any other error is returned as it is. */
function notWritten(error: unknown, log: Log): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^E[A-Z]+$/.test(code)) return error;
  log.line('settings.notWritten', { code });
  const why = code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'notWritten';
  return new Failed({ kind: 'settings', why });
}

/**
 * Opens the settings file in `folder`. A damaged file, or damaged fields, are never fatal: the file is renamed or
 * copied, the log says so, and the remaining settings are used.
 */
export function openSettings(folder: string, clock: Pick<Clock, 'now'>, log: Log): SettingsStore {
  const file = path.join(folder, 'settings.json');
  let read = readObject(file);
  if (read === null) {
    // If nothing can be written, the file stays there, and the defaults are used.
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

  let current = settings;
  // Created at the first write, because it reads and checks the file again.
  let store: Store | undefined;
  return {
    get now() {
      return current;
    },
    change(change) {
      const next = { ...current, ...change };
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
      current = next;
    },
  };
}
