import { tinykeys } from 'tinykeys';
import type { Attachment } from 'svelte/attachments';
import type { Action, ActionPlace } from './actions.svelte.ts';
import { isOnlyKept } from './menu-keys.ts';

/**
 * A key or chord, as an action carries it: `F1`, `R`, `Delete`, `Shift+F4`, `Ctrl+U`, `Alt+Shift+P`. The modifiers in
 * this order, then a letter, a digit, or the name that `KeyboardEvent.key` gives. How it is printed and how it is
 * listened for both follow from it.
 */
export type Key = string;

const caps: Readonly<Record<string, string>> = {
  ...{ Escape: 'Esc', PageUp: 'PgUp', PageDown: 'PgDn' },
  ...{ ArrowUp: '↑', ArrowDown: '↓' },
};

function parse(key: Key): { readonly modifiers: readonly string[]; readonly name: string } {
  const parts = key.split('+');
  return { modifiers: parts.slice(0, -1), name: parts.at(-1) ?? '' };
}

function cap(key: Key): string {
  const { modifiers, name } = parse(key);
  const last = caps[name] ?? name;
  if (modifiers.join() === 'Shift') return `⇧${last}`;
  return [...modifiers.map((modifier) => (modifier === 'Shift' ? '⇧' : modifier)), last].join('+');
}

/**
 * The caps of an action's key as they are printed, with `+` between them: `F1`, `⇧F4`, `Alt+⇧+P`; `''` if it has none.
 * Of several actions, one after the other: `PgUp+PgDn`; modifiers that they share are printed once: `Alt+↑+↓`.
 */
export function printed(...actions: readonly Pick<Action, 'key'>[]): string {
  const [first = '', ...others] = actions.flatMap(({ key }) => key ?? []);
  const shared = `${parse(first).modifiers.join('+')}+`;
  return [first, ...others.map((key) => (key.startsWith(shared) ? key.slice(shared.length) : key))]
    .map(cap)
    .join('+');
}

/** A key in the spelling of tinykeys: a letter or a digit by its place on the keyboard, whatever it types there. */
function press(key: Key): string {
  const { modifiers, name } = parse(key);
  const place = /^[A-Z]$/.test(name) ? `Key${name}` : /^\d$/.test(name) ? `Digit${name}` : name;
  return [...modifiers.map((modifier) => (modifier === 'Ctrl' ? 'Control' : modifier)), place].join('+');
}

/** A dialog is open: only its own keys, the sheet and Esc work until it is closed. */
export function isDialogOpen(): boolean {
  return (
    document.querySelector('[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]') !==
    null
  );
}

/** Does what the key of an action does: its work, or what stands for it while its condition is not met. */
export function runByKey({ condition, unmet, run }: Action): void {
  const why = condition?.() ?? null;
  if (why === null) void run();
  else unmet?.(why);
}

const ofWindow: ReadonlySet<ActionPlace> = new Set(['always', 'everywhere', 'desk', 'receiving']);

/**
 * Binds the keys of the actions that work everywhere or in a room; they work from within a field too. Answers the
 * function that unbinds them.
 *
 * @param room the room that is open when the key is pressed
 */
export function bindKeys(actions: readonly Action[], room: () => string): () => void {
  const byKey = Map.groupBy(
    actions.filter(({ key, where }) => key && ofWindow.has(where)),
    ({ key = '' }) => press(key),
  );
  const bound = [...byKey].map(([name, sharers]) => [
    name,
    (event: KeyboardEvent): void => {
      const isUsed = event.defaultPrevented && !isOnlyKept(event);
      const isUnder = isDialogOpen();
      const heard = sharers.filter(({ where }) => where === 'always' || !isUnder);
      if (isUsed || heard.length === 0) return;
      event.preventDefault();
      if (event.repeat) return;
      // What belongs to the room goes before what works everywhere.
      const action =
        heard.find(({ where }) => where === room()) ??
        heard.find(({ where }) => where === 'always' || where === 'everywhere');
      if (action) runByKey(action);
    },
  ]);
  return tinykeys(window, Object.fromEntries(bound) as Record<string, (event: KeyboardEvent) => void>, {
    ignore: (event) => event.isComposing,
  });
}

/** Binds the keys of actions in one part of the screen, its fields too. A key that is off there keeps its usual work. */
export function fieldKeys(...actions: readonly Action[]): Attachment<HTMLElement> {
  return (element) => {
    const bound = actions.map((action) => [
      press(action.key ?? ''),
      (event: KeyboardEvent): void => {
        if ((action.condition?.() ?? null) !== null) return;
        event.preventDefault();
        void action.run();
      },
    ]);
    return tinykeys(element, Object.fromEntries(bound) as Record<string, (event: KeyboardEvent) => void>, {
      ignore: (event) => event.isComposing,
    });
  };
}
