import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { commandOf } from '../for-it/page.ts';

/** How a package is installed on a machine of its kind, as IT would, by the lines of the page for IT. */
export interface PackageOnMachine {
  /** What its file is called. */
  readonly file: RegExp;
  readonly install: (artifact: string) => void;
  readonly remove: (artifact: string) => void;
  readonly executable: string;
  /** Puts a policy there, by which nothing may be exported, and answers its place. */
  readonly putPolicy: () => string;
}

/** The policy that every installed program is checked under: nothing may be exported. */
export const policyOfTest = '{"schema": "carrel-policy/1", "mandatory": {"allowExports": false}}\n';

function must(command: string, ...args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (error !== undefined) throw new Error(`${command} cannot be run`, { cause: error });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${String(status)}`);
}

/** Writes a file that belongs to root: one that a user can write is refused. */
function asRoot(file: string): string {
  const own = path.join(os.tmpdir(), 'carrel-policy.json');
  fs.writeFileSync(own, policyOfTest);
  must('sudo', 'mkdir', '-p', path.dirname(file));
  must('sudo', 'install', '-m', '0644', own, file);
  return file;
}

/** As group policy does it. */
function inRegistry(): string {
  const key = String.raw`HKLM\Software\Policies\Carrel`;
  must('reg', 'add', key, '/v', 'allowExports', '/t', 'REG_DWORD', '/d', '0', '/f');
  return key;
}

const local = process.env.LOCALAPPDATA ?? '';
/** A line with the variable that cmd would put the value of. */
const ofPerson = (name: string): [string, ...string[]] => {
  const [command, ...args] = commandOf(name);
  return [command.replace('%LOCALAPPDATA%', local), ...args];
};
const perUser = path.win32.join(local, 'Programs', 'Carrel');

export const packagesOnMachine: Readonly<Record<string, PackageOnMachine>> = {
  deb: {
    file: /\.deb$/,
    install: (artifact) => must('sudo', ...commandOf('deb-install', artifact)),
    remove: () => must('sudo', ...commandOf('deb-remove')),
    executable: '/usr/bin/carrel',
    putPolicy: () => asRoot('/etc/carrel/policy.d/50-smoke.json'),
  },
  msi: {
    file: /\.msi$/,
    install: (artifact) => must(...commandOf('msi-install', artifact)),
    remove: (artifact) => must(...commandOf('msi-remove', artifact)),
    executable: String.raw`C:\Program Files\Carrel\Carrel.exe`,
    putPolicy: inRegistry,
  },
  nsis: {
    file: /-nsis\.exe$/,
    install: (artifact) => must(...commandOf('nsis-install', artifact)),
    remove: () => must(...ofPerson('nsis-remove')),
    executable: path.win32.join(perUser, 'Carrel.exe'),
    putPolicy: inRegistry,
  },
  pkg: {
    file: /\.pkg$/,
    install: (artifact) => must('sudo', ...commandOf('pkg-install', artifact)),
    remove: () => must('sudo', ...commandOf('pkg-remove')),
    executable: '/Applications/Carrel.app/Contents/MacOS/Carrel',
    putPolicy: () => asRoot('/Library/Application Support/Carrel/policy.json'),
  },
};
