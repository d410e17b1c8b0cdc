import fs from 'node:fs';
import { systemClock } from '../../../src/main/clock.ts';
import { openPolicy } from '../../../src/main/policy/open.ts';
import { stationUpdates, type UpdatesSetup } from '../../../src/main/updates/station-updates.ts';
import type { Updates } from '../../../src/main/updates/updates.ts';
import { FolderFiles } from '../../../src/main/way-back/folder-files.ts';
import { noPolicies } from '../support/policy.ts';
import { quietLog } from '../support/ports.ts';

/** A copy that nobody installed, so that nobody updates it. */
export const noUpdates: UpdatesSetup = {
  kind: 'checkout',
  pinned: { feed: '', keys: [] },
  ...{ system: 'win32', arch: 'x64' },
  program: { folder: '/nonexistent', executable: 'carrel' },
  files: () => Promise.resolve(new FolderFiles(fs)),
  installer: () => ({
    download: () => Promise.reject(new Error('nothing is installed here')),
    prepare: () => Promise.resolve(),
    install: () => Promise.resolve(),
  }),
};

/** Updates of such a copy. */
export const nobodysUpdates = (folder: string): Updates =>
  stationUpdates({
    ...{ setup: noUpdates, folder, version: '0.1.0' },
    policy: openPolicy(folder, systemClock, quietLog(), noPolicies),
    settings: { now: { updates: { mode: 'automatic' } } },
    quiet: {
      now: { reasons: [], unsettled: { unclear: 0, unfinished: 0 }, idleMs: Infinity },
      ask: () => Promise.resolve(),
    },
    fetch: () => fetch,
    copyJournal: () => null,
    ...{ clock: systemClock, log: quietLog(), closing: new AbortController().signal },
  });
