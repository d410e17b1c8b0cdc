import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../src/main/clock.ts';
import type { Journal } from '../../../src/main/journal/port.ts';
import { InvoicePlans } from '../../../src/main/invoices/plans.ts';
import { quietLog } from '../../main/support/ports.ts';
import type { Desk } from '../desk.ts';
import type { Effect } from '../network.ts';
import { notesIn } from '../order-notes.ts';
import { type Fault, faultsOf } from '../oracle.ts';
import { effectsOf, intendedOf, recorded } from './record.ts';
import type { Site } from './site.ts';

export interface Compared {
  readonly commands: number;
  /** Of how many commands nobody knows whether they happened, and somebody is told so. */
  readonly unclear: number;
  readonly faults: readonly Fault[];
}

const copyIn = (folder: string): string => path.join(folder, 'read');

/** What the library has done so far. */
export async function effectsNow(site: Site, folder: string): Promise<readonly Effect[]> {
  const { entries, close } = await recorded(site.userData, copyIn(folder));
  close();
  return effectsOf(site.wire.passed, entries, site.library);
}

/** Has the simulation's oracle compare the files of both with what people were told, when the program does not run. */
export async function compared(site: Site, folder: string): Promise<Compared> {
  const { model, wire, library, desk, station, userData } = site;
  const record = await recorded(userData, copyIn(folder));
  const { entries } = record;
  const journal = asTold(record.journal, desk);
  const { name } = station;
  const defects = [...site.defects, ...notedIn(site)];
  // There is one library here, also for what was shown before the program stood on it.
  for (const seen of [...model.books.all.values(), ...model.books.checks.values()]) seen.library ??= 'A';
  const { faults } = faultsOf({
    model,
    sent: new Map(),
    effects: effectsOf(wire.passed, entries, library),
    stations: [
      {
        ...{ name, intended: intendedOf(entries, wire.passed, library), defects, nameOf: () => 'A' },
        // Nobody damages a journal here.
        ...{ wrongs: [], hasLost: false, isLost: () => false },
        program: {
          journal,
          journalView: record.view,
          plans: new InvoicePlans({ journal, clock: systemClock, log: quietLog() }),
        },
      },
    ],
    desks: [[desk]],
    late: false,
    notesAt: () => notesIn(library),
    isShared: false,
    mayWait: true,
  });
  const unclear = entries.filter(({ id }) => journal.entry(id)?.state === 'unknown').length;
  record.close();
  for (const what of wire.wrong) faults.push({ wrong: 'lost', what, step: 0 });
  return { commands: entries.length, unclear, faults };
}

/** A command that was cut short stays as it was put down until it is settled; meanwhile it is listed as unclear. */
function asTold(journal: Journal, desk: Desk): Journal {
  const listed = new Set(desk.unclear.map(({ id }) => id));
  return {
    ...journal,
    entry: (id) => {
      const entry = journal.entry(id);
      return entry?.state === 'sent' && listed.has(id) ? { ...entry, state: 'unknown' } : entry;
    },
  };
}

/** Faults of their own that the program and the server have noted. */
function notedIn({ userData, library }: Site): Error[] {
  const logs = path.join(userData, 'logs');
  const files = fs.existsSync(logs) ? fs.readdirSync(logs) : [];
  const lines = files.flatMap((file) => fs.readFileSync(path.join(logs, file), 'utf8').split('\n'));
  const own = lines.filter((line) => line.includes('"event":"defect"'));
  return [...own, ...library.defects].map((line) => Object.assign(new Error('noted'), { stack: line }));
}
