import type { OrderForm, OrderShareForm } from '../../contract/orders.ts';
import { amount, readAmount, sum, sumShown, toAmount } from '../../shared/money.ts';

/** What the shares of the funds come to, beside what they should come to. */
export interface SharesTotal {
  readonly total: string;
  /** The price, or 100. */
  readonly whole: string;
  /** What is missing; negative where it is too much. */
  readonly left: string;
  readonly fits: boolean;
}

/** Decimals of a percentage. */
const percentDecimals = 2;

/** Null while a share or the price is not an amount: then the fields say so. */
export function sharesTotal(
  { price, split, funds }: Pick<OrderForm, 'price' | 'split' | 'funds'>,
  decimals: number,
): SharesTotal | null {
  const places = split === 'sum' ? decimals : percentDecimals;
  const whole = split === 'sum' ? readAmount(price) : amount(100);
  const total = sumShown(
    funds.map(({ share }) => share.trim() || '0'),
    places,
  );
  if (!whole || total === '') return null;
  const left = whole.minus(amount(total));
  return { total, whole: toAmount(whole, places), left: toAmount(left, places), fits: left.eq(0) };
}

/** The form with another price. One fund that pays all of it, as a sum, still does. */
export function withPrice(form: OrderForm, price: string): OrderForm {
  const [only, ...others] = form.funds;
  const paysAll =
    only !== undefined && others.length === 0 && form.split === 'sum' && isSame(only.share, form.price);
  return { ...form, price, funds: paysAll ? [{ ...only, share: price }] : form.funds };
}

const isSame = (one: string, other: string): boolean => {
  const [first, second] = [readAmount(one), readAmount(other)];
  return first !== null && second !== null && first.eq(second);
};

/**
 * The form with its shares as sums, or as percentages, of the same size; the last fund gets what rounding leaves. Where
 * the shares do not come to the whole as they are, what they are in the other form is not known: they are empty then.
 */
export function withSplit(form: OrderForm, split: OrderForm['split'], decimals: number): OrderForm {
  if (split === form.split) return form;
  const known = sharesTotal(form, decimals);
  const price = readAmount(form.price);
  const isKnown = known?.fits === true && price?.gt(0) === true;
  const shares = isKnown ? converted(form.funds, known.whole, split, price.toFixed(), decimals) : null;
  return { ...form, split, funds: form.funds.map((one, at) => ({ ...one, share: shares?.[at] ?? '' })) };
}

function converted(
  funds: readonly OrderShareForm[],
  from: string,
  split: OrderForm['split'],
  price: string,
  decimals: number,
): string[] {
  const places = split === 'sum' ? decimals : percentDecimals;
  const whole = split === 'sum' ? price : '100';
  const shares = funds
    .slice(0, -1)
    .map(({ share }) => toAmount(amount(share).times(whole).div(from), places));
  const rest = amount(whole).minus(sum(shares, places));
  return [...shares, toAmount(rest, places)];
}

/** The share that is missing to the whole, for a fund that is added; `''` where none is. */
export function restOf(form: OrderForm, decimals: number): string {
  const left = sharesTotal(form, decimals)?.left ?? '0';
  return amount(left).gt(0) ? left : '';
}
