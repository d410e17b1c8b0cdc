import path from 'node:path';
import { dialog, shell } from 'electron';
import type { Log } from '../ports.ts';
import type { SettingsStore } from '../station/settings.ts';
import { DesktopFiles } from './files.ts';
import type { Windows } from './windows.ts';

/** The user's files. Each dialog opens in the folder that was used last. */
export function openFiles({
  folder,
  settings,
  log,
  windowOf,
}: {
  readonly folder: string;
  readonly settings: SettingsStore;
  readonly log: Log;
  readonly windowOf: Windows['byId'];
}): DesktopFiles {
  return new DesktopFiles({
    ...{ dialog, shell, windowOf },
    folder: path.join(folder, 'looked-at'),
    places: {
      of: (use) => settings.now.folders[use] ?? null,
      keep(use, place) {
        try {
          settings.change({ folders: { ...settings.now.folders, [use]: place } });
        } catch (error) {
          log.defect(error); // on a full disk the dialog still works, and opens elsewhere next time
        }
      },
    },
  });
}
