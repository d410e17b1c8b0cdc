import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openJournalFile } from '../../src/main/journal/file.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { anotherPrograms, cutShort } from '../e2e/journals.ts';
import { sessionBus } from '../e2e/session-bus.ts';
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
      raw.exec("UPDATE meta SET value = '99' WHERE name = 'readable_from'; PRAGMA user_version = 99");
      raw.close();
    },
  ],
  ['in use', m.journal_in_use_title, (file) => openJournalFile(file, new Date())],
];

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
  await using bus = await sessionBus('unlocked');
  await bus.hold();
  await using camera = await open('journal', { env: bus.env, shows: m.journal_waiting_title() });
  await camera.take('keychain asked', { whole: true, low: true });
  await bus.resume();
}
