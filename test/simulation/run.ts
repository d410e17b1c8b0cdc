import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Part, PartReport } from './part.ts';
import { Report } from './report.ts';
import { keptSeeds } from './seeds.ts';

/**
 * Plays main and the practice library against everything that can go wrong, in worlds of their own time, and says what
 * was lost, doubled, done elsewhere or told wrongly. The same seed is the same run, to the last letter; without `--seed`
 * one is drawn, and printed.
 *
 *     npm run test:faults -- --commands 100000 --seed 1 [--late] [--processes 2]
 *     npm run test:faults -- --who 5                      at workstations that share patrons and items
 *     npm run test:faults -- --who 6                      with librarians who edit the same tables, at several workstations
 *     npm run test:faults -- --who 2                      without the receiving room, as before there was one; 3: sharing
 *     npm run test:faults -- --who ''                     with the first worlds' people alone
 *     npm run test:faults -- --who invoice                with one kind of people or mishaps much of the time
 *     npm run test:faults -- --world 1.42.2 [--late]      one world again, with its whole history
 *     npm run test:faults -- --kept                       every world that ever showed a fault
 */
const { values } = parseArgs({
  options: {
    commands: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    who: { type: 'string', default: '4' },
    late: { type: 'boolean', default: false },
    world: { type: 'string' },
    kept: { type: 'boolean', default: false },
    processes: { type: 'string', default: String(Math.max(1, availableParallelism())) },
    short: { type: 'boolean', default: true },
  },
  allowNegative: true,
});

const { late, seed, who, world, kept: stored } = values;
const seeds =
  world !== undefined
    ? [world]
    : stored
      ? keptSeeds.filter((one) => one.late === late).map((one) => one.world)
      : null;
if (!seeds) console.log(`seed ${seed}`);
const processes = seeds ? 1 : Number(values.processes);
const report = new Report(late);

function play(first: number): Promise<void> {
  const part: Part = {
    ...{ seed, who, first, of: processes, late, seeds },
    commands: Number(values.commands) / processes,
    told: world !== undefined,
    shorten: values.short,
  };
  const worker = path.join(import.meta.dirname, 'worker.ts');
  const child = fork(worker, [JSON.stringify(part)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.on('message', (message: PartReport) => {
    const answer = report.add(message);
    if (answer !== null) console.log(answer);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`a process ended with ${String(code)}`)),
    );
  });
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: processes }, (_, nth) => play(nth + 1)));
const seconds = (performance.now() - startedAt) / 1000;
if (report.failed.length > 0) console.log(`\nfailed worlds: ${report.failed.join(' ')}`);
const each = report.cpuMs / report.commands;
console.log(`${seconds.toFixed(0)} s, ${each.toFixed(1)} ms of a processor for each command`);
console.log(report.sum);
process.exitCode = report.failed.length > 0 ? 1 : 0;
