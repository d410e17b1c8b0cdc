import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testEntry } from '../entry/build.ts';
import type { ElectronHost } from '../../build/electron.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { figuresOf } from './figures.ts';
import type { Findings } from './target.ts';

const times = 10;
const mostTimes = 1.5;
const patience = 60_000;

/** A program to be launched, on a profile. */
export interface Program {
  readonly folder: string;
  readonly userData: string;
  /** An expression of the page that is true once the window can be used. */
  readonly ready: string;
}

/** Carrel on this profile: ready once the scan box has the focus and says that it is ready. */
export const carrelOn = async (userData: string): Promise<Program> => ({
  folder: await testEntry(),
  userData,
  ready: `document.activeElement?.getAttribute('aria-label') === ${JSON.stringify(m.app_scan_label())} &&
    document.querySelector('header [role="status"].ready')?.textContent.trim() === ${JSON.stringify(m.app_scan_ready())}`,
});

/**
 * From the launch of the executable until the window can be used: the empty window's until it is drawn, Carrel's until
 * the scan box has the focus, says that it is ready, and is drawn. One and the other in turn, because machines have
 * moods. Without Playwright, whose own start would make the two look alike; after one start each that does not count,
 * as on any day but the first.
 */
export async function measureStarts(host: ElectronHost): Promise<Findings> {
  const home = await mkdtemp(path.join(tmpdir(), 'carrel-bench-'));
  const empty: Program = {
    folder: path.join(import.meta.dirname, 'empty'),
    userData: path.join(home, 'empty'),
    ready: "document.querySelector('h1') !== null",
  };
  const carrel = await carrelOn(path.join(home, 'carrel'));
  try {
    const first = await launch(host, carrel);
    await launch(host, empty);
    const took = { empty: [] as number[], carrel: [] as number[] };
    for (let turn = 0; turn < times; turn += 1) {
      took.empty.push(await launch(host, empty));
      took.carrel.push(await launch(host, carrel));
    }
    const [floor, ours] = [figuresOf(took.empty), figuresOf(took.carrel)];
    return {
      series: [
        { what: 'Start: an empty window', figures: floor },
        { what: 'Start: Carrel, scan box ready', figures: ours },
      ],
      targets: [
        {
          what: 'Start: Carrel against an empty window, medians',
          unit: 'times',
          atMost: mostTimes,
          measured: ours.median / floor.median,
        },
      ],
      notes: [`The very first start, with a new station folder, took ${Math.round(first)} ms.`],
    };
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Launches a program, waits until it is ready and has ended, and answers the milliseconds to the former. */
export async function launch(host: ElectronHost, { folder, userData, ready }: Program): Promise<number> {
  const hook = path.join(import.meta.dirname, 'ready-hook.cjs');
  const env = {
    ...process.env,
    ...host.env,
    CARREL_STANDIN_HEADLESS: '1',
    CARREL_BENCH_READY: ready,
    // No keychain to ask: the time of its answer is not ours.
    CARREL_KEYCHAIN: 'none',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  };
  const began = performance.timeOrigin + performance.now();
  const child = spawn(host.executable, ['-r', hook, folder, `--user-data-dir=${userData}`], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: patience,
  });
  let text = '';
  child.stdout.on('data', (data: Buffer) => (text += data.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  const at = /^ready at ([\d.]+)$/m.exec(text)?.[1];
  if (at === undefined) throw new Error(`${path.basename(folder)} did not say that it was ready`);
  return Number(at) - began;
}
