import { m } from '../../messages/compiled/messages.js';
import type { OpenTill, TypedCount } from '../../contract/takings.ts';
import type { SectionState } from '../app/shell.svelte.ts';
import { notesOf } from '../../shared/banknotes.ts';
import { balanceCash, cashSum, denominationsOf, typedOrNothing } from '../../shared/cash.ts';
import { amount } from '../../shared/money.ts';
import { placeKey, type PlaceCodes } from './place.ts';
import { moneyText } from '../ui/format.ts';

/** A kind of coin or banknote in the form. */
export interface Denomination {
  readonly key: string;
  readonly kind: 'note' | 'coin';
  readonly value: string;
}

/** The amounts that are typed. `deposits` and `refunded` are what of them was in cash. */
type Field = 'float' | 'other' | 'deposits' | 'refunded' | 'left';

/** So many that no drawer holds more. */
const mostPieces = 1_000_000;

interface TypedTexts {
  readonly counts: Record<string, string>;
  readonly typed: Partial<Record<Field, string>>;
}
const nothingTyped = (): TypedTexts => ({ counts: {}, typed: {} });

/** What was typed of a count: it stays when its dialog is closed, until the till is. */
export class TillDraft implements SectionState {
  #desk = $state('');
  readonly #desks = $state<Record<string, TypedTexts>>({ '': nothingTyped() });

  /** The draft of a desk's drawer: what is counted at another one is another drawer, and stays. */
  at(place: PlaceCodes): this {
    this.#desk = placeKey(place);
    this.#desks[this.#desk] ??= nothingTyped();
    return this;
  }

  /** How many of each, as typed. */
  get counts(): TypedTexts['counts'] {
    return this.#here.counts;
  }

  /** What was typed over what the form proposes. */
  get typed(): TypedTexts['typed'] {
    return this.#here.typed;
  }

  get isUnsaved(): boolean {
    return Object.values(this.#desks)
      .flatMap(({ counts, typed }) => [...Object.values(counts), ...Object.values(typed)])
      .some((text) => text !== '');
  }

  /** The till of this desk was closed. */
  closed(): void {
    this.#desks[this.#desk] = nothingTyped();
  }

  /** Another library has other drawers. */
  forget(): void {
    for (const desk of Object.keys(this.#desks)) this.#desks[desk] = nothingTyped();
  }

  get #here(): TypedTexts {
    return this.#desks[this.#desk] ?? nothingTyped();
  }
}

/** The drawer as it is being counted. What was typed stays while the takings are read again. */
export class DrawerCount {
  till: OpenTill = $state.raw() as OpenTill;
  readonly draft: TillDraft;
  readonly notes: readonly Denomination[];
  readonly coins: readonly Denomination[];

  constructor(
    till: OpenTill,
    own: Readonly<Record<string, readonly string[]>>,
    draft: TillDraft = new TillDraft(),
  ) {
    this.till = till;
    this.draft = draft;
    const { currency } = till.takings;
    const all = denominationsOf(currency, notesOf(currency, own));
    const of = (kind: Denomination['kind'], values: readonly string[]): readonly Denomination[] =>
      values.map((value) => ({ key: `${kind} ${value}`, kind, value }));
    this.notes = of('note', all.notes);
    this.coins = of('coin', all.coins);
  }

  readonly #decimals = $derived.by(() => this.till.takings.decimals);
  readonly #pieces = $derived.by(() =>
    [...this.notes, ...this.coins].map((one) => ({ ...one, count: this.#countOf(one.key) ?? 0 })),
  );
  /** Fees that were paid in cash. */
  readonly cashPaid = $derived.by(
    () => this.till.takings.paid.find(({ method }) => method === 'CASH')?.sum ?? '0',
  );
  readonly counted = $derived.by(() => cashSum(this.#pieces, this.#amountOf('other') ?? '0', this.#decimals));
  readonly balance = $derived.by(() =>
    balanceCash(
      {
        ...{ float: this.#amountOf('float') ?? '0', paid: this.cashPaid, counted: this.counted },
        ...{ deposits: this.#amountOf('deposits') ?? '0', refunded: this.#amountOf('refunded') ?? '0' },
        left: this.#amountOf('left') ?? '0',
      },
      this.#decimals,
    ),
  );
  readonly ready = $derived.by(
    () =>
      (['float', 'other', 'deposits', 'refunded', 'left'] as const).every(
        (field) => this.error(field) === '',
      ) && [...this.notes, ...this.coins].every(({ key }) => this.countError(key) === ''),
  );

  /** What a field says: what was typed, else what is most likely. */
  text(field: Field): string {
    return this.draft.typed[field] ?? this.#proposed(field);
  }

  /** What is wrong with an amount; `''` where nothing is. */
  error(field: Field): string {
    const value = this.#amountOf(field);
    if (value === null) return m.takings_problem_amount();
    if (field === 'float' && !this.till.floatKnown && this.text('float').trim() === '')
      return m.takings_float_unreadable();
    if (field === 'left' && amount(value).gt(amount(this.counted))) return m.takings_left_too_much();
    const most = field === 'deposits' || field === 'refunded' ? this.till.takings[field].sum : null;
    if (most === null || amount(value).lte(amount(most))) return '';
    return m.takings_problem_most({ sum: moneyText({ amount: most, currency: this.till.takings.currency }) });
  }

  /** What is wrong with a count; `''` where nothing is. */
  countError(key: string): string {
    return this.#countOf(key) === null ? m.takings_problem_count() : '';
  }

  /** What the pieces of one kind come to. */
  worth({ key, value }: Denomination): string {
    return cashSum([{ value, count: this.#countOf(key) ?? 0 }], '0', this.#decimals);
  }

  /** As main takes it. */
  get input(): TypedCount {
    return {
      ...{ float: this.text('float'), other: this.text('other'), left: this.text('left') },
      ...{ deposits: this.text('deposits'), refunded: this.text('refunded') },
      pieces: this.#pieces
        .filter(({ count }) => count > 0)
        .map(({ kind, value, count }) => ({ kind, value, count })),
    };
  }

  #proposed(field: Field): string {
    const { float, floatKnown, takings } = this.till;
    switch (field) {
      case 'float':
        return floatKnown ? float : '';
      case 'deposits':
        return takings.deposits.sum;
      case 'refunded':
        return takings.refunded.sum;
      case 'left': {
        const begun = this.#amountOf('float') ?? float;
        return amount(begun).gt(amount(this.counted)) ? this.counted : begun;
      }
      case 'other':
        return '';
    }
  }

  #amountOf(field: Field): string | null {
    return typedOrNothing(this.text(field), this.#decimals);
  }

  #countOf(key: string): number | null {
    const text = (this.draft.counts[key] ?? '').trim();
    if (text === '') return 0;
    return /^\d+$/.test(text) && Number(text) <= mostPieces ? Number(text) : null;
  }
}
