import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { pasted } from '../../../../src/renderer/configuration/letters/editor/xml-editor.ts';

test.each(['\n', '\r\n'])('what is pasted into a text with the line ends %j has them too', (lineEnd) => {
  const state = EditorState.create({ extensions: [EditorState.lineSeparator.of(lineEnd), pasted] });
  const filtered = (text: string): string =>
    state.facet(EditorView.clipboardInputFilter).reduce((now, filter) => filter(now, state), text);
  expect(filtered('a\nb\r\nc\rd')).toBe(['a', 'b', 'c', 'd'].join(lineEnd));
  expect(state.toText(filtered('a\nb\r\nc')).lines).toBe(3);
});
