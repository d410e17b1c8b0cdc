import { beforeEach, describe, expect, test } from 'vitest';
import { Desk } from './desk.ts';
import { Torn } from './torn.ts';

let desk: Desk;
let torn: Torn;
beforeEach(() => {
  desk = new Desk();
  torn = new Torn(desk);
});

const index = (table: string): string => `sqlite_autoindex_${table}_1`;

/** 60 commands, 60 scans and 12 owed steps. */
const all = 132;

describe('where the index of a table is lost', () => {
  test('and its rows are whole, what was deleted in its time is not counted', () => {
    torn.fill(60);
    torn.within((db) => db.exec('DELETE FROM scans WHERE seq BETWEEN 11 AND 20'));
    torn.tear(torn.pagesOf(index('scans')));
    expect(torn.salvaged().answer).toEqual({ saved: all - 10, lost: 0 });
  });

  test('and a page of its rows, those on it are counted by the numbers that were given', () => {
    torn.fill(60);
    const leaf = torn.leavesOf('entries')[2];
    torn.tear([...torn.pagesOf(index('entries')), leaf?.pageno ?? 0]);
    const cells = leaf?.cells ?? 0;
    expect(cells).toBeGreaterThan(0);
    expect(torn.salvaged().answer).toEqual({ saved: all - cells, lost: cells });
  });

  test('and a page of its rows, what was deleted before the first of them is not counted', () => {
    torn.fill(60);
    torn.within((db) => db.exec('DELETE FROM entries WHERE seq <= 10'));
    const leaf = torn.leavesOf('entries')[2];
    torn.tear([...torn.pagesOf(index('entries')), leaf?.pageno ?? 0]);
    const cells = leaf?.cells ?? 0;
    expect(torn.salvaged().answer).toEqual({ saved: all - 10 - cells, lost: cells });
  });

  test('and the page with the first of its rows, what was deleted before them may have been on it', () => {
    torn.fill(60);
    torn.within((db) => db.exec('DELETE FROM entries WHERE seq <= 10'));
    const [leaf] = torn.leavesOf('entries');
    torn.tear([...torn.pagesOf(index('entries')), leaf?.pageno ?? 0]);
    const cells = leaf?.cells ?? 0;
    expect(torn.salvaged().answer).toEqual({ saved: all - 10 - cells, lost: cells + 10 });
  });

  test('a page of its rows, and the numbers that were given, the others are saved, and nobody can tell how many', () => {
    const ids = torn.fill(60);
    const leaf = torn.leavesOf('entries')[2];
    torn.tear([...torn.pagesOf(index('entries')), ...torn.pagesOf('sqlite_sequence'), leaf?.pageno ?? 0]);
    const { answer, entries } = torn.salvaged();
    expect(answer).toEqual({ saved: all - (leaf?.cells ?? 0), lost: null });
    expect(entries.has(ids.at(-1))).toBe(true);
  });
});

describe('a command whose number is nonsense', () => {
  const renumbered = (seq: string) => {
    torn.fill(60);
    torn.within((db) => db.exec(`UPDATE entries SET seq = ${seq} WHERE seq = 60`));
    torn.tear(torn.pagesOf('scans_session'));
    return torn.salvaged().answer;
  };

  test('and very high keeps nobody waiting, and is lost', () => {
    expect(renumbered('4e15')).toMatchObject({ saved: all - 1 });
  });

  test.each(['0', '-7'])('and %s is lost', (seq) => {
    expect(renumbered(seq)).toEqual({ saved: all - 1, lost: 1 });
  });
});

test('a table that is not there takes none of the others with it, and nobody can tell what was in it', () => {
  torn.fill(60);
  torn.within((db) => db.exec('DROP TABLE entries'));
  torn.tear(torn.pagesOf('scans_session'));
  expect(torn.salvaged().answer).toEqual({ saved: all - 60, lost: null });
});

describe('of many libraries', () => {
  const ids = Array.from({ length: 300 }, (_, nth) => `library ${1000 + nth}`);

  /** The libraries on some pages of their table, each of which has a part of them. */
  function onPages() {
    torn.fill(5);
    torn.within((db) => {
      const insert = db.prepare(`INSERT INTO libraries (id, mode, name) VALUES (?, 'institution', ?)`);
      for (const id of ids) insert.run(id, 'A library of a long name '.repeat(4));
    });
    const leaves = torn.leavesOf('libraries');
    const [first, last] = [leaves[0], leaves.at(-1)];
    return { first: first ?? { pageno: 0, cells: 0 }, last: last ?? { pageno: 0, cells: 0 } };
  }

  test('those between two torn pages are saved by their index', () => {
    const { first, last } = onPages();
    torn.tear([first.pageno, last.pageno]);
    const rest = ids.slice(first.cells, ids.length - last.cells);
    expect(rest.length).toBeGreaterThan(100);
    expect(torn.salvaged().libraries).toEqual(expect.arrayContaining(rest));
  });

  test('those after a torn page are saved without their index', () => {
    const { first } = onPages();
    torn.tear([first.pageno, ...torn.pagesOf(index('libraries'))]);
    expect(torn.salvaged().libraries).toEqual(expect.arrayContaining(ids.slice(first.cells)));
  });

  test('those before a torn page are saved without their index', () => {
    const { last } = onPages();
    torn.tear([last.pageno, ...torn.pagesOf(index('libraries'))]);
    const rest = ids.slice(0, ids.length - last.cells);
    expect(torn.salvaged().libraries).toEqual(expect.arrayContaining(rest));
  });
});

test('a library of which only kept records are left is known all the same', () => {
  torn.fill(5);
  const journal = desk.journal();
  journal.keep({ id: 'k', kind: 'till', library: 'left', at: '2026-11-02T08:00:00.000Z', data: {} });
  desk.close();
  torn.within((db) => db.exec('DELETE FROM libraries'));
  torn.tear(torn.pagesOf('scans_session'));
  expect(torn.salvaged().libraries).toEqual(expect.arrayContaining(['here', 'left']));
});

test('a journal of a version that kept nothing is saved', () => {
  torn.fill(5);
  torn.within((db) => db.exec('DROP TABLE kept; DROP INDEX IF EXISTS kept_kind; PRAGMA user_version = 4'));
  torn.within((db) => db.exec('ALTER TABLE scans DROP COLUMN settled_at'));
  torn.tear(torn.pagesOf('scans_session'));
  expect(torn.salvaged()).toMatchObject({ answer: { lost: 0 }, libraries: ['here'] });
});
