/**
 * An editor of text that is no `input` or `textarea`, as far as scans concern it: characters that were held back go into
 * it, and what a scanner typed into it is taken out.
 */
export interface ScannedEditor {
  insert(text: string): void;
  /** What it says now, to be given back to `restore`. */
  save(): unknown;
  restore(saved: unknown): void;
}

const editors = new WeakMap<EventTarget, ScannedEditor>();

/** Makes an editor known by the element that its keys go to. */
export function addEditor(element: HTMLElement, editor: ScannedEditor): void {
  editors.set(element, editor);
}

export const editorAt = (target: EventTarget | null): ScannedEditor | null =>
  (target && editors.get(target)) ?? null;
