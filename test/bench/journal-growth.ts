import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { createSeal, keyBytes, type Seal } from '../../src/main/journal/seal.ts';
import { pragma } from '../../src/main/journal/schema.ts';
import { freeItems } from '../e2e/with-faults.ts';
import { openBenchJournal, openBenchLibrary } from './journal-parts.ts';
import { staffCards } from './staff.ts';
import type { Findings } from './target.ts';
import { openWorkplace, type Workplace } from './workplace.ts';

const scansStated = 10_000;
/** A card, the books that are lent on it, and the same books as they come back. */
const booksEach = 9;
const scansEach = 1 + 2 * booksEach;
const dayMs = 86_400_000;
/** The journal's own time goes on by a month at most in one start. */
const monthMs = 31 * dayMs;

interface Size {
  /** Bytes of the file, its log written back. */
  readonly file: number;
  /** Bytes of it that are in use: what is free is used again, and never given back. */
  readonly used: number;
}

/**
 * By how much the journal's file grows with so many scans at the desk, lent and returned by main over a real library,
 * and what is left of that a month later, when the scans are over, and after the time that commands are kept for.
 */
export async function measureGrowth(folder: string, scans: number): Promise<Findings> {
  const file = path.join(folder, 'growth.sqlite');
  const seal = createSeal(randomBytes(keyBytes));
  openBenchJournal(file, seal).close();
  const empty = sizeOf(file);
  const rounds = Math.ceil(scans / scansEach);
  await play(file, seal, rounds);
  const full = sizeOf(file);
  const remaining: Size[] = [];
  for (let month = 1; month <= 14; month += 1) {
    const now = new Date(Date.now() + month * monthMs);
    openBenchJournal(file, seal, { now: () => now }).close();
    remaining.push(sizeOf(file));
  }
  const per = (bytes: number): string => megabytes((bytes * scansStated) / (rounds * scansEach));
  const [month = full] = remaining;
  const last = remaining.at(-1) ?? full;
  const each = Math.round((full.file - empty.file) / (rounds * scansEach));
  return {
    series: [],
    targets: [],
    notes: [
      `Journal: ${(rounds * scansEach).toLocaleString('en')} scans were played, of which ${(rounds * 2 * booksEach).toLocaleString('en')} were loans and returns; per ${scansStated.toLocaleString('en')} scans the file grows by ${per(full.file - empty.file)} MB (${each} bytes a scan).`,
      `Journal: of those, ${per(month.used - empty.used)} MB are in use a month later, when the scans are over and the commands are left, and ${per(last.used - empty.used)} MB after fourteen months. What is free is used again: the file keeps its size.`,
    ],
  };
}

async function play(file: string, seal: Seal, rounds: number): Promise<void> {
  await using library = await openBenchLibrary();
  const { client } = library;
  const journal = openBenchJournal(file, seal);
  const place = openWorkplace(client, journal);
  try {
    const { value: card } = await staffCards(client).next();
    const books = await freeItems(client, booksEach);
    for (let round = 0; round < rounds; round += 1) {
      await scanned(place, [card, ...books], 'auto');
      await scanned(place, books, 'return');
    }
  } finally {
    place.close();
    journal.close();
  }
}

async function scanned(place: Workplace, codes: readonly string[], mode: 'auto' | 'return'): Promise<void> {
  const scans = await Promise.all(codes.map((code) => place.scan(code, mode)));
  const odd = scans.find(({ state }) => state !== 'done');
  if (odd) throw new Error(`a scan ended as ${odd.state}: ${JSON.stringify(odd.failure)}`);
  await place.ask('desk.end', {});
}

function sizeOf(file: string): Size {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const [pages, free, page] = ['page_count', 'freelist_count', 'page_size'].map((name) =>
      Number(pragma(db, name)),
    ) as [number, number, number];
    return { file: statSync(file).size, used: (pages - free) * page };
  } finally {
    db.close();
  }
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
