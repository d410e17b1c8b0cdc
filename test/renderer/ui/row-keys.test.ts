import { expect, test } from 'vitest';
import { nameOf, type KeyPress } from '../../../src/renderer/ui/list/row-keys.ts';

const stroke = (input: Partial<KeyPress> & { readonly key: string }): KeyPress => ({
  code: '',
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  shiftKey: false,
  ...input,
});

test.each([
  ['a letter', { key: 'r', code: 'KeyR' }, 'R'],
  ['with Caps Lock', { key: 'R', code: 'KeyR' }, 'R'],
  ['with Shift', { key: 'P', code: 'KeyP', shiftKey: true }, 'Shift+P'],
  ['on a French keyboard, by what it types', { key: 'w', code: 'KeyZ' }, 'W'],
  ['on a Hebrew keyboard, by where it is', { key: 'ר', code: 'KeyR' }, 'R'],
  ['on a Greek keyboard, by where it is', { key: 'π', code: 'KeyP' }, 'P'],
  ['a digit', { key: '3', code: 'Digit3' }, '3'],
  ['a digit of the number pad', { key: '3', code: 'Numpad3' }, '3'],
  ['a digit on a French keyboard, by where it is', { key: '"', code: 'Digit3' }, '3'],
  ['a named key', { key: 'Delete', code: 'Delete' }, 'Delete'],
  ['a function key', { key: 'F5', code: 'F5' }, 'F5'],
  ['a chord is not its letter', { key: 'r', code: 'KeyR', ctrlKey: true }, 'Ctrl+R'],
  ['nor with Alt', { key: 'd', code: 'KeyD', altKey: true }, 'Alt+D'],
])('%s', (_, input, name) => {
  expect(nameOf(stroke(input))).toBe(name);
});
