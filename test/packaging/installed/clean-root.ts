import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root as project } from '../../../build/electron.ts';
import { depends } from '../../../build/package/linux/depends.ts';

const suite = 'bookworm';
const mirror = process.env.CARREL_DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';
/** What the stand-in shows its windows with, and the parser of AppArmor profiles that Debian 12 has. */
const ofTheTest = ['chromium', 'chromium-sandbox', 'apparmor', 'desktop-file-utils', 'shared-mime-info'];
const packages = [...ofTheTest, ...depends.deb];
/** Who works at the desk. */
export const user = 'desk';

function must(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
    maxBuffer: 1e8,
  });
  if (error !== undefined) throw error;
  if (status !== 0)
    throw new Error(
      `${command} ${args.join(' ')} ended with ${String(status)}\n${`${stdout}${stderr}`.slice(-2000)}`,
    );
  return `${stdout}${stderr}`;
}

/** A Debian 12 with what the package says it needs, made once for each list of that and kept between runs. */
function base(): string {
  const key = createHash('sha256')
    .update([suite, ...packages].join())
    .digest('hex')
    .slice(0, 12);
  const folder = path.join(project, 'node_modules/.cache/carrel/clean-root', key);
  if (fs.existsSync(folder)) return folder;
  console.log(`making a clean root, once (${packages.length} packages and what they need) …`);
  fs.rmSync(path.dirname(folder), { recursive: true, force: true });
  const unfinished = `${folder}.unfinished`;
  fs.mkdirSync(unfinished, { recursive: true });
  must('debootstrap', ['--variant=minbase', suite, unfinished, mirror]);
  must('mount', ['-t', 'proc', 'proc', path.join(unfinished, 'proc')]);
  // Every name that the package depends on is asked for here: one that Debian does not have fails.
  const install = `apt-get -qq update && apt-get -qq install -y --no-install-recommends ${packages.join(' ')} && apt-get clean`;
  try {
    must('chroot', [unfinished, 'sh', '-c', install]);
    must('chroot', [unfinished, 'useradd', '--create-home', user]);
  } finally {
    must('umount', [path.join(unfinished, 'proc')]);
  }
  fs.renameSync(unfinished, folder);
  return folder;
}

/**
 * A root of its own, over the kept one: what is installed in it is gone with it. Linux, root and a mount namespace of its
 * own (`run.ts` sees to that) are needed.
 */
export class CleanRoot implements Disposable {
  readonly folder: string;
  readonly #place: string;

  constructor(place: string) {
    this.#place = place;
    fs.rmSync(place, { recursive: true, force: true });
    const [merged = '', upper = '', work = ''] = ['merged', 'upper', 'work'].map((name) =>
      path.join(place, name),
    );
    for (const one of [merged, upper, work]) fs.mkdirSync(one, { recursive: true });
    const over = `lowerdir=${base()},upperdir=${upper},workdir=${work}`;
    must('mount', ['-t', 'overlay', 'overlay', '-o', over, merged]);
    must('mount', ['-t', 'proc', 'proc', path.join(merged, 'proc')]);
    must('mount', ['--rbind', '/dev', path.join(merged, 'dev')]);
    this.folder = merged;
    // The stand-in's Node: of this project, since Debian's is too old.
    const node = path.join(merged, 'usr/local/bin/node');
    fs.copyFileSync(process.execPath, node);
    fs.chmodSync(node, 0o755);
  }

  /** Runs a command in it as root, and answers what it printed. Throws where it fails. */
  run(command: string, ...args: readonly string[]): string {
    return must('chroot', [this.folder, command, ...args]);
  }

  /** Begins a command in it as root, and does not wait for it. */
  aside(command: string, ...args: readonly string[]): ChildProcess {
    return spawn('chroot', [this.folder, command, ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
      stdio: 'ignore',
    });
  }

  /** Puts a file into it, and answers its path there. */
  put(file: string): string {
    const name = path.join('/root', path.basename(file));
    fs.copyFileSync(file, path.join(this.folder, name));
    return name;
  }

  /** Writes an executable script into it. */
  script(name: string, text: string): void {
    fs.writeFileSync(path.join(this.folder, name), text, { mode: 0o755 });
  }

  has(name: string): boolean {
    return fs.lstatSync(path.join(this.folder, name), { throwIfNoEntry: false }) !== undefined;
  }

  read(name: string): Buffer {
    return fs.readFileSync(path.join(this.folder, name));
  }

  /** The rights of a file, in octal. */
  mode(name: string): string {
    return (fs.statSync(path.join(this.folder, name)).mode & 0o7777).toString(8);
  }

  /** Starts a program in it as the desk's user, with nothing of this process' environment. */
  start(command: string, ...args: readonly string[]): ChildProcess {
    return spawn('chroot', [...this.#asUser, command, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  }

  /** Writes, outside of it, a script that runs a program in it as the desk's user. */
  frontOf(command: string, file: string): void {
    const quoted = [...this.#asUser, command].map((word) => `'${word}'`).join(' ');
    fs.writeFileSync(file, `#!/bin/sh\nexec chroot ${quoted} "$@"\n`, { mode: 0o755 });
  }

  get #asUser(): readonly string[] {
    const env = [`HOME=/home/${user}`, 'PATH=/usr/local/bin:/usr/bin:/bin', 'LANG=C.UTF-8'];
    return [`--userspec=${user}:${user}`, this.folder, '/usr/bin/env', '-i', ...env];
  }

  [Symbol.dispose](): void {
    for (const name of ['dev', 'proc', '']) {
      spawnSync('umount', ['--recursive', '--lazy', path.join(this.folder, name)]);
    }
    fs.rmSync(this.#place, { recursive: true, force: true });
  }
}
