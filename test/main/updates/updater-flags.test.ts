import os from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { createUpdater, startInstaller } from '../../../src/main/desktop/electron-updater.ts';
import { aRelease } from './signing.ts';

const program = {
  ...{ version: '0.1.0', name: 'Carrel', isPackaged: true, appUpdateConfigPath: '' },
  ...{ userDataPath: os.tmpdir(), baseCachePath: os.tmpdir(), whenReady: () => Promise.resolve() },
  ...{ relaunch: () => undefined, quit: vi.fn(), onQuit: vi.fn() },
};
const updater = () =>
  createUpdater({
    ...{ kind: 'nsis', program, feed: new URL('https://updates.example/feed.json') },
    ...{ release: () => aRelease(), download: () => Promise.resolve() },
  });

it('electron-updater neither goes back, nor patches, nor installs while the program or the system ends', () => {
  expect(updater()).toMatchObject({
    ...{ allowDowngrade: false, disableDifferentialDownload: true, disableWebInstaller: true },
    ...{ autoInstallOnAppQuit: false, autoDownload: false },
  });
  expect(program.onQuit).not.toHaveBeenCalled();
});

it('an installer that does not run does not end the program', async () => {
  const file = path.join(os.tmpdir(), 'carrel-no-such-setup.exe');
  await expect(startInstaller(updater(), program, file)).rejects.toMatchObject({ trouble: 'notInstalled' });
  expect(program.quit).not.toHaveBeenCalled();
});
