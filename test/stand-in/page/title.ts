/** Tells main the document's title, whenever it has become another. */
export function watchTitle(tell: (title: string) => void): void {
  let last = '';
  const look = (): void => {
    if (document.title === last) return;
    last = document.title;
    tell(last);
  };
  document.addEventListener('DOMContentLoaded', () => {
    look();
    new MutationObserver(look).observe(document.head, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}
