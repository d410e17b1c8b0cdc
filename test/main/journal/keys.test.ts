import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openJournalFile } from '../../../src/main/journal/file.ts';
import { openJournal, type JournalNotice } from '../../../src/main/journal/journal.ts';
import { createSeal, keyBytes, type Seal } from '../../../src/main/journal/seal.ts';
import { command, Desk } from './desk.ts';

let desk: Desk;
beforeEach(() => void (desk = new Desk()));

/** Opens the desk's journal with a seal of one's own. */
function opened(seal: Seal, notice?: (notice: JournalNotice) => void) {
  desk.close();
  const { file, clock } = desk;
  return openJournal({ file, clock, seal, ...(notice && { notice }) });
}

describe('the keys of a journal', () => {
  test('are noted in place of those before, and the newest is read first', () => {
    const keyIds = (note: readonly string[] = []): readonly string[] => {
      const file = openJournalFile(desk.file, desk.clock.now());
      if (note.length > 0) file.noteKeys(note);
      file.close();
      return file.keyIds;
    };
    keyIds(['older']);
    expect(keyIds(['new', 'old'])).toEqual(['older']);
    expect(keyIds()).toEqual(['new', 'old']);
  });

  test('mark a text as the seal does', () => {
    expect(desk.journal().marks('an API key')).toEqual(createSeal(desk.key).marks('an API key'));
  });

  test('that are back open what was unreadable, and it counts no longer', () => {
    desk.journal().intend(command('a'));
    const seal = createSeal(randomBytes(keyBytes));
    const notices: JournalNotice[] = [];
    const one = opened(seal, (notice) => notices.push(notice));
    expect(one.unsettled()).toMatchObject([{ unreadable: true }]);
    expect([one.unreadable, notices.length]).toEqual([1, 1]);
    seal.add(desk.key);
    one.keyIsBack();
    expect(one.unreadable).toBe(0);
    expect(one.unsettled()).toMatchObject([{ about: 'Fee of Rivka Ben-Ami' }]);
    expect(one.unreadable).toBe(0);
    one.close();
  });
});

test('whoever does not listen is spared the notices, and the journal opens', () => {
  desk.journal().intend(command('a'));
  desk.close();
  fs.writeFileSync(path.join(desk.folder, 'journal.sqlite.aside-20260101T080000Z'), 'x');
  desk.clock.move(-86_400_000);
  const one = opened(createSeal(randomBytes(keyBytes)));
  expect(one.unsettled()).toMatchObject([{ unreadable: true }]);
  expect(one.salvages()).toHaveLength(1);
  one.close();
});

test('a defect in opening a value is no row that cannot be read', () => {
  desk.journal().intend(command('a'));
  const broken = new TypeError('a defect');
  const one = opened({
    ...createSeal(desk.key),
    open: () => {
      throw broken;
    },
  });
  expect(() => one.entry('a')).toThrow(broken);
  expect(one.unreadable).toBe(0);
  one.close();
});

test('a journal in memory is one like any other, and can be closed twice', () => {
  const { clock } = desk;
  const one = openJournal({ file: ':memory:', clock, seal: createSeal(desk.key) });
  one.intend(command('a'));
  expect(one.entry('a')?.state).toBe('intended');
  one.close();
  one.close();
  expect(fs.readdirSync('.').filter((name) => name.includes(':memory:'))).toEqual([]);
});
