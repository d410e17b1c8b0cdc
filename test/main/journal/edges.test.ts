import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { openJournalFile } from '../../../src/main/journal/file.ts';
import { openJournal } from '../../../src/main/journal/journal.ts';
import { createSeal, keyBytes } from '../../../src/main/journal/seal.ts';
import { command, Desk, scan, tillReport } from './desk.ts';

const day = 86_400_000;
const first = '2026-11-02T08:00:00.000Z';

let desk: Desk;
beforeEach(() => void (desk = new Desk()));

/** What stands in the file, past what the journal shows. */
function rows(statement: string): unknown[] {
  desk.close();
  const raw = new DatabaseSync(desk.file);
  const all = raw.prepare(statement).all();
  raw.close();
  return all;
}

/** The program is started every thirty days, and once more at the end. */
function days(count: number, andMs = 0): void {
  for (let remaining = count; remaining > 0; remaining -= 30) {
    desk.clock.move(Math.min(remaining, 30) * day);
    desk.journal();
  }
  desk.clock.move(andMs);
  desk.journal();
}

describe('the clock', () => {
  test.each([
    ['five minutes before the newest row is one that was set right', -5 * 60_000, []],
    ['a moment more than that is behind', -5 * 60_000 - 1, ['behind']],
    ['92 days after it is a long pause', 92 * day, []],
    ['a moment more than that is ahead', 92 * day + 1, ['ahead']],
  ])('%s', (_, ms, report) => {
    desk.journal().intend(command('a'));
    desk.clock.move(ms);
    desk.journal();
    expect(desk.notices).toEqual(report.map((clock) => ({ kind: 'clock', clock, newest: first })));
  });

  test('is held against the newest row of any kind', () => {
    const later = (ms: number): string => new Date(Date.parse(first) + ms).toISOString();
    const one = desk.journal();
    one.intend(command('a'));
    one.saveScan(scan('s', { at: later(day) }));
    one.saveStep({ id: 'o', at: later(2 * day), library: 'here', data: {} });
    desk.journal();
    expect(desk.notices).toEqual([{ kind: 'clock', clock: 'behind', newest: later(2 * day) }]);
  });

  test('an empty journal has nothing to hold against it', () => {
    desk.journal();
    desk.clock.move(-day);
    desk.journal();
    desk.clock.move(400 * day);
    desk.journal();
    expect(desk.notices).toEqual([]);
  });
});

test('what was over while the clock stood years behind is kept as long as anything else', () => {
  const one = desk.journal();
  for (const id of ['a', 'b']) one.intend(command(id));
  one.saveScan(scan('s'));
  one.saveStep({ id: 'o', at: first, library: 'here', data: {} });
  desk.clock.move(-2 * 365 * day);
  one.settle('a', 'accepted');
  one.endSession('s1');
  one.updateStep('o', null);
  desk.clock.move(2 * 365 * day);
  desk.journal().settle('b', 'accepted');
  desk.journal();
  expect(rows(`SELECT id, settled_at FROM entries`)).toEqual([
    { id: 'a', settled_at: first },
    { id: 'b', settled_at: first },
  ]);
  expect(rows('SELECT ended_at FROM scans UNION ALL SELECT done_at FROM owed')).toEqual([
    { ended_at: first },
    { ended_at: first },
  ]);
});

test('a report that is kept while the clock stands years behind stays, and is not old when it is kept again', () => {
  const one = desk.journal();
  one.intend(command('a'));
  const behind = { ...tillReport(), at: '2024-01-02T08:00:00.000Z' };
  one.keep(behind);
  desk.journal().keep({ ...behind, data: { total: '2.00' } });
  expect(desk.journal().keptOne('report')).toMatchObject({ at: first, data: { total: '2.00' } });
  days(400);
  expect(desk.journal().keptOne('report')).not.toBeNull();
  days(0, 1);
  expect(desk.journal().keptOne('report')).toBeNull();
});

describe('what is over is kept to its last day', () => {
  test('commands for 400 days', () => {
    const one = desk.journal();
    one.intend(command('a'));
    one.settle('a', 'accepted');
    days(400);
    expect(desk.journal().entry('a')?.state).toBe('accepted');
    days(0, 1);
    expect(desk.journal().entry('a')).toBeNull();
  });

  test('but what an open step names, or what came after it, for as long as it is open', () => {
    const one = desk.journal();
    for (const id of ['before', 'named', 'after']) one.intend(command(id));
    for (const id of ['before', 'named']) one.settle(id, 'accepted');
    desk.clock.move(1000);
    const at = new Date(Date.parse(first) + 1000).toISOString();
    one.saveStep({ id: 'o', at, library: 'here', data: { book: { receipt: 'named' } } });
    one.settle('after', 'accepted');
    days(401);
    expect(rows('SELECT id FROM entries ORDER BY seq')).toEqual([{ id: 'named' }, { id: 'after' }]);
    desk.journal().updateStep('o', null);
    desk.journal();
    expect(rows('SELECT id FROM entries')).toEqual([]);
  });

  test('scans and owed steps for 30', () => {
    const one = desk.journal();
    one.saveScan(scan('1'));
    one.endSession('s1');
    one.saveStep({ id: 'o', at: first, library: 'here', data: {} });
    one.updateStep('o', null);
    days(30);
    expect([rows('SELECT id FROM scans'), rows('SELECT id FROM owed')]).toEqual([
      [{ id: '1' }],
      [{ id: 'o' }],
    ]);
    days(0, 1);
    expect([rows('SELECT id FROM scans'), rows('SELECT id FROM owed')]).toEqual([[], []]);
  });

  test('and by no clock in fewer than thirteen starts', () => {
    const one = desk.journal();
    one.intend(command('a'));
    one.settle('a', 'accepted');
    for (let start = 1; start <= 12; start++) {
      desk.clock.move(730 * day);
      expect(desk.journal().entry('a')?.state, `start ${start}`).toBe('accepted');
    }
    desk.clock.move(730 * day);
    expect(desk.journal().entry('a')).toBeNull();
  });
});

test('a journal that has lost what it said of its age takes no row of a clock that was ahead for its own', () => {
  const one = desk.journal();
  one.intend(command('a'));
  one.settle('a', 'accepted');
  desk.clock.move(730 * day);
  desk.journal().intend(command('ahead'));
  desk.close();
  const raw = new DatabaseSync(desk.file);
  raw.exec(`DELETE FROM meta WHERE name = 'aged_to'`);
  raw.close();
  expect(desk.journal().entry('a')?.state).toBe('accepted');
});

describe('owed steps', () => {
  test('that are owed again are owed with what they then need', () => {
    const one = desk.journal();
    one.saveStep({ id: 'o', at: first, library: 'here', data: { pid: '23' } });
    one.updateStep('o', null);
    expect(one.openSteps()).toEqual([]);
    one.saveStep({ id: 'o', at: first, library: 'here', data: { pid: '24' } });
    expect(desk.journal().openSteps()).toMatchObject([{ id: 'o', data: { pid: '24' }, failure: null }]);
  });

  test('are listed oldest first, and one whose key is away says so', () => {
    const one = desk.journal();
    for (const id of ['b', 'a']) one.saveStep({ id, at: first, library: 'here', data: { id } });
    expect(one.openSteps().map(({ id, unreadable = false }) => [id, unreadable])).toEqual([
      ['b', false],
      ['a', false],
    ]);
    const other = desk.journal({ key: randomBytes(keyBytes) });
    expect(other.openSteps()).toMatchObject([
      { id: 'b', at: first, library: 'here', data: null, unreadable: true },
      { id: 'a', unreadable: true },
    ]);
    expect(desk.notices).toMatchObject([
      { table: 'owed', id: 'b' },
      { table: 'owed', id: 'a' },
    ]);
  });

  test('that nobody owes cannot be done', () => {
    expect(() => desk.journal().updateStep('x', null)).toThrow('not in the journal: x');
  });
});

describe('commands', () => {
  test('of one lane are found the newest first, as far as they may have happened', () => {
    const one = desk.journal();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) one.intend(command(id));
    one.intend(command('g', { queue: 'patron 2' }));
    one.intend(command('h', { operation: 'users.fees.waive' }));
    for (const id of ['a', 'c', 'g', 'h']) one.settle(id, 'accepted');
    one.settle('b', 'unknown');
    one.settle('d', 'refused');
    one.settle('e', 'notSent');
    const done = one.doneIn('patron 31234000777777', 'users.fees.pay');
    expect(done.map(({ id, state }) => [id, state])).toEqual([
      ['c', 'accepted'],
      ['b', 'unknown'],
      ['a', 'accepted'],
    ]);
  });

  test('say when they left, when it was known what came of them, and by what', () => {
    const one = desk.journal();
    one.intend(command('a'));
    desk.clock.move(1000);
    one.sent('a');
    desk.clock.move(1000);
    one.settle('a', 'unknown', { trackingId: 'E1', by: 'read' });
    expect(one.entry('a')).toMatchObject({
      ...{ at: '2026-11-02T08:00:01.000Z', settledAt: null, settledBy: null, recheck: null },
      trackingId: 'E1',
    });
    one.settle('a', 'notSent', { by: 'silence' });
    expect(one.entry('a')).toMatchObject({
      ...{ settledAt: '2026-11-02T08:00:02.000Z', settledBy: 'silence', recheck: 'due', trackingId: 'E1' },
    });
    expect(one.notFound().map(({ id }) => id)).toEqual(['a']);
    one.settle('a', 'accepted');
    expect(one.entry('a')).toMatchObject({ settledBy: 'answer', recheck: null });
    expect(one.notFound()).toEqual([]);
  });

  test('that turned up late are told until somebody has seen it', () => {
    const one = desk.journal();
    for (const id of ['b', 'a']) {
      one.intend(command(id));
      one.settle(id, 'accepted', { by: 'late' });
    }
    expect(one.late().map(({ id }) => id)).toEqual(['b', 'a']);
    one.acknowledgeLate('b');
    expect(desk.journal().late()).toMatchObject([{ id: 'a', settledBy: 'late' }]);
  });

  test('whose id is taken are named', () => {
    const one = desk.journal();
    one.intend(command('a'));
    expect(() => one.intend(command('a'))).toThrow(
      expect.objectContaining({ name: 'AlreadyIntended', message: 'already intended', id: 'a' }),
    );
  });
});

describe('what was set aside', () => {
  const aside = 'journal.sqlite.aside-20260101T080000Z';

  test('is told of once, with its log, and goes with it', () => {
    desk.journal();
    for (const suffix of ['', '-wal', '-shm']) fs.writeFileSync(path.join(desk.folder, aside + suffix), 'x');
    expect(desk.journal().salvages()).toEqual([
      { keptAs: aside, at: first, cause: 'damaged', saved: 0, lost: null },
    ]);
    desk.journal().acknowledgeSalvages([aside]);
    days(30);
    expect(desk.files().filter((name) => name.startsWith(aside))).toHaveLength(3);
    days(0, 1);
    expect(desk.files().filter((name) => name.startsWith(aside))).toEqual([]);
    expect(rows('SELECT kept_as FROM salvages')).toEqual([]);
  });

  test('goes in its time also where the file was opened before its journal', () => {
    desk.journal();
    fs.writeFileSync(path.join(desk.folder, aside), 'x');
    desk.journal().acknowledgeSalvages([aside]);
    desk.close();
    desk.clock.move(31 * day);
    const { clock, key } = desk;
    const file = openJournalFile(desk.file, clock.now());
    openJournal({ file, clock, seal: createSeal(key) }).close();
    expect(desk.files()).not.toContain(aside);
  });

  test('and was thrown away by somebody since then stops nobody', () => {
    desk.journal();
    fs.writeFileSync(path.join(desk.folder, aside), 'x');
    desk.journal().acknowledgeSalvages([aside]);
    fs.rmSync(path.join(desk.folder, aside));
    days(31);
    expect(rows('SELECT kept_as FROM salvages')).toEqual([]);
  });

  test('for a reason that no version knows was damaged', () => {
    desk.journal();
    fs.writeFileSync(path.join(desk.folder, aside), 'x');
    desk.journal();
    rows(`UPDATE salvages SET cause = 'bewitched' RETURNING 1`);
    expect(desk.journal().salvages()).toMatchObject([{ keptAs: aside, cause: 'damaged' }]);
    expect(desk.journal().salvages()).toHaveLength(1);
  });
});

test('libraries are listed as they became known, each with its marks, under its last name', () => {
  const one = desk.journal();
  const mark = { address: 'https://a.example', root: 'svcws', code: 'A', key: 'k' };
  one.keepLibrary({ id: 'b', mode: 'institution', name: 'B' }, mark);
  one.keepLibrary({ id: 'a', mode: 'practice', name: 'Practice' }, { ...mark, key: 'p' });
  one.keepLibrary({ id: 'b', mode: 'institution', name: 'B, renamed' }, { ...mark, key: 'k2' });
  one.keepLibrary({ id: 'b', mode: 'institution', name: 'B, renamed' }, mark);
  expect(desk.journal().libraries()).toEqual([
    { id: 'b', mode: 'institution', name: 'B, renamed', marks: [mark, { ...mark, key: 'k2' }] },
    { id: 'a', mode: 'practice', name: 'Practice', marks: [{ ...mark, key: 'p' }] },
  ]);
});
