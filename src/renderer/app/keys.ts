import { tinykeys } from 'tinykeys';
import type { Attachment } from 'svelte/attachments';
import type { Action, ActionPlace } from './actions.svelte.ts';
import { isOnlyKeptFromMenus } from './menu-keys.ts';

/**
 * A key or chord of an action: `F1`, `R`, `Delete`, `Shift+F4`, `Ctrl+U`, `Alt+Shift+P`. The modifiers in this order,
 * then a letter, a digit, or the name that `KeyboardEvent.key` gives. Its label and its binding both follow from it.
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
 * An action's key as it is shown, with `+` between the caps: `F1`, `⇧F4`, `Alt+⇧+P`; `''` if it has none. For several
 * actions, one after the other: `PgUp+PgDn`; modifiers that they share are shown once: `Alt+↑+↓`.
 */
export function keyLabel(...actions: readonly Pick<Action, 'key'>[]): string {
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

/** Whether a dialog is open: then only its own keys and those of actions with `where: 'always'` work. */
export function isDialogOpen(): boolean {
  return (
    document.querySelector('[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]') !==
    null
  );
}

/** Runs an action as its key does: its work, or `onUnmet` while its condition is not met. */
export function runByKey({ condition, onUnmet, run }: Action): void {
  const why = condition?.() ?? null;
  if (why === null) void run();
  else onUnmet?.(why);
}

const ofWindow: ReadonlySet<ActionPlace> = new Set([
  ...(['always', 'everywhere', 'desk', 'receiving', 'acquisitions', 'lending'] as const),
  ...(['configuration', 'reports', 'settings'] as const),
]);

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
  const bindings = [...byKey].map(([name, sharers]) => [
    name,
    (event: KeyboardEvent): void => {
      const isUsed = event.defaultPrevented && !isOnlyKeptFromMenus(event);
      const isUnderDialog = isDialogOpen();
      const candidates = sharers.filter(({ where }) => where === 'always' || !isUnderDialog);
      if (isUsed || candidates.length === 0) return;
      event.preventDefault();
      if (event.repeat) return;
      // An action of the room goes before one that works everywhere.
      const action =
        candidates.find(({ where }) => where === room()) ??
        candidates.find(({ where }) => where === 'always' || where === 'everywhere');
      if (action) runByKey(action);
    },
  ]);
  return tinykeys(window, Object.fromEntries(bindings) as Record<string, (event: KeyboardEvent) => void>, {
    ignore: (event) => event.isComposing,
  });
}

/** Binds the keys of actions in one part of the screen, its fields too. While an action is off, its key does what it usually does. */
export function fieldKeys(...actions: readonly Action[]): Attachment<HTMLElement> {
  return (element) => {
    const bindings = actions.map((action) => [
      press(action.key ?? ''),
      (event: KeyboardEvent): void => {
        if ((action.condition?.() ?? null) !== null) return;
        event.preventDefault();
        void action.run();
      },
    ]);
    return tinykeys(element, Object.fromEntries(bindings) as Record<string, (event: KeyboardEvent) => void>, {
      ignore: (event) => event.isComposing,
    });
  };
}
