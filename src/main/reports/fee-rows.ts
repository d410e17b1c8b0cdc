import { createHash } from 'node:crypto';
import type { Coded, Money } from '../../contract/common.ts';
import type { FeeTransactionRow } from '../../contract/reports.ts';
import { decimalsOf } from '../../service/currency.ts';
import { arrayOf, codeOf, dayOf, momentOf, textOf } from '../../service/read.ts';
import type { Amount, Moment } from '../../service/shapes/common.ts';
import type { Fee, FeeTransaction } from '../../service/shapes/fee.ts';
import { localDay } from '../../shared/days.ts';
import { parseAmount, toAmount } from '../../shared/money.ts';
import { currencyIn, deskLibraryOf, deskOf } from '../fees/record.ts';
import { codedOf } from '../records/values.ts';

/** The transactions of a fee. The service names a currency at the fee, or for all; else it is the institution's. */
export function feeRows(fee: Fee, currency: string): FeeTransactionRow[] {
  const seen = new Map<string, number>();
  return arrayOf(fee.transaction).map((entry) => {
    // Two payments of the same fee may be alike in all that is said of them: they are told apart by their order.
    const marks = JSON.stringify([
      ...[feeMark(fee), codeOf(entry.type), textOf(entry.transaction_time)],
      ...[textOf(entry.amount), codeOf(entry.payment_method), textOf(entry.external_transaction_id)],
    ]);
    const nth = (seen.get(marks) ?? 0) + 1;
    seen.set(marks, nth);
    const key = createHash('sha256')
      .update(`${String(nth)} ${marks}`)
      .digest('base64url')
      .slice(0, 22);
    return rowOf({ fee, entry, key, currency });
  });
}

/** What tells a fee from others: its id, else what is said of it. */
const feeMark = ({ id, type, owner, creation_time: created, original_amount: amount }: Fee): string =>
  textOf(id) || JSON.stringify([codeOf(type), codeOf(owner), textOf(created), textOf(amount)]);

interface Parts {
  readonly fee: Fee;
  readonly entry: FeeTransaction;
  readonly key: string;
  readonly currency: string;
}

function rowOf({ fee, entry, key, currency: usual }: Parts): FeeTransactionRow {
  const currency = currencyIn(entry) || currencyIn(fee) || usual;
  return {
    ...{ key, ...timeOf(entry.transaction_time) },
    type: upper(codedOf(entry.type)),
    money: exactMoney(entry.amount, currency),
    method: upper(codedOf(entry.payment_method)),
    feeType: codedOf(fee.type),
    library: codedOf(fee.owner),
    desk: codedOf(deskOf(entry)),
    deskLibrary: codedOf(deskLibraryOf(entry)),
    status: upper(codedOf(fee.status)),
    externalId: textOf(entry.external_transaction_id),
  };
}

/** Codes of the service's own lists, whose case differs from release to release. */
const upper = ({ code, label }: Coded): Coded => ({ code: code.toUpperCase(), label });

/** When it was: a day alone belongs to itself in any zone. */
function timeOf(time: Moment): Pick<FeeTransactionRow, 'at' | 'day'> {
  const text = textOf(time);
  if (/^\d{4}-\d\d-\d\d[A-Z]?$/.test(text)) return { at: dayOf(text) ?? '', day: dayOf(text) ?? '' };
  const at = momentOf(time);
  return { at, day: at === '' ? '' : localDay(new Date(at)) };
}

/** An amount as it came, with the decimals of its currency at least: none is rounded away. */
export function exactMoney(value: Amount, currency: string): Money {
  const amount = parseAmount(textOf(value));
  if (amount === null) return { amount: '', currency };
  const given = amount.toFixed().split('.')[1]?.length ?? 0;
  return { amount: toAmount(amount, Math.max(given, decimalsOf(currency))), currency };
}
