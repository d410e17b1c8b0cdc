import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { JournalInUse } from '../../../src/main/journal/file.ts';
import { newest } from '../../../src/main/journal/schema.ts';
import { type Former, formerIn, formerProgram, keepFormer } from '../../../src/main/way-back/former.ts';
import { goBack, wayBack } from '../../../src/main/way-back/way.ts';
import { FolderFiles } from '../../../src/main/way-back/folder-files.ts';
import { command, Desk, scan } from '../journal/desk.ts';

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
  fs.mkdirSync(program(), { recursive: true });
  fs.writeFileSync(path.join(program(), 'carrel'), 'the program');
  fs.writeFileSync(path.join(desk.folder, 'settings.json'), '{"of":"before"}');
});

const program = () => path.join(desk.folder, 'installed');
const files = new FolderFiles(fs);
const now = new Date('2026-11-25T20:00:00Z');
const later = new Date('2026-11-25T21:00:00Z');

/** A station with a loan on its way, of which the present version is kept. */
async function keep(at = now): Promise<Former> {
  const journal = desk.journal();
  journal.intend(command(`before ${at.toISOString()}`));
  await keepFormer({
    ...{ folder: desk.folder, version: '0.1.0', program: program(), executable: 'carrel', now: at },
    files,
    copyJournal: (file) => journal.copyTo(file),
  });
  desk.close();
  const former = formerIn(desk.folder);
  if (!former) throw new Error('nothing was kept');
  return former;
}

/** What a newer version does to the journal when it opens it. */
function update(statements = '', readableFrom = newest + 1): void {
  const db = new DatabaseSync(desk.file);
  db.exec(`
    PRAGMA journal_mode = WAL;
    ALTER TABLE entries ADD COLUMN weighed_at TEXT;
    CREATE TABLE plans (seq INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;
    UPDATE meta SET value = '${String(readableFrom)}' WHERE name = 'readable_from';
    PRAGMA user_version = ${String(newest + 1)};
    ${statements}`);
  db.close();
  fs.writeFileSync(path.join(desk.folder, 'settings.json'), '{"of":"after"}');
}

const read = (file: string) => fs.readFileSync(path.join(desk.folder, file), 'utf8');

describe('a version that is replaced', () => {
  it('is kept whole: its program, its settings and its journal', async () => {
    const former = await keep();
    expect(former).toMatchObject({ version: '0.1.0', knows: newest, keptAt: now.toISOString() });
    expect(fs.readFileSync(formerProgram(former), 'utf8')).toBe('the program');
    expect(fs.readFileSync(path.join(former.folder, 'settings.json'), 'utf8')).toBe('{"of":"before"}');
    const copy = new DatabaseSync(path.join(former.folder, 'journal.sqlite'));
    expect(copy.prepare('SELECT count(*) AS rows FROM entries').get()).toEqual({ rows: 1 });
    copy.close();
  });

  it('takes the place of the one kept before', async () => {
    await keep();
    const second = await keep(later);
    expect(fs.readdirSync(path.join(desk.folder, 'former'))).toEqual([path.basename(second.folder)]);
  });

  it('leaves the one kept before where it cannot be kept itself', async () => {
    const first = await keep();
    const journal = desk.journal();
    const copyJournal = () => {
      throw new Error('disk full');
    };
    const version = { folder: desk.folder, version: '0.2.0', program: program(), executable: 'carrel' };
    await expect(keepFormer({ ...version, copyJournal, now: later, files })).rejects.toThrow('disk full');
    journal.close();
    expect(formerIn(desk.folder)).toEqual(first);
    expect(fs.readdirSync(path.join(desk.folder, 'former'))).toEqual([path.basename(first.folder)]);
  });

  it('is none where it was cut off at any moment', async () => {
    const former = await keep();
    fs.renameSync(former.folder, `${former.folder}.new`);
    expect(formerIn(desk.folder)).toBeNull();
    fs.renameSync(`${former.folder}.new`, former.folder);
    fs.writeFileSync(path.join(former.folder, 'former.json'), '');
    expect(formerIn(desk.folder)).toBeNull();
    expect((await keep(later)).keptAt).toBe(later.toISOString());
  });
});

describe('the way back', () => {
  it('is with the present journal where that says the former version can read it', async () => {
    const former = await keep();
    update('', newest);
    expect(wayBack(desk.folder, former)).toEqual({ with: 'present' });
    expect(goBack(desk.folder, former, later)).toEqual({ with: 'present' });
    expect(read('settings.json')).toBe('{"of":"after"}');
  });

  it('is with what was kept where nothing was recorded since; the present stays beside it', async () => {
    const former = await keep();
    update();
    expect(wayBack(desk.folder, former)).toEqual({ with: 'kept' });
    const present = fs.readFileSync(desk.file);
    expect(goBack(desk.folder, former, later)).toEqual({ with: 'kept' });
    expect(read('settings.json')).toBe('{"of":"before"}');
    expect(read('settings.json.newer-20261125T210000Z')).toBe('{"of":"after"}');
    const aside = path.join(desk.folder, 'journal.sqlite.newer-20261125T210000Z');
    expect(fs.statSync(aside).size).toBe(present.length);
    expect(fs.statSync(desk.file).mode & 0o777).toBe(0o600);
    expect(desk.journal().unsettled()).toHaveLength(1);
    // Once more finds the former version's own journal.
    desk.close();
    expect(goBack(desk.folder, former, later)).toEqual({ with: 'present' });
  });

  const row = (id: string) => `
    INSERT INTO scans (id, session, room, library, mode, position, at, kind, action, state, recovered, text)
    VALUES ('${id}', 's', 'desk', 'here', 'auto', 1, '2026-11-25T20:30:00Z', 'item', 'lend', 'done', 0, x'00');`;

  it.each([
    ['a scan', row('a'), { scans: 1, commands: 0, others: 0 }],
    ['three scans', row('a') + row('b') + row('c'), { scans: 3, commands: 0, others: 0 }],
    [
      'a command that was settled',
      `UPDATE entries SET state = 'accepted', settled_at = '2026-11-25T20:30:00Z'`,
      { scans: 0, commands: 0, others: 1 },
    ],
    [
      'a value in a new column',
      `UPDATE entries SET weighed_at = '2026-11-25'`,
      { scans: 0, commands: 0, others: 1 },
    ],
  ])('is none where %s was recorded since, and it is counted', async (_, statements, lost) => {
    const former = await keep();
    update(statements);
    const bytes = fs.readFileSync(desk.file);
    expect(wayBack(desk.folder, former)).toEqual({ with: 'nothing', lost });
    expect(goBack(desk.folder, former, later)).toEqual({ with: 'nothing', lost });
    expect(read('settings.json')).toBe('{"of":"after"}');
    expect(fs.readdirSync(desk.folder).filter((name) => name.includes('newer'))).toEqual([]);
    expect(fs.readFileSync(desk.file).length).toBe(bytes.length);
  });

  it('counts rows that only the log has, after a crash', async () => {
    const former = await keep();
    update();
    const db = new DatabaseSync(desk.file);
    db.exec(row('a'));
    // A copy of file and log, as they are while a program that is then killed has them open.
    for (const name of ['', '-wal']) fs.copyFileSync(desk.file + name, `${desk.file}.crash${name}`);
    db.close();
    for (const name of ['', '-wal']) fs.renameSync(`${desk.file}.crash${name}`, desk.file + name);
    expect(goBack(desk.folder, former, later)).toMatchObject({ with: 'nothing', lost: { scans: 1 } });
    const after = new DatabaseSync(desk.file);
    expect(after.prepare('SELECT count(*) AS rows FROM scans').get()).toEqual({ rows: 1 });
    after.close();
  });

  it('does not count rows that were deleted because of their age', async () => {
    desk.journal().saveScan(scan('old'));
    const former = await keep();
    update('DELETE FROM scans');
    expect(wayBack(desk.folder, former)).toEqual({ with: 'kept' });
  });

  it('counts everything where the former version had no journal that could be copied', async () => {
    await keep();
    desk.journal();
    await keepFormer({
      ...{ folder: desk.folder, version: '0.1.0', program: program(), executable: 'carrel', now: later },
      copyJournal: null,
      files,
    });
    desk.close();
    const former = formerIn(desk.folder);
    if (!former) throw new Error('nothing was kept');
    update();
    expect(wayBack(desk.folder, former)).toMatchObject({ with: 'nothing', lost: { commands: 1 } });
  });

  it('is not looked for while a program has the journal', async () => {
    const former = await keep();
    desk.journal();
    expect(() => wayBack(desk.folder, former)).toThrow(JournalInUse);
    expect(() => goBack(desk.folder, former, later)).toThrow(JournalInUse);
  });

  it('goes on where a power cut came before the last step', async () => {
    const former = await keep();
    update();
    const aside = `${desk.file}.newer-20261125T210000Z`;
    fs.writeFileSync(`${desk.file}.back`, 'half');
    fs.linkSync(desk.file, aside);
    expect(goBack(desk.folder, former, later)).toEqual({ with: 'kept' });
    expect(desk.journal().unsettled()).toHaveLength(1);
    expect(fs.existsSync(aside)).toBe(true);
  });
});
