import { describe, expect, test } from 'vitest';
import { elsewhereWords, libraryName } from '../../../src/renderer/station/library-name.ts';

describe('a library that this station has known', () => {
  test('is called by its own name', () => {
    expect(libraryName({ mode: 'institution', name: 'Town Library' })).toBe('Town Library');
  });

  test('is the one before, where it has no name; and a practice library says that it is one', () => {
    expect(libraryName({ mode: 'institution', name: '' })).toBe('the library connected before');
    for (const name of ['', 'Town Library'])
      expect(libraryName({ mode: 'practice', name })).toBe('the practice library');
  });

  test('is to be connected to for what was begun there', () => {
    expect(elsewhereWords({ mode: 'institution', name: '' })).toBe(
      'Asked for at the library connected before. Connect to it to finish.',
    );
    expect(elsewhereWords({ mode: 'practice', name: 'Practice' })).toBe(
      'Asked for at the practice library. Connect to it to finish.',
    );
  });
});
