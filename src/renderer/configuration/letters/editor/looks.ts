import { syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';

/** Everything of an editor that has a colour or a size, by the variables of `tokens.css`. */
const theme = EditorView.theme({
  '&': { backgroundColor: 'var(--raised)', color: 'var(--ink)', blockSize: '100%', fontSize: 'var(--body)' },
  // Around the whole of it, by its component.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor, .cm-dropCursor': { borderInlineStartColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-tint)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--quiet)' },
  '.cm-gutters': { backgroundColor: 'var(--quiet)', color: 'var(--faint)', borderColor: 'var(--line)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--sunk)',
    borderColor: 'var(--edge)',
    color: 'var(--soft)',
  },
  '&.cm-focused .cm-matchingBracket, .cm-matchingBracket': {
    backgroundColor: 'var(--done-tint)',
    outline: '1px solid var(--done)',
  },
  '&.cm-focused .cm-nonmatchingBracket, .cm-nonmatchingBracket': {
    backgroundColor: 'var(--refused-tint)',
    outline: '1px solid var(--refused)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--attention-tint)', outline: '1px solid var(--attention)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--attention)', color: 'var(--paper)' },
  '.cm-searchMatch-selected *': { color: 'var(--paper)' },
  '.cm-panels': { backgroundColor: 'var(--quiet)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search': { padding: 'var(--s2)', fontFamily: 'var(--text)' },
  '.cm-panel.cm-search label': { fontSize: 'var(--small)', color: 'var(--soft)' },
  '.cm-textfield': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--edge)',
    borderRadius: 'var(--radius)',
    padding: 'var(--s1) var(--s2)',
    fontSize: 'var(--body)',
  },
  '.cm-button, .cm-panel.cm-search [name=close], .cm-dialog-close': {
    backgroundImage: 'none',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--edge)',
    borderRadius: 'var(--radius)',
    padding: 'var(--s1) var(--s2)',
    fontSize: 'var(--body)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--paper)',
    color: 'var(--ink)',
    border: 'var(--border)',
    borderRadius: 'var(--radius)',
    fontFamily: 'var(--text)',
  },
  '.cm-diagnostic-error': { borderInlineStart: '3px solid var(--refused)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--refused)',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker-error': { content: 'none', color: 'var(--refused)' },
  '.cm-lint-marker-error::before': { content: '"✕"', fontSize: 'var(--small)', fontWeight: 'var(--bold)' },
  // A difference is told by a sign as well as by a colour.
  '.cm-changedLine, .cm-insertedLine, &.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--done-tint)' },
  '.cm-deletedChunk, &.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--refused-tint)' },
  '&.cm-merge-b .cm-changedText, .cm-insertedLine .cm-changedText, .cm-changedLine .cm-changedText': {
    background: 'none',
    textDecoration: 'underline 2px var(--done)',
  },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    textDecoration: 'line-through 2px var(--refused)',
  },
  '.cm-changedLine::before': { content: '"+ "', color: 'var(--done)', fontWeight: 'var(--bold)' },
  '&.cm-merge-a .cm-changedLine::before, .cm-deletedChunk .cm-deletedLine::before': {
    content: '"− "',
    color: 'var(--refused)',
    fontWeight: 'var(--bold)',
  },
  '.cm-deletedLine, .cm-deletedLine del': { textDecoration: 'none' },
  '.cm-collapsedLines': {
    background: 'var(--sunk)',
    color: 'var(--soft)',
    fontFamily: 'var(--text)',
    paddingBlock: 'var(--s1)',
  },
  '.xml-tag': { color: 'var(--accent)' },
  '.xml-attribute': { color: 'var(--information)' },
  '.xml-value': { color: 'var(--work)' },
  '.xml-comment': { color: 'var(--faint)', fontStyle: 'italic' },
  '.xml-meta': { color: 'var(--attention)' },
  '.xml-invalid': { textDecoration: 'underline wavy var(--refused)' },
});

/** The kinds of a sign of XML, the most telling first, by the names that the grammar gives them and their parents. */
const kinds = {
  invalid: 'xml-invalid',
  comment: 'xml-comment',
  meta: 'xml-meta',
  typeName: 'xml-tag',
  angleBracket: 'xml-tag',
  propertyName: 'xml-attribute',
  string: 'xml-value',
} as const;

const colours = syntaxHighlighting({
  style(tags) {
    const names = new Set(tags.flatMap(({ set }) => set.map(String)));
    const found = Object.entries(kinds).filter(([name]) => names.has(name));
    return found.length === 0 ? null : (found.map(([, kind]) => kind)[0] ?? null);
  },
});

export const looks = [theme, colours];
