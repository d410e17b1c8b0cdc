import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openJournal } from '../../../src/main/journal/journal.ts';
import { createSeal } from '../../../src/main/journal/seal.ts';
import type { Journal } from '../../../src/main/journal/port.ts';
import { another, Libraries, type LibraryIdentity } from '../../../src/main/station/libraries.ts';
import { heldClock } from '../support/ports.ts';

let journal: Journal;
let libraries: Libraries;
beforeEach(() => {
  journal = openJournal({ file: ':memory:', seal: createSeal(randomBytes(32)), clock: heldClock() });
  libraries = new Libraries(journal);
});

const main: LibraryIdentity = {
  address: 'https://library.example',
  root: 'svcws',
  code: 'MAIN-U',
  name: 'Main University',
  key: 'the-first-key',
};

/** The library that it is taken for without a question. */
function known(match: Partial<LibraryIdentity> = {}, answer: string | null = null, last?: string): string {
  const found = libraries.institution({ ...main, ...match }, answer, last);
  if ('possible' in found) throw new Error('a person is asked');
  return found.library.id;
}

/** Those of which a person is asked. */
function requestOf(match: Partial<LibraryIdentity>, last?: string): readonly string[] {
  const found = libraries.institution({ ...main, ...match }, null, last);
  if ('library' in found) throw new Error('nobody is asked');
  return found.possible.map(({ id }) => id);
}

describe('an institution’s library', () => {
  test('is the same at the same address, with the same key and code', () => {
    const first = known();
    expect(known()).toBe(first);
    expect(libraries.get(first)).toMatchObject({ mode: 'institution', name: 'Main University' });
  });

  test('has the name of its address where it gives none, until it gives one, and keeps that', () => {
    const id = known({ name: '', code: '' });
    expect(libraries.get(id)?.name).toBe('library.example');
    known();
    known({ name: '', code: '' });
    expect(libraries.get(id)?.name).toBe('Main University');
  });

  test.each([
    ['another key at the same address', { key: 'the-second-key' }],
    ['the same code at another address', { address: 'https://sandbox.example', key: 'the-second-key' }],
    ['the same code and key under another root', { root: 'almaws' }],
    ['another code behind the same key', { code: 'OTHER-U' }],
  ])('with %s asks a person once, who may say that it is the same', (_, change) => {
    const first = known();
    expect(requestOf(change)).toEqual([first]);
    expect(journal.libraries()).toHaveLength(1);
    expect(known(change, first)).toBe(first);
    expect(known(change)).toBe(first);
    expect(known()).toBe(first);
  });

  test.each([
    ['another key at the same address', { key: 'the-second-key' }],
    ['the same code at another address', { address: 'https://sandbox.example', key: 'the-second-key' }],
    ['another code behind the same key', { code: 'OTHER-U' }],
  ])('with %s may be another, and is that from then on', (_, change) => {
    const first = known();
    const second = known(change, another);
    expect(second).not.toBe(first);
    expect(known(change)).toBe(second);
    expect(known()).toBe(first);
  });

  test('of another code at another address is another without a question', () => {
    const first = known();
    const second = known({ address: 'https://other.example', code: 'OTHER-U', key: 'the-second-key' });
    expect(second).not.toBe(first);
  });

  test('whose code cannot be read is the one of that key at that address', () => {
    const first = known();
    expect(known({ code: '' })).toBe(first);
    // Nor does the unreadable code make another code the same.
    expect(requestOf({ code: 'OTHER-U' })).toEqual([first]);
  });

  test('whose code is read for the first time is still the same', () => {
    const first = known({ code: '' });
    expect(known()).toBe(first);
    expect(requestOf({ code: 'OTHER-U' })).toEqual([first]);
  });

  test('without a code is the one that it was last, where two have that key', () => {
    const first = known();
    const second = known({ code: 'OTHER-U' }, another);
    expect(known({ code: '' }, null, second)).toBe(second);
    expect(known({ code: '' }, null, first)).toBe(first);
    expect(requestOf({ code: '' })).toEqual([first, second]);
  });

  test('an answer that names none of those known is no answer', () => {
    const first = known();
    const found = libraries.institution({ ...main, key: 'the-second-key' }, 'no-such-library');
    expect(found).toMatchObject({ possible: [{ id: first }] });
  });

  test('of before the knowledge of libraries is asked about once', () => {
    const before = { id: 'before-institution', mode: 'institution', name: '', marks: [] } as const;
    const stored = journal.libraries.bind(journal);
    // As the journal's own schema notes it: it says nothing of where it is.
    journal.libraries = () => {
      const all = stored();
      const marks = all.find(({ id }) => id === before.id)?.marks ?? [];
      return [{ ...before, marks }, ...all.filter(({ id }) => id !== before.id)];
    };
    expect(requestOf({})).toEqual(['before-institution']);
    expect(known({}, 'before-institution')).toBe('before-institution');
    expect(known()).toBe('before-institution');
    // By now it is known where those are from.
    expect(known({ address: 'https://other.example', code: 'OTHER-U' })).not.toBe('before-institution');
  });
});

describe('a practice library', () => {
  test('is told by its own id, and never asked about', () => {
    const first = libraries.practice('one');
    const second = libraries.practice('two');
    expect(second.id).not.toBe(first.id);
    expect(libraries.practice('one').id).toBe(first.id);
    expect(first.mode).toBe('practice');
  });

  test('is none that an institution’s may be', () => {
    libraries.practice('one');
    expect(journal.libraries()).toHaveLength(1);
    known();
    expect(journal.libraries()).toHaveLength(2);
  });
});
