import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  bindDialogKeys,
  bindKeys,
  bindRoomKeys,
  keys,
  type KeyName,
} from '../../../src/renderer/app/keys.ts';
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

const names = Object.keys(keys) as KeyName[];

test.each(names)('the key %s, held, acts once and never falls through to the browser', (name) => {
  const acts: string[] = [];
  const actions = Object.fromEntries(names.map((one) => [one, () => acts.push(one)]));
  const unbind = bindKeys(actions as unknown as Record<KeyName, () => void>, []);
  expect(hold(keys[name].press)).toEqual([true, true, true, true]);
  expect(acts).toEqual([name]);
  expect(hold(keys[name].press)).toEqual([true, true, true, true]);
  expect(acts).toEqual([name, name]);
  unbind();
  hold(keys[name].press);
  expect(acts).toHaveLength(2);
});

test('so does the key of a room', () => {
  const opened: string[] = [];
  bindKeys({} as Record<KeyName, () => void>, [() => opened.push('desk'), () => opened.push('receiving')]);
  hold('Alt+Digit2');
  expect(opened).toEqual(['receiving']);
});

test.each([
  ['dialog', bindDialogKeys],
  ['room', bindRoomKeys],
])('so do the keys that a %s has', (_, bind) => {
  const act = vi.fn();
  bind({ 'Control+KeyS': act });
  expect(hold('Control+KeyS')).toEqual([true, true, true, true]);
  expect(act).toHaveBeenCalledTimes(1);
});

test('and those of a list', () => {
  const act = vi.fn();
  const list = Object.assign(new EventTarget(), { closest: () => null });
  rowKeys(() => ({ Delete: act }))(list as unknown as HTMLElement);
  hold('Delete', list);
  expect(act).toHaveBeenCalledTimes(1);
});
