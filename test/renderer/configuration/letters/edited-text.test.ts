import { EditorState } from '@codemirror/state';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EditedText,
  lineEndOf,
} from '../../../../src/renderer/configuration/letters/editor/edited-text.svelte.ts';

const make = (doc: string, lineEnd: '\n' | '\r\n'): EditorState =>
  EditorState.create({ doc, extensions: EditorState.lineSeparator.of(lineEnd) });

const texts = fc
  .array(fc.oneof(fc.string(), fc.constantFrom('\n', '\r\n', '\r', '', '<a>')), { maxLength: 12 })
  .map((parts) => parts.join(''));

describe('an edited text', () => {
  test('goes through an editor to the last sign, whatever its lines end with', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const edited = new EditedText(text);
        edited.stateFor(make);
        expect(edited.text).toBe(text);
        expect(edited.isChanged).toBe(false);
      }),
    );
    expect([lineEndOf('a'), lineEndOf('a\nb'), lineEndOf('a\r\nb\r\n'), lineEndOf('a\r\nb\n')]).toEqual([
      ...['\n', '\n', '\r\n', '\n'],
    ]);
  });

  test('typed into it keeps its ends, and is unchanged once that is taken back', () => {
    const edited = new EditedText('a\r\nb\r\n');
    const state = edited.stateFor(make);
    const typed = state.update({ changes: { from: 1, insert: state.toText('x\ny') } }).state;
    edited.follow(typed, true);
    expect(edited.isChanged).toBe(true);
    expect(edited.stateFor(make)).toBe(typed);
    edited.follow(
      typed.update({ changes: { from: 0, to: typed.doc.length, insert: state.doc } }).state,
      true,
    );
    expect(edited.isChanged).toBe(false);
    expect(edited.text).toBe('a\r\nb\r\n');
  });

  test('is replaced and compared with another, opened or not', () => {
    for (const isOpened of [true, false]) {
      const edited = new EditedText('a\nb');
      if (isOpened) edited.stateFor(make);
      edited.replace('c\nd');
      expect([edited.text, edited.isChanged, edited.length]).toEqual(['c\nd', true, 3]);
      edited.rebase('c\nd');
      expect([edited.isChanged, edited.original]).toEqual([false, 'c\nd']);
      edited.replace('c\nd');
      expect(edited.changes).toBe(1);
    }
  });
});
