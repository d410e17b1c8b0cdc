import type { Money } from '../../contract/common.ts';
import { sum } from '../../shared/money.ts';
import { arrayOf, codeOf, textOf } from '../../service/read.ts';
import type { Code } from '../../service/shapes/common.ts';
import type { Fee, FeeTransaction } from '../../service/shapes/fee.ts';
import { Failed } from '../failure.ts';
import { moneyOf } from '../records/values.ts';

/** How much a patron owes, and for how many fees. The amount is `''` where it cannot be read. */
export interface FeeTotal {
  readonly money: Money;
  readonly fees: number;
}

/**
 * The names of fields that the description does not show, in the order in which they are looked for: where a payment was
 * taken. `received_by` is a person, and not read. Assumption.
 */
const deskFields = ['received_by_desk', 'received_by_circ_desk', 'circ_desk'] as const;
/** As above: the library of that desk. Assumption, after the deployed service's filter `received_by_circ_library`. */
const deskLibraryFields = ['received_by_library', 'received_by_circ_library', 'circ_library'] as const;

/** The currency that a transaction, a fee or an answer names; `''` where it names none. Assumption, but for the answer. */
export const currencyIn = ({ currency }: Readonly<Record<string, unknown>>): string =>
  codeOf(currency as Code).toUpperCase();

/** The desk that did it; null where none is named. */
export const deskOf = (entry: FeeTransaction): Code => firstOf(entry, deskFields);

/** The library of that desk: desks of several libraries have one code. Null where none is named. */
export const deskLibraryOf = (entry: FeeTransaction): Code => firstOf(entry, deskLibraryFields);

function firstOf(entry: FeeTransaction, names: readonly string[]): Code {
  const fields: Readonly<Record<string, unknown>> = entry;
  return names.map((name) => fields[name] as Code).find((one) => codeOf(one) !== '') ?? null;
}

export const feeIdOf = (fee: Fee): string => textOf(fee.id);

/** Whether a fee can be paid. A fee without a status came from the list of active ones. */
export const isActiveFee = (fee: Fee): boolean => ['', 'ACTIVE'].includes(codeOf(fee.status).toUpperCase());

export const balanceOf = (fee: Fee, decimals: number): string =>
  moneyOf(fee.balance, 'fee.balance', decimals);

/**
 * The fees without repeats: the service may list a fee twice. Throws where a fee is listed with two different
 * balances.
 */
export function onceEach(fees: readonly Fee[], decimals: number): readonly Fee[] {
  const known = new Map<string, string>();
  return fees.filter((fee) => {
    const id = feeIdOf(fee);
    const balance = balanceOf(fee, decimals);
    const before = known.get(id);
    if (id === '' || before === undefined) {
      known.set(id, balance);
      return true;
    }
    if (before !== balance) throw unreadable('fee.balance');
    return false;
  });
}

/** The sum of the balances of the active fees. Throws where a balance is missing or cannot be read. */
export function totalOwed(fees: readonly Fee[], decimals: number): string {
  const active = fees.filter(isActiveFee);
  if (active.some(({ balance }) => textOf(balance) === '')) throw unreadable('fee.balance');
  return sum(
    onceEach(active, decimals).map((fee) => balanceOf(fee, decimals)),
    decimals,
  );
}

/** The same for the screen: `''`, and never zero, where it cannot be read. */
export function shownTotalOwed(fees: readonly Fee[], decimals: number): string {
  try {
    return totalOwed(fees, decimals);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    return '';
  }
}

const unreadable = (field: string): Failed =>
  new Failed({ kind: 'unreachable', why: 'unreadable', detail: field });

/** The fee's transactions that carry this id. */
export const transactionsOf = (fee: Fee, id: string): FeeTransaction[] =>
  arrayOf(fee.transaction).filter((entry) => textOf(entry.external_transaction_id) === id);

/** How many waivers a fee has; null where the service does not list its transactions. */
export const waiversOf = ({ transaction }: Fee): number | null =>
  (transaction ?? null) === null
    ? null
    : arrayOf(transaction).filter(({ type }) => /WAIVE/i.test(codeOf(type))).length;
