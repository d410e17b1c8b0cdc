import fs from 'node:fs';
import path from 'node:path';
import type { App } from 'electron';
import type { AppUpdater } from 'electron-updater';
import * as z from 'zod';
import type { Fetch } from '../updates/ask.ts';
import { isFileOf } from '../updates/downloaded.ts';
import type { Release } from '../updates/feed.ts';
import { fetchFile, isDiskFull } from '../updates/fetch-file.ts';
import { UpdateFailed } from '../updates/failed.ts';
import type { Installer } from '../updates/parts.ts';
import type { ProgramAdapter } from './electron-updater.ts';

export interface UpdateInstallerOptions {
  readonly kind: 'nsis' | 'zip';
  readonly app: Pick<App, 'getVersion' | 'whenReady' | 'relaunch' | 'quit'>;
  /** The station's folder; what is downloaded lies in a folder of its own in it. */
  readonly folder: string;
  readonly feed: URL;
  readonly fetch: () => Fetch;
}

const Remembered = z.object({ fileName: z.string().regex(/^\w[\w.+-]*$/), sha512: z.string() });

interface Loaded {
  readonly updater: AppUpdater;
  readonly start: (file: string) => Promise<void>;
}

/** Where what is downloaded lies, within the station's folder. */
const updatesFolder = 'updates';

/** Downloads and installs by electron-updater, which is loaded when there is something to download. */
export class UpdateInstaller implements Installer {
  readonly #options: UpdateInstallerOptions;
  readonly #program: ProgramAdapter;
  #loaded: Loaded | null = null;
  /** The file that was made ready. */
  #prepared: string | null = null;
  /** What is being downloaded. */
  #job: {
    readonly release: Release;
    readonly report: (progress: number) => void;
    readonly signal: AbortSignal;
  } | null = null;

  constructor(options: UpdateInstallerOptions) {
    this.#options = options;
    const { app } = options;
    const folder = path.join(options.folder, updatesFolder);
    this.#program = {
      version: app.getVersion(),
      name: 'Carrel',
      isPackaged: true,
      appUpdateConfigPath: path.join(folder, 'updater.yml'),
      userDataPath: folder,
      baseCachePath: folder,
      whenReady: () => app.whenReady(),
      relaunch: () => app.relaunch(),
      quit: () => app.quit(),
      onQuit: () => undefined, // nothing is installed while the program, or the system, ends
    };
  }

  async download(release: Release, report: (progress: number) => void, signal: AbortSignal): Promise<string> {
    this.#job = { release, report, signal };
    try {
      const { updater } = await this.#load();
      const found = await updater.checkForUpdates();
      if (found?.isUpdateAvailable !== true) throw new UpdateFailed('notDownloaded');
      const [file] = await updater.downloadUpdate();
      if (file !== undefined && (await isFileOf(file, release))) return file;
      // It takes a file that it has downloaded in this run for what it was then. Without the file it downloads again.
      if (file !== undefined) await fs.promises.rm(file, { force: true });
      const [other] = await updater.downloadUpdate();
      if (other === undefined) throw new UpdateFailed('notDownloaded');
      return other;
    } catch (error) {
      throw translated(error);
    }
  }

  /** What was downloaded in an earlier run is found again by its hash, and not downloaded twice. */
  async prepare(release: Release, signal: AbortSignal): Promise<void> {
    this.#prepared = await this.download(release, () => undefined, signal);
  }

  async install(): Promise<void> {
    if (!this.#loaded || this.#prepared === null) throw new UpdateFailed('notInstalled');
    await this.#loaded.start(this.#prepared);
  }

  async #load(): Promise<Loaded> {
    if (this.#loaded) return this.#loaded;
    const { kind, feed } = this.#options;
    fs.mkdirSync(this.#program.userDataPath, { recursive: true, mode: 0o700 });
    fs.writeFileSync(this.#program.appUpdateConfigPath, 'updaterCacheDirName: downloaded\n', { mode: 0o600 });
    this.#forgetUnreadable();
    const { createUpdater, startInstaller } = await import('./electron-updater.ts');
    const updater = createUpdater({
      ...{ kind, feed, program: this.#program },
      release: () => this.#job?.release ?? null,
      download: (to) => this.#fetch(to),
    });
    this.#loaded = { updater, start: (file) => startInstaller(updater, this.#program, file) };
    return this.#loaded;
  }

  /**
   * What electron-updater remembers of a download goes where it is not as electron-updater wrote it: it would fail on it
   * at each try, or take a file from elsewhere.
   */
  #forgetUnreadable(): void {
    const file = path.join(this.#program.userDataPath, 'downloaded', 'pending', 'update-info.json');
    try {
      Remembered.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
    } catch {
      fs.rmSync(file, { force: true });
    }
  }

  async #fetch(to: string): Promise<void> {
    if (!this.#job) throw new UpdateFailed('notDownloaded');
    const { feed, fetch } = this.#options;
    await fetchFile({ ...this.#job, feed, to, fetch: fetch() });
  }
}

/** An error of electron-updater or of the system, in the words of updates. */
function translated(error: unknown): UpdateFailed {
  if (error instanceof UpdateFailed) return error;
  const code = (error as { readonly code?: unknown } | null)?.code;
  if (isDiskFull(error)) return new UpdateFailed('diskFull', error);
  return new UpdateFailed(code === 'ERR_CHECKSUM_MISMATCH' ? 'otherFile' : 'notDownloaded', error);
}
