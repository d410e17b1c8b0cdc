import { describe, expect, test } from 'vitest';
import type { JournalView } from '../../../src/contract/journal.ts';
import { closedWords, noteWords } from '../../../src/renderer/journal/journal-words.ts';

const loss = {
  keptAs: 'journal.sqlite.aside-20261102T080000Z',
  at: '2026-11-02T08:00:00.000Z',
  cause: 'damaged',
} as const;

describe('a window that cannot be worked at', () => {
  test('says which version wrote the journal, and offers nothing to press', () => {
    const words = closedWords({ state: 'newer', writtenBy: '0.9.0' }, '0.1.0');
    expect(words.what[0]).toContain('0.9.0');
    expect(words.what[0]).toContain('0.1.0');
    expect(words.act).toBeNull();
    expect(closedWords({ state: 'newer', writtenBy: null }, '0.1.0').what[0]).toContain('newer version');
  });

  test.each([
    [{ saved: 200, lost: 12 }, ['200 entries saved', 'At most 12 entries lost']],
    [{ saved: 1, lost: 1 }, ['1 entry saved', 'At most 1 entry lost']],
    [{ saved: 200, lost: 0 }, ['200 entries saved', 'Nothing lost']],
    [{ saved: 0, lost: null }, ['Nothing saved', 'Entries lost: unknown']],
  ])('counts what was saved and what was lost: %o', (counts, [saved, lost]) => {
    const words = closedWords({ state: 'salvaged', losses: [{ ...loss, ...counts }] }, '');
    expect(words.losses).toMatchObject([{ saved, lost }]);
    expect(words.losses[0]?.kept).toContain(loss.keptAs);
    expect(words.act).toBe('acknowledge');
  });

  test.each(['readOnly', 'full', 'other'] as const)('says why it cannot be opened: %s', (why) => {
    const words = closedWords({ state: 'notOpened', why }, '');
    expect(words.what).toHaveLength(2);
    expect(words.act).toBe('tryAgain');
  });

  test('that the keychain asks says what to answer, and how to go on without', () => {
    const words = closedWords({ state: 'waiting' }, '');
    expect([words.what.length, words.act]).toEqual([2, 'goOnWithout']);
  });

  test('that another Carrel has the journal can be tried again', () => {
    expect(closedWords({ state: 'inUse' }, '').act).toBe('tryAgain');
  });
});

describe('beside the work', () => {
  const open = { state: 'open', keys: 'all', unreadable: 0, clock: null } as const satisfies JournalView;

  test('nothing is said where all is well, or nothing is hidden by a key that is away', () => {
    expect([null, open, { ...open, keys: 'locked' } as const].map(noteWords)).toEqual([null, null, null]);
  });

  test('a locked keychain, a key that is gone and a damaged row are told apart', () => {
    const words = (['locked', 'absent', 'wrong', 'all'] as const).map(
      (keys) => noteWords({ ...open, keys, unreadable: 3 })?.what,
    );
    expect(words[0]).toContain('is locked');
    expect(words[1]).toContain('no longer in the keychain');
    expect(words[2]).toBe(words[1]);
    expect(words[3]).toContain('are damaged');
    for (const what of words) expect(what).toContain('3 journal entries');
  });

  test('a clock that cannot be right', () => {
    const newest = '2026-11-02T08:00:00.000Z';
    const messages = (['behind', 'ahead'] as const).map(
      (is) => noteWords({ ...open, clock: { is, newest } })?.what,
    );
    expect(new Set(messages).size).toBe(2);
    for (const what of messages) expect(what).toContain('2026');
  });
});
