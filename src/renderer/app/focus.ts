/**
 * Gives the focus to the scan box whenever nothing else has it: after a dialog, after a button that is gone, after a
 * click on nothing. Text that is being selected keeps its selection. Answers the function that stops it.
 */
export function keepFocus(focusBox: () => void): () => void {
  let asked = 0;
  const look = (): void => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() => {
      const active = document.activeElement;
      if (active !== null && active !== document.body) return;
      if (document.getSelection()?.isCollapsed === false) return;
      focusBox();
    });
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  const events = ['focusout', 'pointerup', 'keydown'] as const;
  for (const name of events) window.addEventListener(name, look);
  window.addEventListener('focus', look);
  look();
  return () => {
    cancelAnimationFrame(asked);
    observer.disconnect();
    for (const name of events) window.removeEventListener(name, look);
    window.removeEventListener('focus', look);
  };
}
