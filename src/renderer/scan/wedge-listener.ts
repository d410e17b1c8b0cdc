import { editorAt, type ScannedEditor } from './editors.ts';
import { noteKey } from './until-no-scan.ts';
import { onUsKeyboard } from './physical.ts';
import { Wedge, type Burst, type Stroke } from './wedge.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;
/** What text is typed into. */
type TextControl = Field | ScannedEditor;

/** Kinds of input whose value is typed character by character. */
const textTypes = new Set(['text', 'search', 'password', 'email', 'url', 'tel', 'number']);

function textControl(target: EventTarget | null): TextControl | null {
  if (target instanceof HTMLTextAreaElement) return target;
  if (target instanceof HTMLInputElement) return textTypes.has(target.type) ? target : null;
  return editorAt(target);
}

const isField = (control: TextControl): control is Field => control instanceof HTMLElement;

function placeOf(control: TextControl | null): Stroke['into'] {
  if (!control) return 'other';
  if (!isField(control)) return 'field';
  return 'scanBox' in control.dataset && control.value === '' ? 'box' : 'field';
}

const valueOf = (control: TextControl): unknown => (isField(control) ? control.value : control.save());

/** Gives a control its earlier value, as if that had been typed, so that bindings are updated. */
function restore(control: TextControl, value: unknown): void {
  if (valueOf(control) === value) return;
  if (!isField(control)) {
    control.restore(value);
    return;
  }
  control.value = String(value);
  control.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function insert(control: TextControl, text: string): void {
  if (!isField(control)) {
    control.insert(text);
    return;
  }
  control.setRangeText(text, control.selectionStart ?? 0, control.selectionEnd ?? 0, 'end');
  control.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
}

/**
 * Listens to all keys of the window before anything else does. A scan goes to `onScan`, wherever the focus is: it presses
 * no button, and the field with the focus gets its previous value back. Keys of a burst are not drawn in the scan box
 * either, because that would cost more time than the scan itself. Answers the function that stops listening.
 */
export function listenForScans(onScan: (burst: Burst) => void): () => void {
  const wedge = new Wedge();
  let control: TextControl | null = null;
  let before: unknown = '';
  /** The field for the held characters: the focus may have moved since the burst began. */
  let heldTarget: TextControl | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let swallowKeyUp = '';

  const release = (text: string): void => {
    if (text !== '' && heldTarget) insert(heldTarget, text);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    noteKey(event.timeStamp);
    if (event.isComposing || event.repeat) return;
    const target = textControl(event.target);
    const chord = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
    const capsLock = event.getModifierState('CapsLock');
    const us = onUsKeyboard({ key: event.key, code: event.code, shiftKey: event.shiftKey, capsLock });
    const verdict = wedge.stroke({ key: event.key, us, at: event.timeStamp, chord, into: placeOf(target) });
    clearTimeout(timer);
    if (verdict.do === 'scan') {
      stop(event);
      if (control) restore(control, before);
      // A scan is written down; a key or a password never is: what a scanner types there goes nowhere.
      if (control instanceof HTMLInputElement && control.type === 'password')
        control.dispatchEvent(new Event('scanrefused'));
      else onScan(verdict);
      return;
    }
    release(verdict.release);
    if (verdict.do !== 'swallow' && wedge.starting) {
      control = target;
      before = target ? valueOf(target) : '';
    }
    if (verdict.do === 'hold') heldTarget = target;
    if (verdict.do === 'hold' || verdict.do === 'swallow') stop(event);
    const deadline = wedge.deadline;
    if (deadline !== null) {
      timer = setTimeout(() => release(wedge.expire()), Math.max(0, deadline - performance.now()) + 1);
    }
  };

  const stop = (event: KeyboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    swallowKeyUp = event.code;
  };

  // The keyup of Space presses a button, so the keyup of a swallowed key is swallowed too.
  const onKeyUp = (event: KeyboardEvent): void => {
    if (swallowKeyUp === '' || event.code !== swallowKeyUp) return;
    swallowKeyUp = '';
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('keyup', onKeyUp, true);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKeyDown, true);
    window.removeEventListener('keyup', onKeyUp, true);
  };
}
