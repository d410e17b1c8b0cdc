import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openJournalFile } from '../../src/main/journal/file.ts';
import { m } from '../../src/messages/compiled/messages.js';
import type { Camera } from './camera.ts';

/** A journal that cannot be used, and what the window says then. */
const states: readonly (readonly [string, title: () => string, prepare: (file: string) => unknown])[] = [
  ['damaged', m.journal_salvaged_title, (file) => writeFile(file, 'no journal at all. '.repeat(1000))],
  ['empty', m.journal_salvaged_title, (file) => writeFile(file, '')],
  ['foreign', m.journal_salvaged_title, (file) => anotherPrograms(file)],
  ['cut short', m.journal_salvaged_title, (file) => cutShort(file)],
  [
    'newer',
    m.journal_newer_title,
    (file) => {
      openJournalFile(file, new Date(), '0.9.0').close();
      const raw = new DatabaseSync(file);
      raw.exec('PRAGMA user_version = 99');
      raw.close();
    },
  ],
  ['in use', m.journal_in_use_title, (file) => openJournalFile(file, new Date())],
];

/** A database, but of another program. */
function anotherPrograms(file: string): void {
  const other = new DatabaseSync(file);
  other.exec('CREATE TABLE notes (text TEXT); PRAGMA application_id = 1');
  other.close();
}

/** A journal with work in it, of which a power cut has left the first part. */
async function cutShort(file: string): Promise<void> {
  openJournalFile(file, new Date(), '0.1.0').close();
  const raw = new DatabaseSync(file);
  raw.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
    INSERT INTO owed (id, at, library, data) SELECT i, '2026-11-23T10:00:00.000Z', 'here', x'7b7d' FROM n`);
  raw.close();
  await truncate(file, Math.floor((await stat(file)).size * 0.7));
}

/** The window where the journal cannot be used. */
export async function journal(open: typeof Camera.open): Promise<void> {
  for (const [state, title, prepare] of states) {
    const userData = await mkdtemp(path.join(tmpdir(), 'carrel-screens-'));
    const held = (await prepare(path.join(userData, 'journal.sqlite'))) as { close?: () => void } | undefined;
    try {
      await using camera = await open('journal', { userData, shows: title() });
      await camera.take(state, { whole: state === 'damaged', low: state === 'cut short' });
    } finally {
      held?.close?.();
      await rm(userData, { recursive: true });
    }
  }
}
