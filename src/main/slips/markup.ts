/** Markup that may go on a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type MarkupPart = Html | string | number | null | readonly MarkupPart[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => entities[mark] ?? '');

function textOf(part: MarkupPart): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return escape(String(part));
}

/** A piece of a page. Values are escaped, unless they are `Html`. */
export function html(markup: TemplateStringsArray, ...parts: readonly MarkupPart[]): Html {
  return new Html(String.raw({ raw: markup }, ...parts.map(textOf)));
}

/** A value of any script: `bdi` keeps its direction apart from the text around. */
export const field = (text: string): Html => html`<bdi>${text}</bdi>`;

/** A typed text, with its line breaks. */
export const lines = (text: string): Html =>
  html`${text.split('\n').map((line, index) => (index === 0 ? field(line) : html`<br />${field(line)}`))}`;
