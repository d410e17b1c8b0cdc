import { spawn } from 'node:child_process';
import {
  type AppUpdater,
  MacUpdater,
  NsisUpdater,
  type ResolvedUpdateFileInfo,
  type UpdateInfo,
} from 'electron-updater';
import type { Release } from '../updates/feed.ts';
import { UpdateFailed } from '../updates/failed.ts';

/** What electron-updater knows of the program. */
export type ProgramAdapter = NonNullable<ConstructorParameters<typeof NsisUpdater>[1]>;

export interface UpdaterOptions {
  readonly kind: 'nsis' | 'zip';
  readonly program: ProgramAdapter;
  readonly feed: URL;
  /** The release that was chosen from the verified feed: nothing else is ever asked for. */
  readonly release: () => Release | null;
  /** Downloads the file of the release to a place. */
  readonly download: (to: string) => Promise<void>;
}

/** The one release that was chosen, as electron-updater wants to be told of it. */
const infoOf = ({ version, file, sha512, size }: Release) => ({
  // Of one file it wants the name and the hash twice.
  ...{ version, releaseDate: '', path: file, sha512 },
  files: [{ url: file, sha512, size }],
});

/**
 * electron-updater, of which only the folder of downloads and the start of the installer are used: what is downloaded
 * comes from our own feed, by our own way to the network.
 */
export function createUpdater({ kind, program, feed, release, download }: UpdaterOptions): AppUpdater {
  /** What electron-updater asks of a provider. */
  class ReleaseProvider {
    readonly fileExtraDownloadHeaders = null;

    setRequestHeaders(): void {
      // None are sent.
    }

    getLatestVersion(): Promise<UpdateInfo> {
      const chosen = release();
      return chosen ? Promise.resolve(infoOf(chosen)) : Promise.reject(new UpdateFailed('notDownloaded'));
    }

    resolveFiles({ files }: UpdateInfo): ResolvedUpdateFileInfo[] {
      return files.map((info) => ({ url: new URL(info.url, feed), info }));
    }
  }

  const updater = new (kind === 'nsis' ? NsisUpdater : MacUpdater)(undefined, program);
  updater.logger = null;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.autoRunAppAfterInstall = true;
  updater.disableDifferentialDownload = true;
  updater.disableWebInstaller = true;
  updater.allowDowngrade = false;
  // Its own goes by a session of Electron's, which knows neither the policy's proxy nor the logins.
  Object.assign(updater, { httpExecutor: { download: (_: URL, to: string) => download(to) } });
  updater.setFeedURL({ provider: 'custom', updateProvider: ReleaseProvider });
  return updater;
}

/**
 * Starts the installer of what was downloaded, and then ends the program. electron-updater's own start is not used: it
 * ends the program before it knows whether the installer runs, and asks for an administrator where it does not. Rejects
 * with an `UpdateFailed`.
 */
export async function startInstaller(
  updater: AppUpdater,
  program: ProgramAdapter,
  file: string,
): Promise<void> {
  if (updater instanceof NsisUpdater) {
    await started(file, ['--updated', '/S', '--force-run']);
    program.quit();
  } else {
    // It ends the program by itself, as soon as the system has taken the file.
    updater.quitAndInstall();
  }
}

const started = (file: string, args: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(file, args, { detached: true, stdio: 'ignore' });
    child.once('error', (error) => reject(new UpdateFailed('notInstalled', error)));
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
