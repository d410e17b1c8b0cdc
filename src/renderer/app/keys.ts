import { tinykeys } from 'tinykeys';
import { isOnlyKept } from './menu-keys.ts';

/** The window's keys, as written on the sheet and beside the words; `press` is how the listener spells them. */
export const keys = {
  lend: { shown: 'F1', press: 'F1' },
  giveBack: { shown: 'F2', press: 'F2' },
  search: { shown: 'F4', press: 'F4' },
  seen: { shown: 'F7', press: 'F7' },
  add: { shown: '⇧F4', press: 'Shift+F4' },
  last: { shown: 'F8', press: 'F8' },
  print: { shown: 'F9', press: 'F9' },
  recent: { shown: '⇧F8', press: 'Shift+F8' },
  end: { shown: 'F10', press: 'F10' },
  undo: { shown: 'Ctrl+U', press: 'Control+KeyU' },
  palette: { shown: 'Ctrl+K', press: 'Control+KeyK' },
  help: { shown: '⇧F1', press: 'Shift+F1' },
  hold: { shown: 'Alt+H', press: 'Alt+KeyH' },
  cancelRequest: { shown: 'Alt+C', press: 'Alt+KeyC' },
  sheet: { shown: 'Ctrl+H', press: 'Control+KeyH' },
  mute: { shown: 'Ctrl+M', press: 'Control+KeyM' },
  escape: { shown: 'Esc', press: 'Escape' },
} as const;

export type KeyName = keyof typeof keys;

/** Draws again what could not be drawn: the key that reads a list again, which is not there then. */
export const redraw = { shown: 'F5', press: 'F5' } as const;

/** Those that work under a dialog too. */
const always: ReadonlySet<KeyName> = new Set(['palette', 'help', 'sheet', 'mute']);

/** A dialog is open: only its own keys, the sheet and Esc work until it is closed. */
export function isDialogOpen(): boolean {
  return (
    document.querySelector('[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]') !==
    null
  );
}

/**
 * Binds the window's keys; they work from within a field too. Answers the function that unbinds them.
 *
 * @param rooms what Alt+1, Alt+2 … open, in order
 */
export function bindKeys(
  actions: Readonly<Record<KeyName, () => void>>,
  rooms: readonly (() => void)[],
): () => void {
  const act =
    (action: () => void, overDialogs = false) =>
    (event: KeyboardEvent): void => {
      const isUsed = event.defaultPrevented && !isOnlyKept(event);
      if (isUsed || (!overDialogs && isDialogOpen())) return;
      event.preventDefault();
      if (!event.repeat) action();
    };
  const bound: Record<string, (event: KeyboardEvent) => void> = {};
  for (const name of Object.keys(actions) as KeyName[]) {
    bound[keys[name].press] = act(actions[name], always.has(name));
  }
  rooms.forEach((open, index) => {
    bound[`Alt+Digit${index + 1}`] = act(open);
  });
  return tinykeys(window, bound, { ignore: (event) => event.isComposing });
}

/** Binds keys that a dialog has beside Enter and Esc, for as long as it is open; they work from within its fields. */
export function bindDialogKeys(bound: Readonly<Record<string, () => void>>): () => void {
  return bind(bound, () => true);
}

/** Binds the keys of one room, for as long as it is open; they work from within a field, and not under a dialog. */
export function bindRoomKeys(bound: Readonly<Record<string, () => void>>): () => void {
  return bind(bound, () => !isDialogOpen());
}

function bind(bound: Readonly<Record<string, () => void>>, isHeard: () => boolean): () => void {
  const listeners = Object.entries(bound).map(([press, act]) => [
    press,
    (event: KeyboardEvent): void => {
      if (!isHeard()) return;
      event.preventDefault();
      if (!event.repeat) act();
    },
  ]);
  return tinykeys(window, Object.fromEntries(listeners) as Record<string, (event: KeyboardEvent) => void>, {
    ignore: (event) => event.isComposing,
  });
}
