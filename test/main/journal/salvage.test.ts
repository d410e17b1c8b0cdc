import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { StationJournal } from '../../../src/main/station/station-journal.ts';
import { chanceOf } from '../../simulation/chance.ts';
import { systemClock } from '../../../src/main/clock.ts';
import { openJournalFile } from '../../../src/main/journal/file.ts';
import { openJournal } from '../../../src/main/journal/journal.ts';
import { createSeal, keyBytes, keyIdOf } from '../../../src/main/journal/seal.ts';
import { memoryKeychain } from '../station/support.ts';
import { quietLog } from '../support/ports.ts';
import { command, Desk } from './desk.ts';
import { page, rowsOf, tables, Torn } from './torn.ts';

let desk: Desk;
let torn: Torn;
beforeEach(() => {
  desk = new Desk();
  torn = new Torn(desk);
});

const nonsense = (bytes: Buffer): Buffer => bytes.fill(0xee);

/** Changes what lies in the file, and writes nonsense over the pages of a table or an index. */
function damage(change: (bytes: Buffer) => unknown, name: string): void {
  torn.change(change);
  torn.tear(torn.pagesOf(name));
}

/** Where a row lies that begins so; what it was before it was changed may still lie about. */
function placesOf(begin: string, bytes: Buffer): readonly number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(begin); at >= 0; at = bytes.indexOf(begin, at + 1)) places.push(at);
  return places;
}

/** What stands in a row in plain. */
const plain = (row: Record<string, SQLOutputValue> | undefined) =>
  Object.entries(row ?? {}).filter(([, value]) => !(value instanceof Uint8Array));

describe('of a damaged journal', () => {
  test('a row that is torn is lost, whatever it seems to say: its date would be taken for an old one', () => {
    const ids = torn.fill(30);
    damage((all) => {
      const begin = `${ids[2]}users.fees.payaccepted`;
      for (const at of placesOf(begin, all)) all.fill(0x01, at + begin.length + 24, at + begin.length + 48);
    }, 'scans_session');
    const { answer, entries } = torn.salvaged();
    expect([...entries.keys()]).toEqual(ids.filter((_, i) => i !== 2));
    expect(answer).toEqual({ saved: 65, lost: 1 });
  });

  test('a row keeps its own id, which stands in the index too', () => {
    const ids = torn.fill(30);
    damage((all) => {
      for (const at of placesOf(`${ids[2]}users.fees.pay`, all)) nonsense(all.subarray(at + 8, at + 36));
    }, 'scans_session');
    const { answer, entries } = torn.salvaged();
    expect([...entries.keys()]).toEqual(ids);
    expect(answer).toEqual({ saved: 66, lost: 0 });
  });

  test.each([
    ['nonsense', () => Buffer.alloc(36, 0xee)],
    ['another one', (other: string) => Buffer.from(other)],
  ])('a row keeps its own id where the index says %s', (_, written) => {
    const ids = torn.fill(30);
    damage((all) => {
      const inRow = new Set(placesOf(`${ids[2]}users.fees.pay`, all));
      for (const at of placesOf(String(ids[2]), all))
        if (!inRow.has(at)) all.set(written(String(ids[1])), at);
    }, 'scans_session');
    const { answer, entries } = torn.salvaged();
    expect([...entries.keys()]).toEqual(ids);
    expect(answer).toEqual({ saved: 66, lost: 0 });
  });

  test('a row that says no id is lost where the index is as well', () => {
    const ids = torn.fill(30);
    damage((all) => {
      for (const at of placesOf(`${ids[2]}users.fees.pay`, all)) nonsense(all.subarray(at + 8, at + 36));
    }, 'sqlite_autoindex_entries_1');
    const { answer, entries } = torn.salvaged();
    expect([...entries.keys()]).toEqual(ids.filter((_, i) => i !== 2));
    expect(answer).toEqual({ saved: 65, lost: 1 });
  });

  test('a row with the id of another one is not saved, and counted', () => {
    const ids = torn.fill(30);
    damage((all) => {
      for (const at of placesOf(`${ids[2]}users.fees.pay`, all)) all.write(String(ids[1]), at);
    }, 'sqlite_autoindex_entries_1');
    const { answer, entries } = torn.salvaged();
    expect([...entries.keys()]).toEqual(ids.filter((_, i) => i !== 2));
    expect(answer).toEqual({ saved: 65, lost: 1 });
  });

  test('what was deleted in its time is not counted where no row can be read: the index knows', () => {
    torn.fill(30);
    torn.within((db) => db.exec('DELETE FROM scans WHERE seq <= 20'));
    damage(() => undefined, 'scans');
    expect(torn.salvaged().answer).toEqual({ saved: 36, lost: 10 });
  });

  test('a row whose number is nonsense, and very high, keeps nobody waiting', () => {
    torn.fill(30);
    torn.within((db) =>
      db.exec(`INSERT INTO libraries (rowid, id, mode, name) VALUES (4e15, 'x', 'practice', '')`),
    );
    damage(() => undefined, 'scans_session');
    expect(torn.salvaged().answer).toEqual({ saved: 66, lost: 0 });
  });

  test('whose list of libraries is lost, they are known by their rows, and somebody is asked which they are', () => {
    torn.fill(5);
    damage(() => undefined, 'libraries');
    const one = desk.journal();
    expect(one.libraries()).toEqual([{ id: 'here', mode: 'institution', name: '', marks: [] }]);
  });

  test('wherever pages are torn, what is saved is as it was, and no less is told than was lost', () => {
    torn.fill(60);
    const before = torn.within((db) => tables.map((table) => rowsOf(db, table)));
    const all = before.reduce((sum, { size }) => sum + size, 0);
    const bytes = fs.readFileSync(desk.file);
    for (let nth = 1; nth <= 40; nth += 1) {
      const chance = chanceOf('torn', nth);
      for (const name of desk.files()) fs.rmSync(path.join(desk.folder, name));
      const changed = Buffer.from(bytes);
      for (let remaining = 1 + chance.below(3); remaining > 0; remaining -= 1) {
        const at = (1 + chance.below(bytes.length / page - 1)) * page;
        const from = chance.pick([0, 512, 2048, 3584]);
        for (let i = from; i < page; i += 1) changed[at + i] = chance.below(256);
      }
      fs.writeFileSync(desk.file, changed);
      const { answer, rows } = torn.salvaged();
      const saved = rows.reduce((sum, { size }) => sum + size, 0);
      for (const [i, now] of rows.entries())
        for (const [id, row] of now)
          expect({ nth, row: plain(row) }).toEqual({ nth, row: plain(before[i]?.get(id)) });
      expect({ nth, saved: answer?.saved ?? all }).toEqual({ nth, saved });
      expect(Number(answer?.lost ?? all), `${nth}`).toBeGreaterThanOrEqual(all - saved);
    }
  });
});

describe('a damage that shows only where something is read', () => {
  /** In the index of what is not settled: its pages are whole, and what stands on them is nonsense. */
  function damaged(): readonly string[] {
    const ids = torn.fill(30);
    const [pageno = 0] = torn.pagesOf('entries_unsettled');
    torn.change((bytes) => {
      const at = (pageno - 1) * page;
      // The first entry, behind its length: how long its head is.
      bytes[at + bytes.readUInt16BE(at + 8) + 1] = 0x7f;
    });
    return ids;
  }

  test('is found as it is read, and all of it is saved by whoever opens it next', () => {
    const ids = damaged();
    const one = desk.journal();
    expect(one.salvages()).toEqual([]);
    expect(() => one.unsettled()).toThrow('malformed');
    expect(desk.files()).toContain('journal.sqlite.damaged');
    const next = desk.journal();
    expect(next.salvages()).toMatchObject([{ cause: 'damaged', saved: 66, lost: 0 }]);
    expect(next.unsettled().map(({ id }) => id)).toEqual(ids.filter((_, i) => i % 3 === 0));
    expect(desk.files()).not.toContain('journal.sqlite.damaged');
  });

  test('and is none after all is forgotten: every entry of an index was looked at', () => {
    torn.fill(3);
    fs.writeFileSync(`${desk.file}.damaged`, '');
    expect(desk.journal().salvages()).toEqual([]);
    expect(desk.files()).not.toContain('journal.sqlite.damaged');
  });

  test('is found as the station’s journal is opened, not by whoever works with it then', async () => {
    const ids = damaged();
    const keychain = memoryKeychain();
    await keychain.write(`journal seal ${keyIdOf(desk.key)}`, Buffer.from(desk.key).toString('base64'));
    const { folder } = desk;
    const own = new StationJournal({ keychain, folder, clock: systemClock, log: quietLog(), version: '0' });
    onTestFinished(() => own.close());
    await own.open();
    expect(own.view()).toMatchObject({ state: 'salvaged', losses: [{ saved: 66, lost: 0 }] });
    own.acknowledge(desk.files().filter((name) => name.includes('.aside-')));
    expect(own.usable?.journal.unsettled()).toHaveLength(ids.length / 3);
  });
});

test('a row in which something stands that cannot stand there is lost alone', () => {
  const ids = torn.fill(30);
  const schema = (sql: string): string =>
    `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = ${sql} WHERE name = 'entries'`;
  const db = new DatabaseSync(desk.file, { defensive: false });
  db.exec(`${schema(`replace(sql, ' STRICT', '')`)}; PRAGMA writable_schema = RESET`);
  db.prepare('UPDATE entries SET lane = ? WHERE id = ?').run('no bytes', String(ids[2]));
  db.exec(schema(`sql || ' STRICT'`));
  db.close();
  damage(() => undefined, 'scans_session');
  const { answer, entries } = torn.salvaged();
  expect([...entries.keys()]).toEqual(ids.filter((_, i) => i !== 2));
  expect(answer).toEqual({ saved: 65, lost: 1 });
});

test('what only its log has is saved as well, where the program was killed once both were set aside', () => {
  const one = desk.journal();
  const ids = Array.from({ length: 9 }, (_, nth) => `c${nth}`);
  for (const id of ids) one.intend(command(id));
  const aside = `${desk.file}.aside-20261102T075900Z`;
  for (const log of ['', '-wal']) fs.copyFileSync(desk.file + log, aside + log);
  desk.close();
  fs.rmSync(desk.file);
  fs.writeFileSync(`${desk.file}.salvage`, path.basename(aside));
  const { answer, entries } = torn.salvaged();
  expect([...entries.keys()]).toEqual(ids);
  expect(answer).toEqual({ saved: 9, lost: 0 });
});

test('every key of a row is known again, where the list of keys is lost: its values may have been sealed by several', () => {
  const first = randomBytes(keyBytes);
  desk.journal({ key: first }).intend(command('one'));
  desk.close();
  // A run with a key of its own, that has the earlier one too: what is settled is sealed anew, and the rest is not.
  const later = openJournal({ file: desk.file, clock: desk.clock, seal: createSeal(desk.key, first) });
  later.settle('one', 'accepted', { failure: { kind: 'cancelled' } });
  later.close();
  torn.fill(3);
  torn.within((db) => db.exec('DELETE FROM seal_keys'));
  torn.tear(torn.pagesOf('scans_session'));
  const file = openJournalFile(desk.file, desk.clock.now());
  expect(file.keyIds.toSorted()).toEqual([desk.key, first].map(keyIdOf).toSorted());
  file.close();
});

test('what stands in the list of keys and is no key is not looked for', () => {
  torn.fill(3);
  torn.within((db) =>
    db.exec(
      `DELETE FROM seal_keys; INSERT INTO seal_keys (id) VALUES ('-27724.0'), ('0123456789abcdeg'), ('')`,
    ),
  );
  torn.tear(torn.pagesOf('scans_session'));
  const file = openJournalFile(desk.file, desk.clock.now());
  expect(file.keyIds.toSorted()).toEqual(['', keyIdOf(desk.key)].toSorted());
  file.close();
});

describe('what is owed', () => {
  const owe = (id: string) =>
    desk.journal().saveStep({ id, at: '2026-11-02T08:00:00.000Z', library: 'here', data: {} });
  const doubted = () =>
    desk
      .journal()
      .openSteps()
      .filter((step) => step.afterLoss)
      .map(({ id }) => id);

  test('is in doubt where rows were lost since: a command of it without a row may have been sent', () => {
    owe('before');
    const ids = torn.fill(30);
    expect(doubted()).toEqual([]);
    desk.close();
    damage((all) => {
      for (const at of placesOf(`${ids[2]}users.fees.pay`, all)) nonsense(all.subarray(at + 8, at + 36));
    }, 'sqlite_autoindex_entries_1');
    const before = desk
      .journal()
      .openSteps()
      .map(({ id }) => id);
    expect(doubted()).toEqual(before);
    expect(before[0]).toBe('before');
    owe('after');
    expect(doubted()).toEqual(before);
    // Another damage that loses nothing takes nothing away from that.
    desk.close();
    damage(() => undefined, 'scans_session');
    expect(doubted()).toEqual(before);
  });

  test('is in doubt where only what was noted of that is lost', () => {
    owe('before');
    torn.fill(30);
    const all = desk
      .journal()
      .openSteps()
      .map(({ id }) => id);
    desk.close();
    torn.tear(torn.pagesOf('sqlite_autoindex_meta_1'));
    torn.tear(torn.pagesOf('meta'));
    expect(doubted()).toEqual(all);
  });

  test('is in no doubt where nothing was lost', () => {
    owe('before');
    torn.fill(30);
    damage(() => undefined, 'scans_session');
    expect(desk.journal().openSteps().length).toBeGreaterThan(0);
    expect(doubted()).toEqual([]);
  });
});
