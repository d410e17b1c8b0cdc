import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { Bridge } from '../../src/contract/bridge.ts';
import { sampleCode } from '../../src/service/samples.ts';
import { Desk } from '../e2e/desk.ts';
import { drive, type Installed } from '../packaging/installed/drive.ts';
import { step } from '../packaging/installed/steps.ts';

/** The first start of a program that was just installed reads all of it from the disk. */
const longestStartMs = 20_000;

/** Starts the installed program on a folder of its own. What a developer has in the environment does not reach it. */
export function start(executable: string, userData: string): Promise<Installed> {
  const args = ['--remote-debugging-port=0', `--user-data-dir=${userData}`];
  return drive(spawn(executable, args, { stdio: ['ignore', 'ignore', 'pipe'] }), userData);
}

export const newFolder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-installed-'));

/** The sheet of effective settings, by which IT sees what a policy does on a machine. */
const sheetOf = ({ page }: Installed): Promise<string> =>
  page.evaluate(async () => {
    const { carrel } = globalThis as unknown as { carrel: Bridge };
    const reply = await carrel.call('policy.sheet', crypto.randomUUID(), {});
    return JSON.stringify(reply);
  });

/** Lends a book and ends as by a power cut: what was open is in the journal. */
export async function leaveOpen(executable: string, userData: string): Promise<void> {
  const carrel = await start(executable, userData);
  const desk = new Desk(carrel.page);
  await desk.open(sampleCode('patronNothing'), 'Grace Okafor');
  await desk.scanned(sampleCode('itemHebrew'), 'Lent');
  await carrel.kill();
}

/** Starts it and finds what was open, whichever version recorded it. */
export async function findOpen(executable: string, userData: string): Promise<void> {
  const carrel = await start(executable, userData);
  await expect(carrel.page.getByText(/scans? from before Carrel stopped/)).toBeVisible();
  await expect(new Desk(carrel.page).row('נפלאות האפקט', 'Lent', 'from before')).toBeVisible();
  await carrel.close();
}

/**
 * The checks of an installed program, driven by its page alone. `policy`: the place of the policy that IT has put on this
 * machine, with `allowExports` false in it; null where there is none.
 */
export async function smokeInstalled(executable: string, policy: string | null): Promise<void> {
  const userData = newFolder();
  try {
    await step('it says its version, without a window', () => {
      const { status, stdout } = spawnSync(executable, ['--version'], { encoding: 'utf8', timeout: 60_000 });
      expect(status).toBe(0);
      // A program with windows has no terminal on Windows.
      if (process.platform !== 'win32') expect(stdout).toMatch(/\d+\.\d+\.\d+/);
    });
    await step('its window is there, with its typefaces', async () => {
      const carrel = await start(executable, userData);
      expect(carrel.readyMs).toBeLessThan(longestStartMs);
      const loaded = await carrel.page.evaluate(`document.fonts.ready.then((fonts) =>
        [...fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))`);
      expect(loaded).toContainEqual(expect.stringMatching(/Atkinson Hyperlegible Next/));
      await carrel.close();
    });
    await step('the practice library lends; killed and started again, what was open is told', async () => {
      await leaveOpen(executable, userData);
      await findOpen(executable, userData);
    });
    await step('a second start goes to the first, and ends', async () => {
      const carrel = await start(executable, userData);
      const { status } = spawnSync(executable, [`--user-data-dir=${userData}`], { timeout: 60_000 });
      expect(status).toBe(0);
      await expect(carrel.page.getByRole('combobox', { name: /Scan or type/ })).toBeVisible();
      await carrel.close();
    });
    await step(policy === null ? 'no policy holds' : `the policy holds: ${policy}`, async () => {
      const carrel = await start(executable, userData);
      const sheet = await sheetOf(carrel);
      const origin = /\(allowExports\)[^\n]*?\\n\s+(.*?)\\n/.exec(sheet)?.[1] ?? sheet;
      if (policy === null) expect(origin).not.toMatch(/[\\/]/);
      else expect(origin).toContain(JSON.stringify(policy).slice(1, -1));
      await carrel.close();
    });
  } finally {
    fs.rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
}
