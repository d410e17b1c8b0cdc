/** A page as main makes it: markup and its style sheet. */
interface DrawnPage {
  readonly html: string;
  readonly css: string;
}

/**
 * Draws a page in a shadow root, so that its style sheet and the window's do not mix: an attachment of the element that
 * it is drawn in.
 */
export const drawPage =
  ({ html, css }: DrawnPage) =>
  (host: HTMLElement): void => {
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
    root.replaceChildren(...new DOMParser().parseFromString(html, 'text/html').body.children);
  };
