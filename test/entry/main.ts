/**
 * The entry of the program under test: starts the built program as `src/main/index.ts` does, with what a test has in
 * place of the machine's own. Variables of the environment ask for it, and only this entry reads them:
 * `CARREL_KEYCHAIN=none` for no keychain, so that a test leaves alone what the developer keeps, and
 * `CARREL_MACHINE` for the folder of the machine, whose owner is then whoever runs the test, and
 * `CARREL_PRACTICE=faults` for a practice library with the fault panel, which also says where it listens.
 * `CARREL_POLICIES` names a folder whose files are the policies of this computer, if they are those of whoever runs the
 * test and nobody else can write to them; without it there is none, whatever the machine has. `CARREL_UPDATES` says where this copy's updates come from, and
 * `CARREL_DIALOG` answers the system's dialogs (`updates.ts`). Another names the folder for the notes of what it calls (`calls.ts`).
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import type * as Workstation from '../../src/main/workstation.ts';
import { noPolicies } from '../main/support/policy.ts';
import { linuxPolicies } from '../../src/main/policy/source.ts';
import { addressFile } from './address.ts';
import { posixTrust, type Trust } from '../../src/main/policy/trust.ts';
import { callsVariable, noteCalls } from './calls.ts';
import { answerDialogs, updatesFrom } from './updates.ts';
import { noKeytar } from './no-keytar.ts';

const {
  CARREL_KEYCHAIN: keychain,
  CARREL_MACHINE: machine,
  CARREL_PRACTICE: practice,
  CARREL_POLICIES: policies,
  CARREL_UPDATES: updates,
  CARREL_DIALOG: answer,
  [callsVariable]: calls,
} = process.env;
if (calls !== undefined) noteCalls(calls);
const built = new URL('../main/workstation.js', import.meta.url).href;
// As built: what is tested is what is shipped.
const { startWorkstation } = (await import(/* @vite-ignore */ built)) as typeof Workstation;

/** Below the folder that this one is in, what whoever runs the test owns is the system's. */
const ownTrust = (folder: string): Trust =>
  posixTrust({ owners: [process.getuid?.() ?? 0], top: path.dirname(folder) });

const faulty = { practiceLibrary: fileURLToPath(new URL('practice-library.js', import.meta.url)) };
// Of an earlier run, in which the practice library listened elsewhere.
rmSync(addressFile(app.getPath('userData')), { force: true });
if (answer !== undefined) answerDialogs(Number(answer));
startWorkstation({
  ...(updates !== undefined && updatesFrom(updates)),
  policies: () => (policies === undefined ? noPolicies : linuxPolicies(ownTrust(policies), [policies])),
  ...(keychain === 'none' && { loadKeytar: noKeytar }),
  ...(practice === 'faults' && faulty),
  ...(machine !== undefined && {
    machineFolder: machine,
    trust: ownTrust(machine),
  }),
});
