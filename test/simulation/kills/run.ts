import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfNeeded } from '../../../build/bundle.ts';
import { adoptElectronHost, root } from '../../../build/electron.ts';
import { displayEnvironment } from '../../display/host-display.ts';
import { Report } from '../report.ts';
import { Kills } from './play.ts';

/**
 * Kills the real program and the real server (`kill -9`) while people work, on the real disk, and has the simulation's
 * oracle read what is left. What is chosen follows from the seed; when it comes about is the machine's.
 *
 *     npm run test:kills -- --kills 50 --seed 1 [--settle 420]
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    /** Seconds to wait, in the end, for what is unclear: 0 leaves it so. */
    settle: { type: 'string', default: '0' },
  },
});

const { kind } = await adoptElectronHost();
Object.assign(process.env, await displayEnvironment(kind));
buildIfNeeded();
const folder = path.join(root, 'out/kills', values.seed);
fs.rmSync(folder, { recursive: true, force: true });
const startedAt = performance.now();
const { unclear, ...played } = await Kills.play({
  kills: Number(values.kills),
  seed: values.seed,
  folder,
  settleMs: Number(values.settle) * 1000,
});
const report = new Report(false);
report.add({ ...played, seed: values.seed, late: 0, history: [], cpuMs: 0 });
for (const { wrong, what } of played.faults) console.log(`  ${wrong}: ${what}`);
if (played.faults.length > 0) console.log(`what people were told, and all files: ${folder}`);
else fs.rmSync(folder, { recursive: true, force: true });
const seconds = (performance.now() - startedAt) / 1000;
console.log(
  `${seconds.toFixed(0)} s; of ${unclear} commands it is not known what came of them, and that is said`,
);
console.log(report.sum);
process.exit(played.faults.length > 0 ? 1 : 0);
