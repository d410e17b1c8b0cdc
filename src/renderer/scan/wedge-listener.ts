import { noteKey } from './until-no-scan.ts';
import { onUsKeyboard } from './physical.ts';
import { Wedge, type Burst, type Stroke } from './wedge.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Kinds of input whose value is typed character by character. */
const textTypes = new Set(['text', 'search', 'password', 'email', 'url', 'tel', 'number']);

function textControl(target: EventTarget | null): TextControl | null {
  if (target instanceof HTMLTextAreaElement) return target;
  return target instanceof HTMLInputElement && textTypes.has(target.type) ? target : null;
}

function placeOf(control: TextControl | null): Stroke['into'] {
  if (!control) return 'other';
  return 'scanBox' in control.dataset && control.value === '' ? 'box' : 'field';
}

/** Sets a value as if it had been typed, so that bindings are updated. */
function setValue(control: TextControl, value: string): void {
  control.value = value;
  control.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function insert(control: TextControl, text: string): void {
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
  let before = '';
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
      if (control && control.value !== before) setValue(control, before);
      onScan(verdict);
      return;
    }
    release(verdict.release);
    if (verdict.do !== 'swallow' && wedge.starting) {
      control = target;
      before = target?.value ?? '';
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
