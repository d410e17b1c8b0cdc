import type { SlipKind, SlipSettings, WholeSlip } from '../../contract/slips.ts';
import { m } from '../../messages/compiled/messages.js';
import { shortName, type SlipWords } from './words.ts';

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

type SlipOf<K extends SlipKind> = Extract<WholeSlip, { kind: K }>;

/** What a template needs beside the slip. */
export interface SlipContext {
  readonly words: SlipWords;
  readonly names: SlipSettings['names'];
}

/** Makes the content of a slip of one kind. */
type Template<K extends SlipKind> = (slip: SlipOf<K>, context: SlipContext) => Html;

const code = (text: string): Html | null => (text === '' ? null : html`<p class="code">${field(text)}</p>`);

const patronLines = (one: SlipOf<'due'>['reader'] | null): Html | null =>
  one &&
  html`<p class="reader">${field(one.name)}</p>
    ${code(one.barcode)}`;

const book = ({ title, barcode }: SlipOf<'hold'>['book']): Html =>
  html`<p class="title">${field(title || barcode)}</p>
    ${title === '' ? null : code(barcode)}`;

const list = (entries: readonly Html[]): Html =>
  html`<ul>
    ${entries.map((entry) => html`<li>${entry}</li>`)}
  </ul>`;

const part = (heading: string, entries: readonly Html[]): Html | null =>
  entries.length === 0
    ? null
    : html`<p class="part">${heading}</p>
        ${list(entries)}`;

const lentBooks = (books: SlipOf<'due'>['books'], words: SlipWords): Html[] =>
  books.map(
    (one) =>
      html`${book(one)}
        <p class="due">
          ${one.due === '' ? m.slips_due_unread() : m.slips_due({ date: words.due(one.due) })}
        </p>`,
  );

/** A name, and its value at the other end of the line. */
const pair = (name: string, value: string, className = ''): Html =>
  html`<dt class="${className}">${name}</dt>
    <dd class="${className}">${field(value)}</dd>`;

/** The patron's name as the slip may show it; `''` where it names nobody. */
export function patronNameOn(slip: WholeSlip, { names }: SlipContext): string {
  if (slip.kind === 'takings') return '';
  if (slip.kind !== 'hold' && slip.kind !== 'transit') return slip.reader?.name ?? '';
  return names === 'short' ? shortName(slip.reader) : slip.reader;
}

/** The patron who waits for the book, where others can see it. */
const largePatron = (slip: SlipOf<'hold' | 'transit'>, context: SlipContext): Html | null =>
  slip.reader === '' ? null : html`<p class="large">${field(patronNameOn(slip, context))}</p>`;

/** The templates: what is on each slip, and in which order. */
export const templates: { readonly [K in SlipKind]: Template<K> } = {
  due: (slip, { words }) =>
    html` ${patronLines(slip.reader)}${list(lentBooks(slip.books, words))}${part(
      m.slips_not_renewed(),
      slip.kept.map(
        (one) =>
          html`${book(one)}
            <p>${field(one.why)}</p>`,
      ),
    )}`,
  return: (slip) => html`${patronLines(slip.reader)}${list(slip.books.map(book))}`,
  hold: (slip, context) =>
    html` ${largePatron(slip, context)}${book(slip.book)}
      <p class="place">${field(slip.place)}</p>`,
  transit: (slip, context) =>
    html` <p class="large">${field(slip.place)}</p>
      ${book(slip.book)}${
        slip.reader === ''
          ? null
          : html`<p>${m.slips_for()}</p>
              ${largePatron(slip, context)}`
      }`,
  payment: (slip, { words }) =>
    html` ${patronLines(slip.reader)}${list(
        slip.fees.map(
          (fee) =>
            html` <p class="title">${field(fee.fee)}</p>
              ${fee.title === '' ? null : html`<p>${field(fee.title)}</p>`}
              <dl>
                ${pair(m.slips_paid(), words.money(fee.paid))}${fee.left && pair(m.slips_left(), words.money(fee.left))}
              </dl>`,
        ),
      )}
      <dl>
        ${pair(m.slips_paid_all(), words.money(slip.paid), 'sum')} ${pair(m.slips_method(), slip.method)}
        ${slip.given && pair(m.slips_given(), words.money(slip.given))}
        ${slip.change && pair(m.slips_change(), words.money(slip.change))}
        ${slip.owed && pair(m.slips_owed(), words.money(slip.owed))}
      </dl>
      ${code(slip.transaction)}`,
  session: (slip, { words }) =>
    html` ${patronLines(slip.reader)}${part(m.slips_lent(), lentBooks(slip.lent, words))}${part(
      m.slips_returned(),
      slip.returned.map(book),
    )}${slip.paid && html`<dl>${pair(m.slips_paid_all(), words.money(slip.paid), 'sum')}</dl>`}`,
  takings: (slip, { words }) =>
    html` <p>${m.slips_takings_from({ moment: words.moment(slip.from) })}</p>
      <dl>
        ${slip.taken.map(({ method, count, sum }) =>
          pair(m.slips_takings_method({ method, count: words.count(count) }), words.money(sum)),
        )}
        ${pair(m.slips_takings_sum(), words.money(slip.sum), 'sum')}
      </dl>`,
};

/** The title on each kind of slip. */
export const titles: Readonly<Record<SlipKind, () => string>> = {
  due: m.slips_title_due,
  return: m.slips_title_return,
  hold: m.slips_title_hold,
  transit: m.slips_title_transit,
  payment: m.slips_title_payment,
  session: m.slips_title_session,
  takings: m.slips_title_takings,
};
