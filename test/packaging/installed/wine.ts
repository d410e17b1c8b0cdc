import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const wine = '/usr/lib/wine/wine64';

/** How a command ended, by Unix: of Windows' exit code the last eight bits. */
export interface Ended {
  readonly code: number;
  readonly said: string;
}

/** What the last eight bits of a code of Windows are. */
export const lastBits = (code: number): number => code % 256;

/** A Windows of its own (Debian's wine64), without a display: all that is done in it is gone with its folder. */
export class Wine implements Disposable {
  /** Its drive C, as a folder of this machine. */
  readonly drive: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(folder: string) {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    this.drive = path.join(folder, 'drive_c');
    this.#env = {
      ...{ PATH: process.env.PATH, HOME: folder, WINEPREFIX: folder, WINEDEBUG: '-all' },
      // No .NET, no browser, no entries in this machine's menu.
      WINEDLLOVERRIDES: 'mscoree,mshtml=;winemenubuilder.exe=d',
    };
    this.run('wineboot', '--init');
  }

  /** Runs a program of Windows and waits for it. */
  run(...args: readonly string[]): Ended {
    const { status, stdout, stderr, error } = spawnSync(wine, args, {
      env: this.#env,
      encoding: 'utf8',
      timeout: 120_000,
    });
    if (error !== undefined) throw new Error(`wine: ${args.join(' ')}`, { cause: error });
    return { code: status ?? -1, said: `${stdout}${stderr}`.replaceAll('\r', '') };
  }

  /** A value of the registry, or null: `reg query`. The unnamed one where no name is given. */
  value(key: string, name?: string): string | null {
    const { code, said } = this.run('reg', 'query', key, ...(name === undefined ? ['/ve'] : ['/v', name]));
    return code === 0 ? (/REG_\w+ {4}(.*)/.exec(said)?.[1]?.trim() ?? null) : null;
  }

  /** A file or folder of drive C as a path of this machine. */
  at(...names: readonly string[]): string {
    return path.join(this.drive, ...names);
  }

  has(...names: readonly string[]): boolean {
    return fs.existsSync(this.at(...names));
  }

  [Symbol.dispose](): void {
    spawnSync('wineserver', ['--kill'], { env: this.#env });
    fs.rmSync(path.dirname(this.drive), { recursive: true, force: true });
  }
}
