import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openJournalFile, takeLock } from '../../../src/main/journal/file.ts';
import { useLocalProfile, moveProfile } from '../../../src/main/station/profile-folder.ts';
import { quietLog } from '../support/ports.ts';

let base: string;
beforeEach(() => (base = fs.mkdtempSync(path.join(tmpdir(), 'carrel-profile-'))));
afterEach(() => fs.rmSync(base, { recursive: true }));

describe('the folder of the profile', () => {
  function chosen(platform: NodeJS.Platform, env: Record<string, string>, switches: string[] = []) {
    let folder = '/roaming/Carrel';
    const before = useLocalProfile(
      {
        getPath: () => folder,
        setPath: (_, to) => (folder = to),
        commandLine: { hasSwitch: (name) => switches.includes(name) },
      },
      platform,
      env,
    );
    return { folder, before };
  }

  test('is on the machine on Windows, where the profile would roam', () => {
    expect(chosen('win32', { LOCALAPPDATA: '/local' })).toEqual({
      folder: path.join('/local', 'Carrel'),
      before: '/roaming/Carrel',
    });
  });

  test.each([
    ['elsewhere', 'linux', { LOCALAPPDATA: '/local' }, []],
    ['where Windows names no such folder', 'win32', {}, []],
    ['where one was named on the command line', 'win32', { LOCALAPPDATA: '/local' }, ['user-data-dir']],
  ] as const)('is Electron’s %s', (_, platform, env, switches) => {
    expect(chosen(platform, env, [...switches])).toEqual({ folder: '/roaming/Carrel', before: null });
  });
});

describe('what was kept in the earlier folder', () => {
  const at = (...names: string[]): string => path.join(base, ...names);
  const names = (folder: string): string[] => fs.readdirSync(at(folder)).toSorted();

  /** A profile with a journal whose last rows are in its log only, its key, settings, and a folder of Chromium's. */
  function filled(): void {
    fs.mkdirSync(at('roaming', 'Cache'), { recursive: true });
    fs.mkdirSync(at('roaming', 'logs'));
    fs.writeFileSync(at('roaming', 'logs', 'carrel.log'), 'a line');
    fs.writeFileSync(at('roaming', 'settings.json'), '{}');
    fs.writeFileSync(at('roaming', 'journal-0123.key'), 'a key', { mode: 0o600 });
    const file = at('roaming', 'journal.sqlite');
    openJournalFile(file, new Date(), '1').close();
    // As a program that was killed leaves it.
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
      INSERT INTO owed (id, at, library, data) VALUES ('o', '2026-11-23T10:00:00.000Z', 'here', x'00')`);
    for (const suffix of ['', '-wal']) fs.copyFileSync(file + suffix, `${file}${suffix}.kept`);
    db.close();
    for (const suffix of ['', '-wal']) fs.renameSync(`${file}${suffix}.kept`, file + suffix);
  }

  test('is in the new one, whole, and nowhere else', () => {
    filled();
    const log = quietLog();
    expect(moveProfile(at('roaming'), at('local'), log)).toBe(at('local'));
    expect(names('roaming')).toEqual(['Cache', 'journal.sqlite.lock']);
    expect(names('local')).toEqual([
      ...['journal-0123.key', 'journal.sqlite', 'journal.sqlite-wal', 'settings.json'],
    ]);
    expect(fs.statSync(at('local', 'journal-0123.key')).mode & 0o777).toBe(0o600);
    const moved = openJournalFile(at('local', 'journal.sqlite'), new Date(), '1');
    expect(moved.db.prepare('SELECT id FROM owed').all()).toEqual([{ id: 'o' }]);
    moved.close();
    expect(log.defects).toEqual([]);
  });

  test('is moved once: a journal that is there is not written over', () => {
    filled();
    moveProfile(at('roaming'), at('local'), quietLog());
    fs.writeFileSync(at('roaming', 'journal.sqlite'), 'of an older version that was started again');
    expect(moveProfile(at('roaming'), at('local'), quietLog())).toBe(at('local'));
    expect(fs.readFileSync(at('roaming', 'journal.sqlite'), 'utf8')).toContain('older version');
  });

  test('is used where it is as long as another program has it', () => {
    filled();
    const other = takeLock(at('roaming', 'journal.sqlite'));
    const log = quietLog();
    expect(moveProfile(at('roaming'), at('local'), log)).toBe(at('roaming'));
    expect(log.defects).toHaveLength(1);
    expect(names('local')).toEqual([]);
    other.close();
    expect(moveProfile(at('roaming'), at('local'), log)).toBe(at('local'));
  });

  test('is moved as it is then, where an earlier try failed and it was worked with since', () => {
    filled();
    fs.mkdirSync(at('local'));
    // What the first try had copied, before the disk was full: the log of then.
    fs.copyFileSync(at('roaming', 'journal.sqlite-wal'), at('local', 'journal.sqlite-wal'));
    const worked = openJournalFile(at('roaming', 'journal.sqlite'), new Date(), '1');
    worked.db.exec(`DELETE FROM owed;
      INSERT INTO owed (id, at, library, data) VALUES ('since', '2026-11-23T11:00:00.000Z', 'here', x'00')`);
    worked.close();
    moveProfile(at('roaming'), at('local'), quietLog());
    const moved = openJournalFile(at('local', 'journal.sqlite'), new Date(), '1');
    expect(moved.db.prepare('SELECT id FROM owed').all()).toEqual([{ id: 'since' }]);
    expect(moved.db.prepare('SELECT count(*) AS count FROM salvages').get()).toEqual({ count: 0 });
    moved.close();
  });

  test('is moved with a salvage that was cut short, which goes on there', () => {
    filled();
    const aside = 'journal.sqlite.aside-20261123T100000Z';
    for (const log of ['', '-wal'])
      fs.renameSync(at('roaming', `journal.sqlite${log}`), at('roaming', `${aside}${log}`));
    fs.writeFileSync(at('roaming', 'journal.sqlite.salvage'), aside);
    expect(moveProfile(at('roaming'), at('local'), quietLog())).toBe(at('local'));
    const moved = openJournalFile(at('local', 'journal.sqlite'), new Date(), '1');
    expect(moved.db.prepare('SELECT id FROM owed').all()).toEqual([{ id: 'o' }]);
    moved.close();
  });

  test('is begun anew where moving it was cut short', () => {
    filled();
    fs.mkdirSync(at('local'));
    for (const name of ['settings.json', 'journal.sqlite.moving'])
      fs.writeFileSync(at('local', name), 'half');
    expect(moveProfile(at('roaming'), at('local'), quietLog())).toBe(at('local'));
    expect(fs.readFileSync(at('local', 'settings.json'), 'utf8')).toBe('{}');
    openJournalFile(at('local', 'journal.sqlite'), new Date(), '1').close();
  });

  test('is nothing where there was none', () => {
    expect(moveProfile(at('roaming'), at('local'), quietLog())).toBe(at('local'));
    expect(fs.existsSync(at('local'))).toBe(false);
  });
});
