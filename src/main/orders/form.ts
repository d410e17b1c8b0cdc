import type { OrderForm, OrderShareForm } from '../../contract/orders.ts';
import { codeIn } from '../../service/contacts.ts';
import { edited, patched } from '../../service/patch.ts';
import { arrayOf, codeOf, dateOf, dayOf, type Fields, textOf } from '../../service/read.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { amount, isSameAmount, parseAmount, toAmount } from '../../shared/money.ts';
import { displayMoney } from '../records/values.ts';
import type { OrderPath } from './fields.ts';
import { type OrderMoney, placesOf } from './record.ts';

type Fund = ReturnType<typeof fundsOf>[number];
const fundsOf = (pol: Pol) => arrayOf(pol.fund_distribution);

/** The fields of an order line that can be edited, as the form has them. */
export function formOf(pol: Pol, { decimals }: OrderMoney): OrderForm {
  const funds = fundsOf(pol);
  const split = funds.length > 0 && funds.every((fund) => percentOf(fund) !== '') ? 'percent' : 'sum';
  return {
    vendorReference: textOf(pol.vendor_reference_number),
    expected: dayOf(dateOf(pol.expected_receipt_date)) ?? '',
    price: displayMoney(pol.price?.sum, decimals),
    split,
    funds: funds.map((fund) => ({
      fund: codeOf(fund.fund_code),
      share: split === 'percent' ? percentOf(fund) : displayMoney(fund.amount?.sum, decimals),
      raw: fund,
    })),
    quantities: placesOf(pol).map(({ quantity }) => textOf(quantity)),
    receivingNote: textOf(pol.receiving_note),
    notes: arrayOf(pol.note).map((note) => ({ text: textOf(note.note_text), raw: note })),
  };
}

/** A fund's percentage, without needless zeros; `''` for none. */
export function percentOf({ percent }: Fund): string {
  const text = textOf(percent).trim();
  return parseAmount(text)?.toFixed() ?? text;
}

/** The ways to everything that the form edits. */
export const editedPaths = (pol: Pol): OrderPath[] => [
  ['vendor_reference_number'],
  ['expected_receipt_date'],
  ['price', 'sum'],
  ['fund_distribution'],
  ['receiving_note'],
  ['note'],
  ...placesOf(pol).map((_, place): OrderPath => ['location', place, 'quantity']),
];

/**
 * The record with the changes of a form that was validated. All other values stay the same. An emptied field is removed,
 * because the whole record is replaced. Source: Acquisitions objects; design, "Records stay as they came".
 */
export function withForm(pol: Pol, form: OrderForm, money: OrderMoney): Pol {
  const previous = formOf(pol, money);
  const edits: Record<string, unknown> = {};
  for (const [field, wire] of texts) {
    const text = form[field].trim();
    if (text !== previous[field].trim()) edits[wire] = text === '' ? undefined : text;
  }
  const withTexts = edited(pol, edits, { expected_receipt_date: 'date' });
  return withNotes(
    withQuantities(withPrice(withTexts, form, previous, money), form, previous),
    form,
    previous,
  );
}

const texts = [
  ['vendorReference', 'vendor_reference_number'],
  ['expected', 'expected_receipt_date'],
  ['receivingNote', 'receiving_note'],
] as const;

function withPrice(pol: Pol, form: OrderForm, previous: OrderForm, money: OrderMoney): Pol {
  const isNewPrice = !isSamePrice(form, previous);
  const priced = isNewPrice ? withSum(pol, ['price'], form.price, money) : pol;
  const isNewSplit = form.split !== previous.split;
  // A sum that the service has worked out of a percentage does not hold with another price.
  const isAllNew = isNewSplit || (isNewPrice && form.split === 'percent');
  const funds = form.funds.map((share) =>
    share.raw && !isAllNew && previous.funds.some((one) => isSameShare(one, share))
      ? share.raw
      : shareOf(share, form.split, money),
  );
  const isSame = !isAllNew && isSameList(form.funds, previous.funds, isSameShare);
  return isSame ? priced : patched(priced, ['fund_distribution'], funds);
}

/** Whether two forms have the same price, however it is written. */
export const isSamePrice = (one: OrderForm, other: OrderForm): boolean =>
  one.price.trim() === other.price || isSameAmount(one.price, other.price);

/** Whether a fund's share is as it was. */
export const isSameShare = (one: OrderShareForm, other: OrderShareForm): boolean =>
  one.fund === other.fund.trim() &&
  (one.share === other.share.trim() || isSameAmount(one.share, other.share)) &&
  JSON.stringify(one.raw) === JSON.stringify(other.raw);

/** Whether two lists have the same entries in the same order. */
export const isSameList = <E>(
  some: readonly E[],
  others: readonly E[],
  isSame: (one: E, other: E) => boolean,
): boolean =>
  some.length === others.length &&
  some.every((entry, index) => {
    const other = others[index];
    return other !== undefined && isSame(other, entry);
  });

function shareOf({ fund, share, raw }: OrderShareForm, split: OrderForm['split'], money: OrderMoney): Fields {
  const before: Fields = raw ?? {};
  const code = fund.trim();
  const isSameFund = codeOf(codeIn(before['fund_code'])) === code;
  const entry = isSameFund ? before : patched(before, ['fund_code'], { value: code });
  return split === 'percent'
    ? patched(patched(entry, ['percent'], share.trim()), ['amount'], undefined)
    : patched(withSum(entry, ['amount'], share, money), ['percent'], undefined);
}

/** Sets a sum, and its currency where there is none yet. */
function withSum<T extends object>(record: T, at: [string], sum: string, money: OrderMoney): T {
  const { currency, decimals } = money;
  const changed = patched(record, [...at, 'sum'], toAmount(amount(sum), decimals));
  const [field] = at;
  const { currency: known } = (changed as Record<string, { currency?: unknown }>)[field] ?? {};
  return known ? changed : patched(changed, [...at, 'currency'], { value: currency });
}

/** A quantity stays a text where it was one. */
function withQuantities(pol: Pol, form: OrderForm, previous: OrderForm): Pol {
  return placesOf(pol).reduce((now, { quantity }, place) => {
    const typed = form.quantities[place]?.trim() ?? '';
    if (typed === previous.quantities[place]) return now;
    return patched(
      now,
      ['location', place, 'quantity'],
      typeof quantity === 'string' ? typed : Number(typed),
    );
  }, pol);
}

function withNotes(pol: Pol, form: OrderForm, previous: OrderForm): Pol {
  const isSame = isSameList(form.notes, previous.notes, isSameNote);
  if (isSame) return pol;
  const notes = form.notes.map(({ text, raw }) =>
    raw && previous.notes.some((one) => isSameNote(one, { text, raw }))
      ? raw
      : patched<Fields>(raw ?? {}, ['note_text'], text.trim()),
  );
  return patched(pol, ['note'], notes);
}

type Note = OrderForm['notes'][number];

/** Whether a note is as it was. */
export const isSameNote = (one: Note, other: Note): boolean =>
  one.text.trim() === other.text.trim() && JSON.stringify(one.raw) === JSON.stringify(other.raw);
