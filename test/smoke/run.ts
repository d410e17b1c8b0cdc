/**
 * `npm run smoke`: the checks that a machine, or a version of Electron, has to pass before anything else is asked of it.
 * On the stand-in they are run as far as that can show them, and each says what it could not. The exit code says
 * whether all passed. With `CARREL_INSTALLED=path` an installed program is checked, by its window alone; its policy is at
 * `CARREL_POLICY`, where there is one.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildIfNeeded } from '../../build/bundle.ts';
import { electronHost } from '../../build/electron.ts';
import { provision } from '../../build/provision.ts';
import { fail } from '../../build/run.ts';
import { taggedCount, type ScreensReport } from '../summary.ts';
import { checks } from './checks.ts';

const file = 'out/test/smoke.json';

/** The words on screen are built before what reads them is loaded. */
async function checkInstalled(executable: string): Promise<never> {
  buildIfNeeded();
  const { smokeInstalled } = await import('./installed.ts');
  await smokeInstalled(path.resolve(executable), process.env.CARREL_POLICY ?? null);
  process.exit(0);
}

try {
  const { CARREL_INSTALLED: installed = '' } = process.env;
  if (installed !== '') await checkInstalled(installed);
  const host = await electronHost();
  provision('test', host.kind);
  buildIfNeeded();
  mkdirSync('out/test', { recursive: true });
  rmSync(file, { force: true });
  const args = ['test', '--retries=0', '--workers=1', '--grep', '@smoke:', '--reporter=list,json'];
  const env = { ...process.env, ...host.env, CARREL_SMOKE: '1', PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  spawnSync('playwright', args, { stdio: 'inherit', env, shell: process.platform === 'win32' });
  const report = JSON.parse(readFileSync(file, 'utf8')) as ScreensReport;
  console.log(`\n${host.kind}, ${os.type()} ${os.release()}, as ${os.userInfo().username}\n`);
  let failed = 0;
  for (const { tag, what, onlyElectron } of checks) {
    const count = taggedCount(report, `smoke:${tag}`);
    const isGood = count.failed === 0 && count.passed > 0;
    if (!isGood) failed += 1;
    console.log(`${isGood ? 'passed' : count.passed + count.failed === 0 ? 'NOT RUN' : 'FAILED'}  ${what}`);
    if (host.kind === 'stand-in' && onlyElectron !== undefined)
      console.log(`        not shown here: ${onlyElectron}`);
  }
  console.log(`\n${checks.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  fail(error);
}
