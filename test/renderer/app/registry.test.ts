import { expect, test, vi } from 'vitest';
import { allActions } from '../../../src/renderer/app/all-actions.ts';
import type { Action } from '../../../src/renderer/app/actions.svelte.ts';
import { coreActions, roomActions } from '../../../src/renderer/app/core-actions.ts';
import { topics } from '../../../src/renderer/app/help-topics.ts';
import { keySheet } from '../../../src/renderer/app/key-sheet.ts';
import { keyLabel } from '../../../src/renderer/app/keys.ts';
import { findActions, nameOf } from '../../../src/renderer/app/palette.ts';
import { openRooms } from '../../../src/renderer/app/rooms.ts';
import { Shell } from '../../../src/renderer/app/shell.svelte.ts';
import { deskActions } from '../../../src/renderer/desk/actions.ts';
import { commands } from '../../../src/shared/command-barcodes.ts';

vi.stubGlobal('requestIdleCallback', () => 0);

/** Every action of the window, made as the window makes them. */
function everything(): readonly Action[] {
  const shell = new Shell();
  shell.actionsOf(coreActions);
  shell.actionsOf(deskActions);
  shell.actions.add(roomActions(shell, openRooms('practice')));
  shell.actions.add(allActions(shell));
  return shell.actions.all;
}
const all = everything();

/** Whether the keys of both can be heard at one moment. */
function workAtOnce(one: Action, other: Action): boolean {
  // A grid hears its keys before anything else does.
  if ((one.where === 'grid') !== (other.where === 'grid')) return false;
  const overlaps = (a: Action, b: Action): boolean => {
    if (a.where === b.where) return a.where !== 'tab' || a.group === b.group;
    switch (a.where) {
      case 'always':
        return true;
      case 'everywhere':
        return b.where !== 'dialog';
      case 'desk':
        return ['tab', 'list', 'scanBox'].includes(b.where);
      case 'receiving':
      case 'acquisitions':
      case 'lending':
      case 'configuration':
      case 'reports':
      case 'settings':
        return ['list', 'scanBox'].includes(b.where);
      case 'tab':
        return b.where === 'list';
      case 'list':
      case 'grid':
      case 'scanBox':
      case 'dialog':
        return false;
    }
  };
  return overlaps(one, other) || overlaps(other, one);
}

test('each action has its own id, and words', () => {
  const ids = all.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  // The registry keeps the last of two with one id: none is lost in that way.
  const shell = new Shell();
  const made: Action[] = [
    ...Object.values(shell.actionsOf(coreActions)),
    ...Object.values(shell.actionsOf(deskActions)),
  ];
  const rest = [...allActions(shell), ...roomActions(shell, openRooms('practice'))];
  expect([...made, ...rest].map(({ id }) => id).sort()).toEqual(ids.toSorted());
  for (const action of all) {
    expect(action.label(), action.id).toMatch(/\S/);
    expect(nameOf(action), action.id).toMatch(/\S/);
    if (action.button) expect(action.button(), action.id).toMatch(/\S/);
  }
});

test('no two that can work at once have the same key', () => {
  const keyed = all.filter(({ key }) => key !== undefined);
  const both = keyed.flatMap((one, index) =>
    keyed
      .slice(index + 1)
      .filter((other) => one.key === other.key && workAtOnce(one, other))
      .map((other) => [one.id, other.id].sort()),
  );
  // The action of the room goes before the other: Esc does the other's work too, F9 prints what the room printed.
  expect(both.toSorted()).toEqual([
    ['acquisitions-back', 'escape'],
    ['configuration-back', 'escape'],
    ['escape', 'lending-back'],
    ['escape', 'order-back'],
    ['escape', 'reports-back'],
    ['print', 'slip-room-again'],
  ]);
});

/** Keys that mean in a room nearly what they mean everywhere. */
const nearlyTheSame = [
  'order-back',
  'acquisitions-back',
  'lending-back',
  'configuration-back',
  'reports-back',
  'slip-room-again',
];

test('the key sheet shows the keys of the actions, each once in its section, and no others', () => {
  const onSheet = keySheet(all).flatMap(({ lines }) => lines.map(({ keys, words }) => ({ keys, words })));
  const shared = Map.groupBy(
    all.filter(
      ({ key, where, id }) => key !== undefined && where !== 'dialog' && !nearlyTheSame.includes(id),
    ),
    (action) => `${action.where === 'desk' ? 'desk' : action.group} ${action.label()}`,
  );
  const expected = [...shared.values()].map((actions) => ({
    keys: keyLabel(...actions),
    words: actions[0]?.label() ?? '',
  }));
  const sorted = (lines: typeof onSheet): readonly string[] =>
    lines.map(({ keys, words }) => `${keys} ${words}`).sort();
  expect(sorted(onSheet)).toEqual(sorted(expected));
  for (const { title, lines } of keySheet(all)) {
    expect(new Set(lines.map(({ keys }) => keys)).size, title).toBe(lines.length);
  }
});

test('the palette has what can be asked for from anywhere, each by its own name', () => {
  const names = findActions(all, '').map((action) => `${action.group} ${nameOf(action)}`);
  expect(new Set(names).size).toBe(names.length);
  for (const { palette, where } of all)
    if (['list', 'grid', 'dialog'].includes(where)) expect(palette).toBeNull();
});

test('every command barcode that is not of the scans runs an action', () => {
  const ofActions = new Set(all.flatMap(({ command }) => command ?? []));
  // Main itself takes back what was scanned last.
  expect(commands.filter((command) => !ofActions.has(command))).toEqual(['UNDO']);
});

test('the help pages show the keys of actions that there are', () => {
  const shown = Object.values(topics).flatMap((topic) => topic.flatMap(({ actions = [] }) => actions));
  for (const id of shown) expect(all.find((action) => action.id === id)?.key, id).toBeDefined();
});

test('what receives has a key that no other action has: what the hand knows from the desk receives nothing', () => {
  for (const id of ['receive', 'keep']) {
    const action = all.find((one) => one.id === id);
    expect(all.filter(({ key }) => key === action?.key)).toEqual([action]);
  }
});
