import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { root, type ElectronHost } from '../../build/electron.ts';
import { measureGrowth } from './journal-growth.ts';
import { measureShare } from './journal-share.ts';
import { measureJournalStart } from './journal-start.ts';
import type { Findings } from './target.ts';

const sizes = {
  full: { commands: 40, scans: 2000, entries: 100_000 },
  quick: { commands: 20, scans: 400, entries: 10_000 },
};

/**
 * What the journal costs: its share of a command's time, what a start takes with a year's worth of it, and how its file
 * grows. All of it on the disk of the project: a folder for temporary files may be in memory, where nothing is waited for.
 */
export async function measureJournal(host: ElectronHost, quick: boolean): Promise<Findings> {
  const { commands, scans, entries } = quick ? sizes.quick : sizes.full;
  await mkdir(path.join(root, 'out'), { recursive: true });
  const folder = await mkdtemp(path.join(root, 'out/bench-journal-'));
  try {
    const findings = [
      await measureShare(folder, commands),
      await measureJournalStart(host, folder, entries),
      await measureGrowth(folder, scans),
    ];
    return {
      series: findings.flatMap(({ series }) => series),
      targets: findings.flatMap(({ targets }) => targets),
      notes: findings.flatMap(({ notes = [] }) => notes),
    };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
