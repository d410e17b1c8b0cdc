import fs from 'node:fs';
import path from 'node:path';
import { packed } from './packed.ts';
import { loud } from './refuse.ts';

interface Manifest {
  name?: string;
  productName?: string;
  version?: string;
  main?: string;
}

const executable = packed?.executable ?? path.resolve(import.meta.dirname, '../electron');
const args = process.argv.slice(2);
process.argv = [executable, ...args];

function readManifest(folder: string): Manifest | undefined {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
}

function nearestManifest(folder: string): Manifest {
  const parent = path.dirname(folder);
  return readManifest(folder) ?? (parent === folder ? {} : nearestManifest(parent));
}

/** Modules to require first, and the first argument that is no switch: which app to run. Of a packed one, neither. */
function readArguments(): { required: string[]; app: string } {
  const required: string[] = [];
  if (packed !== null) return { required, app: packed.app };
  let app: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const argument = args[i] ?? '';
    if (argument === '-r' || argument === '--require') required.push(args[++i] ?? '');
    else if (app === undefined && (argument === '--version' || argument === '-v')) {
      console.log('stand-in');
      process.exit(0);
    } else if (!argument.startsWith('-')) app ??= argument;
  }
  return { required, app: app ?? '.' };
}

const { required, app } = readArguments();
const input = path.resolve(app);
const isFolder = fs.statSync(input, { throwIfNoEntry: false })?.isDirectory() ?? false;
const appPath = isFolder ? input : path.dirname(input);
const manifest = nearestManifest(appPath);
const electronPackage = readManifest(
  path.resolve(import.meta.dirname, packed === null ? '../../../node_modules/electron' : '..'),
);

/** What Electron would read from its command line and from the app's package.json. */
export const commandLine = {
  args,
  required,
  isPackaged: packed !== null,
  appPath,
  manifest,
  mainFile: isFolder ? path.resolve(input, manifest.main ?? 'index.js') : input,
  electronVersion: electronPackage?.version ?? '0.0.0',
  /** Playwright asks for a debugging port; it is how we know that a test drives us. */
  driven: args.includes('--remote-debugging-port=0'),
};

/** Switches for Chromium's command line: Playwright's, which come before it starts. The app's own come too late. */
const appended = new Map<string, string>();
let taken = false;

/** Called as Chromium starts; a switch that is appended later is said to be without effect. */
export function takeSwitches(): ReadonlyMap<string, string> {
  taken = true;
  return appended;
}

/** The value of `--name=value` among our own arguments, '' for a bare `--name`, undefined where it is not given. */
export function givenSwitch(name: string): string | undefined {
  const found = args.find((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`));
  return found?.slice(name.length + 3);
}

/** `app.commandLine`. */
export const appCommandLine = loud('app.commandLine', {
  appendSwitch(name: string, value = ''): void {
    if (taken)
      console.error(`stand-in: the switch --${name} comes after Chromium was started, and has no effect`);
    appended.set(name, value);
  },
  hasSwitch: (name: string): boolean => appended.has(name) || givenSwitch(name) !== undefined,
  getSwitchValue: (name: string): string => appended.get(name) ?? givenSwitch(name) ?? '',
  removeSwitch: (name: string): void => void appended.delete(name),
});
