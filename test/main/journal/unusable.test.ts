import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { JournalInUse, NewerJournal, openJournalFile } from '../../../src/main/journal/file.ts';
import { newest, oldestReader } from '../../../src/main/journal/schema.ts';
import { command, Desk, scan } from './desk.ts';

let desk: Desk;
beforeEach(() => void (desk = new Desk()));

/** A journal of many rows, of which it is known what is in it. */
function fill(rows = 200): void {
  const one = desk.journal();
  for (let i = 1; i <= rows; i++) one.intend(command(`c${i}`, { till: 't' }));
  for (let i = 1; i <= rows; i += 2) one.settle(`c${i}`, 'accepted');
  one.saveScan(scan('s1'));
  one.saveStep({ id: 'o1', at: '2026-11-02T08:00:00.000Z', library: 'here', data: { pid: '23' } });
  desk.close();
}

const damage = (change: (bytes: Buffer) => Buffer): Buffer => {
  const bytes = change(fs.readFileSync(desk.file));
  fs.writeFileSync(desk.file, bytes);
  return bytes;
};

/** The page, counted from 0, with the first commands. */
function firstPage(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  const leaf = `SELECT pageno FROM dbstat WHERE name = 'entries' AND pagetype = 'leaf' ORDER BY path`;
  const { pageno } = db.prepare(leaf).get() ?? {};
  db.close();
  return Number(pageno) - 1;
}

const salvaged = () => desk.journal().salvages();
const readStored = (name: string): Buffer => fs.readFileSync(path.join(desk.folder, name));

describe('a damaged journal', () => {
  test('is saved row by row where pages in the middle are overwritten, and what is lost is counted', () => {
    fill();
    const bytes = damage((all) => all.fill(0xaa, 4096 * 28, 4096 * 31));
    const one = desk.journal();
    const [answer, ...more] = one.salvages();
    expect(more).toEqual([]);
    const ids = Array.from({ length: 200 }, (_, i) => `c${i + 1}`).filter((id) => one.entry(id));
    const scans = one.openScans('desk').length;
    const balance = one.openSteps().length;
    expect(ids).toHaveLength(167);
    expect(answer).toMatchObject({ cause: 'damaged', saved: ids.length + scans + balance });
    expect(answer?.keptAs).toBe('journal.sqlite.aside-20261102T080000Z');
    expect((answer?.saved ?? 0) + (answer?.lost ?? 0)).toBe(202);
    expect(readStored(answer?.keptAs ?? '').equals(bytes)).toBe(true);
    // What was saved is as it was, and what follows gets no number twice.
    expect(one.entry(ids[0] ?? '')).toMatchObject({ about: 'Fee of Rivka Ben-Ami', till: 't' });
    one.intend(command('new'));
    expect(one.unsettled().at(-1)?.id).toBe('new');
    expect(desk.notices).toContainEqual({ kind: 'salvaged', ...answer });
  });

  test('counts the first rows too, where the half of their page is nonsense', () => {
    fill();
    // Of the page with the first rows, the half in which they are.
    const first = firstPage(desk.file);
    damage((all) => all.fill(0x00, first * 4096 + 2048, (first + 1) * 4096));
    const [answer] = salvaged();
    expect((answer?.saved ?? 0) + (answer?.lost ?? 0)).toBe(202);
    expect(answer?.lost).toBeGreaterThan(0);
  });

  test('whose list of keys is damaged knows them by what they have sealed', () => {
    fill();
    const db = new DatabaseSync(desk.file);
    const before = db.prepare('SELECT id FROM seal_keys').all();
    const { pageno } = db.prepare(`SELECT pageno FROM dbstat WHERE name = 'seal_keys'`).get() ?? {};
    db.close();
    damage((all) => all.fill(0xaa, (Number(pageno) - 1) * 4096, Number(pageno) * 4096));
    const file = openJournalFile(desk.file, new Date());
    expect(file.keyIds).toEqual(before.map(({ id }) => id));
    file.close();
  });

  test('whose list of libraries is damaged knows them by their rows and by what tells them from others', () => {
    fill(20);
    const match = { address: 'https://library.example', root: 'svcws', code: 'A', key: 'mark' };
    const one = desk.journal();
    one.keepLibrary({ id: 'here', mode: 'institution', name: 'Library A' }, match);
    one.keepLibrary(
      { id: 'empty', mode: 'practice', name: '' },
      { ...match, address: '', root: '', code: '' },
    );
    desk.close();
    const db = new DatabaseSync(desk.file);
    const { pageno } = db.prepare(`SELECT pageno FROM dbstat WHERE name = 'libraries'`).get() ?? {};
    db.close();
    damage((all) => all.fill(0xaa, 4096 * (Number(pageno) - 1), 4096 * Number(pageno)));
    const after = desk.journal();
    expect(after.salvages()).toHaveLength(1);
    expect(after.libraries()).toEqual([
      { id: 'empty', mode: 'practice', name: '', marks: [{ ...match, address: '', root: '', code: '' }] },
      { id: 'here', mode: 'institution', name: '', marks: [match] },
    ]);
  });

  test('whose libraries are lost with all that tells them from others has them still, to be asked about', () => {
    fill(20);
    const match = { address: 'https://library.example', root: 'svcws', code: 'A', key: 'mark' };
    desk.journal().keepLibrary({ id: 'here', mode: 'institution', name: 'Library A' }, match);
    desk.close();
    const db = new DatabaseSync(desk.file);
    const tables = `SELECT pageno FROM dbstat WHERE name IN ('libraries', 'library_marks')`;
    const pages = db.prepare(tables).all();
    db.close();
    for (const { pageno } of pages)
      damage((all) => all.fill(0xaa, 4096 * (Number(pageno) - 1), 4096 * Number(pageno)));
    expect(desk.journal().libraries()).toEqual([{ id: 'here', mode: 'institution', name: '', marks: [] }]);
  });

  test('is told of at every start until somebody has acknowledged it, and its file kept for a month after that', () => {
    fill();
    damage((all) => all.fill(0xaa, 4096 * 28, 4096 * 31));
    expect(salvaged()).toHaveLength(1);
    const [{ keptAs } = { keptAs: '' }] = salvaged();
    for (let month = 0; month < 20; month++) {
      desk.clock.move(31 * 86_400_000);
      expect(salvaged()).toHaveLength(1);
    }
    expect(desk.files()).toContain(keptAs);
    desk.journal().acknowledgeSalvages([keptAs]);
    expect(salvaged()).toEqual([]);
    desk.clock.move(29 * 86_400_000);
    expect(salvaged()).toEqual([]);
    expect(desk.files()).toContain(keptAs);
    desk.clock.move(2 * 86_400_000);
    expect(salvaged()).toEqual([]);
    expect(desk.files()).not.toContain(keptAs);
  });

  test.each([
    ['cut in the middle of a page', 4096 * 38 + 1000, 114],
    ['cut between two pages', 4096 * 38, 112],
    ['cut by its last byte', -1, 202],
  ])('is found where it is %s, and what stands before that is saved', (_, length, saved) => {
    fill();
    const bytes = damage((all) => all.subarray(0, length < 0 ? all.byteLength + length : length));
    const one = desk.journal();
    const [answer] = one.salvages();
    expect(answer).toMatchObject({ cause: 'damaged', saved, lost: 202 - saved });
    expect(readStored(answer?.keptAs ?? '').equals(bytes)).toBe(true);
    expect(one.entry('c1')?.state).toBe('accepted');
  });

  test('of which nothing can be read is kept, and nobody says that nothing was lost', () => {
    fill();
    const bytes = damage((all) => all.fill(0xaa, 100, 4096));
    const [answer] = salvaged();
    expect(answer).toMatchObject({ cause: 'damaged', saved: 0, lost: null });
    expect(readStored(answer?.keptAs ?? '').equals(bytes)).toBe(true);
  });

  test('of an earlier version is saved into that version first, and brought further then', () => {
    fill();
    const raw = new DatabaseSync(desk.file);
    // As the second version left it.
    raw.exec(`
      DROP INDEX entries_recheck; DROP INDEX entries_late; DROP INDEX entries_unreduced;
      DROP TABLE library_marks; DROP TABLE libraries; DROP TABLE meta; DROP TABLE seal_keys; DROP TABLE salvages;
      ALTER TABLE entries ADD COLUMN mode TEXT NOT NULL DEFAULT 'institution';
      ALTER TABLE entries DROP COLUMN library; ALTER TABLE entries DROP COLUMN settled_by;
      ALTER TABLE entries DROP COLUMN recheck; ALTER TABLE entries DROP COLUMN late_seen_at;
      ALTER TABLE entries DROP COLUMN reduced_at;
      ALTER TABLE scans DROP COLUMN library; ALTER TABLE owed DROP COLUMN library;
      ALTER TABLE scans DROP COLUMN version; ALTER TABLE scans DROP COLUMN code;
      ALTER TABLE scans DROP COLUMN code_is;
      PRAGMA user_version = 2; PRAGMA journal_mode = DELETE`);
    raw.close();
    damage((all) => all.fill(0xaa, all.byteLength - 4096 * 3, all.byteLength - 4096));
    const one = desk.journal();
    expect(one.salvages()[0]?.saved).toBe(180);
    expect(one.entry('c1')).toMatchObject({ library: 'before-institution', about: 'Fee of Rivka Ben-Ami' });
    expect(one.libraries().map(({ id }) => id)).toContain('before-institution');
  });

  test('whose saving was cut short by the end of the program is saved in the next run', () => {
    fill();
    damage((all) => all.fill(0xaa, 4096 * 28, 4096 * 31));
    const before = fs.readFileSync(desk.file);
    const keptAs = 'journal.sqlite.aside-20261101T080000Z';
    fs.writeFileSync(`${desk.file}.salvage`, keptAs);
    fs.renameSync(desk.file, path.join(desk.folder, keptAs));
    fs.writeFileSync(`${desk.file}.new`, 'half a file');
    const [answer] = salvaged();
    expect(answer).toMatchObject({ keptAs, cause: 'damaged', saved: 169 });
    expect(readStored(keptAs).equals(before)).toBe(true);
    expect(desk.files()).toEqual(['journal.sqlite', 'journal.sqlite-wal', keptAs, 'journal.sqlite.lock']);
  });
});

test('what an earlier saving left behind is not taken for the next one’s: both files are kept', () => {
  fill();
  const earlier = 'journal.sqlite.aside-20261101T080000Z';
  fs.writeFileSync(path.join(desk.folder, earlier), 'the earlier one');
  fs.writeFileSync(`${desk.file}.salvage`, earlier);
  const bytes = damage((all) => all.fill(0xaa, 4096 * 28, 4096 * 31));
  const answer = salvaged().find(({ saved }) => saved > 0);
  expect(readStored(answer?.keptAs ?? '').equals(bytes)).toBe(true);
  expect(readStored(earlier).toString()).toBe('the earlier one');
});

describe('a file under the journal’s name that is none', () => {
  const made = (statements: string): void => {
    const db = new DatabaseSync(desk.file);
    db.exec(statements);
    db.close();
  };

  test.each([
    ['has no bytes', () => fs.writeFileSync(desk.file, ''), 'empty'],
    [
      'is a text',
      () => fs.writeFileSync(desk.file, 'not a database, but long enough for one '.repeat(100)),
      'damaged',
    ],
    ['is of another program', () => made('CREATE TABLE t (a)'), 'foreign'],
    [
      'is of another program, and in a later version',
      () => made('CREATE TABLE t (a); PRAGMA user_version = 99'),
      'foreign',
    ],
    [
      // Source: schema.ts, "Crrl".
      'says that it is ours, and no version',
      () => made(`CREATE TABLE t (a); PRAGMA application_id = 1131573868`),
      'foreign',
    ],
  ])('and that %s is kept, and somebody is told', (_, prepare, cause) => {
    prepare();
    const bytes = fs.readFileSync(desk.file);
    const one = desk.journal();
    const [answer] = one.salvages();
    expect(answer).toMatchObject({ cause, saved: 0, lost: null });
    expect(readStored(answer?.keptAs ?? '').equals(bytes)).toBe(true);
    one.intend(command('new'));
    expect(desk.journal().unsettled()).toHaveLength(1);
  });

  test('never comes from us: a journal is there complete, or not at all', () => {
    fs.writeFileSync(`${desk.file}.new`, 'half a file, from a run that ended in the middle');
    expect(salvaged()).toEqual([]);
  });

  test('a journal that an earlier version set aside in silence is told of', () => {
    desk.journal();
    fs.writeFileSync(path.join(desk.folder, 'journal.sqlite.aside-20260101T080000Z'), 'x');
    expect(salvaged()).toMatchObject([
      { keptAs: 'journal.sqlite.aside-20260101T080000Z', saved: 0, lost: null },
    ]);
  });

  test('a log without its file belongs to nothing, and is kept', () => {
    fs.writeFileSync(`${desk.file}-wal`, 'x'.repeat(5000));
    desk.journal().intend(command('a'));
    expect(desk.files().filter((name) => name.includes('aside'))).toHaveLength(1);
    expect(desk.journal().entry('a')?.state).toBe('intended');
  });
});

describe('a journal of a newer version', () => {
  test('is refused with the version that wrote it, and left as it is', () => {
    openJournalFile(desk.file, desk.clock.now(), '0.9.0').close();
    const raw = new DatabaseSync(desk.file);
    raw.exec("UPDATE meta SET value = '99' WHERE name = 'readable_from'; PRAGMA user_version = 99");
    raw.close();
    const bytes = fs.readFileSync(desk.file);
    expect(() => desk.journal()).toThrow(NewerJournal);
    expect(() => desk.journal()).toThrow(
      expect.objectContaining({ name: 'NewerJournal', message: 'newer', writtenBy: '0.9.0' }),
    );
    expect(fs.readFileSync(desk.file).equals(bytes)).toBe(true);
    expect(desk.files().filter((name) => name.includes('aside'))).toEqual([]);
  });

  test('that says elsewhere which version wrote it is refused all the same', () => {
    openJournalFile(desk.file, desk.clock.now(), '0.9.0').close();
    const raw = new DatabaseSync(desk.file);
    raw.exec('DROP TABLE meta; PRAGMA user_version = 99');
    raw.close();
    expect(() => desk.journal()).toThrow(expect.objectContaining({ name: 'NewerJournal', writtenBy: null }));
  });
});

describe('a journal of a newer version that says this one can use it', () => {
  /** As a later version leaves it: with a column and a table more. */
  function newer(from: string | number): void {
    fill(3);
    const raw = new DatabaseSync(desk.file);
    raw.exec(`
      ALTER TABLE entries ADD COLUMN weight TEXT;
      CREATE TABLE plans (id TEXT PRIMARY KEY) STRICT;
      PRAGMA user_version = 99`);
    raw.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run('readable_from', String(from));
    raw.close();
  }

  test('is used, with its rows, and keeps its version and what it says of itself', () => {
    newer(newest);
    const one = desk.journal();
    one.intend(command('new'));
    expect(one.unsettled().map(({ id }) => id)).toEqual(['c2', 'new']);
    desk.close();
    const raw = new DatabaseSync(desk.file);
    expect(raw.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
    expect(raw.prepare("SELECT value FROM meta WHERE name = 'readable_from'").get()).toEqual({
      value: String(newest),
    });
    raw.close();
  });

  test.each([newest + 1, '', 'all', -1, 1.5])('is refused where it says %j', (from) => {
    newer(from);
    expect(() => desk.journal()).toThrow(NewerJournal);
  });
});

test('a journal says which versions can use it', () => {
  desk.journal();
  desk.close();
  const raw = new DatabaseSync(desk.file);
  expect(raw.prepare("SELECT value FROM meta WHERE name = 'readable_from'").get()).toEqual({
    value: String(oldestReader),
  });
  raw.close();
  expect(oldestReader).toBeLessThanOrEqual(newest);
});

describe('two programs at once', () => {
  const other = (script: string): string =>
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }).trim();

  test('the second one is told so, and changes nothing', () => {
    const one = desk.journal();
    one.intend(command('waiting'));
    const bytes = fs.readFileSync(`${desk.file}-wal`);
    expect(() => openJournalFile(desk.file, desk.clock.now())).toThrow(JournalInUse);
    const module = fileURLToPath(new URL('../../../src/main/journal/file.ts', import.meta.url));
    const text = other(`
      const { openJournalFile } = await import(${JSON.stringify(module)});
      try { openJournalFile(${JSON.stringify(desk.file)}, new Date()); console.log('opened'); }
      catch (error) { console.log(error.name); }`);
    expect(text).toBe('InUse');
    expect(fs.readFileSync(`${desk.file}-wal`).equals(bytes)).toBe(true);
    expect(one.unsettled()).toMatchObject([{ id: 'waiting', state: 'intended' }]);
  });

  test('one that knows nothing of our lock is kept out by the journal’s own', () => {
    desk.journal().intend(command('waiting'));
    const text = other(`
      const { DatabaseSync } = await import('node:sqlite');
      const db = new DatabaseSync(${JSON.stringify(desk.file)});
      try { db.exec("UPDATE entries SET state = 'notSent'"); console.log('written'); }
      catch (error) { console.log(error.message); }`);
    expect(text).toBe('database is locked');
  });

  test('a journal that another program holds is not taken for a damaged one', () => {
    fill(1);
    const holder = new DatabaseSync(desk.file);
    holder.exec('BEGIN EXCLUSIVE');
    expect(() => desk.journal()).toThrow(JournalInUse);
    holder.close();
    expect(desk.journal().entry('c1')?.state).toBe('accepted');
    expect(desk.notices.filter(({ kind }) => kind === 'salvaged')).toEqual([]);
  });

  test('a journal that another program is just about to make is not made twice', () => {
    const holder = new DatabaseSync(`${desk.file}.lock`);
    holder.exec('BEGIN EXCLUSIVE');
    expect(() => desk.journal()).toThrow(JournalInUse);
    expect(desk.files()).not.toContain('journal.sqlite');
    holder.close();
    expect(desk.journal().unsettled()).toEqual([]);
  });

  test('a folder that is not there is no reason for a new journal', () => {
    expect(() => openJournalFile(path.join(desk.folder, 'no', 'journal.sqlite'), new Date())).toThrow();
  });
});
