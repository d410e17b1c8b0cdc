import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Action, ActionPlace } from '../../../src/renderer/app/actions.svelte.ts';
import { coreActions, roomActions } from '../../../src/renderer/app/core-actions.ts';
import { bindKeys } from '../../../src/renderer/app/keys.ts';
import { openRooms } from '../../../src/renderer/app/rooms.ts';
import { Shell } from '../../../src/renderer/app/shell.svelte.ts';
import { rowKeys } from '../../../src/renderer/ui/list/row-keys.ts';

/** What the window's listeners take from the page: one target, and no dialog that is open. */
beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('Element', EventTarget);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A key on its way down, as a browser tells it. */
class Stroke extends Event {
  readonly key: string;
  readonly code: string;
  readonly repeat: boolean;
  readonly isComposing = false;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey = false;

  constructor(press: string, repeat: boolean) {
    super('keydown', { cancelable: true });
    const parts = press.split('+');
    this.code = parts.at(-1) ?? '';
    this.key = this.code.replace(/^Key|^Digit/, '').toLowerCase();
    if (!/^(Key|Digit)/.test(this.code)) this.key = this.code;
    this.repeat = repeat;
    this.ctrlKey = parts.includes('Control');
    this.altKey = parts.includes('Alt');
    this.shiftKey = parts.includes('Shift');
  }

  getModifierState(name: string): boolean {
    return { Control: this.ctrlKey, Alt: this.altKey, Shift: this.shiftKey }[name] ?? false;
  }
}

/** Holds a key down: it repeats until it is let go. Answers whether the browser was kept from its own use of it. */
function hold(press: string, target: EventTarget = window): boolean[] {
  return [false, true, true, true].map((repeat) => !target.dispatchEvent(new Stroke(press, repeat)));
}

/** How tinykeys spells it. */
const spelt = (key: string): string =>
  key
    .replace('Ctrl', 'Control')
    .replace(/(?<=\+)([A-Z])$/, 'Key$1')
    .replace(/(?<=\+)(\d)$/, 'Digit$1');
const action = (id: string, key: string, where: ActionPlace, run: () => unknown): Action => ({
  ...{ id, group: 'desk', where, key, label: () => id },
  run: () => Promise.resolve(run()).then(() => null),
});
const shell = new Shell();
const core = Object.values<Action>(shell.actionsOf(coreActions));

test.each(core)(
  'the key of $id, held, acts once and never falls through to the browser',
  ({ id, key = '' }) => {
    const acts: string[] = [];
    const unbind = bindKeys(
      core.map((one) => action(one.id, one.key ?? '', one.where, () => acts.push(one.id))),
      () => 'desk',
    );
    expect(hold(spelt(key))).toEqual([true, true, true, true]);
    expect(acts).toEqual([id]);
    expect(hold(spelt(key))).toEqual([true, true, true, true]);
    expect(acts).toEqual([id, id]);
    unbind();
    hold(spelt(key));
    expect(acts).toHaveLength(2);
  },
);

test('so does the key of a room', () => {
  const opened: string[] = [];
  const rooms = roomActions(shell, openRooms('practice')).map(({ id, key = '', where }) =>
    action(id, key, where, () => opened.push(id)),
  );
  bindKeys(rooms, () => 'desk');
  hold('Alt+Digit2');
  expect(opened).toEqual(['room-receiving']);
});

test.each<[string, ActionPlace]>([
  ['dialog', 'always'],
  ['room', 'desk'],
])('so do the keys that a %s has', (_, where) => {
  const act = vi.fn();
  bindKeys([action('x', 'Ctrl+S', where, act)], () => 'desk');
  expect(hold('Control+KeyS')).toEqual([true, true, true, true]);
  expect(act).toHaveBeenCalledTimes(1);
});

test('and those of a list', () => {
  const act = vi.fn();
  const list = Object.assign(new EventTarget(), { closest: () => null });
  rowKeys(() => [action('x', 'Delete', 'tab', act)])(list as unknown as HTMLElement);
  hold('Delete', list);
  expect(act).toHaveBeenCalledTimes(1);
});
