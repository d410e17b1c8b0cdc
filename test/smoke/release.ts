/**
 * `node test/smoke/release.ts KIND --artifacts FOLDER [--before FOLDER]`: installs the finished package of this kind (deb,
 * msi, nsis, pkg) on this machine, over the release before where there is one, with a journal in it; runs the checks on
 * the installed program, without and with a policy; removes it, and sees that the journal is kept. It changes the
 * machine: for one that is thrown away.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { expect } from '@playwright/test';
import { fail } from '../../build/run.ts';
import { step } from '../packaging/installed/steps.ts';
import { findOpen, leaveOpen, newFolder, smokeInstalled } from './installed.ts';
import { packagesOnMachine } from './packages.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { artifacts: { type: 'string', default: 'dist' }, before: { type: 'string' } },
});

/** The one file of this kind in a folder; undefined where the folder has none or is not there. */
function fileIn(folder: string | undefined, kind: RegExp): string | undefined {
  if (folder === undefined || !fs.existsSync(folder)) return undefined;
  const names = fs.readdirSync(folder).filter((name) => kind.test(name));
  if (names.length > 1) throw new Error(`${folder} has ${names.join(' and ')}: one was to be there`);
  return names[0] === undefined ? undefined : path.resolve(folder, names[0]);
}

try {
  const [kind = ''] = positionals;
  const one = packagesOnMachine[kind];
  if (one === undefined) throw new Error(`no package ${kind}: ${Object.keys(packagesOnMachine).join(', ')}`);
  const now = fileIn(values.artifacts, one.file);
  if (now === undefined) throw new Error(`${values.artifacts} has no ${kind}`);
  const before = fileIn(values.before, one.file);
  const userData = newFolder();
  if (before === undefined) console.log('NOT RUN: the upgrade of the release before: there is none');
  else {
    await step(`${path.basename(before)} is installed, and a desk leaves something open`, async () => {
      one.install(before);
      await leaveOpen(one.executable, userData);
    });
  }
  await step(`${path.basename(now)} is installed${before === undefined ? '' : ' over it'}`, () =>
    one.install(now),
  );
  if (before === undefined) await leaveOpen(one.executable, userData);
  await step('it takes up what was open', () => findOpen(one.executable, userData));
  await smokeInstalled(one.executable, null);
  await smokeInstalled(one.executable, one.putPolicy());
  await step('removed, it keeps the journal', () => {
    one.remove(now);
    expect(fs.existsSync(path.join(userData, 'journal.sqlite'))).toBe(true);
  });
} catch (error) {
  fail(error);
}
