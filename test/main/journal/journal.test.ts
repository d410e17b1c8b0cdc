import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { AlreadyIntended, openJournal } from '../../../src/main/journal/journal.ts';
import { createSeal, keyBytes } from '../../../src/main/journal/seal.ts';
import { command, Desk, scan, tillReport } from './desk.ts';

let desk: Desk;
const journal = (with_: { key?: Uint8Array } = {}) => desk.journal(with_);

beforeEach(() => void (desk = new Desk()));

describe('commands', () => {
  test('go from intended over sent to what came of them, and stay readable after a restart', () => {
    const first = journal();
    first.intend(command('a'));
    expect(first.entry('a')).toEqual({
      ...command('a'),
      state: 'intended',
      failure: null,
      trackingId: null,
      at: desk.clock.now().toISOString(),
      settledAt: null,
      settledBy: null,
      recheck: null,
      undid: null,
      till: null,
    });
    first.sent('a');
    first.settle('a', 'refused', {
      failure: {
        kind: 'refused',
        operation: 'users.fees.pay',
        status: 400,
        code: '1',
        message: 'No',
        trackingId: 'E1',
      },
      trackingId: 'E1',
    });
    first.close();
    expect(journal().entry('a')).toMatchObject({
      state: 'refused',
      trackingId: 'E1',
      failure: { message: 'No' },
      settledAt: desk.clock.now().toISOString(),
    });
  });

  test('an id is used once, also in another run', () => {
    journal().intend(command('a'));
    expect(() => journal().intend(command('a', { about: 'other' }))).toThrow(AlreadyIntended);
    expect(journal().entry('a')?.about).toBe('Fee of Rivka Ben-Ami');
  });

  test('unsettled are those that are intended, sent or unknown, oldest first', () => {
    const one = journal();
    for (const id of ['d', 'c', 'b', 'a', 'e', 'f']) one.intend(command(id));
    one.sent('c');
    one.settle('b', 'unknown', { failure: { kind: 'throttled' }, trackingId: 'T' });
    one.settle('a', 'accepted');
    one.settle('e', 'notSent');
    expect(one.unsettled().map(({ id, state }) => [id, state])).toEqual([
      ['d', 'intended'],
      ['c', 'sent'],
      ['b', 'unknown'],
      ['f', 'intended'],
    ]);
    expect(one.entry('b')?.settledAt).toBeNull();
    one.settle('b', 'accepted');
    expect(one.entry('b')).toMatchObject({ state: 'accepted', trackingId: 'T', failure: null });
  });

  test('one that was never intended is a fault, not a silence', () => {
    const one = openJournal({ file: ':memory:', seal: createSeal(desk.key), clock: desk.clock });
    expect(one.entry('x')).toBeNull();
    expect(() => one.sent('x')).toThrow(RangeError);
    expect(() => one.settle('x', 'accepted')).toThrow(RangeError);
  });
});

describe('tills', () => {
  test('have what was done at them, or may have been, until it is in a report', () => {
    const one = journal();
    for (const id of ['a', 'b', 'c', 'd']) one.intend(command(id, { till: 't1' }));
    one.intend(command('e', { till: 't2' }));
    one.intend(command('f'));
    one.settle('a', 'accepted');
    one.settle('b', 'refused');
    one.settle('c', 'unknown');
    one.settle('d', 'notSent');
    one.settle('e', 'accepted');
    const at = (till: string) =>
      one.atTill(till).map(({ entry, reportedAt }) => [entry.id, reportedAt !== null]);
    expect(at('t1')).toEqual([
      ['a', false],
      ['c', false],
    ]);
    expect(one.openTills()).toEqual(['t2', 't1']);
    one.closeTills(tillReport(), ['a', 'e']);
    expect(at('t1')).toEqual([
      ['a', true],
      ['c', false],
    ]);
    one.close();
    const again = journal();
    expect(again.openTills()).toEqual(['t1']);
    expect(again.kept('l1', 'till', 5)).toMatchObject([tillReport()]);
    expect(again.atTill('t2')[0]).toMatchObject({
      entry: { id: 'e', state: 'accepted' },
      reportedAt: desk.clock.now().toISOString(),
    });
  });

  test('a report of something that is not there reports nothing', () => {
    const one = openJournal({ file: ':memory:', seal: createSeal(desk.key), clock: desk.clock });
    one.intend(command('a', { till: 't1' }));
    expect(() => one.closeTills(tillReport(), ['a', 'x'])).toThrow(RangeError);
    expect(one.atTill('t1')[0]?.reportedAt).toBeNull();
    expect(one.keptOne('report')).toBeNull();
  });
});

describe('scans and owed steps', () => {
  test('a scan is kept as it last stood, until its session is ended', () => {
    const one = journal();
    one.saveScan(scan('1'));
    one.saveScan(scan('2', { order: 2 }));
    one.saveScan({ ...scan('3'), session: 's2', room: 'receiving' });
    const lent = {
      kind: 'lent',
      title: 'Middlemarch',
      author: '',
      due: '2026-12-15T08:00:00Z',
      loanId: '7',
      barcode: '31234000001014',
      userId: 'rivka',
    } as const;
    one.saveScan(scan('1', { state: 'done', result: lent }));
    const again = journal();
    expect(again.openScans('desk')).toEqual([
      scan('1', { state: 'done', result: lent }),
      scan('2', { order: 2 }),
    ]);
    again.endSession('s1');
    expect(again.openScans('desk')).toEqual([]);
    expect(again.openScans('receiving')).toHaveLength(1);
  });

  test('an owed step stays until it is done, with its last failure', () => {
    const one = journal();
    one.saveStep({ id: 'o', at: '2026-11-02T08:00:00.000Z', library: 'here', data: { pid: '23' } });
    one.updateStep('o', { failure: { kind: 'throttled' } });
    expect(journal().openSteps()).toEqual([
      {
        ...{ id: 'o', at: '2026-11-02T08:00:00.000Z', library: 'here' },
        ...{ data: { pid: '23' }, failure: { kind: 'throttled' } },
      },
    ]);
    journal().updateStep('o', null);
    expect(journal().openSteps()).toEqual([]);
  });

  test('what is over is forgotten in its time; what is not, never', () => {
    const one = journal();
    one.intend(command('open'));
    one.intend(command('done'));
    one.settle('done', 'accepted');
    one.saveScan(scan('1'));
    one.endSession('s1');
    one.saveScan({ ...scan('2'), session: 's2' });
    desk.clock.move(31 * 86_400_000);
    expect(journal().entry('done')).not.toBeNull();
    for (let month = 0; month < 13; month++) {
      desk.clock.move(30 * 86_400_000);
      journal();
    }
    const late = journal();
    expect([late.entry('done'), late.entry('open')?.state, late.openScans('desk').length]).toEqual([
      null,
      'intended',
      1,
    ]);
    late.close();
    desk.close();
    const raw = new DatabaseSync(desk.file);
    expect(raw.prepare('SELECT id FROM scans').all()).toEqual([{ id: '2' }]);
    raw.close();
  });
});

describe('the file', () => {
  test('says nothing in plain about people, and is its user’s only', () => {
    const one = journal();
    one.intend(command('a'));
    one.settle('a', 'refused', {
      failure: {
        kind: 'refused',
        operation: 'users.fees.pay',
        status: 400,
        code: '1',
        message: 'No 31234000777777',
        trackingId: null,
      },
    });
    one.saveScan(scan('1', { result: { kind: 'patron', userId: '31234000777777', name: 'Rivka Ben-Ami' } }));
    one.saveStep({ id: 'o', at: '', library: 'here', data: { barcode: '31234000123456' } });
    const bytes = Buffer.concat(
      fs.readdirSync(desk.folder).map((name) => fs.readFileSync(path.join(desk.folder, name))),
    );
    expect(bytes.includes('users.fees.pay')).toBe(true);
    for (const secret of ['31234000777777', '31234000123456', 'Rivka', 'Ben-Ami', '12.50', 'balance']) {
      expect(bytes.includes(secret), secret).toBe(false);
    }
    for (const name of fs.readdirSync(desk.folder)) {
      expect(fs.statSync(path.join(desk.folder, name)).mode & 0o077, name).toBe(0);
    }
  });

  test('rows whose key is lost are kept, and said, and the rest goes on', () => {
    const one = journal();
    one.intend(command('a'));
    one.saveScan(scan('1'));
    one.close();
    const other = journal({ key: randomBytes(keyBytes) });
    other.intend(command('b'));
    expect(other.unsettled()).toMatchObject([
      { id: 'a', operation: 'users.fees.pay', about: '', payload: null, unreadable: true },
      { id: 'b', about: 'Fee of Rivka Ben-Ami' },
    ]);
    expect(other.openScans('desk')).toEqual([]);
    expect(desk.notices).toEqual([
      { kind: 'unreadable', table: 'entries', id: 'a', why: 'noKey' },
      { kind: 'unreadable', table: 'scans', id: '1', why: 'noKey' },
    ]);
    expect(other.unreadable).toBe(2);
    other.close();
    const again = journal();
    expect(again.entry('a')?.about).toBe('Fee of Rivka Ben-Ami');
    expect(again.openScans('desk')).toEqual([scan('1')]);
  });

  test('what was acknowledged survives a kill', async () => {
    const child = spawn(
      process.execPath,
      [
        fileURLToPath(new URL('./writer.ts', import.meta.url)),
        desk.file,
        Buffer.from(desk.key).toString('hex'),
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let text = '';
    const killed = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString();
      if (text.split('\n').length > 150) child.kill('SIGKILL');
    });
    expect(await killed).toBe('SIGKILL');
    const acknowledged = text.split('\n').slice(0, -1);
    // It was killed once it had said so many; what it said until then came with them.
    expect(acknowledged.length).toBeGreaterThanOrEqual(150);
    const one = journal();
    expect(acknowledged.filter((id) => one.entry(id) === null)).toEqual([]);
    expect(desk.notices.filter(({ kind }) => kind !== 'clock')).toEqual([]);
  });
});
