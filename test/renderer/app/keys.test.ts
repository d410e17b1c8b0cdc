import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  bindDialogKeys,
  bindKeys,
  bindRoomKeys,
  isDialogOpen,
  keys,
  type KeyName,
} from '../../../src/renderer/app/keys.ts';
import { aKey } from '../support/events.ts';
import { page } from '../support/main.ts';

/** What stands on the page, by the attributes it is looked for by. */
let dialog: 'dialog' | 'alertdialog' | null = null;
vi.stubGlobal('document', {
  querySelector: (selector: string) =>
    dialog !== null && selector.includes(`[role="${dialog}"][data-state="open"]`) ? {} : null,
});

let done: string[] = [];
let unbind: () => void = () => undefined;
beforeEach(() => {
  dialog = null;
  done = [];
});
afterEach(() => unbind());

/** Presses it; answers whether the page kept it from doing what it usually does. */
function press(
  key: Parameters<typeof aKey>[0],
  ...modifiers: readonly ('Control' | 'Alt' | 'Shift')[]
): boolean {
  const event = aKey(key, ...modifiers);
  page.dispatchEvent(event);
  return event.defaultPrevented;
}

const actions = Object.fromEntries(
  (Object.keys(keys) as KeyName[]).map((name) => [name, () => void done.push(name)]),
) as Record<KeyName, () => void>;

describe("the window's keys", () => {
  beforeEach(() => {
    unbind = bindKeys(actions, [() => void done.push('room 1'), () => void done.push('room 2')]);
  });

  test('each do one thing, and nothing that the key usually does', () => {
    expect(press({ key: 'F1' })).toBe(true);
    press({ key: 'F1' }, 'Shift');
    press({ key: 'F10' });
    press({ key: 'u', code: 'KeyU' }, 'Control');
    press({ key: 'h', code: 'KeyH' }, 'Alt');
    press({ key: '2', code: 'Digit2' }, 'Alt');
    expect(done).toEqual(['lend', 'help', 'end', 'undo', 'hold', 'room 2']);
  });

  test('are where they are on the keyboard, whatever it writes', () => {
    press({ key: 'ع', code: 'KeyU' }, 'Control');
    expect(done).toEqual(['undo']);
  });

  test('act once while they are held', () => {
    press({ key: 'F10' });
    expect(press({ key: 'F10', held: true })).toBe(true);
    press({ key: 'F10', held: true });
    expect(done).toEqual(['end']);
  });

  test('are not heard while something is composed, or where somebody took them', () => {
    press({ key: 'F10', composing: true });
    const event = aKey({ key: 'F10' });
    event.preventDefault();
    page.dispatchEvent(event);
    expect(done).toEqual([]);
  });

  test.each(['dialog', 'alertdialog'] as const)('under a %s are those that lie over it alone', (role) => {
    dialog = role;
    expect(isDialogOpen()).toBe(true);
    expect(press({ key: 'F10' })).toBe(false);
    press({ key: 'Escape' });
    press({ key: '1', code: 'Digit1' }, 'Alt');
    press({ key: 'F1' }, 'Shift');
    press({ key: 'k', code: 'KeyK' }, 'Control');
    press({ key: 'h', code: 'KeyH' }, 'Control');
    press({ key: 'm', code: 'KeyM' }, 'Control');
    expect(done).toEqual(['help', 'palette', 'sheet', 'mute']);
  });

  test('are not heard any more once they are unbound', () => {
    unbind();
    press({ key: 'F10' });
    expect(done).toEqual([]);
  });
});

describe('the keys of a room', () => {
  test('work while no dialog is open, and once while they are held', () => {
    unbind = bindRoomKeys({ 'Alt+KeyR': () => void done.push('receive') });
    expect(press({ key: 'r', code: 'KeyR' }, 'Alt')).toBe(true);
    press({ key: 'r', code: 'KeyR', held: true }, 'Alt');
    press({ key: 'r', code: 'KeyR' });
    expect(done).toEqual(['receive']);
    dialog = 'dialog';
    expect(press({ key: 'r', code: 'KeyR' }, 'Alt')).toBe(false);
    expect(done).toEqual(['receive']);
  });
});

describe('the keys of a dialog', () => {
  test('work while it is open, until it is closed', () => {
    dialog = 'dialog';
    unbind = bindDialogKeys({ 'Alt+KeyM': () => void done.push('method') });
    press({ key: 'm', code: 'KeyM' }, 'Alt');
    press({ key: 'm', code: 'KeyM', held: true }, 'Alt');
    expect(done).toEqual(['method']);
    unbind();
    press({ key: 'm', code: 'KeyM' }, 'Alt');
    expect(done).toEqual(['method']);
  });
});
