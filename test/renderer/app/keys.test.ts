import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Action, ActionPlace } from '../../../src/renderer/app/actions.svelte.ts';
import { coreActions, roomActions } from '../../../src/renderer/app/core-actions.ts';
import { bindKeys, isDialogOpen, keyLabel } from '../../../src/renderer/app/keys.ts';
import { openRooms } from '../../../src/renderer/app/rooms.ts';
import { Shell } from '../../../src/renderer/app/shell.svelte.ts';
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

/** An action that is done and nothing else. */
const noting = (action: Pick<Action, 'id' | 'key' | 'where'>): Action => ({
  ...{ id: action.id, group: 'desk', where: action.where, label: () => action.id },
  ...(action.key ? { key: action.key } : {}),
  run: () => {
    done.push(action.id);
    return Promise.resolve(null);
  },
});
const shell = new Shell();
const windows = [
  ...Object.values<Action>(shell.actionsOf(coreActions)),
  ...roomActions(shell, openRooms('practice')),
].map(noting);
const one = (id: string, key: string, where: ActionPlace): Action => noting({ id, key, where });
let room = 'desk';

describe("the window's keys", () => {
  beforeEach(() => {
    room = 'desk';
    unbind = bindKeys(windows, () => room);
  });

  test('each do one thing, and nothing that the key usually does', () => {
    expect(press({ key: 'F1' })).toBe(true);
    press({ key: 'F1' }, 'Shift');
    press({ key: 'F10' });
    press({ key: 'u', code: 'KeyU' }, 'Control');
    press({ key: 'h', code: 'KeyH' }, 'Alt');
    press({ key: '2', code: 'Digit2' }, 'Alt');
    expect(done).toEqual(['lend', 'help', 'end', 'undo', 'hold', 'room-receiving']);
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
    unbind = bindKeys([one('receive', 'Alt+R', 'receiving')], () => 'receiving');
    expect(press({ key: 'r', code: 'KeyR' }, 'Alt')).toBe(true);
    press({ key: 'r', code: 'KeyR', held: true }, 'Alt');
    press({ key: 'r', code: 'KeyR' });
    expect(done).toEqual(['receive']);
    dialog = 'dialog';
    expect(press({ key: 'r', code: 'KeyR' }, 'Alt')).toBe(false);
    expect(done).toEqual(['receive']);
  });

  test('are those of the room that is open, before those of every room', () => {
    room = 'receiving';
    const sharers = [
      one('last', 'F8', 'desk'),
      one('finish', 'F8', 'receiving'),
      one('box', 'Escape', 'everywhere'),
      one('back', 'Escape', 'receiving'),
    ];
    unbind = bindKeys(sharers, () => room);
    press({ key: 'F8' });
    press({ key: 'Escape' });
    room = 'desk';
    press({ key: 'F8' });
    press({ key: 'Escape' });
    room = 'settings';
    press({ key: 'F8' });
    expect(done).toEqual(['finish', 'back', 'last', 'box']);
  });

  test('are off while their condition is not met, and then do what is said for that', () => {
    const off: Action = { ...one('receive', 'F6', 'desk'), condition: () => 'Nothing to receive.' };
    unbind = bindKeys([off], () => 'desk');
    expect(press({ key: 'F6' })).toBe(true);
    expect(done).toEqual([]);
    unbind();
    unbind = bindKeys([{ ...off, onUnmet: (why) => void done.push(why) }], () => 'desk');
    press({ key: 'F6' });
    expect(done).toEqual(['Nothing to receive.']);
  });
});

describe('the keys of a dialog', () => {
  test('work while it is open, until it is closed', () => {
    dialog = 'dialog';
    unbind = bindKeys([one('method', 'Alt+M', 'always')], () => 'desk');
    press({ key: 'm', code: 'KeyM' }, 'Alt');
    press({ key: 'm', code: 'KeyM', held: true }, 'Alt');
    expect(done).toEqual(['method']);
    unbind();
    press({ key: 'm', code: 'KeyM' }, 'Alt');
    expect(done).toEqual(['method']);
  });
});

describe('a key on paper', () => {
  test.each([
    [['F1'], 'F1'],
    [['Shift+F4'], '⇧F4'],
    [['Ctrl+U'], 'Ctrl+U'],
    [['Alt+Shift+P'], 'Alt+⇧+P'],
    [['Escape'], 'Esc'],
    [['PageUp', 'PageDown'], 'PgUp+PgDn'],
    [['F6', 'Shift+F6'], 'F6+⇧F6'],
    [['Alt+ArrowUp', 'Alt+ArrowDown'], 'Alt+↑+↓'],
    [[], ''],
  ])('%j is %s', (keys, caps) => {
    expect(keyLabel(...keys.map((key) => ({ key })))).toBe(caps);
  });
});
