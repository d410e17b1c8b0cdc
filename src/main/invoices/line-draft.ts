import type Big from 'big.js';
import type { FundDraft, InvoiceLineDraft } from '../../contract/invoice-draft.ts';
import { amount, sum, toAmount } from '../../shared/money.ts';
import { invalid } from '../failure.ts';
import {
  codeIn,
  dayText,
  type FormValidation,
  typedAmount,
  typedCost,
  typedDay,
  typedLines,
  typedText,
} from '../forms/fields.ts';
import type { PlannedLine } from './plans.ts';

/** The most pieces of one line. A larger number is a slip of the hand, such as a barcode in the wrong field. */
const mostPieces = 99_999;

/** The kind of a line that is for an order line. Source: Acquisitions objects. */
const regular = 'REGULAR';

const longestNote = 2000;

/** How many decimals a percentage can have. */
const percentDecimals = 2;

type PlannedFunds = NonNullable<PlannedLine['funds']>;

/** The plan of a line. What is invalid is noted in `form`, each field with `place` in front: `lines.3.`. */
export function plannedLine(
  form: FormValidation,
  draft: InvoiceLineDraft,
  decimals: number,
  place: string,
): PlannedLine {
  const at = (field: string): string => place + field;
  const type = form.check(() => typedText(at('type'), draft.type), '');
  const isRegular = type === '' || type === regular;
  const pol = form.check(() => (isRegular ? codeIn : typedText)(at('pol'), draft.pol), '');
  const price = form.check(() => typedAmount(at('price'), draft.price, decimals), null);
  const quantity = form.check(() => piecesIn(at('quantity'), draft.quantity), 1);
  const note = form.check(() => typedLines(at('note'), draft.note, longestNote), '');
  const vat = form.check(
    () => (draft.vat.trim() === '' ? null : typedCost(at('vat'), draft.vat, decimals)),
    null,
  );
  const days = daysIn(form, draft, at);
  const funds = fundsIn({ form, price, decimals, at }, draft.funds);
  return {
    amount: price ? toAmount(price, decimals) : '',
    pol,
    ...(quantity !== 1 && { quantity }),
    ...(funds.length > 0 && { funds }),
    ...(type !== '' && { type }),
    ...(note !== '' && { note }),
    ...days,
    ...(vat && { vatAmount: toAmount(vat, decimals) }),
  };
}

/** A number of pieces: 1 where nothing is typed. Throws an invalid `field`. */
function piecesIn(field: string, typed: string): number {
  const text = typed.trim();
  if (text === '') return 1;
  if (!/^-?\d+([.,]\d+)?$/.test(text)) throw invalid(field, 'malformed');
  const pieces = Number(text.replace(',', '.'));
  if (!Number.isInteger(pieces)) throw invalid(field, 'notWhole');
  if (pieces < 1) throw invalid(field, 'notPositive');
  if (pieces > mostPieces) throw invalid(field, 'tooLarge', String(mostPieces));
  return pieces;
}

/** The days of a subscription: both or none, and in order. */
function daysIn(
  form: FormValidation,
  { from, to }: InvoiceLineDraft,
  at: (field: string) => string,
): Pick<PlannedLine, 'from' | 'to'> {
  if (from.trim() === '' && to.trim() === '') return {};
  const first = form.check(() => dayText(typedDay(at('from'), from)), '');
  const last = form.check(() => {
    const day = dayText(typedDay(at('to'), to));
    if (day < first) throw invalid(at('to'), 'beforeStart');
    return day;
  }, '');
  return { from: first, to: last };
}

interface Shared {
  readonly form: FormValidation;
  /** Null where it is not valid. */
  readonly price: Big | null;
  readonly decimals: number;
  readonly at: (field: string) => string;
}

/** The funds of a line: by percentages, or by sums. One fund with neither pays all of it. */
function fundsIn({ form, price, decimals, at }: Shared, drafts: readonly FundDraft[]): PlannedFunds {
  const [only, ...others] = drafts;
  if (!only) return [];
  const codes = drafts.map(({ fund }, nth) => {
    const field = at(`funds.${String(nth)}.fund`);
    return form.check(() => {
      const code = codeIn(field, fund);
      if (drafts.slice(0, nth).some((other) => other.fund.trim() === code)) throw invalid(field, 'twice');
      return code;
    }, '');
  });
  const isGiven = (typed: string): boolean => typed.trim() !== '';
  const hasPercents = drafts.some(({ percent }) => isGiven(percent));
  const hasSums = drafts.some((draft) => isGiven(draft.amount));
  if (!hasPercents && !hasSums && others.length === 0) return [{ code: codes[0] ?? '', percent: '100' }];
  const whole = form.check(() => {
    if (hasPercents && hasSums) throw invalid(at('funds'), 'malformed', 'fundKinds');
    return true;
  }, false);
  if (!whole) return [];
  const kind = hasSums ? 'amount' : 'percent';
  const places = hasSums ? decimals : percentDecimals;
  const shares = drafts.map((draft, nth) =>
    form.check(() => typedAmount(at(`funds.${String(nth)}.${kind}`), draft[kind], places), null),
  );
  const valid = shares.filter((share) => share !== null);
  const total = sum(
    valid.map((share) => share.toFixed()),
    places,
  );
  const should = hasSums ? price : amount('100');
  form.check(() => {
    if (valid.length < shares.length || !should || amount(total).eq(should)) return;
    throw invalid(at('funds'), 'doesNotAddUp', hasSums ? total : `${amount(total).toFixed()} %`);
  }, undefined);
  return codes.map((code, nth) => {
    const share = shares[nth];
    const text = share?.toFixed(hasSums ? decimals : undefined) ?? '';
    return hasSums ? { code, amount: text } : { code, percent: text };
  });
}

/** The draft of a planned line: to correct it. */
export const lineDraftOf = (line: PlannedLine): InvoiceLineDraft => ({
  pol: line.pol,
  price: line.amount,
  quantity: line.quantity === undefined ? '' : String(line.quantity),
  type: line.type ?? '',
  funds: (line.funds ?? []).map(({ code, percent = '', amount: share = '' }) => ({
    fund: code,
    percent,
    amount: share,
  })),
  from: line.from ?? '',
  to: line.to ?? '',
  vat: line.vatAmount ?? '',
  note: line.note ?? '',
});
