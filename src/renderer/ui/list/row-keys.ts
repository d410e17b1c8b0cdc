import type { Attachment } from 'svelte/attachments';
import type { Action } from '../../app/actions.svelte.ts';
import { runByKey } from '../../app/keys.ts';

/** The part of a `KeyboardEvent` that names a key. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>;

/**
 * The key that was pressed, as an action carries it: `R`, `3`, `Shift+P`, `F5`, `Delete`. By what it types, or by where
 * it is on the keyboard if it types no Latin letter and no digit (a Hebrew layout, or a French row of digits).
 */
export function nameOf(event: KeyPress): string {
  const single = event.key.length === 1;
  const latin = /^[a-z\d]$/i.test(event.key);
  const place = /^(?:Key|Digit)([A-Z\d])$/.exec(event.code)?.[1];
  const key = latin ? event.key.toUpperCase() : single && place ? place : event.key;
  const chords = [
    event.ctrlKey || event.metaKey ? 'Ctrl+' : '',
    event.altKey ? 'Alt+' : '',
    event.shiftKey ? 'Shift+' : '',
  ];
  return chords.join('') + key;
}

const typedInto = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"], [type="radio"]), textarea') !== null;

const isTab = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('[role="tab"]');

/**
 * The keys of actions in one tab, wherever the focus is among the tabs and their panel, or in one dialog: not in a
 * field. Arrows count in the tabs only: elsewhere they have their own work.
 *
 * @param actions read at each press, so that they may change
 */
export function rowKeys(actions: () => readonly Action[]): Attachment<HTMLElement> {
  return keysWithin((name) => {
    const action = actions().find(({ key }) => key === name);
    return action && (() => runByKey(action));
  });
}

/**
 * The digits 1 to 9, each for one of a list of choices, in the same scope as `rowKeys`. The form is told of a choice, as
 * by a field that is typed into.
 */
export function digitKeys(choices: () => readonly (() => void)[]): Attachment<HTMLElement> {
  return (element) =>
    keysWithin((name) => {
      const choose = /^[1-9]$/.test(name) ? choices()[Number(name) - 1] : undefined;
      return (
        choose &&
        (() => {
          choose();
          element.dispatchEvent(new Event('change', { bubbles: true }));
        })
      );
    })(element);
}

/** @param find what a key does now; undefined if nothing */
function keysWithin(find: (name: string) => (() => void) | undefined): Attachment<HTMLElement> {
  return (element) => {
    const scope = element.closest<HTMLElement>('[data-tabs-root], [role="dialog"]') ?? element;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.isComposing || typedInto(event.target)) return;
      // The list of a section that is not open: the keys are those of the one that is.
      if (element.closest('[hidden]')) return;
      const name = nameOf(event);
      const act = find(name);
      if (!act || (name.startsWith('Arrow') && !isTab(event.target))) return;
      event.preventDefault();
      act();
    };
    scope.addEventListener('keydown', onKeyDown);
    return () => scope.removeEventListener('keydown', onKeyDown);
  };
}
