/** Elements of a letter that are shown; the text of all others is, but for those below. */
const shown: ReadonlySet<string> = new Set([
  ...['p', 'div', 'span', 'br', 'hr', 'blockquote', 'pre', 'address', 'center'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'code', 'bdi', 'bdo'],
]);

/** Elements of which nothing is shown. */
const dropped: ReadonlySet<string> = new Set([
  ...['script', 'style', 'head', 'title', 'template', 'noscript', 'iframe', 'frame', 'frameset', 'object'],
  ...['embed', 'svg', 'math', 'canvas', 'audio', 'video', 'select', 'textarea', 'input', 'button', 'link'],
  ...['meta', 'base', 'area', 'map', 'portal', 'applet'],
]);

/** Attributes that are kept, with what they may say. */
const attributes: Readonly<Record<string, RegExp>> = {
  dir: /^(?:ltr|rtl|auto)$/i,
  lang: /^[a-z\d-]{2,20}$/i,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,3}$/,
};

/** Elements and texts in a letter at most: more would hold up the window. */
const mostNodes = 20_000;

/**
 * A letter as it can be shown in this page: built anew of elements that are known to do nothing, with hardly an
 * attribute. No script, style, link, picture or form of the letter gets into the page; a picture is its own words. The
 * letter is read by the browser's parser into a document that is never shown, in which nothing runs or loads.
 */
export function safeLetter(html: string): DocumentFragment {
  const source = new DOMParser().parseFromString(html, 'text/html');
  const result = document.createDocumentFragment();
  let left = mostNodes;
  const copy = (from: Node, into: Node): void => {
    for (const node of from.childNodes) {
      left -= 1;
      if (left <= 0) return;
      if (node instanceof Text) into.appendChild(document.createTextNode(node.data));
      else if (node instanceof HTMLImageElement) into.appendChild(document.createTextNode(wordsOf(node)));
      else if (node instanceof Element && !dropped.has(node.localName)) copy(node, placeOf(node, into));
    }
  };
  copy(source.body, result);
  return result;
}

/** Where what is in an element goes: into one of its kind, or into what is around it. */
function placeOf(element: Element, into: Node): Node {
  if (!shown.has(element.localName)) return into;
  const own = document.createElement(element.localName === 'center' ? 'div' : element.localName);
  for (const [name, allowed] of Object.entries(attributes)) {
    const value = element.getAttribute(name);
    if (value !== null && allowed.test(value)) own.setAttribute(name, value);
  }
  into.appendChild(own);
  return own;
}

const wordsOf = ({ alt }: HTMLImageElement): string => (alt === '' ? '' : `[${alt}]`);
