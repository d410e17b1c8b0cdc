import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSeal } from '../../../src/main/journal/seal.ts';
import { command, Desk, scan, tillReport } from './desk.ts';

let desk: Desk;
beforeEach(() => void (desk = new Desk()));

/** Writes to the file what this version would not. */
function tamper(statement: string, ...values: (string | Uint8Array)[]): void {
  desk.close();
  const raw = new DatabaseSync(desk.file);
  raw.prepare(statement).run(...values);
  raw.close();
}

const sealed = (value: unknown, place: string): Uint8Array => createSeal(desk.key).seal(value, place);

describe('rows are parsed, not believed', () => {
  test('a command of which this version does not know the operation is listed as it is', () => {
    desk.journal().intend(command('a'));
    tamper(`UPDATE entries SET operation = 'users.dance', state = 'unknown'`);
    expect(desk.journal().unsettled()).toMatchObject([
      { id: 'a', operation: 'users.dance', state: 'unknown', about: 'Fee of Rivka Ben-Ami' },
    ]);
  });

  test('a command in a state that no version knows is a question, and not history', () => {
    desk.journal().intend(command('a'));
    tamper(`UPDATE entries SET state = 'halfway', settled_by = 'magic', recheck = 'never'`);
    const one = desk.journal();
    expect(one.unsettled()).toMatchObject([{ id: 'a', state: 'unknown', settledBy: null, recheck: 'due' }]);
    one.settle('a', 'accepted', { by: 'person' });
    expect(desk.journal().entry('a')).toMatchObject({ state: 'accepted', settledBy: 'person' });
  });

  test('a value whose JSON is cut, or that was changed, makes its row unreadable, and is kept', () => {
    desk.journal().intend(command('a'));
    const cut = sealed('x', 'entries/a/payload').subarray(0, 30);
    tamper(`UPDATE entries SET payload = ? WHERE id = 'a'`, cut);
    const one = desk.journal();
    expect(one.unsettled()).toMatchObject([
      { id: 'a', unreadable: true, about: 'Fee of Rivka Ben-Ami', payload: null },
    ]);
    expect(desk.notices).toEqual([{ kind: 'unreadable', table: 'entries', id: 'a', why: 'damaged' }]);
    expect(one.unreadable).toBe(1);
    desk.close();
    const raw = new DatabaseSync(desk.file);
    expect(raw.prepare('SELECT payload FROM entries').get()?.payload).toEqual(Uint8Array.from(cut));
    raw.close();
  });

  test('a failure of a kind that no version knows is none; the command stays what it was', () => {
    const one = desk.journal();
    one.intend(command('a'));
    one.settle('a', 'refused', { failure: { kind: 'throttled' } });
    tamper(`UPDATE entries SET failure = ?`, sealed({ kind: 'exploded' }, 'entries/a/failure'));
    expect(desk.journal().entry('a')).toMatchObject({ state: 'refused', failure: null });
    tamper(
      `UPDATE entries SET failure = ?`,
      sealed({ kind: 'unreachable', why: 'moonless', detail: '' }, 'entries/a/failure'),
    );
    expect(desk.journal().entry('a')?.failure).toBeNull();
  });

  test('a lane that is no text makes the row unreadable, and stops nothing', () => {
    const one = desk.journal();
    one.intend(command('a'));
    one.intend(command('b'));
    tamper(`UPDATE entries SET lane = ? WHERE id = 'a'`, sealed(7, 'entries/a/lane'));
    const again = desk.journal();
    expect(again.unsettled()).toMatchObject([{ id: 'a', unreadable: true, queue: '' }, { id: 'b' }]);
    expect(again.doneIn('patron 31234000777777', 'users.fees.pay')).toEqual([]);
    expect(desk.notices).toEqual([{ kind: 'unreadable', table: 'entries', id: 'a', why: 'damaged' }]);
  });

  test('a scan that makes no sense is in no session, is counted, and stays in the file', () => {
    desk.journal().saveScan(scan('1'));
    tamper(`UPDATE scans SET state = 'halfway'`);
    const one = desk.journal();
    expect(one.openScans('desk')).toEqual([]);
    expect(one.unreadable).toBe(1);
    expect(desk.notices).toEqual([{ kind: 'unreadable', table: 'scans', id: '1', why: 'damaged' }]);
    tamper(`UPDATE scans SET state = 'received'`);
    expect(desk.journal().openScans('desk')).toEqual([scan('1')]);
  });

  test('a scan of the first shape has its text for its code; one of a shape that nobody knows stays in the file', () => {
    desk.journal().saveScan(scan('1', { code: '31234000123457', by: 'itemId' }));
    const entry = desk.journal().openScans('desk')[0];
    expect(entry?.scan).toMatchObject({ code: '31234000123457', by: 'itemId' });
    tamper(`UPDATE scans SET version = 1, code = NULL, code_is = 'barcode'`);
    expect(desk.journal().openScans('desk')).toEqual([scan('1', { code: '31234000123456' })]);
    tamper(`UPDATE scans SET version = 3`);
    const one = desk.journal();
    expect([one.openScans('desk'), one.unreadable]).toEqual([[], 1]);
  });

  test('what came of a scan, where it makes no sense, is not shown', () => {
    desk.journal().saveScan(scan('1', { state: 'done', result: { kind: 'patron', userId: 'r', name: 'R' } }));
    tamper(`UPDATE scans SET result = ?`, sealed({ kind: 'lent', due: 7 }, 'scans/1/result'));
    expect(desk.journal().openScans('desk')).toEqual([scan('1', { state: 'done', result: null })]);
  });

  test('a failure that an owed step ended in, of a kind that no version knows, is none', () => {
    const one = desk.journal();
    one.saveStep({ id: 'o', at: '2026-11-02T08:00:00.000Z', library: 'here', data: { pid: '23' } });
    one.updateStep('o', { failure: { kind: 'throttled' } });
    tamper(`UPDATE owed SET failure = ?`, sealed('boom', 'owed/o/failure'));
    expect(desk.journal().openSteps()).toMatchObject([{ id: 'o', data: { pid: '23' }, failure: null }]);
  });
});

describe('age', () => {
  const day = 86_400_000;
  const there = (...ids: string[]): string[] => {
    const one = desk.journal();
    return ids.filter((id) => one.entry(id));
  };
  const years = (months: number): void => {
    for (let i = 0; i < months; i++) {
      desk.clock.move(30 * day);
      desk.journal();
    }
  };

  test('one start two years ahead deletes nothing', () => {
    const one = desk.journal();
    one.intend(command('a'));
    one.settle('a', 'accepted');
    desk.clock.move(730 * day);
    expect(there('a')).toEqual(['a']);
    expect(desk.notices).toEqual([{ kind: 'clock', clock: 'ahead', newest: '2026-11-02T08:00:00.000Z' }]);
  });

  test('a clock that is before what was written last is told', () => {
    desk.journal().intend(command('a'));
    desk.clock.move(-3_600_000);
    desk.journal();
    expect(desk.notices).toEqual([{ kind: 'clock', clock: 'behind', newest: '2026-11-02T08:00:00.000Z' }]);
  });

  test('nothing that somebody still has to do with is ever deleted by it', () => {
    const one = desk.journal();
    for (const id of ['open', 'over', 'unreported', 'reported', 'silenced', 'late', 'owing', 'scanned']) {
      one.intend(command(id, id.endsWith('reported') ? { till: 't' } : {}));
    }
    one.settle('silenced', 'notSent', { by: 'silence' });
    for (const id of ['over', 'unreported', 'reported', 'scanned']) one.settle(id, 'accepted');
    one.settle('late', 'accepted', { by: 'late' });
    one.closeTills(tillReport(), ['reported']);
    one.saveScan(scan('scanned'));
    years(14);
    const all = ['open', 'over', 'unreported', 'reported', 'silenced', 'late', 'scanned'];
    expect(there(...all)).toEqual(['open', 'unreported', 'silenced', 'late', 'scanned']);
    const later = desk.journal();
    later.rechecked('silenced', null);
    later.acknowledgeLate('late');
    later.closeTills(tillReport(), ['unreported']);
    later.endSession('s1');
    expect(there(...all)).toEqual(['open']);
  });

  test('nothing that was settled while a step is owed is: it may be what the step is about', () => {
    const one = desk.journal();
    one.saveStep({ id: 'o', at: desk.clock.now().toISOString(), library: 'here', data: { receipt: 'a' } });
    one.intend(command('a'));
    one.settle('a', 'accepted');
    years(14);
    expect(there('a')).toEqual(['a']);
    desk.journal().updateStep('o', null);
    expect(there('a')).toEqual([]);
  });
});
