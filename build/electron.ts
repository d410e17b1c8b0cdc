import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { notToBeHad, thisMachine, wouldAbort } from './electron-trouble.ts';

/** The project's folder. */
export const root = path.resolve(import.meta.dirname, '..');

const standIn = path.join(root, 'test/stand-in');
const electronPackage = path.join(root, 'node_modules/electron');
const memory = path.join(root, 'node_modules/.cache/carrel/electron-not-to-be-had.json');
const aDay = 24 * 60 * 60 * 1000;
const tenMinutes = 10 * 60 * 1000;

/** What runs the program on this machine: the real thing, or what stands in for it where there is none. */
export interface ElectronHost {
  kind: 'electron' | 'stand-in';
  /** The executable, called with the program's folder and its arguments. */
  executable: string;
  /** To be added to the environment of whatever looks for Electron (Playwright, electron-vite, the program). */
  env: Record<string, string>;
}

interface Remembered {
  version: string;
  at: number;
  reason: string;
  /** From where it was asked for: with another way, it is asked for again. */
  by?: string;
}

const by = [process.env.ELECTRON_GET_USE_PROXY, process.env.ELECTRON_MIRROR].join(' ');

function read(file: string): string | undefined {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
}

function electronVersion(): string {
  return (
    (JSON.parse(read(path.join(electronPackage, 'package.json')) ?? '{}') as { version?: string }).version ??
    ''
  );
}

/** Electron's own executable, where it has been downloaded or somebody says where it is. */
function findElectron(): string | undefined {
  const named = read(path.join(electronPackage, 'path.txt'));
  const elsewhere = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (elsewhere !== undefined && path.resolve(elsewhere) !== standIn) {
    return path.join(elsewhere, named ?? (process.platform === 'win32' ? 'electron.exe' : 'electron'));
  }
  const executable = named === undefined ? undefined : path.join(electronPackage, 'dist', named);
  return executable !== undefined && fs.existsSync(executable) ? executable : undefined;
}

/** Runs the electron package's own download. Resolves to what went wrong, or undefined. */
async function download(version: string): Promise<string | undefined> {
  const child = spawn(process.execPath, [path.join(electronPackage, 'install.js')], {
    env: { ...process.env, ELECTRON_GET_NO_PROGRESS: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: tenMinutes,
  });
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const patience = setTimeout(
    () => console.error(`carrel: fetching Electron ${version}, once (about 110 MB) …`),
    2000,
  );
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(patience);
  if (code === 0 && findElectron()) return undefined;
  return said.trim().split('\n')[0] ?? `ended with ${String(code)}`;
}

/** The download as it failed less than a day ago, so that a closed network is asked once and not at every start. */
function rememberedFailure(version: string): string | undefined {
  const text = read(memory);
  if (text === undefined) return undefined;
  const { version: its, at, reason, by: way } = JSON.parse(text) as Remembered;
  return its === version && way === by && Date.now() - at < aDay ? reason : undefined;
}

function remember(failure: Remembered): void {
  fs.mkdirSync(path.dirname(memory), { recursive: true });
  fs.writeFileSync(memory, JSON.stringify(failure));
}

/**
 * Finds Electron, downloads it where it is missing, and falls back to the stand-in (Linux only), saying so once on
 * standard error. `CARREL_STANDIN=1` asks for the stand-in outright.
 */
export async function electronHost(): Promise<ElectronHost> {
  const wanted = process.env.CARREL_STANDIN !== '1';
  const version = electronVersion();
  let reason = wanted ? rememberedFailure(version) : 'CARREL_STANDIN=1';
  if (wanted && !findElectron() && reason === undefined) {
    reason = await download(version);
    if (reason !== undefined) remember({ version, at: Date.now(), reason, by });
  }
  const executable = wanted ? findElectron() : undefined;
  if (executable !== undefined)
    return { kind: 'electron', executable, env: { ELECTRON_EXEC_PATH: executable } };
  const why = wanted ? notToBeHad(version, reason ?? '', process.env) : 'CARREL_STANDIN=1.';
  if (process.platform !== 'linux') {
    fs.rmSync(memory, { force: true }); // there is nothing to fall back to: ask again next time
    throw new Error(why);
  }
  return standInFor(why);
}

/** The stand-in, and why; said once. */
function standInFor(why: string): ElectronHost {
  if (process.env.CARREL_STANDIN_SAID !== '1')
    console.error(`carrel: ${why} The stand-in in Chromium is used.`);
  const file = path.join(standIn, 'electron');
  const env = { ELECTRON_OVERRIDE_DIST_PATH: standIn, ELECTRON_EXEC_PATH: file, CARREL_STANDIN_SAID: '1' };
  return { kind: 'stand-in', executable: file, env };
}

/** The same, for a person who opens the desk: Electron only where it would not abort. Tests say what it needs as root. */
export async function hostToOpen(args: readonly string[] = process.argv): Promise<ElectronHost> {
  const host = await electronHost();
  // Electron's switch, and electron-vite's.
  const isToldSo = args.some((one) => one === '--no-sandbox' || one === '--noSandbox');
  const why = host.kind === 'electron' && !isToldSo ? wouldAbort(thisMachine(host.executable)) : null;
  return why === null ? host : standInFor(why);
}

/** The same, for a process that starts Electron through Playwright, which looks for it in its own environment. */
export async function adoptElectronHost(): Promise<ElectronHost> {
  const host = await electronHost();
  Object.assign(process.env, host.env);
  return host;
}
