import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Something of the machine's that a command uses: what to look for, Debian's package, and what is lost without it. */
interface Part {
  packageName: string;
  /** Names of programs on PATH or absolute paths (`*` for one folder); any one of them will do. */
  found: readonly string[];
  /** Whether a command that needs it can go on without it, and with what loss. */
  without: { goesOn: boolean; loss: string };
}

const parts = {
  chromium: {
    packageName: 'chromium',
    found: ['chromium', 'chromium-browser', '/usr/lib/chromium/chromium'],
    without: { goesOn: false, loss: 'the windows of the stand-in for Electron cannot be opened' },
  },
  scripts: {
    packageName: 'fonts-noto-core',
    found: ['/usr/share/fonts/truetype/noto/NotoSansHebrew-Regular.ttf', '/usr/share/fonts/noto/*'],
    without: { goesOn: true, loss: 'titles in some scripts show as boxes' },
  },
  paper: {
    packageName: 'fonts-liberation',
    found: [
      '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf',
      '/usr/share/fonts/liberation*/*',
    ],
    without: { goesOn: true, loss: 'slips are printed in another type' },
  },
  hanScripts: {
    packageName: 'fonts-droid-fallback',
    found: ['/usr/share/fonts-droid-fallback', '/usr/share/fonts/*/noto/NotoSansCJK-Regular.ttc'],
    without: { goesOn: true, loss: 'Chinese, Japanese and Korean titles show as boxes' },
  },
  dbus: {
    packageName: 'dbus',
    found: ['dbus-run-session'],
    without: { goesOn: false, loss: 'the keychain cannot be tested' },
  },
  keyring: {
    packageName: 'gnome-keyring',
    found: ['gnome-keyring-daemon'],
    without: { goesOn: false, loss: 'the keychain cannot be tested' },
  },
  libsecret: {
    packageName: 'libsecret-1-0',
    found: ['/usr/lib/*/libsecret-1.so.0', '/usr/lib64/libsecret-1.so.0', '/usr/lib/libsecret-1.so.0'],
    without: { goesOn: false, loss: 'the keychain cannot be used' },
  },
  strace: {
    packageName: 'strace',
    found: ['strace'],
    without: { goesOn: true, loss: 'whether a command is on the disk before it leaves is not watched' },
  },
  display: {
    packageName: 'xvfb',
    found: ['Xvfb'],
    without: { goesOn: false, loss: 'there is no display to try the desk on' },
  },
  keys: {
    packageName: 'xdotool',
    found: ['xdotool'],
    without: { goesOn: false, loss: 'keys cannot be typed as the system types them' },
  },
  dpkg: {
    packageName: 'dpkg',
    found: ['dpkg-deb'],
    without: { goesOn: false, loss: 'no deb can be made' },
  },
  cleanRoot: {
    packageName: 'debootstrap',
    found: ['debootstrap', '/usr/sbin/debootstrap'],
    without: { goesOn: false, loss: 'packages cannot be installed in a clean root' },
  },
  msi: {
    packageName: 'wixl',
    found: ['wixl'],
    without: { goesOn: false, loss: 'no MSI can be made' },
  },
  msiTools: {
    packageName: 'msitools',
    found: ['msiextract'],
    without: { goesOn: false, loss: 'an MSI cannot be read back' },
  },
  wine: {
    packageName: 'wine64',
    found: ['/usr/lib/wine/wine64'],
    without: { goesOn: false, loss: 'an MSI cannot be installed' },
  },
  nsis: {
    packageName: 'nsis',
    found: ['makensis'],
    without: { goesOn: false, loss: 'the installer per user cannot be compiled' },
  },
  sevenZip: {
    packageName: 'p7zip-full',
    found: ['/usr/bin/7za'],
    without: { goesOn: false, loss: 'the installer per user cannot be packed' },
  },
  rpm: {
    packageName: 'rpm',
    found: ['rpmbuild'],
    without: { goesOn: false, loss: 'no rpm can be made' },
  },
  cpio: {
    packageName: 'cpio',
    found: ['cpio'],
    without: { goesOn: false, loss: 'an rpm cannot be read back' },
  },
} satisfies Record<string, Part>;

const windows = [parts.chromium, parts.scripts, parts.paper, parts.hanScripts];
const tests = [parts.dbus, parts.keyring, parts.libsecret, parts.strace, parts.display, parts.keys];

const packaging = [parts.dpkg];
/** What other systems' packages are made, opened and installed with. */
const foreign = [
  ...[parts.msi, parts.msiTools, parts.wine],
  ...[parts.nsis, parts.sevenZip],
  ...[parts.rpm, parts.cpio],
];

type Command = 'start' | 'demo' | 'bench' | 'test' | 'package' | 'install';

/**
 * What a command takes from the machine, beside Node. Electron has its own windows, but a command that drives them
 * needs a display; a person who opens them has one.
 */
export function neededFor(
  command: Command,
  host: 'electron' | 'stand-in',
  hasDisplay: boolean,
): readonly Part[] {
  const own = host === 'stand-in' ? windows : [];
  if (command === 'test') return [...own, ...tests, ...packaging];
  if (command === 'package') return packaging;
  if (command === 'install') return [...packaging, parts.cleanRoot, ...foreign];
  const drives = command === 'demo' || command === 'bench';
  return drives && host === 'electron' && !hasDisplay ? [parts.display] : own;
}

function exists(sought: string): boolean {
  if (sought.includes('*')) return fs.globSync(sought).length > 0;
  if (path.isAbsolute(sought)) return fs.existsSync(sought);
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => fs.existsSync(path.join(folder, sought)));
}

function apt(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr } = spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8' });
  if (status === 0) return;
  const said = `${stdout}\n${stderr}`.trim().split('\n').slice(-8).join('\n');
  throw new Error(`apt-get ${args.join(' ')} failed:\n${said}`);
}

function install(missing: readonly Part[]): void {
  const packages = missing.map((part) => part.packageName);
  console.error(`carrel: installing ${packages.join(', ')} (apt-get) …`);
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}

/**
 * Sees to it that a command finds what it takes from the machine. As root on Debian it installs what is missing;
 * elsewhere it says what is missing, one line each, and throws where the command cannot go on. Linux only: elsewhere
 * nothing of this is used.
 */
export function provision(command: Command, host: 'electron' | 'stand-in'): void {
  if (process.platform !== 'linux') return;
  const hasDisplay = [process.env.DISPLAY, process.env.WAYLAND_DISPLAY].some(Boolean);
  const missing = neededFor(command, host, hasDisplay).filter((part) => !part.found.some(exists));
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && exists('apt-get')) {
    install(missing);
    return;
  }
  for (const { packageName, without } of missing) {
    console.error(`carrel: ${packageName} (Debian’s name) is missing; ${without.loss}.`);
  }
  const essential = missing.filter((part) => !part.without.goesOn).map((part) => part.packageName);
  if (essential.length > 0) throw new Error(`Please install ${essential.join(', ')} and try again.`);
}
