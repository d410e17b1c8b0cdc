import { describe, expect, test } from 'vitest';
import { zoomOfKey, nextZoom } from '../../../src/main/desktop/zoom.ts';

const pressed = { type: 'keyDown' as const, control: true, meta: false, alt: false, shift: false };

describe('a key asks for a zoom', () => {
  test.each([
    ['American: equals', { key: '=', code: 'Equal' }, 'in'],
    ['American: plus, shifted', { key: '+', code: 'Equal', shift: true }, 'in'],
    ['German: plus has a key', { key: '+', code: 'BracketRight' }, 'in'],
    ['Swiss: plus is Shift and 1', { key: '+', code: 'Digit1', shift: true }, 'in'],
    ['the number pad’s plus', { key: '+', code: 'NumpadAdd' }, 'in'],
    ['minus', { key: '-', code: 'Minus' }, 'out'],
    ['French: minus stands on 6', { key: '-', code: 'Digit6' }, 'out'],
    ['the number pad’s minus', { key: '-', code: 'NumpadSubtract' }, 'out'],
    ['zero', { key: '0', code: 'Digit0' }, 'reset'],
    ['French: digits are shifted', { key: 'à', code: 'Digit0' }, 'reset'],
    ['French: zero, shifted', { key: '0', code: 'Digit0', shift: true }, 'reset'],
    ['Arabic: other digits', { key: '٠', code: 'Digit0' }, 'reset'],
    ['the number pad’s zero', { key: '0', code: 'Numpad0' }, 'reset'],
  ] as const)('%s', (_, key, how) => {
    expect(zoomOfKey({ ...pressed, ...key }, false)).toBe(how);
    expect(zoomOfKey({ ...pressed, ...key, control: false, meta: true }, true)).toBe(how);
  });

  test.each([
    ['without Ctrl', { key: '+', control: false }],
    ['as it comes up', { key: '+', type: 'keyUp' as const }],
    ['typed with AltGr', { key: '+', alt: true }],
    ['with the key of another system', { key: '+', control: false, meta: true }],
    ['German: equals is Shift and 0', { key: '=', code: 'Digit0', shift: true }],
    ['the number pad’s zero without its digits copies', { key: 'Insert', code: 'Numpad0' }],
    ['any other', { key: 'k', code: 'KeyK' }],
  ])('and not: %s', (_, key) => {
    expect(zoomOfKey({ ...pressed, code: 'Equal', ...key }, false)).toBeNull();
  });
});

test('each step leads back, and there is an end', () => {
  expect(nextZoom(1, 'in')).toBe(1.1);
  // As a page gives it back.
  expect(nextZoom(1.100_000_023_841_858, 'out')).toBe(1);
  expect([nextZoom(3, 'in'), nextZoom(0.5, 'out'), nextZoom(2.5, 'reset')]).toEqual([3, 0.5, 1]);
});
