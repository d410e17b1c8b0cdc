/**
 * Gives the focus to the scan box whenever nothing else has it: after a dialog, after a button was removed, after a
 * click on empty space. Selected text stays selected. Answers the function that stops this.
 */
export function keepFocus(focusBox: () => void): () => void {
  let frame = 0;
  const check = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const active = document.activeElement;
      if (active !== null && active !== document.body) return;
      if (document.getSelection()?.isCollapsed === false) return;
      focusBox();
    });
  };
  const observer = new MutationObserver(check);
  observer.observe(document.body, { childList: true, subtree: true });
  const events = ['focusout', 'pointerup', 'keydown'] as const;
  for (const name of events) window.addEventListener(name, check);
  window.addEventListener('focus', check);
  check();
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    for (const name of events) window.removeEventListener(name, check);
    window.removeEventListener('focus', check);
  };
}
