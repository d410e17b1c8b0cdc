import { EditorView } from '@codemirror/view';

/**
 * Makes the editors of this page keep their styles in a constructed sheet, which the page's content security policy
 * allows, and not in a `style` element, which it refuses.
 *
 * CodeMirror constructs a sheet for an editor in a shadow root and puts a `style` element into a document. It notes under
 * a symbol on the root which it has chosen: so a short-lived editor in a shadow root chooses, and the document gets the
 * same note. The editors themselves stay in the document, where keys, focus and scans are followed.
 */
export function useConstructedStyles(): void {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  new EditorView({ parent: root }).destroy();
  for (const note of Object.getOwnPropertySymbols(root)) {
    if (Object.hasOwn(document, note)) continue;
    Object.defineProperty(document, note, { value: Reflect.get(root, note) });
  }
}
