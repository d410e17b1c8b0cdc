import { describe, expect, test } from 'vitest';
import type { UnclearView } from '../../../src/contract/desk.ts';
import { patronName, unclearWords } from '../../../src/renderer/desk/unclear-words.ts';
import { dateText } from '../../../src/renderer/ui/format.ts';

const entry = (more: Partial<UnclearView> = {}): UnclearView => ({
  ...{
    id: 'u',
    operation: 'users.fees.pay',
    act: 'users.fees.pay',
    at: '2026-11-23T10:00:00.000Z',
    about: 'Fine',
    userId: 'u1',
  },
  ...{
    feeIds: [],
    askPerson: null,
    lastFailure: null,
    seen: 'notAsked',
    until: null,
    elsewhere: null,
    late: null,
    undid: null,
  },
  ...more,
});

const until = '2026-11-23T10:02:30.000Z';
const elsewhere = { mode: 'institution', name: 'Town Library' } as const;

describe('what is said of something unclear', () => {
  test('is that it may have been done twice, once it has turned up late', () => {
    const words = unclearWords(entry({ late: 'happened' }));
    expect(words).toContain('It did happen after all');
    expect(words).toContain('Undo one');
    // Wherever it was, and whoever was to look for it before.
    for (const more of [{ elsewhere }, { askPerson: 'journalKeyLost' }, { seen: 'cannotTell' }] as const)
      expect(unclearWords(entry({ late: 'happened', ...more }))).toBe(words);
  });

  test('is which later change it undid by turning up late, and that it is made again', () => {
    const at = '2026-11-23T10:05:00.000Z';
    expect(unclearWords(entry({ late: 'happened', undid: { id: 'later', at } }))).toBe(
      `It did happen after all, over your change of ${dateText(at, 'moment')}. Check, and make that change again.`,
    );
  });

  test('is that it was refused after all, where it had been taken as done', () => {
    const words = unclearWords(entry({ late: 'refused' }));
    expect(words).toContain('Refused after all: it did not happen');
    expect(unclearWords(entry({ late: 'refused', elsewhere }))).toBe(words);
  });

  test('is at which library it was, where that is another: nothing is looked for here', () => {
    const words = unclearWords(entry({ elsewhere, seen: 'notFound', until }));
    expect(words).toBe('Asked for at Town Library. Connect to it to finish.');
    expect(unclearWords(entry({ elsewhere, askPerson: 'noListOfWorkflowRuns' }))).toBe(words);
  });

  test('is where a person looks, of what Carrel cannot find out', () => {
    const asks = (
      ['noListOfWorkflowRuns', 'noListOfLendingRequests', 'journalKeyLost', 'unknownOperation'] as const
    ).map((askPerson) => unclearWords(entry({ askPerson, seen: 'notFound', until })));
    expect(new Set(asks).size).toBe(4);
    for (const words of asks) {
      expect(words).toMatch(/library system/);
      expect(words).not.toMatch(/Checking until|Still checking/);
    }
  });

  test('is that something like it is there, which a person has to judge', () => {
    const words = unclearWords(entry({ seen: 'cannotTell', until }));
    expect(words).toContain('perhaps from another desk');
    expect(words).not.toContain('hecking until');
  });

  test('is until when it is looked for, to the hour and minute of this place', () => {
    const time = dateText(until, 'time');
    expect(time).toMatch(/\d/);
    const rest = `Checking until ${time}. It can’t be repeated before then.`;
    expect(unclearWords(entry({ seen: 'notFound', until }))).toBe(`Not found yet. ${rest}`);
    expect(unclearWords(entry({ seen: 'notAsked', until }))).toBe(`Not checked yet. ${rest}`);
  });

  test('is that the look goes on, where it has no end yet; and never that it did not happen', () => {
    const rest = 'Still checking. It can’t be repeated yet.';
    expect(unclearWords(entry({ seen: 'notFound' }))).toBe(`Not found yet. ${rest}`);
    expect(unclearWords(entry({ seen: 'notAsked' }))).toBe(`Not checked yet. ${rest}`);
  });
});

describe('the patron of what is unclear', () => {
  test('has the name that the window knows, or else the primary id', () => {
    const known = [null, { userId: 'u1', name: 'Rivka' }];
    expect(patronName('u1', known)).toBe('Rivka');
    expect(patronName('u2', known)).toBe('u2');
    expect(patronName('', [{ userId: '', name: 'Nobody' }])).toBe('');
  });
});
