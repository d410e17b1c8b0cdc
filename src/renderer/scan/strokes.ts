import { altCharacter, controlsOf, isPadUnlocked, readingsOf } from './physical.ts';
import { isEmptyBox, onlyMovesCaret, type TextControl } from './text-controls.ts';
import { usualPace, type Stroke } from './wedge.ts';

const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'CapsLock', 'NumLock']);

/** Ctrl with one of these is the system's own work on a text, or of the window's menu: that cannot be done later. */
const doneBySystem = /^[acvxyznpqw]$/i;
/** Ctrl with one of these may be a key of the screen. */
const doneHere = /^(Key[A-Z]|Digit[1-9]|Bracket(Left|Right)|Backslash)$/;

/** What a key is to the wedge. `control`: what it would be typed into. */
export function strokeOf(
  event: KeyboardEvent,
  control: TextControl | null,
  at = event.timeStamp,
  acts = false,
): Stroke {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = event;
  const into = !control ? 'other' : isEmptyBox(control) && key !== 'Dead' ? 'box' : 'field';
  const stroke = { readings: [], at, acts, moves: false, into } as const;
  if (modifiers.has(key) || /^(Shift|Control|Alt)(Left|Right)$/.test(code))
    return { ...stroke, is: 'modifier' };
  const press = { key, code, shiftKey, capsLock: event.getModifierState('CapsLock') };
  const isAltGraph = event.getModifierState('AltGraph');
  if ((altKey || metaKey) && !isAltGraph) return { ...stroke, is: 'other' };
  if (ctrlKey && !isAltGraph) {
    const readings = controlsOf(press);
    if (!readings) return { ...stroke, is: 'other' };
    const letter = /^[a-z]$/i.test(key) ? key : code.replace('Key', '');
    return { ...stroke, is: 'control', readings, acts: doneHere.test(code) && !doneBySystem.test(letter) };
  }
  const ends = /^(Process|Unidentified)$/.test(key) ? code.replace('Numpad', '') : key;
  if (ends === 'Enter' || ends === 'Tab') return { ...stroke, is: 'end', acts: ends === 'Enter' };
  const readings = readingsOf(press);
  if (!readings) return { ...stroke, is: 'other' };
  const moves = isPadUnlocked(press);
  const onlyCaret = control !== null && onlyMovesCaret(control, key);
  return { ...stroke, is: 'text', readings, acts: acts || (moves && !onlyCaret), moves };
}

/**
 * A character that a scanner types as its number on the pad while Alt is held. At the pace of a person's hand it is left
 * to the system.
 */
export class AltCode {
  /** Null once a digit came too late for a scanner. */
  #digits: string | null = '';
  #last = Number.NEGATIVE_INFINITY;

  /** Whether this key is one of its digits, and kept from the system. */
  down(event: KeyboardEvent): boolean {
    const { code, altKey, ctrlKey, metaKey, timeStamp } = event;
    const isInTime = timeStamp - this.#last <= usualPace.gap;
    this.#last = timeStamp;
    if (event.key === 'Alt') this.#digits = '';
    const digit = altKey && !ctrlKey && !metaKey ? /^Numpad(\d)$/.exec(code)?.[1] : undefined;
    if (digit === undefined || this.#digits === null) return false;
    this.#digits = isInTime ? this.#digits + digit : null;
    return isInTime;
  }

  /** The key that types the character, where Alt was let go after its digits. */
  up(event: KeyboardEvent): KeyboardEvent | null {
    if (event.key !== 'Alt') return null;
    const digits = this.#digits ?? '';
    this.#digits = '';
    if (digits === '') return null;
    const key = altCharacter(digits);
    const name = { '\r': 'Enter', '\n': 'Enter', '\t': 'Tab' }[key] ?? key;
    return new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
  }
}
