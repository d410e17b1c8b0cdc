import type { SlipKind, WholeSlip } from '../../contract/slips.ts';
import { m } from '../../messages/compiled/messages.js';
import { field, html, type Html } from './markup.ts';
import { book, code, list, pair, part, type SlipContext, type SlipOf, type Template } from './parts.ts';
import { lendingTemplate } from './lending-template.ts';
import { receivingTemplates } from './receiving-templates.ts';
import { takingsTemplate } from './takings-template.ts';
import { shortName, type SlipWords } from './words.ts';

const patronLines = (one: SlipOf<'due'>['reader'] | null): Html | null =>
  one &&
  html`<p class="reader">${field(one.name)}</p>
    ${code(one.barcode)}`;

const lentBooks = (books: SlipOf<'due'>['books'], words: SlipWords): Html[] =>
  books.map(
    (one) =>
      html`${book(one)}
        <p class="due">
          ${one.due === '' ? m.slips_due_unread() : m.slips_due({ date: words.due(one.due) })}
        </p>`,
  );

/** The patron's name as the slip may show it; `''` where it names nobody. */
export function patronNameOn(slip: WholeSlip, { names }: SlipContext): string {
  switch (slip.kind) {
    case 'hold':
    case 'transit':
      return names === 'short' ? shortName(slip.reader) : slip.reader;
    case 'takings':
    case 'route':
    case 'workOrder':
    case 'claim':
    case 'lending':
      return '';
    case 'due':
    case 'return':
    case 'payment':
    case 'session':
      return slip.reader?.name ?? '';
  }
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
  takings: takingsTemplate,
  ...receivingTemplates,
  lending: lendingTemplate,
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
  route: m.slips_title_route,
  workOrder: m.slips_title_work_order,
  claim: m.slips_title_claim,
  lending: m.slips_title_lending,
};

/** The title on this slip. A claim of which everything is here only goes with what is sent back. */
export function titleOf(slip: WholeSlip): string {
  const isReturn = slip.kind === 'claim' && slip.lines.every(({ why }) => why !== 'short');
  return isReturn ? m.slips_title_vendor_return() : titles[slip.kind]();
}
