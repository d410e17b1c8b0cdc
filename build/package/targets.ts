import type { InstallationKind } from '../../src/main/installation.ts';
import { unpackDeb } from './linux/unpack-deb.ts';
import { unpackRpm } from './linux/unpack-rpm.ts';
import { makeMsi } from './msi/make.ts';
import { unpackMsi } from './msi/unpack.ts';

/** The systems, by Node's names. */
export type System = 'linux' | 'win32' | 'darwin';

/** The processors. */
export type Processor = 'x64' | 'arm64';

/** What `finish` of a target is handed: a packed folder that was read back, and what its package is to be called. */
export interface Packed {
  /** The folder with the program's executable (on macOS: with `Carrel.app`). */
  readonly folder: string;
  readonly version: string;
  readonly processor: Processor;
  /** The artifact's file, absolute, in the output folder. */
  readonly artifact: string;
  /** A folder for what is thrown away afterwards. */
  readonly work: string;
  /** Whether the folder holds the stand-in: what comes of it is no release. */
  readonly isStandIn: boolean;
}

/** A package that `npm run package` makes. */
export interface Target {
  readonly kind: InstallationKind;
  readonly system: System;
  /** electron-builder's name of the target; `dir` where the package is made by `finish` or there is none. */
  readonly builder: 'dir' | 'deb' | 'rpm' | 'AppImage' | 'nsis' | 'pkg' | 'zip';
  /** The artifact's ending; null for a folder. */
  readonly extension: string | null;
  /** Makes the package out of the packed folder where electron-builder cannot. */
  readonly finish?: (packed: Packed) => Promise<void>;
  /**
   * Opens the finished artifact into a folder and answers the program's folder in it, so that the artifact itself is read
   * back; without it the packed folder is.
   */
  readonly unpack?: (artifact: string, to: string) => string;
}

/** All packages, by the name that `npm run package` knows them by. A target is packed by itself: its marker differs. */
export const targets = {
  'folder-linux': { kind: 'folder', system: 'linux', builder: 'dir', extension: null },
  'folder-win': { kind: 'folder', system: 'win32', builder: 'dir', extension: null },
  'folder-mac': { kind: 'folder', system: 'darwin', builder: 'dir', extension: null },
  deb: { kind: 'deb', system: 'linux', builder: 'deb', extension: 'deb', unpack: unpackDeb },
  rpm: { kind: 'rpm', system: 'linux', builder: 'rpm', extension: 'rpm', unpack: unpackRpm },
  appimage: { kind: 'appimage', system: 'linux', builder: 'AppImage', extension: 'AppImage' },
  nsis: { kind: 'nsis', system: 'win32', builder: 'nsis', extension: 'exe' },
  msi: {
    ...{ kind: 'msi', system: 'win32', builder: 'dir', extension: 'msi' },
    ...{ finish: makeMsi, unpack: unpackMsi },
  },
  pkg: { kind: 'pkg', system: 'darwin', builder: 'pkg', extension: 'pkg' },
  zip: { kind: 'zip', system: 'darwin', builder: 'zip', extension: 'zip' },
} as const satisfies Record<string, Target>;

export type TargetName = keyof typeof targets;

export const isTargetName = (name: string): name is TargetName => Object.hasOwn(targets, name);

const systemNames = { linux: 'linux', win32: 'win', darwin: 'mac' } as const;

/** The name of an artifact, the same scheme for every target: `Carrel-0.1.0-linux-x64.deb`. */
export function artifactName(target: Target, version: string, processor: Processor): string {
  const kind = target.kind === 'msi' || target.kind === 'nsis' ? `-${target.kind}` : '';
  const ending = target.extension === null ? '' : `.${target.extension}`;
  return `Carrel-${version}-${systemNames[target.system]}-${processor}${kind}${ending}`;
}
