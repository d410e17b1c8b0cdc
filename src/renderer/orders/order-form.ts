import { m } from '../../messages/compiled/messages.js';
import type { OrderForm } from '../../contract/orders.ts';
import { dateText } from '../ui/format.ts';
import { clashesIn, mergedForm, type Choices, type Clash } from '../ui/list/merge.ts';
import type { Differences } from '../ui/list/record-edit.svelte.ts';

/** A field of the form as people know it: the shares of the funds are one with how they are split. */
type OrderField = Exclude<keyof OrderForm, 'split'>;

/** What the fields are called, in the order in which they are on screen. */
export const fieldLabels: Readonly<Record<OrderField, () => string>> = {
  price: m.orders_price,
  expected: m.orders_expected,
  vendorReference: m.orders_reference,
  funds: m.orders_funds,
  quantities: m.orders_quantity,
  receivingNote: m.orders_receiving_note,
  notes: m.orders_notes,
};

const orderFields = Object.keys(fieldLabels) as OrderField[];

/** What is called so beside the form, where someone else has changed it. */
const besideLabels: Readonly<Record<string, (() => string) | undefined>> = {
  status: m.orders_status,
  vendor: m.orders_vendor,
  title: m.orders_title,
  currency: m.orders_currency,
  places: m.orders_places,
};

/** What a field is called in which two versions of the record differ. */
export function labelOf(field: string): string {
  const labels: typeof besideLabels = fieldLabels;
  return (labels[field] ?? besideLabels[field] ?? m.orders_other)();
}

/** An empty form, until the record is read. */
export const blankForm = (): OrderForm => ({
  ...{ price: '', expected: '', vendorReference: '', split: 'sum', funds: [], quantities: [] },
  ...{ receivingNote: '', notes: [] },
});

function shown(field: OrderField, form: OrderForm): string {
  switch (field) {
    case 'funds':
      return form.funds.map(({ fund, share }) => shareShown(fund, share, form.split)).join('\n');
    case 'quantities':
      return form.quantities.join(', ');
    case 'notes':
      return form.notes.map(({ text }) => text).join('\n');
    case 'expected':
      return form.expected === '' ? '' : dateText(form.expected, 'day');
    case 'price':
    case 'vendorReference':
    case 'receivingNote':
      return form[field];
  }
}

const shareShown = (fund: string, share: string, split: OrderForm['split']): string =>
  split === 'percent' ? `${fund} ${share} %` : `${fund} ${share}`;

export const clashesOf = (was: OrderForm, mine: OrderForm, theirs: OrderForm): Clash<OrderField>[] =>
  clashesIn(
    {
      names: orderFields,
      valueOf: (form, field) => (field === 'funds' ? [form.split, form.funds] : form[field]),
      shown,
    },
    { was, mine, theirs },
  );

/** The record as they have it, with the fields for which mine was chosen. */
export function merged(was: OrderForm, mine: OrderForm, theirs: OrderForm, choices: Choices): OrderForm {
  const taken = orderFields.filter((field) => choices[field] === 'mine');
  return mergedForm({ was, mine, theirs }, taken.includes('funds') ? [...taken, 'split'] : taken);
}

/** Changes made elsewhere in parts of the record that no field of the form shows: they stay. */
export const besides = (differences: Differences): Differences =>
  differences.filter(({ field }) => !(field in blankForm()));

/** Every field of a form that shows what is wrong with it, by its path in what main is sent. */
export const pathsOf = (form: OrderForm): string[] => [
  ...['price', 'expected', 'vendorReference', 'funds', 'receivingNote'],
  ...form.funds.flatMap((_, at) => [`funds.${at}.fund`, `funds.${at}.share`]),
  ...form.quantities.map((_, at) => `quantities.${at}`),
  ...form.notes.map((_, at) => `notes.${at}.text`),
];
