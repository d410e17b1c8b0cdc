import type { Failure } from '../../contract/failure.ts';
import type { OrderForm, OrderRecord } from '../../contract/orders.ts';
import { m } from '../../messages/compiled/messages.js';
import { call } from '../api.ts';
import { draftsOf } from '../ui/list/drafts.svelte.ts';
import { RecordEdit } from '../ui/list/record-edit.svelte.ts';
import { besides, blankForm, clashesOf, merged } from './order-form.ts';

/** An order line while it is edited. */
export class OrderEdit extends RecordEdit<OrderForm, OrderRecord> {
  readonly pol: string;
  readonly #refused = $derived(refusedFund(this.act.failure, this.form));

  constructor(pol: string) {
    super({
      isNew: false,
      blank: blankForm,
      read: (signal) => call('orders.read', { pol }, { signal }),
      ...{ clashesOf, merged, besides },
    });
    this.pol = pol;
  }

  /** Continues the draft, or begins one with a fresh read. */
  async open(): Promise<void> {
    if (this.isDirty) {
      this.goOn();
      return;
    }
    this.beginAnew();
    await this.readAnew();
  }

  /** What the order line is called. */
  name(): string {
    return this.base?.title || this.pol;
  }

  /** What is wrong with a field: by our own check, or a fund that the service does not pay from. */
  error(path: string): string {
    return this.act.error(path) || (this.#refused === path ? m.orders_fund_refused() : '');
  }

  /** Saves; null where it did not come to that. The record is null where it cannot be read afterwards. */
  async save(): Promise<{ readonly record: OrderRecord | null } | null> {
    return this.submit((intent, signal, form, base) =>
      call('orders.update', { intent, seen: base?.seen ?? {}, form }, { signal }),
    );
  }
}

/** The path of the fund that the service's sentence names; `''` where it names none of the form. */
function refusedFund(failure: Failure | null, form: OrderForm): string {
  if (failure?.kind !== 'refused' || failure.operation !== 'acq.pol.update') return '';
  if (!/\bfund/i.test(failure.message)) return '';
  const words = new Set(failure.message.split(/[\s,;:()"']+/));
  const at = form.funds.findIndex(({ fund }) => words.has(fund.trim()));
  return at < 0 ? '' : `funds.${at}.fund`;
}

/** What was begun of an order line. */
export const orderEditOf = draftsOf((pol) => new OrderEdit(pol));
