import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newest } from '../../../src/main/journal/schema.ts';
import { type Former, formerIn, keepFormer } from '../../../src/main/way-back/former.ts';
import { FolderFiles } from '../../../src/main/way-back/folder-files.ts';
import { goBack, wayBack } from '../../../src/main/way-back/way.ts';
import { command, Desk, scan } from '../journal/desk.ts';

let desk: Desk;
let former: Former;
const keptAt = new Date('2026-11-25T20:00:00Z');
const later = new Date('2026-11-25T21:00:00Z');
const draft = { id: 'draft', kind: 'draft', library: 'here', at: '2026-11-25T10:00:00.000Z' } as const;
const newerDraft = { ...draft, id: 'other', at: '2026-11-25T19:00:00.000Z' };

/** Something of each table, kept, and then taken over by a version whose journal the former one cannot read. */
beforeEach(async () => {
  desk = new Desk();
  const program = path.join(desk.folder, 'installed');
  fs.mkdirSync(program);
  fs.writeFileSync(path.join(program, 'carrel'), 'the program');
  fs.writeFileSync(path.join(desk.folder, 'settings.json'), 'of before');
  const journal = desk.journal();
  journal.intend(command('c'));
  journal.saveScan(scan('s'));
  journal.keep({ ...draft, data: 'before' } as never);
  journal.keep({ ...newerDraft, data: 'another' } as never);
  await keepFormer({
    ...{ folder: desk.folder, version: '0.1.0', program, executable: 'carrel', now: keptAt },
    ...{ files: new FolderFiles(fs), copyJournal: (file) => journal.copyTo(file) },
  });
  const kept = formerIn(desk.folder);
  if (!kept) throw new Error('nothing was kept');
  former = kept;
});

/** The version that does not start has written this to the journal. */
function newer(statements = ''): void {
  desk.close();
  const db = new DatabaseSync(desk.file);
  db.exec(`PRAGMA user_version = ${String(newest + 1)};
    UPDATE meta SET value = '${String(newest + 1)}' WHERE name = 'readable_from';
    ${statements}`);
  db.close();
  fs.writeFileSync(path.join(desk.folder, 'settings.json'), 'of after');
}

const settings = () => fs.readFileSync(path.join(desk.folder, 'settings.json'), 'utf8');
const version = () => {
  const db = new DatabaseSync(desk.file);
  const row = db.prepare('PRAGMA user_version').get();
  db.close();
  return row?.user_version;
};

describe('no copy takes the place of a journal with newer rows', () => {
  it.each([
    [
      'a draft that was changed, with the clock set back',
      `UPDATE kept SET data = x'0102' WHERE id = 'draft'`,
    ],
    [
      'a draft with an earlier moment than another',
      `UPDATE kept SET at = '2026-11-25T15:00:00.000Z' WHERE id = 'draft'`,
    ],
    ['what a scan came to', `UPDATE scans SET state = 'done', result = x'01'`],
    [
      'a command that was sent, with the clock set back',
      `UPDATE entries SET state = 'sent', at = '2020-01-01T00:00:00.000Z'`,
    ],
    ['what a command was refused with', `UPDATE entries SET failure = x'01'`],
    ['what a command was before', `UPDATE entries SET before = x'01'`],
  ])('%s', (_, statements) => {
    newer(statements);
    expect(wayBack(desk.folder, former)).toMatchObject({ with: 'nothing', lost: { others: 1 } });
    expect(goBack(desk.folder, former, later)).toMatchObject({ with: 'nothing' });
    expect([version(), settings()]).toEqual([newest + 1, 'of after']);
  });

  it('but what is only taken from old rows is no work', () => {
    newer(`UPDATE entries SET payload = x'00', before = x'00', reduced_at = '2026-11-25T20:30:00.000Z'`);
    expect(wayBack(desk.folder, former)).toEqual({ with: 'kept' });
  });

  it('nor is a copy used that cannot be read', () => {
    newer();
    fs.writeFileSync(
      path.join(former.folder, 'journal.sqlite'),
      'no database at all, but long enough'.repeat(50),
    );
    expect(() => goBack(desk.folder, former, later)).toThrow('not a database');
    expect([version(), settings()]).toEqual([newest + 1, 'of after']);
  });
});

describe('a program that is killed on the way back', () => {
  const steps = [
    'copyFileSync',
    'chmodSync',
    'openSync',
    'fsyncSync',
    'rmSync',
    'linkSync',
    'renameSync',
  ] as const;

  /** Ends the work before its n-th step. Answers whether there was such a step. */
  function killedBefore(step: number, work: () => void): boolean {
    const state = { left: step, isKilled: false };
    for (const name of steps) {
      const real: (...args: never[]) => unknown = fs[name];
      vi.spyOn(fs, name).mockImplementation((...args: unknown[]) => {
        // The lock file is opened first, which changes nothing.
        if (state.isKilled || (!String(args[0]).endsWith('.lock') && state.left-- === 0)) {
          state.isKilled = true;
          throw new Error('killed');
        }
        return real(...(args as never[]));
      });
    }
    try {
      work();
    } catch (error) {
      if (!state.isKilled) throw error;
    } finally {
      vi.restoreAllMocks();
    }
    return state.isKilled;
  }

  it.each([...Array.from({ length: 16 }).keys()])('before step %i, does it once more', (step) => {
    newer();
    const isKilled = killedBefore(step, () => void goBack(desk.folder, former, later));
    // Either nothing has happened to the journal yet, or all has happened to both.
    if (version() === newest) expect(settings()).toBe('of before');
    else expect(isKilled).toBe(true);
    goBack(desk.folder, former, new Date('2026-11-25T22:00:00Z'));
    expect([version(), settings()]).toEqual([newest, 'of before']);
    const aside = fs.readdirSync(desk.folder).filter((name) => name.startsWith('journal.sqlite.newer-'));
    expect(aside.length).toBeGreaterThan(0);
  });

  it.each([...Array.from({ length: 16 }).keys()])(
    'before step %i, and this version then works on: that is not lost',
    (step) => {
      newer();
      killedBefore(step, () => void goBack(desk.folder, former, later));
      const row = `INSERT INTO kept (id, kind, library, at, data) VALUES ('new', 'k', 'l', '2026-11-25', x'00')`;
      newer(row);
      expect(goBack(desk.folder, former, later)).toMatchObject({ with: 'nothing', lost: { others: 1 } });
      expect(version()).toBe(newest + 1);
    },
  );
});
