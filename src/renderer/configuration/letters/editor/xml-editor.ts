import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { xml } from '@codemirror/lang-xml';
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { forceLinting, lintGutter, linter, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { XmlFault } from '../../../../contract/configuration-letters.ts';
import { addEditor } from '../../../scan/editors.ts';
import type { EditedText } from './edited-text.svelte.ts';
import { looks } from './looks.ts';
import { phrases } from './phrases.ts';
import { useConstructedStyles } from './style-root.ts';

/** Milliseconds without a key, after which the text is checked. */
const checkAfter = 600;
/** Milliseconds in which Tab leaves the editor after Esc; any other key ends it sooner. */
const leaveWithin = 10_000;

export interface XmlEditorOptions {
  readonly parent: HTMLElement;
  readonly edited: EditedText;
  readonly label: string;
  /** The id of what says how it is left. */
  readonly describedBy: string;
  /** Where it is no XML; null where it is. Without it nothing is checked. */
  readonly check?: (text: string) => Promise<XmlFault | null>;
  readonly words?: (fault: XmlFault) => string;
}

/** What every editor and every difference here has. */
export const common = (): Extension[] => [
  xml(),
  lineNumbers(),
  highlightSpecialChars(),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ spellcheck: 'false', dir: 'ltr' }),
  looks,
  phrases(),
];

/**
 * What is pasted has the line ends of the text it goes into: an editor that keeps these knows no others, and would put
 * all that is pasted into one line.
 */
export const pasted: Extension = EditorView.clipboardInputFilter.of((text, { lineBreak }) =>
  text.replaceAll(/\r\n?|\n/g, lineBreak),
);

/** Where a fault is in a text that an editor has taken apart. */
export function offsetOf(doc: Text, { line, column }: Pick<XmlFault, 'line' | 'column'>): number {
  const { from, to } = doc.line(Math.max(1, Math.min(line, doc.lines)));
  return Math.min(to, from + column - 1);
}

function marks(doc: Text, fault: XmlFault, message: string): readonly Diagnostic[] {
  const at = offsetOf(doc, fault);
  const { from, to } = doc.lineAt(at);
  const start = at === to ? Math.max(from, at - 1) : at;
  return [{ from: start, to: Math.max(start, Math.min(to, start + 1)), severity: 'error', message }];
}

function extensions({ edited, label, describedBy, check, words }: XmlEditorOptions): Extension[] {
  return [
    ...common(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    drawSelection(),
    history(),
    codeFolding(),
    foldGutter(),
    indentOnInput(),
    bracketMatching(),
    highlightSelectionMatches(),
    search({ top: true }),
    check && words
      ? [
          lintGutter(),
          linter(
            async ({ state }) => {
              const fault = await check(state.sliceDoc());
              return fault ? marks(state.doc, fault, words(fault)) : [];
            },
            { delay: checkAfter },
          ),
        ]
      : [],
    keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, indentWithTab]),
    // Last: where nothing else is done with Esc, Tab leaves the editor, and a second Esc goes on to the room.
    keymap.of([
      {
        key: 'Escape',
        run(view) {
          if (leaving.has(view)) return false;
          leaving.add(view);
          view.setTabFocusMode(leaveWithin);
          return true;
        },
      },
    ]),
    typing,
    pasted,
    EditorView.domEventHandlers({
      keydown(event, view) {
        if (event.key !== 'Escape') leaving.delete(view);
      },
      blur: (_, view) => void leaving.delete(view),
    }),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy, tabindex: '0' }),
    EditorView.updateListener.of(({ state, docChanged }) => edited.follow(state, docChanged)),
  ];
}

/** The editors that were left half: Esc was pressed, and nothing since. */
const leaving = new WeakSet<EditorView>();

/**
 * Puts a text where the cursor is, as if it had been typed: what closes tags hears of it.
 */
function type(view: EditorView, text: string): void {
  const { state } = view;
  const { from, to } = state.selection.main;
  const insert = () =>
    state.update(state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
  const isHandled = state
    .facet(EditorView.inputHandler)
    .some((handle) => handle(view, from, to, text, insert));
  if (!isHandled) view.dispatch(insert());
}

/**
 * Typed characters go into the text and not into the page: the browser would put them there in elements with styles of
 * their own, which the page's policy refuses. What is composed of several keys is left to the browser.
 */
const typing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || data === null || isComposing || view.composing) return false;
    if (view.state.readOnly) return false;
    event.preventDefault();
    type(view, data);
    return true;
  },
});

/** Opens an editor of XML on a text. */
export function openXmlEditor(options: XmlEditorOptions): EditorView {
  useConstructedStyles();
  const { parent, edited } = options;
  const state = edited.stateFor((text, lineEnd) =>
    EditorState.create({
      doc: text,
      extensions: [EditorState.lineSeparator.of(lineEnd), extensions(options)],
    }),
  );
  const view = new EditorView({ state, parent });
  addEditor(view.contentDOM, {
    insert: (text) => type(view, text),
    save: () => view.state,
    restore(saved) {
      if (!(saved instanceof EditorState)) return;
      view.setState(saved);
      edited.follow(saved, true);
    },
  });
  forceLinting(view);
  return view;
}

/** Puts the cursor where a fault is. */
export function goTo(view: EditorView, fault: XmlFault): void {
  const at = offsetOf(view.state.doc, fault);
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
  view.focus();
}
