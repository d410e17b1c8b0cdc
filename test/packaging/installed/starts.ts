import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../../build/electron.ts';
import { drive } from './drive.ts';
import { step } from './steps.ts';

const rounds = 10;

const middle = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

async function readyMs(child: ChildProcess): Promise<number> {
  const program = await drive(child, '');
  await program.close();
  return program.readyMs;
}

/** As the same user as the installed one, or only the difference of users would be measured. */
function checkout(executable: string): ChildProcess {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-start-'));
  const args = [root, '--remote-debugging-port=0', `--user-data-dir=${folder}`];
  const child = spawn(executable, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  child.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  return child;
}

/**
 * Starts the installed program and the checkout in turn, each with a new station, and compares the time to the ready scan
 * box: installed, it is to be no slower than ten starts of the checkout differ among themselves. On the stand-in this
 * shows what our packing costs (an archive, another folder), not what Electron's own reading of an archive does.
 */
export async function compareStarts({
  installed,
  executable,
}: {
  readonly installed: () => ChildProcess;
  readonly executable: string;
}): Promise<void> {
  const times = { installed: [] as number[], checkout: [] as number[] };
  await step(`${rounds} starts of each, in turn`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      times.checkout.push(await readyMs(checkout(executable)));
      times.installed.push(await readyMs(installed()));
    }
  });
  const spread = Math.max(...times.checkout) - Math.min(...times.checkout);
  const more = middle(times.installed) - middle(times.checkout);
  const said = `ready after ${middle(times.installed).toFixed(0)} ms installed, ${middle(times.checkout).toFixed(0)} ms from the checkout`;
  await step(`${said}; ten of those differ by ${spread.toFixed(0)} ms`, () => {
    if (more > spread) throw new Error(`installed, it takes ${more.toFixed(0)} ms longer`);
  });
}
