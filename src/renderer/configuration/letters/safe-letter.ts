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

/** What `withoutStyles` makes of the elements whose text is none of the letter. */
const renamed = 'carrel-dropped';

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
  const source = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
  const result = document.createDocumentFragment();
  let left = mostNodes;
  const copy = (from: Node, into: Node): void => {
    for (const node of from.childNodes) {
      left -= 1;
      if (left <= 0) return;
      if (node instanceof Text) into.appendChild(document.createTextNode(node.data));
      else if (node instanceof HTMLImageElement) into.appendChild(document.createTextNode(wordsOf(node)));
      else if (node instanceof Element && !dropped.has(node.localName) && node.localName !== renamed)
        copy(node, placeOf(node, into));
    }
  };
  copy(source.body, result);
  return result;
}

/**
 * The letter without what the page's policy would report as refused, even in a document that is never shown: its styles
 * and scripts. Whether a letter is safe is not decided here: whatever this overlooks is refused, and reported.
 */
function withoutStyles(html: string): string {
  return html.replaceAll(
    /<(\/?)([a-z][\w:-]*)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)/gi,
    (_, ...parts: string[]) => {
      const [slash = '', name = '', said = ''] = parts;
      const kept = said.replaceAll(/\s(?:style|on[a-z]+)="[^"]*"/gi, '');
      return `<${slash}${/^(?:style|script)$/i.test(name) ? renamed : name}${kept}`;
    },
  );
}

/** Where what is in an element goes: into one of its kind, or into what is around it. */
function placeOf(element: Element, into: Node): Node {
  if (!shown.has(element.localName)) return into;
  const own = document.createElement(nameIn(into, element.localName));
  if (/^h\d$/.test(element.localName)) own.className = 'heading';
  for (const [name, allowed] of Object.entries(attributes)) {
    const value = element.getAttribute(name);
    if (value !== null && allowed.test(value)) own.setAttribute(name, value);
  }
  into.appendChild(own);
  return own;
}

/**
 * What an element is here: the headings of a letter are none of this page's, and an entry is one in a list only, as
 * whatever is in a list is an entry.
 */
function nameIn(into: Node, name: string): string {
  const around = into instanceof Element ? into.localName : '';
  if (['ul', 'ol'].includes(around)) return 'li';
  if (name === 'li' || name === 'center') return 'div';
  if (['dt', 'dd'].includes(name) && around !== 'dl') return 'div';
  return /^h\d$/.test(name) ? 'p' : name;
}

const wordsOf = ({ alt }: HTMLImageElement): string => (alt === '' ? '' : `[${alt}]`);
