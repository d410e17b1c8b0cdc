import path from 'node:path';
import { app } from 'electron';
import { machineFolderOf, machineTrust } from '../command-line/machine-folder.ts';
import { installationOf } from '../installation.ts';
import { policySystem } from '../policy/open.ts';
import type { PolicySystem } from '../policy/source.ts';
import type { Trust } from '../policy/trust.ts';
import type { Keytar } from '../station/keychain.ts';
import { type Pinned, pinned } from '../updates/pinned.ts';
import type { UpdatesSetup } from '../updates/station-updates.ts';
import { ownProgram } from './own-program.ts';

/** The folder of the built program, wherever in it this file has come to be. */
export const out = path.resolve(import.meta.dirname, '..');

/** What comes from outside this program's own code. An entry other than `index.ts` may replace it. */
export interface Externals {
  /** The native module for the system's keychain. */
  readonly loadKeytar: () => Promise<Keytar>;
  /** The file that runs as the practice library. */
  readonly practiceLibrary: string;
  /** The folder of the machine that only an administrator may write. */
  readonly machineFolder: string;
  /** Says who else could change a file there. */
  readonly trust: Trust;
  /** Where this system keeps policies. */
  readonly policies: () => PolicySystem;
  /** How this copy came onto the machine. */
  readonly installation: () => UpdatesSetup['kind'];
  /** Where updates come from, and whose signature they have. */
  readonly pinned: Pinned;
  /** What is kept of this copy when another version takes its place. */
  readonly program: () => UpdatesSetup['program'];
}

/** This machine's own. */
export function ownExternals(): Externals {
  const machine = machineFolderOf(process.platform);
  return {
    loadKeytar: async () => (await import('keytar')).default,
    practiceLibrary: path.join(out, 'main/practice-library.js'),
    machineFolder: machine,
    trust: machineTrust(process.platform, machine),
    policies: () => policySystem(process.platform),
    installation: () => installationOf({ isPackaged: app.isPackaged, resourcesPath: process.resourcesPath }),
    pinned,
    program: () => ownProgram(app.getPath('exe'), process.platform),
  };
}
