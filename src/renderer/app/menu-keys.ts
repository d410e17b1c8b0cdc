/** Presses of a menu key whose default was prevented here, and that no binding has used before. */
const keptFromMenus = new WeakSet<Event>();

/** Whether a key's default was prevented only to keep it from the menus: a binding may still use it. */
export const isOnlyKeptFromMenus = (event: Event): boolean => keptFromMenus.has(event);

/**
 * Whether the system would move the focus to its menus for this key. That must not happen: the next scan would type
 * into them.
 */
const isMenuKey = ({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  key === 'Alt' || (key === 'F10' && !ctrlKey && !altKey && !metaKey && !shiftKey);

/** Keeps the focus in the page, whatever is open in it. Answers the function that stops this. */
export function keepFromMenus(): () => void {
  const keep = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !isMenuKey(event)) return;
    // Alt going down is needed: together with another key it is a chord of ours.
    if (event.type === 'keydown' && event.key === 'Alt') return;
    keptFromMenus.add(event);
    event.preventDefault();
  };
  window.addEventListener('keydown', keep, true);
  window.addEventListener('keyup', keep, true);
  return () => {
    window.removeEventListener('keydown', keep, true);
    window.removeEventListener('keyup', keep, true);
  };
}
