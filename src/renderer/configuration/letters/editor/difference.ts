import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { lineEndOf } from './edited-text.svelte.ts';
import { useConstructedStyles } from './style-root.ts';
import { common } from './xml-editor.ts';

/** How far two texts are compared: of very different ones it is told that they are. */
const diffConfig = { scanLimit: 1000, timeout: 1000 };
const collapseUnchanged = { margin: 3, minSize: 6 };

/** Only to be read: it can have the focus, so that the arrows scroll it. */
const readOnly = (label: string, text: string): Extension[] => [
  ...common(),
  EditorState.lineSeparator.of(lineEndOf(text)),
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
];

interface Sides {
  readonly parent: HTMLElement;
  readonly before: string;
  readonly after: string;
}

/** The difference between two texts, line by line in one column. Answers what ends it. */
export function showDifference({ parent, before, after }: Sides, label: string): () => void {
  useConstructedStyles();
  const view = new EditorView({
    parent,
    doc: after,
    extensions: [
      readOnly(label, after),
      unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged, diffConfig }),
    ],
  });
  return () => view.destroy();
}

/** Two texts beside each other. Answers what ends it. */
export function showBeside(
  { parent, before, after }: Sides,
  labels: { readonly before: string; readonly after: string },
): () => void {
  useConstructedStyles();
  const view = new MergeView({
    parent,
    a: { doc: before, extensions: readOnly(labels.before, before) },
    b: { doc: after, extensions: readOnly(labels.after, after) },
    collapseUnchanged,
    diffConfig,
  });
  return () => view.destroy();
}
