import { app } from 'electron';
import type { UpdatesSetup } from '../updates/station-updates.ts';
import type { Externals } from './externals.ts';
import { originalFiles } from './original-files.ts';
import { UpdateInstaller } from './update-installer.ts';

/** How this copy is updated. */
export const updatesSetup = ({ installation, pinned, program }: Externals, folder: string): UpdatesSetup => ({
  ...{ kind: installation(), pinned, program: program(), files: originalFiles },
  ...{ system: process.platform, arch: process.arch },
  installer: (way) =>
    new UpdateInstaller({ ...way, app, folder, kind: process.platform === 'darwin' ? 'zip' : 'nsis' }),
});
