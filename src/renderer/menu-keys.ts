/**
 * Whether the system would take the focus to its menus for this key. That is never wanted: the next scan would type
 * into them.
 */
export const isMenuKey = ({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  key === 'Alt' || (key === 'F10' && !ctrlKey && !altKey && !metaKey && !shiftKey);

/** Keeps the focus in the page, whatever is open in it. Answers the function that stops that. */
export function keepFromMenus(): () => void {
  const keep = (event: KeyboardEvent): void => {
    // Alt is wanted as it goes down: with another key it is one of ours.
    if (isMenuKey(event) && (event.type === 'keyup' || event.key !== 'Alt')) event.preventDefault();
  };
  window.addEventListener('keydown', keep, true);
  window.addEventListener('keyup', keep, true);
  return () => {
    window.removeEventListener('keydown', keep, true);
    window.removeEventListener('keyup', keep, true);
  };
}
