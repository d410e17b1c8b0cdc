import { attachments } from './attachments.ts';
import { box } from './box.ts';
import { Camera } from './camera.ts';
import { configuration, letters, tables } from './configuration.ts';
import { department } from './department.ts';
import { desk } from './desk.ts';
import { invoices } from './invoices.ts';
import { journal } from './journal.ts';
import { labels } from './labels.ts';
import { lending } from './lending.ts';
import { loans } from './loans.ts';
import { money } from './money.ts';
import { notes } from './notes.ts';
import { orders } from './orders.ts';
import { overlays } from './overlays.ts';
import { purchases } from './purchases.ts';
import { questions } from './questions.ts';
import { receiving } from './receiving.ts';
import { record } from './record.ts';
import { reports } from './reports.ts';
import { requests } from './requests.ts';
import { returns } from './returns.ts';
import { scans } from './scans.ts';
import { sharing } from './sharing.ts';
import { spending } from './spending.ts';
import { connection } from './standing.ts';
import { station } from './station.ts';
import { till } from './till.ts';
import { unfinished } from './unfinished.ts';
import { unread } from './unread.ts';
import { waiting } from './waiting.ts';

/** The screens of one area, gone through in one program. */
const areas: Readonly<Record<string, (open: typeof Camera.open) => Promise<void>>> = {
  desk,
  scans,
  connection,
  questions,
  returns,
  loans,
  requests,
  money,
  sharing,
  purchases,
  notes,
  attachments,
  record,
  waiting,
  overlays,
  receiving,
  box,
  department,
  invoices,
  orders,
  labels,
  station,
  journal,
  unfinished,
  unread,
  spending,
  configuration,
  tables,
  letters,
  lending,
  reports,
  till,
};

/**
 * Takes the pictures of every area, or of those named, and goes on after one that fails. Answers the exit code: not 0
 * where a screen was not reached, or something was found on one.
 */
export async function shootAll(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !(name in areas));
  if (unknown.length > 0) {
    console.error(`no screens ${unknown.join(', ')}: there are ${Object.keys(areas).join(', ')}`);
    return 1;
  }
  const expected = Object.entries(areas).filter(([name]) => names.length === 0 || names.includes(name));
  await Camera.clear(expected.map(([name]) => name));
  const failed: string[] = [];
  for (const [name, shoot] of expected) {
    try {
      await shoot(Camera.open);
    } catch (error) {
      console.error(error);
      failed.push(name);
    }
  }
  const { found } = Camera;
  if (failed.length > 0) console.log(`\nnot all screens were reached: ${failed.join(', ')}`);
  if (found.length > 0) console.log(`\nfound ${found.length} faults:\n${found.join('\n')}`);
  console.log('\nPictures: out/screens/');
  return failed.length + found.length === 0 ? 0 : 1;
}
