import { describe, expect, it } from 'vitest';
import { onUsKeyboard } from '../../../src/renderer/scan/physical.ts';

const key = (code: string, typed: string, shiftKey = false, capsLock = false): string =>
  onUsKeyboard({ key: typed, code, shiftKey, capsLock });

describe('a key by its place', () => {
  it.each([
    ['Digit1', '&', '1'],
    ['Digit2', 'é', '2'],
    ['Numpad7', '7', '7'],
    ['KeyQ', 'a', 'q'],
    ['Minus', 'ß', '-'],
    ['Quote', 'Dead', "'"],
    ['Slash', '-', '/'],
    ['Space', ' ', ' '],
    ['IntlBackslash', '<', '<'],
    ['', 'x', 'x'],
    ['', 'Dead', ''],
  ])('%s, which types %s here, is %s there', (code, typed, there) => {
    expect(key(code, typed)).toBe(there);
  });

  it('is shifted as there, and its letters follow Caps Lock', () => {
    expect(key('Digit8', '8', true)).toBe('*');
    expect(key('Minus', '?', true)).toBe('_');
    expect(key('KeyA', 'Q', true)).toBe('A');
    expect(key('KeyA', 'Q', false, true)).toBe('A');
    expect(key('KeyA', 'q', true, true)).toBe('a');
  });
});
