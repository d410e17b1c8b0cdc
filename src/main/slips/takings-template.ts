import { m } from '../../messages/compiled/messages.js';
import { amount } from '../../shared/money.ts';
import { field, html, type Html } from './markup.ts';
import { pair, type SlipContext, type SlipOf, type Template } from './parts.ts';

type Cash = NonNullable<SlipOf<'takings'>['cash']>;

const isSome = ({ amount: sum }: Cash['other']): boolean => !amount(sum).eq(0);

/** The drawer: what should be there, what was, piece by piece, and what is left in it. */
function drawer(cash: Cash, { words }: SlipContext): Html {
  const some = (name: string, sum: Cash['other']): Html | null =>
    isSome(sum) ? pair(name, words.money(sum)) : null;
  return html`<p class="part">${m.slips_takings_drawer()}</p>
    <dl>
      ${pair(m.slips_takings_float(), words.money(cash.float))}
      ${pair(m.slips_takings_cash_fees(), words.money(cash.paid))}
      ${some(m.slips_takings_cash_deposits(), cash.deposits)}
      ${some(m.slips_takings_cash_refunds(), cash.refunded)}
      ${pair(m.slips_takings_expected(), words.money(cash.expected), 'sum')}
      ${cash.pieces.map(({ value, count, sum }) =>
        pair(
          m.slips_takings_pieces({ count: words.count(count), value: words.money(value) }),
          words.money(sum),
        ),
      )}
      ${some(m.slips_takings_other(), cash.other)}
      ${pair(m.slips_takings_counted(), words.money(cash.counted), 'sum')}
    </dl>
    <p class="due">${field(cash.verdict)}</p>
    <dl>
      ${pair(m.slips_takings_next(), words.money(cash.left))}
      ${pair(m.slips_takings_out(), words.money(cash.removed))}
    </dl>`;
}

/** What was taken, and the drawer where it was counted. Sums of money only. */
export const takingsTemplate: Template<'takings'> = (slip, context) => {
  const { words } = context;
  return html` <p>
      ${
        slip.to === ''
          ? m.slips_takings_from({ moment: words.moment(slip.from) })
          : m.slips_takings_until({ from: words.moment(slip.from), to: words.moment(slip.to) })
      }
    </p>
    <dl>
      ${slip.taken.map(({ method, count, sum }) =>
        pair(m.slips_takings_method({ method, count: words.count(count) }), words.money(sum)),
      )}
      ${pair(m.slips_takings_sum(), words.money(slip.sum), 'sum')}
    </dl>
    ${slip.cash && drawer(slip.cash, context)}${slip.lines.map((line) => html`<p>${field(line)}</p>`)}`;
};
