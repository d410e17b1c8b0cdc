import { editorAt, type ScannedEditor } from './editors.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;
/** What text is typed into. */
export type TextControl = Field | ScannedEditor;

/** Kinds of input whose value is typed character by character. */
const textTypes = new Set(['text', 'search', 'password', 'email', 'url', 'tel', 'number']);

/** The control that keys at this target are typed into; null where they are no text. */
export function textControl(target: EventTarget | null): TextControl | null {
  if (target instanceof HTMLTextAreaElement) return target;
  if (target instanceof HTMLInputElement) return textTypes.has(target.type) ? target : null;
  return editorAt(target);
}

const isField = (control: TextControl): control is Field => control instanceof HTMLElement;

export const isPassword = (control: TextControl | null): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === 'password';

/** Whether it is the scan box, and nothing in it. */
export const isEmptyBox = (control: TextControl): boolean =>
  isField(control) && 'scanBox' in control.dataset && control.value === '';

/** Whether this key only moves the caret there: in a grid, or from a line, it may move more. */
export function onlyMovesCaret(control: TextControl, key: string): boolean {
  if (!isField(control)) return key !== 'Delete';
  if (control.closest('[role="grid"]')) return false;
  if (control instanceof HTMLTextAreaElement) return key !== 'Delete';
  return /^(Home|End|ArrowLeft|ArrowRight)$/.test(key);
}

export const valueOf = (control: TextControl): unknown => (isField(control) ? control.value : control.save());

/** Gives a control its earlier value, as if that had been typed, so that bindings are updated. */
export function restore(control: TextControl, value: unknown): void {
  if (valueOf(control) === value) return;
  if (!isField(control)) {
    control.restore(value);
    return;
  }
  control.value = String(value);
  control.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Types a text into a control, where its caret is. */
export function insert(control: TextControl, text: string): void {
  if (!isField(control)) {
    control.insert(text);
    return;
  }
  control.setRangeText(text, control.selectionStart ?? 0, control.selectionEnd ?? 0, 'end');
  control.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
}

/**
 * Gives a control its earlier value while an input method composes in it. The composition ends where the focus leaves;
 * what was on its way from the input method arrives a moment later, and is taken out too.
 */
export function restoreComposed(control: TextControl, value: unknown, target: EventTarget | null): void {
  const again = (): void => restore(control, value);
  again();
  if (!(target instanceof HTMLElement)) return;
  target.addEventListener('input', again);
  target.addEventListener('compositionend', again);
  target.blur();
  target.focus();
  setTimeout(() => {
    target.removeEventListener('input', again);
    target.removeEventListener('compositionend', again);
  }, 50);
}
