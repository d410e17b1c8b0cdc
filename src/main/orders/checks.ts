import Big from 'big.js';
import type { OrderForm } from '../../contract/orders.ts';
import { codeIn, FormValidation, typedCost, typedDay, typedLines, typedText } from '../forms/fields.ts';
import { invalid } from '../failure.ts';
import { isSameList, isSameNote, isSamePrice, isSameShare } from './form.ts';

/** No note is longer: a longer text was pasted into the wrong field. */
const longestText = 2000;
/** So many copies nobody orders at one location: it is a barcode, or a price, in the wrong field. */
const mostCopies = 9999;
/** Percentages as finely as thirds can be written: 33.33 + 33.33 + 33.34. */
const percentDecimals = 2;

/**
 * Throws all fields of a form that cannot be written, each named by its path (`funds.1.share`). Fields that did not
 * change are not checked, so that an order line with odd values can still get a note.
 */
export function checkOrder(form: OrderForm, previous: OrderForm, decimals: number): void {
  const validation = new FormValidation();
  const check = (isChanged: boolean, parse: () => unknown): void => {
    if (isChanged) validation.check(parse, null);
  };
  check(form.vendorReference !== previous.vendorReference, () =>
    typedText('vendorReference', form.vendorReference),
  );
  check(form.expected.trim() !== previous.expected && form.expected.trim() !== '', () =>
    typedDay('expected', form.expected),
  );
  check(!isSamePrice(form, previous), () => typedCost('price', form.price, decimals));
  checkFunds(form, previous, decimals, validation);
  for (const [place, typed] of form.quantities.entries())
    check(typed !== previous.quantities[place], () => mustBeCount(`quantities.${place}`, typed));
  check(form.receivingNote !== previous.receivingNote, () =>
    typedLines('receivingNote', form.receivingNote, longestText),
  );
  for (const [at, note] of form.notes.entries())
    check(!previous.notes.some((one) => isSameNote(one, note)), () =>
      mustBeNote(`notes.${at}.text`, note.text),
    );
  validation.throwIfInvalid();
}

function mustBeNote(field: string, text: string): void {
  if (typedLines(field, text, longestText) === '') throw invalid(field, 'required');
}

/** A whole number of copies, and not none: what is not wanted any more is cancelled. */
function mustBeCount(field: string, typed: string): void {
  const text = typed.trim();
  if (text === '') throw invalid(field, 'required');
  if (!/^\d+$/.test(text)) throw invalid(field, 'notWhole');
  if (Number(text) === 0) throw invalid(field, 'notPositive');
  if (Number(text) > mostCopies) throw invalid(field, 'tooLarge', String(mostCopies));
}

/** Shares come to the price or to 100 %, also where only the price was changed. */
function checkFunds(
  form: OrderForm,
  previous: OrderForm,
  decimals: number,
  validation: FormValidation,
): void {
  const isSame = form.split === previous.split && isSameList(form.funds, previous.funds, isSameShare);
  const bySum = form.split === 'sum';
  if (isSame && (!bySum || isSamePrice(form, previous))) return;
  if (form.funds.length === 0) {
    if (previous.funds.length > 0) validation.check(() => mustHaveFund(), null);
    return;
  }
  const price = bySum ? validPrice(form.price, decimals) : null;
  const shares = form.funds.map(({ fund, share }, at) => {
    const others = form.funds.slice(0, at).map((one) => one.fund.trim());
    validation.check(() => mustBeFund(`funds.${at}.fund`, fund, others), null);
    return validation.check<Big | null>(() => {
      const value = typedCost(`funds.${at}.share`, share, bySum ? decimals : percentDecimals);
      // What costs nothing is paid from no fund.
      if (value.eq(0) && price?.eq(0) !== true) throw invalid(`funds.${at}.share`, 'notPositive');
      return value;
    }, null);
  });
  const whole = bySum ? price : new Big(100);
  if (whole === null || shares.includes(null)) return;
  const total = shares.reduce<Big>((sum, share) => sum.plus(share ?? 0), new Big(0));
  if (total.eq(whole)) return;
  validation.check(() => {
    throw invalid('funds', 'doesNotAddUp', bySum ? total.toFixed(decimals) : total.toFixed());
  }, null);
}

function mustHaveFund(): never {
  throw invalid('funds', 'required');
}

function mustBeFund(field: string, code: string, others: readonly string[]): void {
  if (others.includes(codeIn(field, code))) throw invalid(field, 'twice');
}

/** The price as an amount; null where it is none: that is said at its own field. */
function validPrice(text: string, decimals: number): Big | null {
  try {
    return typedCost('price', text, decimals);
  } catch {
    return null;
  }
}
