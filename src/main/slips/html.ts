/** Markup that may go on a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Part = Html | string | number | null | readonly Part[];

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? '');

function textOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return escape(String(part));
}

/** A piece of a page. What is put into it is text, and stays text, unless it is markup itself. */
export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: markup }, ...parts.map(textOf)));
}

/** A field: of any script, it keeps to itself in which direction it runs. */
export const field = (text: string): Html => html`<bdi>${text}</bdi>`;

/** Text as somebody wrote it, with its line breaks. */
export const lines = (text: string): Html =>
  html`${text.split('\n').map((line, index) => (index === 0 ? field(line) : html`<br />${field(line)}`))}`;
