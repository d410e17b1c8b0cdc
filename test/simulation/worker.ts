import './hold.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Dead } from './journal.ts';
import { sampleLibrary, SimulatedLibrary } from './library.ts';
import type { Part, PartReport } from './part.ts';
import { scriptOf } from './script.ts';
import { kindOf, shortest } from './shrink.ts';
import { unhandled, World, type Stage } from './world.ts';

/** Plays its part of a run, one world after the other, and tells its parent of each. */

process.on('unhandledRejection', (error) => {
  if (!(error instanceof Dead)) unhandled.push(error);
});

/** So many failures are made short; those after them are only named. */
const mostShortened = 3;

const part = JSON.parse(process.argv[2] ?? '') as Part;
const memory = process.platform === 'linux' ? '/dev/shm' : tmpdir();
const folder = mkdtempSync(path.join(memory, 'carrel-simulation-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const tell = (report: PartReport): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = (error: Error | null): void => {
      if (error) reject(error);
      else resolve();
    };
    // Alone, as under a profiler, nobody hears it.
    if (process.send) process.send(report, undefined, undefined, sent);
    else sent(null);
  });

const stage: Stage = {
  libraries: [new SimulatedLibrary('A'), new SimulatedLibrary('B')],
  image: await sampleLibrary(),
  folder: path.join(folder, 'world'),
};

/** What this process has computed since it was asked last, in milliseconds: other programs take none of it. */
let cpuBefore = process.cpuUsage();
function cpuMs(): number {
  const { user, system } = process.cpuUsage(cpuBefore);
  cpuBefore = process.cpuUsage();
  return (user + system) / 1000;
}

let shortened = 0;

async function play(seed: string): Promise<number> {
  const script = scriptOf({ seed, late: part.late });
  const { history, ...outcome } = await World.play(script, stage, part.told);
  const report: PartReport = { seed, ...outcome, history, cpuMs: cpuMs() };
  const [first] = outcome.faults;
  if (first && !part.told && shortened < mostShortened && part.shorten) {
    shortened += 1;
    const short = await shortest(script, stage, kindOf(first));
    await tell({ ...report, history: short.history, steps: short.steps.length });
  } else await tell(report);
  return outcome.commands;
}

if (part.seeds) for (const seed of part.seeds) await play(seed);
else {
  let commands = 0;
  for (let nth = part.first; commands < part.commands; nth += part.of)
    commands += await play(`${part.seed}.${nth}${part.who && `.${part.who}`}`);
}
if (process.send) process.disconnect();
