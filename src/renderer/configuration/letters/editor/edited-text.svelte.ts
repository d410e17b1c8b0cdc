import type { EditorState, Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/**
 * How lines end in a text: so an editor takes it apart and puts it together without changing one. A text that has both
 * ends keeps its carriage returns as signs of its lines.
 */
export function lineEndOf(text: string): '\n' | '\r\n' {
  const all = text.split('\n').length - 1;
  return all > 0 && text.split('\r\n').length - 1 === all ? '\r\n' : '\n';
}

/**
 * A text that is edited in an editor which comes and goes: the text, where the cursor is and what can be undone stay. As
 * long as no editor was opened it is a plain text; of a megabyte nothing is copied with each key.
 */
export class EditedText {
  isChanged = $state(false);
  /** Counts the changes: who follows it hears of each. */
  changes = $state(0);
  #original: string;
  #text: string;
  #state: EditorState | null = null;
  #before: Text | null = null;
  #view: EditorView | null = null;

  constructor(original: string) {
    this.#original = original;
    this.#text = original;
  }

  /** What it is compared with. */
  get original(): string {
    return this.#original;
  }

  get text(): string {
    return this.#state ? this.#state.sliceDoc() : this.#text;
  }

  get length(): number {
    return this.#state ? this.#state.doc.length : this.#text.length;
  }

  /** The state for an editor that opens: the one that was left, or a new one. */
  stateFor(make: (text: string, lineEnd: '\n' | '\r\n') => EditorState): EditorState {
    this.#state ??= make(this.#text, lineEndOf(this.#original || this.#text));
    this.#before ??= this.#state.toText(this.#original);
    return this.#state;
  }

  /** An editor shows it until the function it answers is called. */
  shownIn(view: EditorView): () => void {
    this.#view = view;
    return () => {
      if (this.#view === view) this.#view = null;
    };
  }

  /** The editor has another state; its text may be another. */
  follow(state: EditorState, isOtherText: boolean): void {
    this.#state = state;
    if (!isOtherText) return;
    this.changes += 1;
    this.isChanged = this.#before === null || !state.doc.eq(this.#before);
  }

  /** Replaces the text, as one step that can be undone. */
  replace(text: string): void {
    if (text === this.text) return;
    if (this.#state) {
      const change = { changes: { from: 0, to: this.#state.doc.length, insert: this.#state.toText(text) } };
      if (this.#view) this.#view.dispatch(change);
      else this.follow(this.#state.update(change).state, true);
      return;
    }
    this.#text = text;
    this.changes += 1;
    this.isChanged = text !== this.#original;
  }

  /** From now on it is compared with this text. */
  rebase(original: string): void {
    this.#original = original;
    this.#before = this.#state?.toText(original) ?? null;
    this.isChanged = this.text !== original;
  }
}
