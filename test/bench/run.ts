/**
 * `npm run bench`: measures what the program promises, prints it and writes `out/bench.json`. Parts can be named
 * (`starts`, `scans`, `rush`, `lists`, `tables`, `trolley`, `invoice`, `calls`, `client`, `server`, `journal`, `weight`); `--strict`
 * ends with 1 where a target is missed, `--quick` scans a fifth, receives and enters a fifth, asks a smaller library, and
 * fills a smaller journal. For people, on a machine that has nothing else to do: never part of the tests.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfNeeded } from '../../build/bundle.ts';
import { adoptElectronHost, root } from '../../build/electron.ts';
import { provision } from '../../build/provision.ts';
import { fail } from '../../build/run.ts';
import { displayEnvironment } from '../display/host-display.ts';
import { isMet, printFindings, type Findings } from './target.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    strict: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});

async function bench(): Promise<boolean> {
  const host = await adoptElectronHost();
  provision('bench', host.kind);
  Object.assign(process.env, await displayEnvironment(host.kind));
  buildIfNeeded();
  // The texts on screen are known only once they were compiled.
  const [
    { measureCalls },
    { measureClient },
    { measureInvoice },
    { measureJournal },
    { measureStarts },
    { measureLists },
    { machineOf, takenSince, ticks },
    { measureRush },
    { measureScans },
    { measureServer },
    { measureTables },
    { measureTrolley },
    { weigh },
  ] = await Promise.all([
    import('./calls.ts'),
    import('./client.ts'),
    import('./invoice.ts'),
    import('./journal.ts'),
    import('./launches.ts'),
    import('./lists.ts'),
    import('./machine.ts'),
    import('./rush.ts'),
    import('./scans.ts'),
    import('./server.ts'),
    import('./tables.ts'),
    import('./trolley.ts'),
    import('./weight.ts'),
  ]);
  const share = values.quick ? 0.2 : 1;
  const parts: Readonly<Record<string, () => Findings | Promise<Findings>>> = {
    weight: weigh,
    starts: () => measureStarts(host),
    calls: measureCalls,
    client: measureClient,
    scans: () => measureScans(share),
    rush: measureRush,
    lists: measureLists,
    tables: measureTables,
    trolley: () => measureTrolley(share),
    invoice: () => measureInvoice(share),
    server: () => measureServer(values.quick),
    journal: () => measureJournal(host, values.quick),
  };
  const machine = await machineOf(host);
  console.log('Measured on');
  console.table(machine);
  const findings: Findings[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.error(`carrel: measuring ${name} …`);
    const before = ticks();
    findings.push(await measure());
    const taken = Math.round(takenSince(before) * 100);
    const note = `While ${name} was measured, others on this machine's host had ${taken} % of its time.`;
    if (taken > 0) findings.push({ series: [], targets: [], notes: [note] });
  }
  const all = {
    series: findings.flatMap(({ series }) => series),
    targets: findings.flatMap(({ targets }) => targets),
    notes: findings.flatMap(({ notes = [] }) => notes),
  };
  printFindings(all);
  await mkdir(path.join(root, 'out'), { recursive: true });
  const targets = all.targets.map((target) => ({ ...target, met: isMet(target) }));
  const report = { at: new Date().toISOString(), machine, ...all, targets };
  await writeFile(path.join(root, 'out/bench.json'), `${JSON.stringify(report, null, 2)}\n`);
  return targets.every(({ met: match }) => match);
}

try {
  const match = await bench();
  process.exitCode = values.strict && !match ? 1 : 0;
} catch (error) {
  fail(error);
}
