/** Presses of a menu's key that were kept here, and that nobody has used before. */
const kept = new WeakSet<Event>();

/** Whether a key's default was prevented only to keep it from the menus: it is still there to be used. */
export const isOnlyKept = (event: Event): boolean => kept.has(event);

/**
 * Whether the system would take the focus to its menus for this key. That is never wanted: the next scan would type
 * into them.
 */
const isMenuKey = ({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  key === 'Alt' || (key === 'F10' && !ctrlKey && !altKey && !metaKey && !shiftKey);

/** Keeps the focus in the page, whatever is open in it. Answers the function that stops that. */
export function keepFromMenus(): () => void {
  const keep = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !isMenuKey(event)) return;
    // Alt is wanted as it goes down: with another key it is one of ours.
    if (event.type === 'keydown' && event.key === 'Alt') return;
    kept.add(event);
    event.preventDefault();
  };
  window.addEventListener('keydown', keep, true);
  window.addEventListener('keyup', keep, true);
  return () => {
    window.removeEventListener('keydown', keep, true);
    window.removeEventListener('keyup', keep, true);
  };
}
