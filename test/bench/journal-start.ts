import path from 'node:path';
import type { ElectronHost } from '../../build/electron.ts';
import { absentKeychain } from '../keyring/none.ts';
import { figuresOf } from './figures.ts';
import { fillProfile, quiet } from './journal-fill.ts';
import { carrelOn, launch } from './launches.ts';
import type { Findings } from './target.ts';
import { openQuietParts } from '../main/support/backend.ts';

const turns = 12;
const mostTimes = 1.1;

/**
 * Starts with a journal of so many settled entries against starts with an empty one: of the program, from its launch
 * until the scan box is ready, and of what main does for it, from opening the journal until the desk's work is there.
 * One and the other in turn, after a start each that does not count.
 */
export async function measureJournalStart(
  host: ElectronHost,
  home: string,
  entries: number,
): Promise<Findings> {
  const folders = { none: path.join(home, 'none'), full: path.join(home, 'full') };
  await fillProfile(folders.none, 0);
  await fillProfile(folders.full, entries);
  const started = await inTurn(async (which) => launch(host, await carrelOn(folders[which])));
  const opened = await inTurn((which) => open(folders[which]));
  const many = `${entries.toLocaleString('en')} entries`;
  return {
    series: [
      { what: 'Start: Carrel, no entries', figures: started.none },
      { what: `Start: Carrel, ${many}`, figures: started.full },
      { what: 'Main: journal and work opened, no entries', figures: opened.none },
      { what: `Main: journal and work opened, ${many}`, figures: opened.full },
    ],
    targets: [
      {
        what: `Start: ${many} against none, medians`,
        unit: 'times',
        atMost: mostTimes,
        measured: started.full.median / started.none.median,
      },
    ],
  };
}

type Which = 'none' | 'full';

async function inTurn(measure: (which: Which) => Promise<number>) {
  const took = { none: [] as number[], full: [] as number[] };
  for (let turn = -1; turn < turns; turn += 1) {
    // Neither is always the one that comes after the other.
    const order = turn % 2 === 0 ? (['none', 'full'] as const) : (['full', 'none'] as const);
    for (const which of order) {
      const ms = await measure(which);
      if (turn >= 0) took[which].push(ms);
    }
  }
  return { none: figuresOf(took.none), full: figuresOf(took.full) };
}

/** Opens the journal and puts the work together, as the program does beside its first window. */
async function open(folder: string): Promise<number> {
  const began = performance.now();
  const parts = await openQuietParts({ log: quiet, keychain: absentKeychain, folder });
  const took = performance.now() - began;
  await parts.close();
  return took;
}
