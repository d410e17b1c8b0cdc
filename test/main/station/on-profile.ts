/**
 * Run as a program of its own: main without windows on a profile that lies on a disk of its own, `--full` once that disk
 * has no byte left. Prints what the window is told and what each call of the list is answered.
 */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../src/main/clock.ts';
import { quietLog } from '../support/ports.ts';
import { openQuietParts } from '../support/backend.ts';

// electron-store asks for `electron`, which would be downloaded: outside of it, the package gives a path.
process.env.ELECTRON_OVERRIDE_DIST_PATH = '/nowhere';
const { openSettings } = await import('../../../src/main/station/settings-file.ts');

const [folder = '', list = '[]', disk] = process.argv.slice(2);
const log = quietLog();
const settings = openSettings(folder, systemClock, log);
const parts = await openQuietParts({ log, settings, folder });

function fill(size: number): void {
  try {
    for (;;) appendFileSync(path.join(folder, 'filler'), Buffer.alloc(size));
  } catch {
    if (size > 1) fill(Math.floor(size / 16));
  }
}
if (disk === '--full') fill(65_536);

const journal: unknown[] = [];
const ask = (name: string, input: unknown, reports: unknown[] = []) =>
  parts.router.call(
    { window: 1, report: (_, event) => void reports.push(event) },
    name,
    crypto.randomUUID(),
    input,
  );
void ask('journal.watch', {}, journal);
const answers: unknown[] = [];
for (const [name, input] of JSON.parse(list) as [string, unknown][]) answers.push(await ask(name, input));
const { defects } = log;
process.stdout.write(JSON.stringify({ journal, answers, defects: defects.map(String), now: settings.now }));
parts.router.abortAll(1);
await parts.close();
