import { beforeEach, describe, expect, test } from 'vitest';
import { openJournalFile } from '../../../src/main/journal/file.ts';
import { openJournal, type OpenJournal } from '../../../src/main/journal/journal.ts';
import { createSeal } from '../../../src/main/journal/seal.ts';
import { failureOf } from '../../../src/main/failure.ts';
import { quietLog } from '../support/ports.ts';
import { command, Desk, scan, tillReport } from './desk.ts';

let desk: Desk;
beforeEach(() => void (desk = new Desk()));

/** A journal on a disk that takes no further page until there is room again. */
function onDisk(): { journal: OpenJournal; fill: () => void; makeRoom: () => void } {
  const file = openJournalFile(desk.file, desk.clock.now());
  const limit = (pages: string): void => {
    file.db.prepare(`PRAGMA max_page_count = ${pages}`).get();
  };
  const { clock, key } = desk;
  return {
    journal: openJournal({ file, clock, seal: createSeal(key) }),
    fill: () => limit('1'), // as many as there are
    makeRoom: () => limit('1000000'),
  };
}

const thrownBy = (act: () => void): unknown => {
  try {
    act();
    return null;
  } catch (error) {
    return error;
  }
};

const isFull = { kind: 'journal', why: 'full' };
const body = 'x'.repeat(9000);

describe('a disk that is full', () => {
  test.each([0, 100])(
    'after %i commands: the next is refused before it leaves, and nothing is lost',
    (before) => {
      const { journal, fill, makeRoom } = onDisk();
      for (let i = 0; i < before; i++) journal.intend(command(`c${i}`));
      fill();
      const error = thrownBy(() => journal.intend(command('late', { payload: { body } })));
      expect(failureOf(error, quietLog())).toEqual(isFull);
      const scanned = thrownBy(() => journal.saveScan(scan('s', { text: body })));
      expect(failureOf(scanned, quietLog())).toEqual(isFull);
      expect(journal.entry('late')).toBeNull();
      makeRoom();
      journal.intend(command('late', { payload: { body } }));
      journal.close();
      expect(desk.journal().unsettled()).toHaveLength(before + 1);
      expect(desk.notices).toEqual([]);
    },
  );

  test('after the answer: the command stays as it had left, and is settled once there is room', () => {
    const { journal, fill, makeRoom } = onDisk();
    journal.intend(command('a'));
    journal.sent('a');
    fill();
    const failure = { kind: 'unreachable', why: 'network', detail: body } as const;
    const error = thrownBy(() => journal.settle('a', 'unknown', { failure }));
    expect(failureOf(error, quietLog())).toEqual(isFull);
    expect(journal.entry('a')?.state).toBe('sent');
    makeRoom();
    journal.settle('a', 'accepted');
    journal.close();
    expect(desk.journal().entry('a')?.state).toBe('accepted');
  });

  test('a report of a till is made whole, or not at all', () => {
    const { journal, fill, makeRoom } = onDisk();
    for (const id of ['a', 'b']) {
      journal.intend(command(id, { till: 't' }));
      journal.settle(id, 'accepted');
    }
    fill();
    thrownBy(() => journal.intend(command('c', { payload: { body } })));
    makeRoom();
    journal.closeTills(tillReport(), ['a', 'b']);
    expect(journal.atTill('t').every(({ reportedAt }) => reportedAt !== null)).toBe(true);
    journal.close();
  });
});
